//! Every noun that can be written, each stated once.

mod items;

pub(in crate::pack) use items::*;

use super::noun::Holds::{
    Any, Each, EachOf, EachOrText, Flag, Named, NamedOrText, NamedTables, Pairs, Sets, Table, Text,
    Texts, Turns,
};
use super::noun::{Field, Noun, field, needed, short};

static OUTCOME: &[Field] = &[
    field("cite", Text, "the paragraph"),
    field("when", Text, "the condition; without it, always"),
    field("gives", Text, "the answer, an expression"),
    field("gap", Text, "what the source lost, in place of an answer"),
    field(
        "except",
        EachOrText(&EXCEPTION),
        "where it does not hold, or gives something else",
    ),
    field("note", Text, "words for people"),
];

pub(in crate::pack) static EXCEPTION: Noun = Noun {
    name: "exception",
    what: "an exception",
    fields: &[OUTCOME],
};

pub(in crate::pack) static SHARED_EXCEPTION: Noun = Noun {
    name: "shared-exception",
    what: "an exception",
    fields: &[
        &[needed(
            "of",
            Texts,
            "the questions on whose rules it stands, or single rules: `question#paragraph`",
        )],
        OUTCOME,
    ],
};

pub(in crate::pack) static RULE: Noun = Noun {
    name: "rule",
    what: "a rule",
    fields: &[
        &[
            field(
                "answers",
                Texts,
                "the questions that it answers; that under which it stands, if left out",
            ),
            field(
                "beside",
                Flag,
                "whether it stands beside the rules of packs that are laid over it",
            ),
        ],
        OUTCOME,
    ],
};

pub(in crate::pack) static QUESTION: Noun = Noun {
    name: "question",
    what: "a question",
    fields: &[&[
        field("cite", Texts, "its paragraphs"),
        field("title", Text, "what it is called in tables and on cards"),
        field("asks", Text, "the question in words"),
        field("from", Texts, "the facts that it takes; found, if left out"),
        field(
            "only",
            Sets,
            "the values of facts for which it is asked at all",
        ),
        needed(
            "answer",
            Text,
            "the domain, unit or fact of its answers, and how they are combined",
        ),
        field("combine", Text, "how the answers of its rules are combined"),
        field("otherwise", Text, "the answer where no rule gives one"),
        field("otherwise-cite", Text, "the paragraph of that"),
        field("gives", Text, "its one answer, an expression"),
        field("gap", Text, "what the source lost, in place of its answer"),
        field("note", Text, "words for people"),
        field("alias", Texts, "other names"),
        short("when", Texts, "conditions, each of them a rule"),
        short(
            "except",
            EachOrText(&EXCEPTION),
            "exceptions to each of its rules",
        ),
        short("rules", Text, "its rules as a table of rows"),
        short("rule", Each(&RULE), "its rules"),
        short("examples", Table(&EXAMPLES), "its worked examples"),
    ]],
};

pub(in crate::pack) static EXAMPLES: Noun = Noun {
    name: "examples",
    what: "a table of examples",
    fields: &[&[
        field("cite", Text, "the paragraph of each row"),
        field("given", Sets, "the facts that all rows share"),
        field("readings", Pairs, "the readings that all rows share"),
        field("procedure", Text, "the procedure that is rolled"),
        field("start", Sets, "the facts with which it starts"),
        needed("rows", Text, "the heads, then a row a line"),
    ]],
};

pub(in crate::pack) static READING: Noun = Noun {
    name: "reading",
    what: "a reading",
    fields: &[&[
        field(
            "cite",
            Texts,
            "the paragraphs that can be read in more than one way",
        ),
        field("asks", Text, "what is in question"),
        needed("options", Pairs, "each way to read it, in words"),
        needed(
            "default",
            Text,
            "the option that is taken unless another is chosen",
        ),
        field("because", Text, "why"),
        field("settled", Text, "the only option that may still be taken"),
    ]],
};

pub(in crate::pack) static UNIT: Noun = Noun {
    name: "unit",
    what: "a unit",
    fields: &[&[
        field("one", Text, "what one of them is called"),
        field("dice", Text, "the dice that are its values"),
        field("modifies", Text, "the unit to which its amounts are added"),
        field("any-of", Texts, "the units that it stands for"),
        field("counts", Text, "the fact that a rate of it counts"),
        field("means", Text, "what it is, in words"),
    ]],
};

