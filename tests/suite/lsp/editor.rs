//! An editor for a test: a folder of packs, texts that are written into them, and what the server says, for a person to read.

use chartroom::lsp::{Connection, Message, Notification, Request, RequestId, Setting, run};
use chartroom::pack::ErrataSet;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tempfile::TempDir;

/// The sign for the caret in a text of a test.
const CARET: char = '‸';

/// What is written into a text that nobody would write there.
pub(crate) const PIECES: &[&str] = &[
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

pub(crate) const PACK: &str = r#"id = "haze"
game = "desert"
title = "Haze"
[paragraphs]
"1" = "Weather"
"1.1" = "Heat Haze"
"#;

pub(crate) const TOPIC: &str = r#"[unit]
hexes = { one = "hex" }
DR = { dice = "2d6" }
DRM = { modifies = "DR" }

[fact]
range = { domain = "0..=20", unit = "hexes", means = "from the firer to the target" }
haze = { domain = "none < normal < intense", means = "Heat Haze in effect", usually = "none" }
weather-dr = { domain = "2..=12", unit = "DR", means = "for the weather" }

[question.haze-drm]
cite = "1.1"
asks = "What does the haze add?"
answer = "sum of DRM"
rules = """
when            | gives
haze is intense | +1 per 6 hexes FRU beyond 6
"""
examples = """
haze    | range | =
intense | 13    | +2
none    | any   | +0
"""

[question.weather]
cite = "1"
asks = "What is the weather?"
answer = "clear | gusty | mud"
examples = """
weather-dr | haze   | =
2          | none   | mud
12         | normal | gusty
"""
"#;

pub(crate) const CHART: &str = r#"Chart(
    id: "weather-chart", title: "Weather", cite: "1",
    answers: "weather",
    down: "weather-dr", across: "haze",
    columns: ["none", "normal..intense"],
    rows: [
        ("2", ["mud", "mud"]),
        ("3..9", ["clear", "clear"]),
        (">= 10", ["clear", "gusty"]),
    ],
)
"#;

/// An editor with its server.
pub(crate) struct Editor {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    pub(crate) folder: TempDir,
    texts: BTreeMap<String, String>,
    sent: i32,
    /// The findings of each file, as last told.
    findings: BTreeMap<String, Value>,
    pub(crate) asked: Vec<String>,
    /// Whether the server says that it is at work.
    is_at_work: bool,
    pub(crate) initialized: Value,
}

impl Editor {
    /// An editor on the packs of the tests.
    pub(crate) fn new() -> Self {
        Self::on_a_desk(json!({}))
    }

    /// The same, with what the editor can do.
    pub(crate) fn on_a_desk(capabilities: Value) -> Self {
        let files = [
            ("haze/pack.toml", PACK),
            ("haze/10-haze.toml", TOPIC),
            ("haze/20-weather.ron", CHART),
        ];
        Self::of(&files, capabilities)
    }

