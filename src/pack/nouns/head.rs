//! A pack, and all that its files define.

use super::chart::{Card, Chart};
use super::declare::noun;
use super::erratum::Erratum;
use super::example::{Defect, Example, Impossible, Law, OF_ANY_KIND, tables};
use super::holds::{later, named, named_freely, pairs, spoken};
use super::leaf::{Key, text, wrong};
use super::noun::read;
use super::noun::{Declaration, How, Noun};
use super::process::{Procedure, Process};
use super::question::{Question, Reading, Rule, SHARED_EXCEPTION, Switch};
use super::schema;
use super::vocabulary::{Fact, Guide, Unit, UsualOf};
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::node::{Kind, Node};
use crate::pack::unread::Unread;
use crate::source::Text;

noun! {
    /// A pack with everything that its files define, in the order of the files (by name) and of the text.
    #[derive(Default)]
    pub struct Pack: "pack", "`pack.toml`" => {
        /// its name
        id: Option<Text> = ID,
        /// its game; that of the folder around, if left out
        game: Option<Text>,
        /// what it is called
        title: String,
        /// the edition of the source
        edition: String,
        /// the packs on which it builds
        requires: Vec<Text>,
        /// the packs over whose rules its own go
        over: Vec<Precedence> = OVER,
        /// the table of contents: numbers and titles
        paragraphs: Vec<(Text, String)> = NUMBERED,
        /// paragraphs that hold no rule to compute, and why
        nothing_to_compute("nothing-to-compute"): Vec<(Text, String)> = NUMBERED,
        /// units, and the dice of rolls
        units("unit"): Vec<Unit> = named_freely(),
        /// facts; one that a line can say is a line
        facts("fact"): Vec<Fact> = spoken(),
        /// what facts of other packs usually are
        usually: Vec<UsualOf>,
        /// questions with their rules and examples
        questions("question"): Vec<Question> = spoken(),
        /// rules that stand alone
        rules("rule"): Vec<Rule>,
        /// where the source can be read in more than one way
        readings("reading"): Vec<Reading> = named(),
        /// what a table plays with, or without
        switches("switch"): Vec<Switch> = named(),
        /// worked examples that stand alone
        examples("example"): Vec<Example> = OF_ANY_KIND,
        /// what holds in every situation
        laws("law"): Vec<Law>,
        /// what goes on turn by turn
        processes("process"): Vec<Process> = named(),
        /// situations that cannot be
        impossible: Vec<Impossible>,
        /// what is wrong with the source
        defects("defect"): Vec<Defect> = named(),
        /// errata
        errata("erratum"): ReadBefore = ERRATA_BEFORE,
        /// where somebody who asks begins
        guides("guide"): Vec<Guide>,
        charts: Vec<Chart> = later(),
        procedures: Vec<Procedure> = later(),
        cards: Vec<Card> = later(),
        unread: Unread = later(),
    }
    short {
        /// exceptions that stand on several rules
        "exception": ReadBefore = EXCEPTIONS_BEFORE,
        /// tables of examples, each by a name
        "examples": ReadBefore = TABLES_BEFORE,
    }
}

/// How many of the fields above stand in `pack.toml` alone.
const OF_THE_HEAD: usize = 8;

/// Any other TOML file of a pack.
pub static TOPIC: Declaration = Declaration {
    name: "topic",
    what: "a topic file",
    fields: Pack::DECLARED.fields.split_at(OF_THE_HEAD).1,
};

/// What is read before all else, and laid over it.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadBefore;

const ERRATA_BEFORE: How<ReadBefore> =
    How::optional(schema::named_list::<Erratum>, |_, _| Some(ReadBefore));

const EXCEPTIONS_BEFORE: How<ReadBefore> = How::optional(
    |definitions| schema::one_or_more(&schema::reference(&SHARED_EXCEPTION, definitions)),
    ERRATA_BEFORE.read,
);

const TABLES_BEFORE: How<ReadBefore> = How::optional(
    |definitions| schema::named(&tables(definitions)),
    ERRATA_BEFORE.read,
);

/// The name of a pack, which its head must say.
const ID: How<Option<Text>> = How::needed(schema::text, |fields, key| {
    if fields.declared.what == Pack::DECLARED.what {
        fields.need(key);
    }
    fields.read(key)
});

noun! {
    /// `{ pack = "e3", cite = "F11.2" }`
    pub struct Precedence: "precedence", "`over`" => {
        /// the pack over whose rules these go
        pack: Text,
        /// the paragraph that says so
        cite: Text,
    }
}

const OVER: How<Vec<Precedence>> = How::optional(schema::list::<Precedence>, |fields, key| {
    let over = |node: &Node| {
        let Kind::Text(name) = &node.kind else {
            return read(node, None, fields.problems);
        };
        let help =
            format!("write `over = [{{ pack = \"{name}\", cite = \"…\" }}]`: which pack, and why");
        let found = wrong(node, Key(key), "named fields");
        fields.problems.report(found.help(help));
        None
    };
    Some(fields.elements(key).iter().filter_map(over).collect())
});

/// Keys that stand before every header of a `pack.toml`.
const HEAD: [&str; 6] = ["id", "game", "title", "edition", "requires", "over"];

/// Numbers of paragraphs, each with words.
const NUMBERED: How<Vec<(Text, String)>> = How::optional(schema::pairs, |fields, key| {
    Some(pairs(fields, key, |node, number, problems| {
        if HEAD.contains(&number.0) {
            let message = format!("{number} is a key of the pack, and no paragraph");
            let help =
                format!("move it up, before the first header: under `[{key}]` stand paragraphs");
            problems.report(Diagnostic::error(Code::UnknownKey, node.span, message).help(help));
            return None;
        }
        let Kind::Table(inner) = &node.kind else {
            return text(node, number, problems).map(|text| text.value);
        };
        let rest = inner.first().map_or("1", |(key, _)| key.value.as_str());
        let help = format!(
            "a number with a point in it stands in quotes: `\"{}.{rest}\" = …`",
            number.0
        );
        problems.report(wrong(node, number, "a text").help(help));
        None
    }))
});