pub(in crate::pack) static FACT: Noun = Noun {
    name: "fact",
    what: "a fact",
    fields: &[&[
        needed("domain", Text, "its values"),
        field("unit", Text, "what its numbers count"),
        field("die", Text, "the die of a roll that it is"),
        field("title", Text, "what it is called in tables and on cards"),
        field("labels", Pairs, "what its values are called there"),
        field("means", Text, "what it is, in words"),
        field("cyclic", Flag, "whether its first value follows the last"),
        field("words", Pairs, "the words that compare its values"),
        field("groups", Sets, "names for several of its values"),
        field("alias", Texts, "other names"),
        field(
            "usually",
            EachOrText(&USUAL),
            "its value where nobody says otherwise",
        ),
    ]],
};

pub(in crate::pack) static USUAL: Noun = Noun {
    name: "usual",
    what: "a usual value",
    fields: &[&[
        needed("is", Text, "the value"),
        field("when", Text, "the condition; without it, always"),
        field("cite", Text, "the paragraph"),
    ]],
};

pub(in crate::pack) static GUIDE: Noun = Noun {
    name: "guide",
    what: "a guide",
    fields: &[&[
        field("title", Text, "what the game is called"),
        field("scenario", Texts, "what is asked for a scenario"),
        field("turn", Texts, "what is asked for a turn"),
        field("moment", Texts, "what is asked in the moment"),
        field("asked", Texts, "what is asked most"),
        field("spelling", Texts, "how names are spelt"),
    ]],
};

pub(in crate::pack) static EXAMPLE: Noun = Noun {
    name: "example",
    what: "an example",
    fields: &[&[
        field("cite", Text, "the paragraph"),
        field("given", Sets, "the facts"),
        field("ask", Text, "the question"),
        needed(
            "expect",
            Sets,
            "the answer; of several questions, each with its own",
        ),
        field("readings", Pairs, "the readings that are taken another way"),
        field("note", Text, "words for people"),
    ]],
};

pub(in crate::pack) static ROLLED_EXAMPLE: Noun = Noun {
    name: "rolled-example",
    what: "an example of a procedure",
    fields: &[&[
        field("cite", Text, "the paragraph"),
        needed("procedure", Text, "the procedure"),
        field("start", Sets, "the facts with which it starts"),
        field("rolls", Texts, "the dice as they fall"),
        needed("outcome", Sets, "what it comes to"),
        field("readings", Pairs, "the readings that are taken another way"),
        field("note", Text, "words for people"),
    ]],
};

pub(in crate::pack) static TURNS_EXAMPLE: Noun = Noun {
    name: "turns-example",
    what: "an example of a process",
    fields: &[&[
        field("cite", Text, "the paragraph"),
        needed("process", Text, "the process"),
        field("start", Sets, "the facts that hold in every turn"),
        field("turns", Turns, "the facts of each turn"),
        field("states", Turns, "what holds after each turn"),
        field("readings", Pairs, "the readings that are taken another way"),
        field("note", Text, "words for people"),
    ]],
};

pub(in crate::pack) static LAW: Noun = Noun {
    name: "law",
    what: "a law",
    fields: &[&[
        field("cite", Text, "the paragraph"),
        field("says", Text, "the law in words"),
        needed("always", Text, "what holds in every situation"),
        field("when", Text, "where it holds; without it, everywhere"),
    ]],
};

pub(in crate::pack) static IMPOSSIBLE: Noun = Noun {
    name: "impossible",
    what: "a situation that is impossible",
    fields: &[&[
        field("cite", Text, "the paragraph"),
        needed("says", Text, "why it cannot be"),
        needed("when", Text, "the situation"),
    ]],
};

pub(in crate::pack) static DEFECT: Noun = Noun {
    name: "defect",
    what: "a defect",
    fields: &[&[
        field("cite", Texts, "the paragraphs"),
        field("says", Text, "what is wrong with the source"),
        field("read-as", Text, "how it is read"),
    ]],
};

pub(in crate::pack) static PROCESS: Noun = Noun {
    name: "process",
    what: "a process",
    fields: &[&[
        field("cite", Texts, "its paragraphs"),
        field("asks", Text, "what it tells, in words"),
        field("start", Texts, "the facts that hold in every turn"),
        field("includes", Texts, "the processes whose steps it takes too"),
        field("each", Text, "what a turn is called"),
        field("turn", Texts, "the facts of a turn"),
        needed("state", Texts, "what is known after each turn"),
        field("keeps", Named(&KEEP), "states that are no facts"),
        field("initially", Sets, "the states before the first turn"),
        field("otherwise", Sets, "the states that no step sets"),
        field("step", Each(&STEP), "its steps, in order"),
    ]],
};