    /// An editor on a folder of these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        Self::of(files, json!({}))
    }

    /// The same, with what the editor can do.
    pub(crate) fn of(files: &[(&str, &str)], mut capabilities: Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let (connection, other) = Connection::memory();
        let setting = Setting {
            places: Vec::new(),
            errata: ErrataSet::Official,
            base: None,
        };
        let server = thread::spawn(move || run(&other, setting).map(drop).unwrap());
        let mut editor = Self {
            connection,
            server: Some(server),
            folder,
            texts: files
                .iter()
                .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
                .collect(),
            sent: 0,
            findings: BTreeMap::new(),
            asked: Vec::new(),
            is_at_work: false,
            initialized: Value::Null,
        };
        let can_show = &mut capabilities["window"]["workDoneProgress"];
        *can_show = json!(*can_show != json!(false));
        let root = editor.uri("");
        editor.initialized = editor.ask("initialize", json!({
            "processId": null, "rootUri": root.trim_end_matches('/'), "capabilities": capabilities,
        }));
        editor.notify("initialized", json!({}));
        editor
    }

    pub(crate) fn uri(&self, path: &str) -> String {
        let folder = fs::canonicalize(self.folder.path()).unwrap();
        format!("file://{}/{path}", folder.display())
    }

    fn notify(&self, method: &str, params: Value) {
        let message = Notification {
            method: method.to_owned(),
            params,
        };
        self.connection
            .sender
            .send(Message::Notification(message))
            .unwrap();
    }

    /// What the server answers; what it says besides is noted.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.sent += 1;
        let id = RequestId::from(self.sent);
        let request = Request {
            id: id.clone(),
            method: method.to_owned(),
            params,
        };
        self.connection
            .sender
            .send(Message::Request(request))
            .unwrap();
        loop {
            match self.next(Duration::from_secs(60)).expect("an answer") {
                Message::Response(response) if response.id == id => {
                    let told = serde_json::to_value(&response).unwrap();
                    let error = told
                        .get("error")
                        .map(|error| json!({ "refused": error["message"] }));
                    return error
                        .unwrap_or_else(|| told.get("result").cloned().unwrap_or_default());
                }
                _ => {}
            }
        }
    }

    fn next(&mut self, wait: Duration) -> Option<Message> {
        let message = self.connection.receiver.recv_timeout(wait).ok()?;
        match &message {
            Message::Notification(own) if own.method == "textDocument/publishDiagnostics" => {
                let path = self.short(own.params["uri"].as_str().unwrap());
                self.findings
                    .insert(path, own.params["diagnostics"].clone());
            }
            Message::Notification(own) if own.method == "$/progress" => {
                self.is_at_work = own.params["value"]["kind"] == "begin";
            }
            Message::Notification(own) => self.asked.push(own.method.clone()),
            Message::Request(own) => self.asked.push(own.method.clone()),
            Message::Response(_) => {}
        }
        Some(message)
    }

    /// Listens until the server has taken in what was told to it, and has ended what that makes it do.
    pub(crate) fn listen(&mut self) {
        self.ask("test/takenIn", Value::Null);
        while self.is_at_work {
            self.next(Duration::from_secs(60)).expect("an end");
        }
    }

    /// Listens until the server asks or tells this.
    pub(crate) fn wait_for(&mut self, method: &str) {
        while !self.asked.iter().any(|asked| asked == method) {
            self.next(Duration::from_secs(60)).expect(method);
        }
    }

    fn short(&self, uri: &str) -> String {
        uri.replace(&self.uri(""), "")
    }

    pub(crate) fn open(&mut self, path: &str) {
        let text = self.texts[path].clone();
        let item =
            json!({ "uri": self.uri(path), "languageId": "toml", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Writes a text into an open file, and saves it not.
    pub(crate) fn write(&mut self, path: &str, text: &str) {
        self.texts.insert(path.to_owned(), text.to_owned());
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": self.uri(path), "version": 2 },
                "contentChanges": [{ "text": text }],
            }),
        );
    }

    pub(crate) fn close(&self, path: &str) {
        let params = json!({ "textDocument": { "uri": self.uri(path) } });
        self.notify("textDocument/didClose", params);
    }

    /// Tells the server that files are others than they were.
    pub(crate) fn told_of_files(&self) {
        self.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    }

    /// Knows a file that is not open.
    pub(crate) fn know(&mut self, path: &str, text: &str) {
        self.texts.insert(path.to_owned(), text.to_owned());
    }

    /// Writes something in the place of something else.
    pub(crate) fn replace(&mut self, path: &str, old: &str, new: &str) {
        let text = self.texts[path].clone();
        assert!(text.contains(old), "{old}");
        self.write(path, &text.replacen(old, new, 1));
    }

    pub(crate) fn text(&self, path: &str) -> &str {
        &self.texts[path]
    }

    /// The place of the caret in a piece of a file: `haze is ‸intense`.
    pub(crate) fn caret(&self, path: &str, piece: &str) -> Value {
        let before = piece.find(CARET).expect("a caret in the piece");
        let plain = piece.replace(CARET, "");
        let text = &self.texts[path];
        let at = text
            .find(&plain)
            .unwrap_or_else(|| panic!("{plain} is not in {path}"))
            + before;
        let line = text[..at].matches('\n').count();
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        json!({
            "textDocument": { "uri": self.uri(path) },
            "position": { "line": line, "character": text[start..at].encode_utf16().count() },
        })
    }

    /// What a request about the place of the caret is answered.
    pub(crate) fn at(&mut self, method: &str, path: &str, piece: &str) -> Value {
        let mut params = self.caret(path, piece);
        params["context"] =
            json!({ "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false });
        self.ask(method, params)
    }

    /// What a request about a file is answered.
    pub(crate) fn of_file(&mut self, method: &str, path: &str) -> Value {
        let uri = self.uri(path);
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        self.ask(
            method,
            json!({ "textDocument": { "uri": uri }, "options": options }),
        )
    }

    /// Places, each as its file, its line and what is written there, underlined.
    pub(crate) fn places(&self, places: &Value) -> String {
        let list = match places {
            Value::Array(list) => list.clone(),
            Value::Null => Vec::new(),
            one => vec![one.clone()],
        };
        let place = |own: &Value| {
            let path = self.short(own["uri"].as_str().unwrap());
            format!("{path}\n{}", self.underlined(&path, &own["range"]))
        };
        list.iter().map(place).collect()
    }

    pub(crate) fn underlined(&self, path: &str, range: &Value) -> String {
        let number = |pointer: &str| range.pointer(pointer).unwrap().as_u64().unwrap() as usize;
        let (line, start) = (number("/start/line"), number("/start/character"));
        let end = if number("/end/line") == line {
            number("/end/character")
        } else {
            start + 1
        };
        let text = self
            .texts
            .get(path)
            .and_then(|text| text.lines().nth(line))
            .unwrap_or_default();
        let marks = "^".repeat((end - start).max(1));
        format!(
            "{:>4} | {text}\n     | {}{marks}\n",
            line + 1,
            " ".repeat(start)
        )
    }

    /// The findings of a file as the editor gets them.
    pub(crate) fn raw(&mut self, path: &str) -> Value {
        self.listen();
        self.findings[path].clone()
    }

    /// The findings of all files, once the server is quiet.
    pub(crate) fn findings(&mut self) -> String {
        self.listen();
        let mut told = String::new();
        for (path, findings) in &self.findings {
            for found in findings.as_array().unwrap() {
                let message = found["message"].as_str().unwrap().replace('\n', "\n  ");
                told.push_str(&format!(
                    "{path} {}: {message}\n",
                    found["code"].as_str().unwrap()
                ));
                told.push_str(&self.underlined(path, &found["range"]));
                for other in found["relatedInformation"].as_array().into_iter().flatten() {
                    let place = self.places(&other["location"]);
                    told.push_str(&format!(
                        "  {}: {place}",
                        other["message"].as_str().unwrap()
                    ));
                }
            }
        }
        told
    }

    /// Each finding on a line: file, line and column, code and words.
    pub(crate) fn told(&mut self) -> Vec<String> {
        self.listen();
        let mut told = Vec::new();
        for (path, findings) in &self.findings {
            for found in findings.as_array().unwrap() {
                let at = |name: &str| found.pointer(name).unwrap().as_u64().unwrap() + 1;
                let place = (at("/range/start/line"), at("/range/start/character"));
                let [code, message] = ["code", "message"].map(|key| found[key].as_str().unwrap());
                told.push(format!("{path}:{}:{} {code} {message}", place.0, place.1));
            }
        }
        told
    }

    /// A file with edits made, as an editor makes them.
    pub(crate) fn edited(&self, path: &str, edits: &Value) -> String {
        let text = &self.texts[path];
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let at = |place: &Value| {
            let (line, column) = (
                place["line"].as_u64().unwrap() as usize,
                place["character"].as_u64().unwrap(),
            );
            let start: usize = lines.iter().take(line).map(|line| line.len()).sum();
            let mut units = 0;
            let own = lines.get(line).copied().unwrap_or_default();
            let place = own.char_indices().find(|(_, letter)| {
                let is_here = units >= column;
                units += letter.len_utf16() as u64;
                is_here
            });
            start + place.map_or(own.len(), |(at, _)| at)
        };
        let mut edits: Vec<(usize, usize, &str)> = edits
            .as_array()
            .unwrap()
            .iter()
            .map(|edit| {
                (
                    at(&edit["range"]["start"]),
                    at(&edit["range"]["end"]),
                    edit["newText"].as_str().unwrap(),
                )
            })
            .collect();
        edits.sort_by_key(|(start, ..)| std::cmp::Reverse(*start));
        let mut text = text.clone();
        for (start, end, new) in edits {
            text.replace_range(start..end, new);
        }
        text
    }

    /// Makes an edit of several files, and opens those that were not.
    pub(crate) fn apply(&mut self, edit: &Value) {
        for (uri, edits) in edit["changes"].as_object().unwrap().clone() {
            let path = self.short(&uri);
            if self.texts.contains_key(&path) {
                let text = self.edited(&path, &edits);
                self.write(&path, &text);
            } else {
                let text = edits[0]["newText"].as_str().unwrap().to_owned();
                self.know(&path, &text);
                self.open(&path);
            }
        }
    }

    /// Each file that an edit of several changes, with only the lines that are other.
    pub(crate) fn changed(&self, edit: &Value) -> String {
        let mut told = String::new();
        let changes: BTreeMap<String, Value> = edit["changes"]
            .as_object()
            .unwrap_or_else(|| panic!("{edit}"))
            .iter()
            .map(|(uri, edits)| (self.short(uri), edits.clone()))
            .collect();
        for (path, edits) in changes {
            let new = match self.texts.contains_key(&path) {
                true => self.edited(&path, &edits),
                false => edits[0]["newText"].as_str().unwrap().to_owned(),
            };
            told.push_str(&format!("{path}\n"));
            let old = self.texts.get(&path).cloned().unwrap_or_default();
            let lines = similar::TextDiff::from_lines(&old, &new);
            for change in lines.iter_all_changes() {
                if change.tag() != similar::ChangeTag::Equal {
                    told.push_str(&format!("{} {}", change.tag(), change.value()));
                }
            }
        }
        told
    }

    pub(crate) fn save(&mut self, path: &str) {
        fs::write(self.folder.path().join(path), &self.texts[path]).unwrap();
        self.notify(
            "textDocument/didSave",
            json!({ "textDocument": { "uri": self.uri(path) } }),
        );
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.ask("shutdown", Value::Null);
            self.notify("exit", Value::Null);
            self.server.take().unwrap().join().unwrap();
        }
    }
}
