//! An editor at work: from a keystroke to what reading finds, and to what proofs find, over the protocol itself; on all shipped
//! packs, and on ten times as many.

use chartroom::lsp::{Connection, Message, Notification, Request, RequestId, Setting, run};
use chartroom::pack::ErrataSet;
use chartroom::source::Sources;
use divan::Bencher;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

fn main() {
    divan::main();
}

/// The file that is written into.
const FILE: &str = "asl/f11/20-weather.ron";

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
    text: String,
    version: i32,
}

impl Editor {
    fn on(root: &Path) -> Self {
        let (connection, other) = Connection::memory();
        let setting = Setting {
            places: vec![chartroom::source::Place::Folder(root.to_owned())],
            errata: ErrataSet::Official,
            base: None,
        };
        thread::spawn(move || run(&other, setting).ok());
        let text = fs::read_to_string(root.join(FILE)).unwrap_or_default();
        let uri = format!("file://{}", root.join(FILE).display());
        let mut editor = Self {
            connection,
            uri,
            text,
            version: 1,
        };
        let params = json!({ "processId": null, "rootUri": null, "capabilities": {} });
        let request = Request {
            id: RequestId::from(1),
            method: "initialize".to_owned(),
            params,
        };
        editor
            .connection
            .sender
            .send(Message::Request(request))
            .ok();
        editor.connection.receiver.recv().ok();
        editor.notify("initialized", json!({}));
        let item =
            json!({ "uri": editor.uri, "languageId": "ron", "version": 1, "text": editor.text });
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

    /// Writes one cell otherwise, or back.
    fn key(&mut self) {
        self.version += 1;
        let [old, new] = [r#"("5",  ["clear", "#, r#"("5",  ["overcast", "#];
        let is_new = self.version % 2 == 0;
        let text = if is_new {
            self.text.replacen(old, new, 1)
        } else {
            self.text.clone()
        };
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": self.uri, "version": self.version },
                "contentChanges": [{ "text": text }],
            }),
        );
    }
}

#[divan::bench(args = [1, 10], sample_count = 20)]
fn until_reading_is_told(bencher: Bencher, times: usize) {
    let root = folder(times);
    let mut editor = Editor::on(&root);
    bencher.bench_local(|| {
        editor.key();
        editor.told(1);
    });
    fs::remove_dir_all(root).ok();
}

#[divan::bench(args = [1, 10], sample_count = 20)]
fn until_proofs_are_told(bencher: Bencher, times: usize) {
    let root = folder(times);
    let mut editor = Editor::on(&root);
    bencher.bench_local(|| {
        editor.key();
        editor.told(2);
    });
    fs::remove_dir_all(root).ok();
}
