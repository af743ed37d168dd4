//! A storm of edits: whatever is written, the server stands, and in the end it says what `check` says.

use super::editor::{CHART as CHART_TEXT, Editor, PACK, TOPIC as TOPIC_TEXT};
use super::{CHART, TOPIC};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// How many edits; the whole storm is ten times that, by CHARTROOM_STORM=10000.
const EDITS: usize = 300;

const PIECES: &[&str] = &[
    "\"",
    "[",
    "]",
    "=",
    "\n",
    "|",
    "haze",
    " is ",
    "intense",
    "(",
    ")",
    ",",
    "#",
    "\"\"\"",
    "[[rule]]\n",
    "..",
    "+1 per",
    "𝔴",
    "question.weather",
    "{",
    "}",
    "'",
    "\\",
    "13",
    "\t",
    "\r\n",
    "",
];

/// A text with one piece of it in the place of another.
fn blown(text: &str, random: &mut ChaCha8Rng) -> String {
    let places: Vec<usize> = text
        .char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .collect();
    let start = random.random_range(0..places.len());
    let end = (start + random.random_range(0..6)).min(places.len() - 1);
    let piece = PIECES[random.random_range(0..PIECES.len())];
    format!("{}{piece}{}", &text[..places[start]], &text[places[end]..])
}

#[test]
fn after_a_storm_of_edits_the_findings_are_those_of_check() {
    let edits = std::env::var("CHARTROOM_STORM")
        .ok()
        .and_then(|edits| edits.parse().ok())
        .unwrap_or(EDITS);
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut editor = Editor::new();
    editor.open(TOPIC);
    editor.open(CHART);
    let methods = [
        "hover",
        "definition",
        "completion",
        "signatureHelp",
        "documentHighlight",
    ];
    let of_files = [
        "documentSymbol",
        "foldingRange",
        "semanticTokens/full",
        "codeLens",
        "formatting",
    ];
    let mut text = [TOPIC_TEXT.to_owned(), CHART_TEXT.to_owned()];
    for number in 0..edits {
        let which = random.random_range(0..2);
        let path = [TOPIC, CHART][which];
        // A text that is blown to pieces is mended now and then, so that there is something to break.
        text[which] = match random.random_range(0..12) {
            0 => [TOPIC_TEXT, CHART_TEXT][which].to_owned(),
            _ => blown(&text[which], &mut random),
        };
        editor.write(path, &text[which]);
        if number % 7 == 0 {
            let place = serde_json::json!({
                "textDocument": { "uri": editor.uri(path) },
                "position": { "line": random.random_range(0..40), "character": random.random_range(0..60) },
                "context": { "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false },
            });
            let method = methods[random.random_range(0..methods.len())];
            let answer = editor.ask(&format!("textDocument/{method}"), place);
            assert!(answer.get("refused").is_none(), "{answer}");
            let method = of_files[random.random_range(0..of_files.len())];
            editor.of_file(&format!("textDocument/{method}"), path);
        }
    }
    text[0] = TOPIC_TEXT
        .replace("| +2", "| +3")
        .replace("hexes FRU", "hexe FRU");
    text[1] = CHART_TEXT.replace("3..9", "4..9");
    editor.write(TOPIC, &text[0]);
    editor.write(CHART, &text[1]);
    let told = editor.findings();
    let book = chartroom::rulebook::Rulebook::texts([
        ("haze/pack.toml", PACK),
        (TOPIC, &text[0]),
        (CHART, &text[1]),
    ]);
    let mut checked: Vec<String> = book
        .check()
        .iter()
        .map(|found| found.code.to_string())
        .collect();
    checked.sort();
    let mut codes: Vec<&str> = told
        .lines()
        .filter_map(|line| {
            line.strip_prefix("haze/")?
                .split_once(": ")?
                .0
                .split(' ')
                .nth(1)
        })
        .collect();
    codes.sort_unstable();
    assert_eq!(codes, checked, "{told}");
    assert!(!codes.is_empty());
}
