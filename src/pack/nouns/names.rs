//! Names: lower-case letters, digits and single hyphens, beginning with a letter.

use crate::diagnostic::{Code, Diagnostic};
use crate::pack::node::Problems;
use crate::source::Text;

/// Reports those names that are not kebab-case, and takes them all the same.
pub fn check<'t>(names: impl IntoIterator<Item = &'t Text>, problems: &Problems) {
    for name in names.into_iter().filter(|name| !is_kebab(&name.value)) {
        let message = format!("`{}` is not a name", name.value);
        let finding = Diagnostic::error(Code::BadName, name.span, message).help(
            "a name has lower-case letters, digits and single hyphens, and begins with a letter",
        );
        problems.report(match mended(&name.value) {
            Some(mended) => finding.help(format!("write `{mended}`")),
            None => finding,
        });
    }
}

fn is_kebab(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(is_letter);
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split('-').all(is_part)
}

/// The name nearest to some words, if they have one.
pub fn mended(words: &str) -> Option<String> {
    let parts = words.split(|c: char| !c.is_ascii_alphanumeric());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let name = parts.join("-").to_ascii_lowercase();
    is_kebab(&name).then_some(name)
}
