//! Standard input and output as an editor uses them: messages with their lengths before them. Half a letter, as some editors write it,
//! becomes the sign for a letter that cannot be read.

use crossbeam_channel::bounded;
use lsp_server::{Connection, Message};
use std::io::{self, BufRead, Error, ErrorKind, Read, stdin, stdout};
use std::thread::{self, JoinHandle};

/// How many bytes a message has at most, and a line of its head.
const MOST_BYTES: u64 = 1 << 28;
const MOST_HEAD: u64 = 1 << 12;

/// The key of a message's length.
const LENGTH: &str = "content-length";

/// What reads and what writes.
pub struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

/// A connection with an editor over standard input and output.
pub fn connect() -> (Connection, Threads) {
    let (sender, outgoing) = bounded::<Message>(0);
    let (incoming, receiver) = bounded::<Message>(0);
    let writer = thread::spawn(move || {
        let mut out = stdout().lock();
        let mut messages = outgoing.into_iter();
        messages.try_for_each(|message| message.write(&mut out))
    });
    let reader = thread::spawn(move || {
        let mut input = stdin().lock();
        while let Some(message) = read(&mut input)? {
            let is_exit = matches!(&message, Message::Notification(told) if told.method == "exit");
            if incoming.send(message).is_err() || is_exit {
                break;
            }
        }
        Ok(())
    });
    (Connection { sender, receiver }, Threads { reader, writer })
}

impl Threads {
    /// Waits until both have ended.
    pub fn join(self) -> io::Result<()> {
        for thread in [self.reader, self.writer] {
            let ended = thread.join();
            ended.unwrap_or_else(|_| Err(Error::other("the connection broke off")))?;
        }
        Ok(())
    }
}

/// The next message; none at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let wrong = |says: String| Error::new(ErrorKind::InvalidData, says);
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.by_ref().take(MOST_HEAD).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (key, value) = line
            .split_once(':')
            .ok_or_else(|| wrong(format!("`{line}` is no line of a message's head")))?;
        if key.trim().eq_ignore_ascii_case(LENGTH) {
            length = value.trim().parse().ok();
        }
    }
    let length: u64 = length.ok_or_else(|| wrong("a message has no length".to_owned()))?;
    if length > MOST_BYTES {
        return Err(wrong(format!("a message has more than {MOST_BYTES} bytes")));
    }
    let mut bytes = Vec::new();
    input.by_ref().take(length).read_to_end(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(|error| wrong(error.to_string()))?;
    let message = serde_json::from_str(&whole_letters(&text));
    let message = message.map_err(|error| wrong(format!("a message cannot be read: {error}")))?;
    Ok(Some(message))
}

/// A JSON text in which no half of a letter stands alone: `\ud83d` is the first half of many.
fn whole_letters(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, from) = rest.split_at(at);
        whole.push_str(before);
        let (own, length) = match (half(from), from.get(6..).and_then(half)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (from.get(..12), 12),
            (Some(0xd800..=0xdfff), _) => (Some("\\ufffd"), 6),
            // What is escaped may be a sign of its own: `\\`.
            _ => (from.get(..2), 2),
        };
        whole.push_str(own.unwrap_or(from));
        rest = from.get(length..).unwrap_or_default();
    }
    whole + rest
}

/// The number of the letter that is escaped at the start of a text.
fn half(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}
