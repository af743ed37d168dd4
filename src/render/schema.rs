//! The published schemas of what `--format json` writes: one for each kind of output, made from the views themselves.

use super::{
    about, answer, answers, card, chart, codes, coverage, diagnostic, diff, erratum, find, game,
    list, mutants, odds, play, roll, trials,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// A kind of output.
pub struct Output {
    /// As `chartroom schema` takes it.
    pub name: &'static str,
    /// The commands that write it.
    pub from: &'static str,
    pub schema: fn() -> Schema,
}

/// Every kind of output.
pub const OUTPUTS: &[Output] = &[
    output::<about::View>("about", "show PARAGRAPH, explain QUESTION"),
    output::<answer::View>("answer", "ask QUESTION"),
    output::<answer::Line>("answer-line", "ask --batch"),
    output::<card::View>("card", "card NAME"),
    output::<card::Cards>("cards", "card"),
    output::<chart::Charts>("charts", "show NAME"),
    output::<odds::View>("odds", "odds NAME"),
    output::<answers::View<'_>>("table", "table QUESTION"),
    output::<diff::View>("diff", "diff OLD NEW"),
    output::<game::View>("game", "game show FILE"),
    output::<game::Log>("game-log", "game log FILE"),
    output::<list::View>("list", "list KIND"),
    output::<find::View<'static>>("find", "find WORDS"),
    output::<roll::View>("roll", "roll PROCEDURE"),
    output::<play::View>("play", "play PROCESS"),
    output::<codes::Codes>("codes", "explain"),
    output::<codes::View>("code", "explain CODE"),
    output::<diagnostic::Checked>("check", "check"),
    output::<trials::View>("test", "test"),
    output::<coverage::View>("coverage", "coverage"),
    output::<mutants::View>("mutants", "mutants"),
    output::<erratum::Errata>("errata", "erratum list"),
    output::<erratum::View>("erratum", "erratum show NAME"),
];

const fn output<V: JsonSchema>(name: &'static str, from: &'static str) -> Output {
    Output {
        name,
        from,
        schema: schema::<V>,
    }
}

/// The schema of a view, in the words of what is written: a key that is always there is required.
fn schema<V: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<V>()
}
