//! Names: lower-case letters, digits and single hyphens, beginning with a letter.

use super::super::node::Problems;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Text;

/// Reports a name that is not kebab-case, and takes it all the same.
pub(super) fn check(name: &Text, problems: &Problems) {
    if is_kebab(&name.value) {
        return;
    }
    let message = format!("`{}` is not a name", name.value);
    let found = Diagnostic::error(Code::BadName, name.span, message)
        .help("a name has lower-case letters, digits and single hyphens, and begins with a letter");
    problems.report(match mended(&name.value) {
        Some(mended) => found.help(format!("write `{mended}`")),
        None => found,
    });
}

/// Reports those names that are not kebab-case.
pub(super) fn check_all<'t>(names: impl IntoIterator<Item = &'t Text>, problems: &Problems) {
    for name in names {
        check(name, problems);
    }
}

fn is_kebab(name: &str) -> bool {
    let letters = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split('-').all(letters)
}

/// The name nearest to some words, if they have one.
pub(in crate::pack) fn mended(words: &str) -> Option<String> {
    let parts = words
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty());
    let name = parts
        .map(str::to_ascii_lowercase)
        .collect::<Vec<_>>()
        .join("-");
    is_kebab(&name).then_some(name)
}
