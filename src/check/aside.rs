//! What is found beside a proof and stands against nothing of it.

use crate::diagnostic::{Code, Diagnostic, Severity};

/// Whether a finding is only that nothing hangs on a part of a condition: what the rule says is proved all the same.
pub fn is_foregone(finding: &Diagnostic) -> bool {
    let is_code = matches!(
        finding.code,
        Code::AlwaysHolds | Code::NeverHolds | Code::UnknownValue
    );
    is_code && finding.severity == Severity::Note
}
