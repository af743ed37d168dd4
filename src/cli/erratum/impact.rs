//! What an erratum changed.

use crate::render::style::{BOLD, styled};
use crate::rulebook::Rulebook;

/// What differs between the answers of a rulebook without an erratum and with it.
pub(super) fn impact(_old: &Rulebook, new: &Rulebook, id: &str) -> String {
    let touched = super::touched(new, id);
    if touched.is_empty() {
        return "it touches no answer\n".to_owned();
    }
    format!("{} {}\n", styled(BOLD, "touches"), touched.join(", "))
}
