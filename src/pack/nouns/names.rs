//! Names: lower-case letters, digits and single hyphens, beginning with a letter.

use crate::diagnostic::{Code, Diagnostic};
use crate::pack::node::Problems;
use crate::source::{Span, Text};
use crate::syntax::is_reserved;
use crate::value::in_latin;

/// Values of what is yes or no, which can stand wherever a name can.
const TRUTHS: [&str; 4] = ["yes", "no", "true", "false"];

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

/// The same for what expressions name: a word that they read as something else is no name.
pub fn check_spoken(name: &Text, problems: &Problems) {
    check([name], problems);
    let is_truth = TRUTHS.contains(&name.value.as_str());
    let truth = is_truth.then(|| no_name(&name.value, name.span, "a value of what is yes or no"));
    let finding = truth.or_else(|| reserved(&name.value, name.span));
    finding
        .into_iter()
        .for_each(|finding| problems.report(finding));
}

/// Tells of a word of the rule language that it cannot be a name.
pub fn reserved(text: &str, span: Span) -> Option<Diagnostic> {
    is_reserved(text).then(|| no_name(text, span, "a word of the rule language"))
}

fn no_name(text: &str, span: Span, meant: &str) -> Diagnostic {
    let message = format!("`{text}` cannot be a name");
    Diagnostic::error(Code::BadName, span, message).help(format!(
        "in an expression it is {meant}: another name, or a second word"
    ))
}

fn is_kebab(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(is_letter);
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split('-').all(is_part)
}

/// The name nearest to some words, if they have one.
pub fn mended(words: &str) -> Option<String> {
    let words = in_latin(&words.to_lowercase());
    let parts = words.split(|c: char| !c.is_ascii_alphanumeric());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let name = parts.join("-");
    is_kebab(&name).then_some(name)
}
