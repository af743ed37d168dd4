//! The program as an editor starts it, with what VS Code, Neovim and Emacs say that they can do.

use super::editor::{CHART as CHART_TEXT, PACK, TOPIC as TOPIC_TEXT};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A program that speaks over its standard input and output.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    sent: i64,
    findings: Vec<Value>,
}

impl Talk {
    fn start() -> Self {
        let mut command = super::super::common::program(&["lsp", "--stdio"]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            input,
            output,
            sent: 0,
            findings: Vec::new(),
        }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "the server is gone"
            );
            match line.trim().split_once(": ") {
                Some((_, number)) => length = number.parse().unwrap(),
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).unwrap();
        let message: Value = serde_json::from_slice(&text).unwrap();
        if message["method"] == "textDocument/publishDiagnostics" {
            self.findings.push(message["params"].clone());
        }
        message
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.sent += 1;
        let id = self.sent;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                assert!(message.get("error").is_none(), "{message}");
                return message["result"].clone();
            }
        }
    }
}

/// What an editor does first: a finding, a jump, a rename, the form, and the end.
fn a_day_in(capabilities: &str) {
    let folder = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(folder.path()).unwrap();
    fs::create_dir(root.join("haze")).unwrap();
    let files = [
        ("pack.toml", PACK),
        ("10-haze.toml", TOPIC_TEXT),
        ("20-weather.ron", CHART_TEXT),
    ];
    for (name, text) in files {
        fs::write(root.join("haze").join(name), text).unwrap();
    }
    let uri = |name: &str| format!("file://{}/haze/{name}", root.display());
    let mut params: Value = serde_json::from_str(capabilities).unwrap();
    params["processId"] = Value::Null;
    params["rootUri"] = json!(format!("file://{}", root.display()));
    let mut talk = Talk::start();
    let told = talk.ask("initialize", &params);
    assert_eq!(told["serverInfo"]["name"], "chartroom");
    talk.notify("initialized", &json!({}));
    let text = TOPIC_TEXT.replace("| +2", "| +3");
    let item =
        json!({ "uri": uri("10-haze.toml"), "languageId": "toml", "version": 1, "text": text });
    talk.notify("textDocument/didOpen", &json!({ "textDocument": item }));
    let fails = |found: &Value| found.to_string().contains("gives +2, not +3");
    while !talk.findings.iter().any(fails) {
        talk.receive();
    }
    let line = TOPIC_TEXT
        .lines()
        .position(|line| line.starts_with("haze is intense"))
        .unwrap();
    let mut place = json!({
        "textDocument": { "uri": uri("10-haze.toml") }, "position": { "line": line, "character": 1 },
        "context": { "includeDeclaration": true },
    });
    let jump = talk.ask("textDocument/definition", &place);
    assert_eq!(
        jump[0]["range"]["start"],
        json!({ "line": 7, "character": 0 })
    );
    place["newName"] = json!("shimmer");
    let rename = talk.ask("textDocument/rename", &place);
    assert_eq!(rename["changes"].as_object().unwrap().len(), 2, "{rename}");
    let chart = json!({
        "textDocument": { "uri": uri("20-weather.ron") }, "options": { "tabSize": 4, "insertSpaces": true },
    });
    let edits = talk.ask("textDocument/formatting", &chart);
    assert!(edits.is_array(), "{edits}");
    talk.ask("shutdown", &Value::Null);
    talk.notify("exit", &Value::Null);
    assert!(talk.child.wait().unwrap().success());
}

#[test]
fn vs_code_is_served() {
    a_day_in(include_str!("capabilities/vscode.json"));
}

#[test]
fn neovim_is_served() {
    a_day_in(include_str!("capabilities/neovim.json"));
}

#[test]
fn emacs_is_served() {
    a_day_in(include_str!("capabilities/emacs.json"));
}

/// Half a letter, as JavaScript writes it, is no reason to go.
#[test]
fn half_a_letter_is_read_as_one_that_cannot_be() {
    let mut talk = Talk::start();
    talk.ask("initialize", &json!({ "capabilities": {} }));
    talk.notify("initialized", &json!({}));
    let text = r#"{"jsonrpc":"2.0","id":7,"method":"none/such\ud83d\\ud83d \ud83d\ude00 \udc00","params":{}}"#;
    write!(talk.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
    let answer = std::iter::repeat_with(|| talk.receive());
    let answer = answer
        .into_iter()
        .find(|message| message["id"] == 7)
        .unwrap();
    let told = answer["error"]["message"].as_str().unwrap();
    assert!(
        told.contains("none/such\u{fffd}\\ud83d \u{1f600} \u{fffd}"),
        "{told}"
    );
    talk.ask("shutdown", &Value::Null);
    talk.notify("exit", &Value::Null);
    assert!(talk.child.wait().unwrap().success());
}

/// A length beyond all measure is refused, and nothing is made of it.
#[test]
fn a_message_of_too_many_bytes_is_refused() {
    for length in ["18446744073709551615", "9000000000000000000", "-1"] {
        let message = format!("Content-Length: {length}\r\n\r\n{{}}");
        let ran = super::super::common::chartroom_with(&message, &["lsp", "--stdio"]);
        assert!(
            ran.code == 2 && ran.error.contains("a message has "),
            "{length}: {}",
            ran.both()
        );
    }
}
