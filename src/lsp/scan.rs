//! The shape of a TOML or RON text, whether or not it can be read: its blocks, what folds, and what stands around a place.

use crate::source::{FileId, Span};
use std::ops::Range;

/// What a text is made of.
#[derive(Debug, Default)]
pub struct Shape {
    pub blocks: Vec<Block>,
    /// Brackets and texts of several lines.
    pub folds: Vec<Range<usize>>,
}

/// A table under a header, or an item of a RON file.
#[derive(Debug, Clone)]
pub struct Block {
    /// `["question", "heat-haze-drm", "rule"]`; of an item what it is, and its `id`.
    pub path: Vec<String>,
    /// The header; of an item, its name.
    pub header: Range<usize>,
    /// All of it.
    pub body: Range<usize>,
}

/// What stands around a place.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Around {
    /// The way down to it: names of tables, items and fields.
    pub path: Vec<String>,
    /// Where the text in quotes begins that it is in.
    pub text: Option<usize>,
    pub is_comment: bool,
    /// Whether a key, a table or an item can be written here.
    pub is_key: bool,
    /// Whether it is in the brackets of a header.
    pub is_header: bool,
    /// The brackets around it, outermost first: each with the place of the element that it is in.
    pub brackets: Vec<(char, usize)>,
    /// The other keys of the table that it is in.
    pub beside: Vec<String>,
}

#[derive(Debug)]
struct Frame {
    open: char,
    name: Option<String>,
    key: Option<String>,
    element: usize,
    start: usize,
    /// Whether its elements have keys.
    is_keyed: bool,
}

struct Scanner<'t> {
    text: &'t str,
    is_toml: bool,
    at: usize,
    frames: Vec<Frame>,
    header: Vec<String>,
    key: Option<String>,
    word: Option<String>,
    shape: Shape,
    /// The block of a RON item that is open, and the number of frames around it.
    item: Option<usize>,
    /// Each key, with the place where its table begins and that of its sign.
    keys: Vec<(usize, String, usize)>,
}

/// The shape of a whole text.
pub fn shape(path: &str, text: &str) -> Shape {
    let mut scanner = Scanner::new(path, text);
    scanner.run(text.len());
    scanner.end_block(text.len());
    scanner.shape
}

/// What stands around an offset of a text.
pub fn around(path: &str, text: &str, offset: usize) -> Around {
    let mut scanner = Scanner::new(path, text);
    let around = scanner.run(offset);
    if !around.is_key || around.is_header {
        return around;
    }
    let table = scanner.table();
    scanner.run(text.len());
    // The one that is being written is no other.
    let is_this = |sign: usize| {
        let between = text.get(offset..sign).unwrap_or("\n");
        !between.contains(['\n', ',', '{'])
    };
    let keys = scanner.keys.into_iter();
    let beside = keys.filter(|(own, _, sign)| *own == table && !is_this(*sign));
    Around {
        beside: beside.map(|(_, key, _)| key).collect(),
        ..around
    }
}

