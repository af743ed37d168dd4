//! An editor at work: from a keystroke to what reading finds, and to what proofs find, over the protocol itself; on all shipped
//! packs, and on ten times as many. Of so many keystrokes it prints the median, and the time that 95 in 100 keep; where the system
//! counts it, also how long processors were busy for one, which other programs on the machine change less. Then how long the menu
//! of what can be done about the edit keeps the caret waiting, and the erratum that is chosen from it. `cell` as an argument times
//! that edit alone.

use chartroom::lsp::{Connection, Message, Notification, Request, RequestId, Setting, run};
use chartroom::pack::ErrataSet;
use chartroom::source::Sources;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// What is written: into which file, what for what. A comment means nothing, a condition is one question's, and of a cell of the
/// Weather Chart come charts, procedures and odds.
const EDITS: [(&str, &str, &str, &str); 3] = [
    (
        "a comment",
        "asl/f11/62-heat-haze.toml",
        "# F11.62",
        "# F11.620",
    ),
    (
        "a condition",
        "asl/f11/62-heat-haze.toml",
        "heat-haze is intense and attack in",
        "heat-haze is normal and attack in",
    ),
    (
        "a cell",
        "asl/f11/20-weather.ron",
        "(\"5\",  [\"clear\",",
        "(\"5\",  [\"overcast\",",
    ),
];

/// How many keystrokes are timed of each.
const KEYS: usize = 60;

fn main() {
    let only: Vec<String> = std::env::args()
        .skip(1)
        .filter(|own| !own.starts_with("--"))
        .collect();
    let is_wanted =
        |name: &str| only.is_empty() || only.iter().any(|own| name.contains(own.as_str()));
    for times in [1, 10] {
        let root = folder(times);
        for edit in EDITS.into_iter().filter(|edit| is_wanted(edit.0)) {
            let mut editor = Editor::on(&root, edit);
            let before = busy();
            let both: Vec<[Duration; 2]> = (0..KEYS).map(|_| editor.key()).collect();
            let busy = busy().saturating_sub(before) / KEYS as u64;
            let waves = [0, 1].map(|wave| shown(both.iter().map(|both| both[wave]).collect()));
            let [reading, proofs] = waves;
            println!(
                "{times:>2} x  {:<12} reading {reading}   proofs {proofs}   busy {busy:>4} ms",
                edit.0
            );
            let (menus, erratum) = editor.actions();
            println!(
                "                   menu    {}   erratum {:>4} ms",
                shown(menus),
                erratum.as_millis()
            );
        }
        fs::remove_dir_all(root).ok();
    }
}

/// The median, and what 95 in 100 keep.
fn shown(mut all: Vec<Duration>) -> String {
    all.sort_unstable();
    let at = |part: usize| all[all.len() * part / 100].as_millis();
    format!("{:>4} ms, {:>4} ms", at(50), at(95))
}

/// For how many milliseconds processors were busy for this program so far, where the system tells.
fn busy() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after.split_whitespace().skip(11).take(2);
    10 * ticks.filter_map(|own| own.parse::<u64>().ok()).sum::<u64>()
}

/// A folder with the shipped packs so many times, each time as games of other names.
fn folder(times: usize) -> PathBuf {
    let root =
        std::env::temp_dir().join(format!("chartroom-editor-{times}-{}", std::process::id()));
    let sources = Sources::embedded();
    for number in 0..times {
        for file in sources.files() {
            let path = sources.path(file).trim_start_matches("rules/");
            let (game, rest) = path.split_once('/').unwrap_or_default();
            let game = if number == 0 {
                game.to_owned()
            } else {
                format!("{game}-{number}")
            };
            let path = root.join(&game).join(rest);
            fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).ok();
            let text = sources
                .text(file)
                .lines()
                .map(|line| match line.starts_with("game ") {
                    true => format!("game = \"{game}\"\n"),
                    false => format!("{line}\n"),
                });
            fs::write(path, text.collect::<String>()).ok();
        }
    }
    root
}

struct Editor {
    connection: Connection,
    uri: String,
    /// The text as it is, and as it is written.
    texts: [String; 2],
    /// The line that is edited.
    line: usize,
    version: i32,
}

