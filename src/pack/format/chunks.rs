//! A file taken apart at its headers: what stands under each, and the comments above it.

use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

/// What stands under one header; the first of a file may have none.
#[derive(Debug, Clone, Default)]
pub(super) struct Chunk {
    /// The comments above it, and an empty line where blank lines part them.
    pub(super) lead: Vec<String>,
    /// The offset of its header in the file.
    pub(super) start: usize,
    /// From the header to the end of the last value, with a comment behind it.
    pub(super) body: String,
    /// The comments within.
    pub(super) comments: Vec<String>,
    /// What is to stand right behind it.
    pub(super) behind: Vec<Self>,
}

/// The chunks of a text; what follows the last value is the lead of an empty one.
pub(super) fn chunks(text: &str) -> Vec<Chunk> {
    let tokens: Vec<Token> = Source::new(text).lex().collect();
    let headers = headers(&tokens);
    let mut starts = vec![0];
    starts.extend(headers.into_iter().filter(|start| *start > 0));
    let mut all = Vec::new();
    let mut lead_from = 0;
    for (index, start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(text.len());
        let own = |token: &&Token| token.span().start() >= *start && token.span().end() <= end;
        let own: Vec<&Token> = tokens.iter().filter(own).collect();
        let Some(body_end) = end_of(&own, text) else {
            continue;
        };
        let first = own.iter().find(|token| is_said(token.kind()));
        let start = first.map_or(*start, |token| token.span().start());
        let comments = own.iter().filter(|token| {
            let span = token.span();
            token.kind() == TokenKind::Comment && span.start() >= start && span.end() <= body_end
        });
        all.push(Chunk {
            lead: lead(text.get(lead_from..start).unwrap_or_default()),
            start,
            body: text.get(start..body_end).unwrap_or_default().to_owned(),
            comments: comments
                .filter_map(|token| text.get(token.span().start()..token.span().end()))
                .map(|comment| comment.trim_end().to_owned())
                .collect(),
            behind: Vec::new(),
        });
        lead_from = body_end;
    }
    let rest = lead(text.get(lead_from..).unwrap_or_default());
    if !rest.is_empty() {
        all.push(Chunk {
            lead: rest,
            start: text.len(),
            ..Chunk::default()
        });
    }
    all
}

/// Where the headers begin: brackets that open a line outside of all values.
fn headers(tokens: &[Token]) -> Vec<usize> {
    let (mut depth, mut opens_line, mut found) = (0_usize, true, Vec::new());
    for token in tokens {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
                if opens_line && depth == 0 {
                    found.push(token.span().start());
                }
                depth += 1;
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        match token.kind() {
            TokenKind::Newline => opens_line = true,
            TokenKind::Whitespace => {}
            _ => opens_line = false,
        }
    }
    found
}

fn is_said(kind: TokenKind) -> bool {
    !matches!(
        kind,
        TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment | TokenKind::Eof
    )
}

/// The end of the last value, with a comment that stands on its line.
fn end_of(tokens: &[&Token], text: &str) -> Option<usize> {
    let last = tokens.iter().rposition(|token| is_said(token.kind()))?;
    let end = tokens.get(last)?.span().end();
    let behind = tokens
        .iter()
        .skip(last + 1)
        .take_while(|token| token.kind() != TokenKind::Newline);
    let end = behind
        .filter(|token| token.kind() == TokenKind::Comment)
        .map(|token| token.span().end())
        .last()
        .unwrap_or(end);
    Some(text.get(..end)?.trim_end().len())
}

/// The comments between two chunks, with one empty line where there are blank lines between them.
fn lead(between: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in between.lines().map(str::trim) {
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line.to_owned());
        }
    }
    // Whether a blank line parts the last comment from what follows is kept.
    if lines.iter().all(String::is_empty) {
        return Vec::new();
    }
    lines
}

impl Chunk {
    /// All comments of something that is written anew elsewhere.
    pub(super) fn all_comments(&self) -> Vec<String> {
        let lead = self.lead.iter().filter(|line| !line.is_empty());
        lead.chain(&self.comments).cloned().collect()
    }
}