impl<'t> Scanner<'t> {
    fn new(path: &str, text: &'t str) -> Self {
        Self {
            text,
            is_toml: path.ends_with(".toml"),
            at: 0,
            frames: Vec::new(),
            header: Vec::new(),
            key: None,
            word: None,
            shape: Shape::default(),
            item: None,
            keys: Vec::new(),
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes on to an offset, and tells what stands around it.
    fn run(&mut self, until: usize) -> Around {
        let mut is_line_start = true;
        while self.at < until {
            let rest = self.rest();
            let Some(next) = rest.chars().next() else {
                break;
            };
            let is_comment = rest.starts_with(if self.is_toml { "#" } else { "//" });
            if is_comment {
                let end = self.at + rest.find('\n').unwrap_or(rest.len());
                if until <= end {
                    return Around {
                        is_comment: true,
                        ..self.told()
                    };
                }
                self.at = end;
                continue;
            }
            if self.is_toml && is_line_start && self.frames.is_empty() && next == '[' {
                if let Some(around) = self.header(until) {
                    return around;
                }
                is_line_start = false;
                continue;
            }
            if next == '"' || next == '\'' && self.is_toml {
                if let Some(around) = self.quoted(next, until) {
                    return around;
                }
                is_line_start = false;
                continue;
            }
            is_line_start = next == '\n' || is_line_start && next.is_whitespace();
            self.sign(next);
        }
        let is_word = self
            .frames
            .last()
            .map_or(self.key.is_none(), |frame| frame.key.is_none());
        let in_list = self.frames.last().is_some_and(|frame| match frame.open {
            '[' => true,
            '(' => !frame.is_keyed && frame.element > 0,
            _ => false,
        });
        Around {
            is_key: is_word && !in_list,
            ..self.told()
        }
    }

    fn told(&self) -> Around {
        let mut path = self.header.clone();
        path.extend(self.key.clone());
        for frame in &self.frames {
            path.extend(frame.name.clone());
            path.extend(frame.key.clone());
        }
        Around {
            path,
            brackets: self
                .frames
                .iter()
                .map(|each| (each.open, each.element))
                .collect(),
            ..Around::default()
        }
    }

    /// `[question.x]`
    fn header(&mut self, until: usize) -> Option<Around> {
        let start = self.at;
        self.end_block(start);
        let line = self.rest().lines().next().unwrap_or_default();
        let repeated = line.starts_with("[[");
        let inner = line.trim_start_matches('[');
        let inner = inner.split([']', '#']).next().unwrap_or_default();
        let end = start
            + line
                .find(']')
                .map_or(line.len(), |at| at + 1 + usize::from(repeated));
        let names = dotted(inner);
        if until < end || until == end && !line.contains(']') {
            let at = start + line.len() - line.trim_start_matches('[').len();
            let before = self.text.get(at..until).unwrap_or_default();
            let mut path = dotted(before);
            path.pop();
            self.key = None;
            return Some(Around {
                path,
                is_header: true,
                is_key: true,
                ..Around::default()
            });
        }
        self.header.clone_from(&names);
        self.key = None;
        self.shape.blocks.push(Block {
            path: names,
            header: start..end.min(start + line.len()),
            body: start..start,
        });
        self.at = end.min(start + line.len());
        None
    }

    /// Ends the block that is open; blank lines and comments at its end belong to what follows.
    fn end_block(&mut self, at: usize) {
        let is_toml = self.is_toml;
        let Some(block) = self.shape.blocks.last_mut().filter(|_| is_toml) else {
            return;
        };
        let mut end = at;
        while let Some(body) = self.text.get(block.body.start..end) {
            let line = body.trim_end().rfind('\n').map_or(0, |at| at + 1);
            let last = body.get(line..).unwrap_or_default().trim();
            let trimmed = block.body.start + body.trim_end().len();
            if !last.starts_with('#') {
                end = trimmed;
                break;
            }
            end = block.body.start + line;
        }
        block.body.end = end;
    }

    /// A text in quotes.
    fn quoted(&mut self, quote: char, until: usize) -> Option<Around> {
        let rest = self.rest();
        let long: String = [quote; 3].iter().collect();
        let is_long = self.is_toml && rest.starts_with(&long);
        let width = if is_long { 3 } else { 1 };
        let (start, inside) = (self.at, self.at + width);
        let closing = if is_long { long } else { quote.to_string() };
        let escapes = quote == '"';
        let body = rest.get(width..).unwrap_or_default();
        let mut end = None;
        let mut is_escaped = false;
        for (at, letter) in body.char_indices() {
            if is_escaped {
                is_escaped = false;
            } else if letter == '\\' && escapes {
                is_escaped = true;
            } else if letter == '\n' && !is_long && self.is_toml {
                end = Some((at, 0));
                break;
            } else if body
                .get(at..)
                .is_some_and(|rest| rest.starts_with(&closing))
            {
                end = Some((at, width));
                break;
            }
        }
        let (length, closed) = end.unwrap_or((body.len(), 0));
        let last = inside + length;
        if until >= inside && until <= last {
            return Some(Around {
                text: Some(inside),
                ..self.told()
            });
        }
        let text = body.get(..length).unwrap_or_default();
        if text.contains('\n') {
            self.shape.folds.push(start..last + closed);
        }
        if let Some(block) = self.item.and_then(|item| self.shape.blocks.get_mut(item))
            && self
                .frames
                .last()
                .is_some_and(|frame| frame.key.as_deref() == Some("id"))
        {
            block.path.truncate(1);
            block.path.push(text.to_owned());
        }
        self.word = Some(text.to_owned());
        self.at = last + closed;
        (self.at > until).then(|| self.told())
    }

    fn sign(&mut self, next: char) {
        let start = self.at;
        if next.is_alphanumeric() || next == '_' {
            let rest = self.rest();
            let is_part = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
            let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
            self.word = rest.get(..end).map(str::to_owned);
            self.at += end;
            return;
        }
        self.at += next.len_utf8();
        match next {
            '=' if self.is_toml => self.keyed(),
            ':' if !self.is_toml => self.keyed(),
            ',' => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.element += 1;
                    frame.key = None;
                }
            }
            '\n' if self.is_toml && self.frames.is_empty() => self.key = None,
            '[' | '{' | '(' => self.opened(next, start),
            ']' | '}' | ')' => self.closed(),
            _ => {}
        }
    }