impl Editor {
    fn on(root: &Path, (_, file, old, new): (&str, &str, &str, &str)) -> Self {
        let (connection, other) = Connection::memory();
        let setting = Setting {
            places: vec![chartroom::source::Place::Folder(root.to_owned())],
            errata: ErrataSet::Official,
            base: None,
        };
        thread::spawn(move || run(&other, setting).ok());
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        assert!(text.contains(old), "{file} has no `{old}`");
        let other = text.replacen(old, new, 1);
        let uri = format!("file://{}", root.join(file).display());
        let before = text.split(old).next().unwrap_or_default();
        let mut editor = Self {
            line: before.matches('\n').count(),
            connection,
            uri,
            texts: [text, other],
            version: 1,
        };
        let later = json!({ "dataSupport": true, "resolveSupport": { "properties": ["edit"] } });
        let capabilities = json!({
            "workspace": { "codeLens": { "refreshSupport": true } },
            "textDocument": { "codeAction": later },
        });
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        editor.request("initialize", params);
        editor.notify("initialized", json!({}));
        let item = json!({ "uri": editor.uri, "languageId": "ron", "version": 1, "text": editor.texts[0] });
        editor.notify("textDocument/didOpen", json!({ "textDocument": item }));
        editor.told(2);
        editor
    }

    fn notify(&mut self, method: &str, params: Value) {
        let message = Notification {
            method: method.to_owned(),
            params,
        };
        self.connection
            .sender
            .send(Message::Notification(message))
            .ok();
    }

    /// What is answered.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.asked(method, params).expect(method)
    }

    /// The same, where it may be refused.
    fn asked(&mut self, method: &str, params: Value) -> Option<Value> {
        let request = Request {
            id: RequestId::from(1),
            method: method.to_owned(),
            params,
        };
        let request = Message::Request(request);
        self.connection.sender.send(request).ok();
        loop {
            if let Message::Response(own) = self.connection.receiver.recv().expect("an answer") {
                return own.response_result.ok();
            }
        }
    }

    /// How long each menu at the edit takes, and the erratum of the edit.
    fn actions(&mut self) -> (Vec<Duration>, Duration) {
        self.version -= self.version % 2;
        self.key();
        self.key();
        while !matches!(self.connection.receiver.recv(), Ok(Message::Request(_))) {}
        let place = json!({ "line": self.line, "character": 4 });
        let params = json!({
            "textDocument": { "uri": self.uri },
            "range": { "start": place, "end": place },
            "context": { "diagnostics": [] },
        });
        let mut offered = Value::Null;
        let mut menu = || {
            let start = Instant::now();
            offered = self.request("textDocument/codeAction", params.clone());
            start.elapsed()
        };
        let menus = (0..KEYS).map(|_| menu()).collect();
        let mut offered = offered.as_array().into_iter().flatten();
        let Some(chosen) = offered.find(|own| own["data"]["work"] == "block-as-erratum") else {
            return (menus, Duration::ZERO);
        };
        let start = Instant::now();
        self.asked("codeAction/resolve", chosen.clone());
        (menus, start.elapsed())
    }

    /// Waits until the file's findings were told so many times.
    fn told(&mut self, times: usize) {
        let mut left = times;
        while left > 0 {
            if let Ok(Message::Notification(own)) = self.connection.receiver.recv() {
                let is_own = own.params["uri"] == self.uri.as_str();
                left -= usize::from(is_own && own.params["version"] == self.version);
            }
        }
    }

    /// Writes the one text or the other; how long it takes until reading is told, and proofs.
    fn key(&mut self) -> [Duration; 2] {
        self.version += 1;
        let text = &self.texts[usize::from(self.version % 2 == 0)];
        let params = json!({
            "textDocument": { "uri": self.uri, "version": self.version },
            "contentChanges": [{ "text": text }],
        });
        let start = Instant::now();
        self.notify("textDocument/didChange", params);
        self.told(1);
        let read = start.elapsed();
        self.told(1);
        [read, start.elapsed()]
    }
}