pub(in crate::pack) static KEEP: Noun = Noun {
    name: "keep",
    what: "a state that a process keeps",
    fields: &[&[
        needed("domain", Text, "its values"),
        field("unit", Text, "what its numbers count"),
        field("initially", Text, "its value before the first turn"),
        field("means", Text, "what it is, in words"),
    ]],
};

pub(in crate::pack) static STEP: Noun = Noun {
    name: "step",
    what: "a step",
    fields: &[&[needed("sets", Text, "the state that it sets")], OUTCOME],
};

pub(in crate::pack) static PRECEDENCE: Noun = Noun {
    name: "precedence",
    what: "`over`",
    fields: &[&[
        needed("pack", Text, "the pack over whose rules these go"),
        needed("cite", Text, "the paragraph that says so"),
    ]],
};

static HEAD: &[Field] = &[
    needed("id", Text, "its name"),
    field(
        "game",
        Text,
        "its game; that of the folder around, if left out",
    ),
    field("title", Text, "what it is called"),
    field("edition", Text, "the edition of the source"),
    field("requires", Texts, "the packs on which it builds"),
    field(
        "over",
        Each(&PRECEDENCE),
        "the packs over whose rules its own go",
    ),
    field(
        "paragraphs",
        Pairs,
        "the table of contents: numbers and titles",
    ),
    field(
        "nothing-to-compute",
        Pairs,
        "paragraphs that hold no rule to compute, and why",
    ),
];

static TOPICS: &[Field] = &[
    field("unit", Named(&UNIT), "units, and the dice of rolls"),
    field(
        "fact",
        NamedOrText(&FACT),
        "facts; one that is a domain alone is a line",
    ),
    field(
        "usually",
        NamedOrText(&USUAL),
        "what facts of other packs usually are",
    ),
    field(
        "question",
        Named(&QUESTION),
        "questions with their rules and examples",
    ),
    field("rule", Each(&RULE), "rules that stand alone"),
    field(
        "reading",
        Named(&READING),
        "where the source can be read in more than one way",
    ),
    field(
        "example",
        EachOf(&[&EXAMPLE, &ROLLED_EXAMPLE, &TURNS_EXAMPLE]),
        "worked examples that stand alone",
    ),
    field("law", Each(&LAW), "what holds in every situation"),
    field("process", Named(&PROCESS), "what goes on turn by turn"),
    field("impossible", Each(&IMPOSSIBLE), "situations that cannot be"),
    field("defect", Named(&DEFECT), "what is wrong with the source"),
    field("erratum", Named(&ERRATUM), "errata"),
    field("guide", Each(&GUIDE), "where somebody who asks begins"),
    short(
        "exception",
        Each(&SHARED_EXCEPTION),
        "exceptions that stand on several rules",
    ),
    short(
        "examples",
        NamedTables(&EXAMPLES),
        "tables of examples, each by a name",
    ),
];

pub(in crate::pack) static PACK: Noun = Noun {
    name: "pack",
    what: "`pack.toml`",
    fields: &[HEAD, TOPICS],
};

pub(in crate::pack) static TOPIC: Noun = Noun {
    name: "topic",
    what: "a topic file",
    fields: &[TOPICS],
};

pub(in crate::pack) static ERRATA: Noun = Noun {
    name: "errata",
    what: "a file of errata",
    fields: &[&[field(
        "erratum",
        Named(&ERRATUM),
        "errata, each by its name",
    )]],
};

pub(in crate::pack) static ERRATUM: Noun = Noun {
    name: "erratum",
    what: "an erratum",
    fields: &[&[
        needed("source", Text, "where it was published"),
        needed("date", Any, "the day, as 2024-05-31"),
        needed("status", Text, "official, unofficial or house"),
        needed("says", Text, "what it says, in words"),
        field("supersedes", Texts, "the errata in whose place it stands"),
        field("changes", Texts, "the questions whose answers it changes"),
        field("when", Text, "where it changes them"),
        needed("change", Each(&CHANGE), "the changes that it makes"),
    ]],
};

pub(in crate::pack) static CHANGE: Noun = Noun {
    name: "change",
    what: "a change",
    fields: &[&[
        field("at", Text, "the address of what is changed"),
        field(
            "before",
            Text,
            "the address of what the addition stands before",
        ),
        field(
            "after",
            Text,
            "the address of what the addition stands after",
        ),
        field("was", Any, "what stood there"),
        field("now", Any, "what stands there now"),
        field("add", Any, "what is added"),
        field("remove", Flag, "whether it is taken away"),
        field(
            "settles",
            Text,
            "the one option that a reading has from then on",
        ),
    ]],
};
