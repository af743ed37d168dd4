//! Edits: whatever is written into open files, the language server stands and answers.

#[path = "../../suite/lsp/editor.rs"]
#[allow(dead_code, reason = "tests of the server do more with it")]
mod editor;

use arbitrary::{Result, Unstructured};
use editor::{CHART as CHART_TEXT, Editor, PIECES, TOPIC as TOPIC_TEXT};
use serde_json::json;
use std::cell::RefCell;

const FILES: [(&str, &str); 2] = [
    ("haze/10-haze.toml", TOPIC_TEXT),
    ("haze/20-weather.ron", CHART_TEXT),
];

/// What is written besides.
const MORE: &[&str] = &[
    "weather-dr",
    "cite",
    "examples = ",
    "otherwise",
    "[fact.x]\ndomain = \"bool\"\n",
];

const METHODS: &[&str] = &[
    "hover",
    "definition",
    "references",
    "completion",
    "signatureHelp",
    "documentHighlight",
    "documentSymbol",
    "foldingRange",
    "semanticTokens/full",
    "codeLens",
    "formatting",
    "inlayHint",
    "codeAction",
    "prepareRename",
    "rename",
    "selectionRange",
    "documentLink",
];

thread_local! {
    static EDITOR: RefCell<Editor> = RefCell::new({
        let mut editor = Editor::new();
        FILES.iter().for_each(|(path, _)| editor.open(path));
        editor
    });
}

pub fn written(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    EDITOR.with_borrow_mut(|editor| {
        FILES
            .iter()
            .for_each(|(path, text)| editor.write(path, text));
        while !bytes.is_empty() {
            if step(editor, &mut bytes).is_err() {
                break;
            }
        }
    });
}

fn step(editor: &mut Editor, bytes: &mut Unstructured<'_>) -> Result<()> {
    let (path, _) = *bytes.choose(&FILES)?;
    let text = editor.text(path).to_owned();
    let places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let places: Vec<usize> = places.collect();
    let first = bytes.choose_index(places.len())?;
    let last = (first + bytes.int_in_range(0..=9)?).min(places.len() - 1);
    let place = bytes.choose_index(PIECES.len() + MORE.len())?;
    let piece = PIECES.iter().chain(MORE).nth(place).expect("one of them");
    let (start, end) = (places[first], places[last]);
    editor.write(path, &format!("{}{piece}{}", &text[..start], &text[end..]));
    if bytes.ratio(1_u8, 2_u8)? {
        let method = bytes.choose(METHODS)?;
        let (line, character): (u8, u8) = bytes.arbitrary()?;
        let place = json!({ "line": line % 40, "character": character % 60 });
        let params = json!({
            "textDocument": { "uri": editor.uri(path) },
            "position": place,
            "positions": [place],
            "range": { "start": place, "end": place },
            "newName": piece,
            "options": { "tabSize": 2, "insertSpaces": true },
            "context": {
                "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false, "diagnostics": [],
            },
        });
        editor.ask(&format!("textDocument/{method}"), params);
    }
    Ok(())
}