    /// Where the table begins that is open.
    fn table(&self) -> usize {
        let header = self.shape.blocks.last().filter(|_| self.is_toml);
        let header = header.map_or(0, |block| block.header.start);
        self.frames.last().map_or(header, |frame| frame.start)
    }

    fn keyed(&mut self) {
        let key = self.word.take();
        if let Some(key) = &key {
            self.keys.push((self.table(), key.clone(), self.at - 1));
        }
        match self.frames.last_mut() {
            Some(frame) => {
                frame.key = key;
                frame.is_keyed = true;
            }
            None => self.key = key,
        }
    }

    fn opened(&mut self, open: char, start: usize) {
        let name = self.word.take().filter(|_| open == '(' && !self.is_toml);
        let is_item = self.frames.iter().all(|frame| frame.open == '[') && self.frames.len() < 2;
        if let Some(name) = name.as_ref().filter(|_| is_item) {
            self.item = Some(self.shape.blocks.len());
            let from = start - name.len();
            self.shape.blocks.push(Block {
                path: vec![name.clone()],
                header: from..start,
                body: from..self.text.len(),
            });
        }
        self.frames.push(Frame {
            open,
            name,
            key: None,
            element: 0,
            start,
            is_keyed: false,
        });
    }

    fn closed(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let is_long = self
            .text
            .get(frame.start..self.at)
            .is_some_and(|text| text.contains('\n'));
        if is_long {
            self.shape.folds.push(frame.start..self.at);
        }
        let outer = self.frames.iter().all(|frame| frame.open == '[');
        if outer
            && frame.name.is_some()
            && let Some(block) = self
                .item
                .take()
                .and_then(|item| self.shape.blocks.get_mut(item))
        {
            block.body.end = self.at;
        }
        self.word = None;
    }
}

/// The names of a dotted key; one in quotes may have dots of its own.
fn dotted(text: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut quote = None;
    for letter in text.trim().chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if letter == '.' => names.push(String::new()),
            _ => {
                if let Some(last) = names.last_mut() {
                    last.push(letter);
                }
            }
        }
    }
    names.iter().map(|name| name.trim().to_owned()).collect()
}

/// Where a name stands in a text, and is no part of another.
pub fn whole_words<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-';
    let found = text.match_indices(name).map(|(at, _)| at);
    found.filter(move |at| {
        let before = text.get(..*at).is_some_and(|text| text.ends_with(is_part));
        let after = text.get(at + name.len()..);
        !before && !after.is_some_and(|text| text.starts_with(is_part))
    })
}

/// The place of a name that stands at an offset.
pub fn span_of(file: FileId, start: usize, name: &str) -> Span {
    let [start, end] = [start, start + name.len()].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
    Span { file, start, end }
}
