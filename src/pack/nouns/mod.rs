//! Every noun that can be written, declared once; and how what is written for it is read. A noun knows nodes alone.

mod called;
mod chart;
mod declare;
mod erratum;
mod example;
mod head;
mod holds;
mod leaf;
mod names;
mod noun;
mod process;
mod question;
pub mod schema;
mod vocabulary;

pub use called::meant as called;
pub use chart::{Card, CardLine, Chart, Column, Footnote, Key, Line, List, Row};
pub use erratum::{Change, ERRATA, Erratum, Operation, Status, is_date};
pub use example::{Defect, EXAMPLES, Example, Law};
pub use head::{Pack, TOPIC};
pub use names::{check as check_names, mended, reserved};
pub use noun::{Declaration, Fields, Noun, known_here, missing, read, unknown_key_or};
pub use process::{Keep, Procedure, ProcedureStep, Process, Step, StepDoes};
pub use question::{Exception, Outcome, Question, RULED, Reading, Rule, SHARED_EXCEPTION, Switch};
pub use vocabulary::{Fact, Guide, Plot, Unit, Usual, UsualOf};
