//! Keys of rows and columns as a book prints them: the data's own words, with ranges and bounds in print.

/// `2..5` is `2-5`, `<= 5` is `≤5`, `>= 10` is `≥10`; words stay as they are, and a range of words that have hyphens of their
/// own, or of negative numbers, is said with `to`.
pub fn readable(key: &str) -> String {
    key.split(',')
        .map(|part| member(part.trim()))
        .collect::<Vec<_>>()
        .join(", ")
}

fn member(part: &str) -> String {
    let bounds = [("<=", "≤"), (">=", "≥")];
    if let Some((rest, sign)) = bounds
        .iter()
        .find_map(|(by, sign)| Some((part.strip_prefix(by)?, sign)))
    {
        return format!("{sign}{}", rest.trim());
    }
    match part.split_once("..") {
        Some((low, high)) => {
            let (low, high) = (low.trim(), high.trim_start_matches('=').trim());
            let between = if low.contains('-') || high.contains('-') {
                " to "
            } else {
                "-"
            };
            format!("{low}{between}{high}")
        }
        None => part.trim_matches('\'').to_owned(),
    }
}
