//! Diagnostics for people, for programs, and for the tools of code hosts. Findings go in, text or JSON comes out; nothing is
//! found here.

mod human;
mod json;
mod sarif;

pub use human::human;
pub use json::{Checked, Findings};
pub use sarif::sarif;

use crate::diagnostic::Severity;

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
