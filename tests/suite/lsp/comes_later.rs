//! What comes in another order than one would think: a text before its pack, a pack that is required late, messages before the
//! editor is ready.

use super::editor::{CHART as CHART_TEXT, Editor, PACK, TOPIC as TOPIC_TEXT};
use super::{CHART, TOPIC};
use serde_json::json;
use std::fs;

/// A text that is open before there is a pack around it is the text of the pack once that comes.
#[test]
fn a_text_is_known_before_its_pack_is_there() {
    let mut editor = Editor::with(&[("haze/10-haze.toml", TOPIC_TEXT)]);
    editor.open(TOPIC);
    editor.replace(TOPIC, "haze = { domain", "haze    =    { domain");
    assert_eq!(editor.told(), Vec::<String>::new());
    fs::write(editor.root().join("haze/pack.toml"), PACK).unwrap();
    fs::write(editor.root().join(CHART), CHART_TEXT).unwrap();
    editor.know(CHART, CHART_TEXT);
    editor.told_of_files();
    assert_eq!(editor.findings(), "");
    let edits = editor.of_file("textDocument/formatting", TOPIC);
    let formatted = editor.edited(TOPIC, &edits);
    assert!(
        formatted.contains("\nhaze       = { domain = \"none < normal < intense\""),
        "{formatted}"
    );

    // What was closed while the pack was away is again what lies on the disk.
    editor.replace(TOPIC, "[question.weather]", "[question.wether]");
    assert_ne!(editor.findings(), "");
    fs::remove_file(editor.root().join("haze/pack.toml")).unwrap();
    editor.close(TOPIC);
    fs::write(editor.root().join("haze/pack.toml"), PACK).unwrap();
    editor.know(TOPIC, TOPIC_TEXT);
    editor.told_of_files();
    assert_eq!(editor.findings(), "");
}

/// A pack that becomes one of another game is read with that alone, and what is typed into its files is what they are.
#[test]
fn a_pack_of_another_game_is_read_anew() {
    let pack = |game: &str| {
        format!("id = \"mine\"\n{game}title = \"Mine\"\nparagraphs = {{ \"1\" = \"Mine\" }}\n")
    };
    let mut editor = Editor::with(&[
        ("club/mine/pack.toml", &pack("")),
        ("club/mine/10-far.toml", ""),
    ]);
    editor.open("club/mine/pack.toml");
    editor.open("club/mine/10-far.toml");
    editor.replace("club/mine/pack.toml", "title", "game = \"other\"\ntitle");
    editor.save("club/mine/pack.toml");
    let topic = "[question.is-far]\ncite = \"1\"\nasks = \"Is it far?\"\nanswer = \"bool\"\ngives =   \"yes\"\n";
    editor.write("club/mine/10-far.toml", topic);
    editor.replace(
        "club/mine/10-far.toml",
        "[question",
        "# One.\n# Two.\n[question",
    );
    let edits = editor.of_file("textDocument/formatting", "club/mine/10-far.toml");
    let formatted = editor.edited("club/mine/10-far.toml", &edits);
    let wanted = format!("# One.\n# Two.\n{}", topic.replace("=   ", "= "));
    assert!(
        formatted.starts_with("# One.\n# Two.\n[question.is-far]\n"),
        "{formatted}"
    );
    assert_eq!(formatted.matches("cite").count(), 1, "{formatted}");
    assert_eq!(
        formatted.lines().count(),
        wanted.lines().count(),
        "{formatted}"
    );
}

/// A pack of the program is there as soon as one requires it, saved or not.
#[test]
fn a_shipped_pack_is_required_in_a_text_that_is_open() {
    let pack = "id = \"mine\"\ngame = \"asl\"\ntitle = \"Mine\"\n[paragraphs]\n\"1\" = \"Mine\"\n";
    let topic = "[question.is-far]\ncite = \"1\"\nasks = \"Is it far?\"\nanswer = \"bool\"\ngives = \"range > 12\"\n";
    let mut editor = Editor::with(&[("mine/pack.toml", pack), ("mine/10-far.toml", topic)]);
    editor.open("mine/pack.toml");
    assert!(editor.findings().contains("`range`"));
    editor.replace(
        "mine/pack.toml",
        "title",
        "requires = [\"vocabulary\"]\ntitle",
    );
    assert_eq!(editor.findings(), "");
}

#[test]
fn the_server_takes_what_comes_before_the_editor_is_ready() {
    use chartroom::lsp::{Connection, Message, Notification, Request, RequestId, Setting, run};
    use chartroom::pack::ErrataSet;

    let start = || {
        let (connection, other) = Connection::memory();
        let setting = Setting {
            places: Vec::new(),
            errata: ErrataSet::Official,
            base: None,
        };
        let server =
            std::thread::spawn(move || run(&other, setting).map_err(|error| error.to_string()));
        (connection, server)
    };
    let ask = |id: i32, method: &str, params| {
        Message::Request(Request::new(RequestId::from(id), method.to_owned(), params))
    };
    let tell =
        |method: &str, params| Message::Notification(Notification::new(method.to_owned(), params));
    let answer = |connection: &Connection| loop {
        if let Message::Response(response) = connection.receiver.recv().unwrap() {
            break serde_json::to_value(&response).unwrap();
        }
    };

    // Before it is asked who it is, nothing else is answered.
    let (editor, server) = start();
    editor
        .sender
        .send(ask(1, "textDocument/hover", json!({})))
        .unwrap();
    assert_eq!(answer(&editor)["error"]["code"], -32002);
    editor.sender.send(tell("exit", json!(null))).unwrap();
    assert_eq!(server.join().unwrap(), Ok(false));

    // Before the editor says that it is ready, all is taken; told to end before it ends, that is well.
    let (editor, server) = start();
    let params = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    editor.sender.send(ask(1, "initialize", params)).unwrap();
    assert!(answer(&editor)["result"]["capabilities"].is_object());
    editor
        .sender
        .send(tell("$/setTrace", json!({ "value": "off" })))
        .unwrap();
    editor.sender.send(ask(2, "shutdown", json!(null))).unwrap();
    assert!(answer(&editor).get("error").is_none());
    editor.sender.send(tell("exit", json!(null))).unwrap();
    assert_eq!(server.join().unwrap(), Ok(true));
}
