//! A pack as written: what its TOML and RON files say, each text with its place. Nothing is judged here beyond the shape of
//! the files; names, types and meanings are the checker's.

mod forest;
pub mod format;
pub mod node;
mod notation;
mod nouns;
pub mod overlay;
mod parse;
mod printed;
mod quotes;
mod read;
pub mod ron_text;
pub mod schema;
mod shared;
mod toml_slips;
pub mod toml_text;
mod twins;
pub mod unread;

pub use nouns::{
    Card, CardLine, Chart, Column, Defect, Example, Exception, Fact, Footnote, Guide, Keep, Key,
    Law, Line, Outcome, Pack, Plot, Procedure, ProcedureStep, Process, Question, Reading, Row,
    Rule, Step, StepDoes, Switch, Unit, Usual, reserved,
};
pub use overlay::ErrataSet;
pub use parse::{Parsed, Wanted, unread as unread_texts};
pub use read::{Rulebook, read, read_for_answers, read_wanted, read_with};
