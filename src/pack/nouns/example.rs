//! What proves the rules and is no rule: examples and laws, and notes on the source.

use super::declare::{fields, noun};
use super::holds::{HEADER, SETS, SETS_NEEDED, WORDS, pairs};
use super::leaf::{Key, set, wrong};
use super::noun::Fields;
use super::noun::{Declaration, How};
use super::schema;
use crate::pack::node::{Kind, Node, Problems};
use crate::source::{Span, Spanned, Text};

/// Some facts of an example, or some answers, each with its value.
type Values = Vec<(Text, Text)>;

/// `[[example]]`: of questions in one situation, of a process turn by turn, or of a procedure rolled.
#[derive(Debug, Clone)]
pub struct Example {
    pub cite: Option<Text>,
    /// The facts: name, and a set of values; of a process or procedure, its start.
    pub given: Values,
    /// The questions asked, each with the expected answer; of a procedure, its outcomes.
    pub expect: Values,
    /// The readings taken, where not the defaults.
    pub readings: Values,
    pub process: Option<Text>,
    /// Of a process: the facts of each turn.
    pub turns: Vec<Spanned<Values>>,
    /// Of a process: the expected states after each turn.
    pub states: Vec<Spanned<Values>>,
    pub procedure: Option<Text>,
    /// Of a procedure: the rolls in the order in which they are made.
    pub rolls: Vec<Text>,
    pub note: String,
    pub span: Span,
}

static ASKED: Declaration = Declaration {
    name: "example",
    what: "an example",
    fields: fields! {
        /// the paragraph
        "cite": Option<Text>,
        /// the facts
        "given": Values = SETS,
        /// the question
        "ask": Option<Text>,
        /// the answer; of several questions, each with its own
        "expect": Values = SETS_NEEDED,
        /// the readings that are taken another way
        "readings": Values,
        /// words for people
        "note": String,
    },
};

static ROLLED: Declaration = Declaration {
    name: "rolled-example",
    what: "an example of a procedure",
    fields: fields! {
        /// the paragraph
        "cite": Option<Text>,
        /// the procedure
        "procedure": Text,
        /// the facts with which it starts
        "start": Values = SETS,
        /// the dice as they fall
        "rolls": Vec<Text>,
        /// what it comes to
        "outcome": Values = SETS_NEEDED,
        /// the readings that are taken another way
        "readings": Values,
        /// words for people
        "note": String,
    },
};

static TURNED: Declaration = Declaration {
    name: "turns-example",
    what: "an example of a process",
    fields: fields! {
        /// the paragraph
        "cite": Option<Text>,
        /// the process
        "process": Text,
        /// the facts that hold in every turn
        "start": Values = SETS,
        /// the facts of each turn
        "turns": Vec<Spanned<Values>> = TURNS,
        /// what holds after each turn
        "states": Vec<Spanned<Values>> = TURNS,
        /// the readings that are taken another way
        "readings": Values,
        /// words for people
        "note": String,
    },
};

/// Several examples in a table of rows, which is taken apart before they are read.
pub static EXAMPLES: Declaration = Declaration {
    name: "examples",
    what: "a table of examples",
    fields: fields! {
        /// the paragraph of each row
        "cite": Option<Text>,
        /// the facts that all rows share
        "given": Values = SETS,
        /// the readings that all rows share
        "readings": Values,
        /// the procedure that is rolled
        "procedure": Option<Text>,
        /// the process that is played, a turn a row
        "process": Option<Text>,
        /// the facts with which it starts
        "start": Values = SETS,
        /// the heads, then a row a line
        "rows": Text,
    },
};

