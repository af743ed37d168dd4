//! How a command ended.

use std::process::ExitCode;

/// How a command ended: the exit code of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Clean = 0,
    /// Something was found: an error in a pack, a failed test, a gap, a difference.
    Findings = 1,
    /// Wrong usage, or input that cannot be read.
    Usage = 2,
}

impl Outcome {
    /// How a command ended that found nothing wrong, if that is so.
    pub const fn clean_if(is_clean: bool) -> Self {
        if is_clean {
            Self::Clean
        } else {
            Self::Findings
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}
