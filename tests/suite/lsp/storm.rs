//! A storm of edits: whatever is written, the server stands, and in the end it says what `check` says.

use super::editor::{CHART as CHART_TEXT, Editor, PACK, PIECES, TOPIC as TOPIC_TEXT};
use super::{CHART, TOPIC};
use chartroom::Error;
use chartroom::rulebook::Rulebook;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// How many edits; the whole storm is ten times that, by CHARTROOM_STORM=10000.
const EDITS: usize = 300;

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
    for meant in MEANT {
        let text = [(TOPIC, TOPIC_TEXT), (CHART, CHART_TEXT)].map(|(path, text)| {
            let edited = meant.iter().fold(text.to_owned(), |text, (old, new)| {
                text.replacen(old, new, 1)
            });
            editor.write(path, &edited);
            (path, edited)
        });
        let told = told(&mut editor);
        assert_eq!(told, checked(&text), "{meant:?}");
        assert!(!told.is_empty());
    }
}

/// Edits that can be read, after which all that is told is what `check` tells: of those that mean something, each changes what is
/// proved of something else.
const MEANT: &[&[(&str, &str)]] = &[
    &[
        ("| +2", "| +3"),
        ("hexes FRU", "hexe FRU"),
        ("3..9", "4..9"),
    ],
    &[("| +2", "| +3")],
    &[("3..9", "4..9")],
    &[
        ("3..9", "4..9"),
        ("[unit]", "# a note\n[unit]"),
        ("rows: [", "rows: [\n"),
    ],
    &[
        ("| mud", "| gusty"),
        (
            "[question.weather]",
            "[question.sky]\nanswer = \"bool\"\ngives = \"haze is normal\"\n\n[question.weather]",
        ),
    ],
    &[("none < normal", "none < slight < normal")],
    &[("\"1\"", "\"9\"")],
];

/// What the editor shows, and where: its file, line and column, code and words.
fn told(editor: &mut Editor) -> Vec<String> {
    let mut told = editor.told();
    told.sort();
    told
}

/// The same as `check` tells it.
fn checked(texts: &[(&str, String)]) -> Vec<String> {
    let texts = texts.iter().map(|(path, text)| (*path, text.as_str()));
    let book = Rulebook::texts([("haze/pack.toml", PACK)].into_iter().chain(texts));
    let line = |found: &Error| {
        let first = found.labels.first()?;
        let (line, column) = book.sources.position(first.span);
        let mut words = vec![found.message.clone()];
        words.extend(Some(first.message.clone()).filter(|words| !words.is_empty()));
        words.extend(found.help.iter().map(|help| format!("help: {help}")));
        words.extend(found.cite.iter().map(|cite| format!("see {cite}")));
        let path = book.sources.path(first.span.file);
        Some(format!(
            "{path}:{line}:{column} {} {}",
            found.code,
            words.join("\n")
        ))
    };
    let mut told: Vec<String> = book.check().iter().filter_map(line).collect();
    told.sort();
    told
}