fn example(node: &Node, problems: &Problems) -> Option<Example> {
    let has = |key: &str| node.field(key).is_some();
    let declared = match (has("process"), has("procedure")) {
        (true, _) => &TURNED,
        (_, true) => &ROLLED,
        _ => &ASKED,
    };
    let fields = &Fields::open(node, node.span, declared, problems)?;
    let (process, procedure) = (fields.read("process")?, fields.read("procedure")?);
    let (start, expect) = match (&process, &procedure) {
        (Some(_), _) => ("start", Vec::new()),
        (_, Some(_)) => ("start", (SETS_NEEDED.read)(fields, "outcome")?),
        (None, None) => ("given", expected(fields)),
    };
    Some(Example {
        cite: fields.read("cite")?,
        given: (SETS.read)(fields, start)?,
        expect,
        readings: fields.read("readings")?,
        process,
        turns: (TURNS.read)(fields, "turns")?,
        states: (TURNS.read)(fields, "states")?,
        procedure,
        rolls: fields.read("rolls")?,
        note: fields.read("note")?,
        span: fields.span,
    })
}

/// `ask` with one answer, or a group of questions and answers.
fn expected(fields: &Fields<'_>) -> Values {
    let expect = fields.need("expect");
    let is_group = expect.is_some_and(|node| matches!(node.kind, Kind::Table(_)));
    if is_group && fields.get("ask").is_none() {
        return pairs(fields, "expect", set);
    }
    let asked = fields.read("ask");
    let answer = expect.and_then(|node| set(node, Key("expect"), fields.problems));
    asked.zip(answer).into_iter().collect()
}

pub const OF_ANY_KIND: How<Vec<Example>> = How::optional(
    |definitions| {
        let kinds = [&ASKED, &ROLLED, &TURNED];
        let kinds = kinds.map(|declared| schema::reference(declared, definitions));
        schema::one_or_more(&schema::any_of(kinds))
    },
    |fields, key| {
        let nodes = fields.elements(key).iter();
        Some(
            nodes
                .filter_map(|node| example(node, fields.problems))
                .collect(),
        )
    },
);

/// A list of turns, each a group of facts; or a table of text, which is taken apart before it is read.
const TURNS: How<Vec<Spanned<Values>>> = How::optional(
    |definitions| {
        let texts = schema::texts(definitions);
        let turns = schema::one_or_more(&schema::named(&texts));
        schema::any_of([schema::text(definitions), turns])
    },
    |fields, key| {
        let turn = |node: &Node| {
            let Kind::Table(facts) = &node.kind else {
                let found = wrong(node, Key(key), "the facts of each turn");
                fields.problems.report(found);
                return None;
            };
            let value = |name: &Text, node| set(node, Key(&name.value), fields.problems);
            let facts = facts.iter();
            let facts = facts.filter_map(|(name, node)| Some((name.clone(), value(name, node)?)));
            Some(Spanned::new(facts.collect(), node.span))
        };
        Some(fields.elements(key).iter().filter_map(turn).collect())
    },
);

/// A table of examples, or its rows alone: of a short notation, and never read.
pub const TABLES: How<()> = How::optional(tables, |_, _| Some(()));

pub fn tables(definitions: &mut super::noun::Definitions) -> serde_json::Value {
    let fields = schema::reference(&EXAMPLES, definitions);
    schema::any_of([schema::text(definitions), fields])
}

noun! {
    /// `[[law]]`
    pub struct Law: "law", "a law" => {
        /// the paragraph
        cite: Option<Text>,
        /// the law in words
        says: String,
        /// what holds in every situation
        always: Text,
        /// where it holds; without it, everywhere
        when: Option<Text>,
        span: Span,
    }
}

noun! {
    /// `[[impossible]]`: situations that the rules exclude.
    pub struct Impossible: "impossible", "a situation that is impossible" => {
        /// the paragraph
        cite: Option<Text>,
        /// why it cannot be
        says: String = WORDS,
        /// the situation
        when: Text,
        span: Span,
    }
}

noun! {
    /// `[defect.starred-row]`: a misprint or loss in the source, kept visible.
    pub struct Defect: "defect", "a defect" => {
        name: Text = HEADER,
        /// the paragraphs
        cite: Vec<Text>,
        /// what is wrong with the source
        says: String,
        /// how it is read
        read_as("read-as"): String,
    }
}
