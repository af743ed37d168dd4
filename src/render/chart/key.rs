//! Keys of rows and columns as a book prints them: the data's own words, with ranges and bounds in print.

/// `2..5` is `2-5`, `<= 5` is `≤5`, `>= 10` is `≥10`; words stay as they are, and a range of words that have hyphens of their
/// own, or of negative numbers, is said with `to`.
pub fn readable(key: &str) -> String {
    let parts = key.split(',').map(|part| member(part.trim()));
    parts.collect::<Vec<_>>().join(", ")
}

fn member(part: &str) -> String {
    for (written, printed) in [("<=", "≤"), (">=", "≥")] {
        if let Some(bound) = part.strip_prefix(written) {
            return format!("{printed}{}", bound.trim());
        }
    }
    let Some((low, high)) = part.split_once("..") else {
        return part.trim_matches('\'').to_owned();
    };
    let (low, high) = (low.trim(), high.trim_start_matches('=').trim());
    let has_hyphen = low.contains('-') || high.contains('-');
    format!("{low}{}{high}", if has_hyphen { " to " } else { "-" })
}
