//! How a rate is written, while one is.

use super::scan;
use super::snapshot::Caret;
use gen_lsp_types::{
    ActiveParameter, Documentation, ParameterInformation, ParameterInformationLabel, SignatureHelp,
    SignatureInformation,
};

const RATE: &str = "+1 per 6 units of fact FRU beyond 12 up to +3";

/// The parts of a rate: what each is, and what it means.
const PARTS: [(&str, &str); 6] = [
    ("+1", "what each step gives, with its sign"),
    (
        "per 6 units",
        "how many make a step; a unit counts the one fact that has it",
    ),
    (
        "of fact",
        "the fact that is counted, where several have the unit",
    ),
    ("FRU", "fractions rounded up; `FRD` down, `exact` kept"),
    (
        "beyond 12",
        "where counting begins; below it nothing is given",
    ),
    ("up to +3", "the most that it gives; `at least` the least"),
];

const WITH: &str = "question with fact = value, fact = value";

/// What is being written here, and at which part of it the caret is.
pub fn at(caret: Caret<'_>) -> Option<SignatureHelp> {
    let text = &caret.page.now.text;
    let start = scan::around(&caret.page.path, text, caret.now).text?;
    let before = text.get(start..caret.now)?;
    let before = before.rsplit(['|', '\n']).next()?;
    let words: Vec<&str> = before.split_whitespace().collect();
    let has = |word: &str| words.iter().rposition(|other| *other == word);
    if let Some(per) = has("per") {
        let later = |word: &str| has(word).is_some_and(|place| place > per);
        let part = if later("up") || later("at") {
            5
        } else if later("beyond") {
            4
        } else if later("FRU") || later("FRD") || later("exact") {
            3
        } else if later("of") {
            2
        } else {
            1
        };
        let parts = PARTS.iter().map(|(label, means)| (*label, *means));
        return Some(help(RATE, "a rate", parts, part));
    }
    has("with")?;
    let parts = [
        ("question", "the question that is asked"),
        ("fact = value", "a fact that is bound for it"),
    ];
    Some(help(
        WITH,
        "a question with facts bound",
        parts.into_iter(),
        1,
    ))
}

fn help<'p>(
    label: &str,
    means: &str,
    parts: impl Iterator<Item = (&'p str, &'p str)>,
    active: u32,
) -> SignatureHelp {
    let parameters = parts.map(|(label, means)| ParameterInformation {
        label: ParameterInformationLabel::String(label.to_owned()),
        documentation: Some(Documentation::String(means.to_owned())),
    });
    let signature = SignatureInformation {
        label: label.to_owned(),
        documentation: Some(Documentation::String(means.to_owned())),
        parameters: Some(parameters.collect()),
        active_parameter: None,
    };
    SignatureHelp {
        signatures: vec![signature],
        active_signature: Some(0),
        active_parameter: Some(ActiveParameter::Int(active)),
    }
}
