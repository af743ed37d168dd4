//! A text as lines of pieces, with one blank or none between two of them, each line as deep as the brackets around it. No piece
//! is added, taken away or moved to another line, so that every comment stays beside what it is about.

use crate::syntax::spaced;
use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Open,
    Close,
    Comma,
    /// Between a key and its value.
    Sign,
    /// Between the parts of a key.
    Dot,
    /// A text in quotes.
    Text,
    /// Anything else; a comment that ends within its line too.
    Word,
    /// A comment up to the end of its line.
    Comment,
    /// The end of a line.
    Break,
}

#[derive(Debug, Clone)]
pub struct Piece<'t> {
    pub shape: Shape,
    pub text: Cow<'t, str>,
}

impl<'t> Piece<'t> {
    pub const fn new(shape: Shape, text: &'t str) -> Self {
        Self {
            shape,
            text: Cow::Borrowed(text),
        }
    }
}

/// How two formats set their blanks.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// How far what stands in brackets is set in.
    pub indent: usize,
    /// What stands before the sign between a key and its value.
    pub before_sign: &'static str,
}

pub const TOML: Style = Style {
    indent: 2,
    before_sign: " ",
};
pub const RON: Style = Style {
    indent: 4,
    before_sign: "",
};

/// A line without the blanks at its ends.
#[derive(Debug, Default)]
pub struct Line<'t> {
    /// How many brackets it stands in that were opened on lines before it.
    pub depth: usize,
    pub pieces: Vec<Piece<'t>>,
    pub comment: Cow<'t, str>,
}

/// The lines of some pieces. Between two of them one empty line may stand, but not where a bracket opens or closes.
pub fn lines<'t>(pieces: Vec<Piece<'t>>) -> Vec<Line<'t>> {
    let mut lines: Vec<Line<'t>> = Vec::new();
    // For each open bracket, how deep the line stands in which it was opened.
    let mut open: Vec<usize> = Vec::new();
    let mut rest = pieces.into_iter().peekable();
    while rest.peek().is_some() {
        let mut line = Line::default();
        for piece in rest.by_ref() {
            match piece.shape {
                Shape::Break => break,
                Shape::Comment => line.comment = piece.text,
                _ => line.pieces.push(piece),
            }
        }
        let closing = line
            .pieces
            .iter()
            .take_while(|piece| piece.shape == Shape::Close)
            .count();
        let around = open
            .len()
            .checked_sub(closing.max(1))
            .and_then(|at| open.get(at));
        line.depth = around.map_or(0, |depth| depth + usize::from(closing == 0));
        for piece in &line.pieces {
            match piece.shape {
                Shape::Open => open.push(line.depth),
                Shape::Close => drop(open.pop()),
                _ => {}
            }
        }
        let before = lines.last();
        let opens = |line: &Line<'_>| {
            line.pieces
                .last()
                .is_some_and(|last| last.shape == Shape::Open)
        };
        let is_spare = before.is_none_or(|before| before.is_empty() || opens(before));
        if !(line.is_empty() && is_spare) {
            if closing > 0 && before.is_some_and(Line::is_empty) {
                lines.pop();
            }
            lines.push(line);
        }
    }
    while lines.last().is_some_and(Line::is_empty) {
        lines.pop();
    }
    lines
}

impl Line<'_> {
    fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.comment.is_empty()
    }

    /// What stands on it besides the comment at its end.
    pub fn code(&self, style: Style) -> String {
        let mut code = " ".repeat(self.depth * style.indent);
        let mut before: Option<&Piece<'_>> = None;
        for piece in &self.pieces {
            code.push_str(before.map_or("", |before| between(before, piece, style)));
            code.push_str(&piece.text);
            before = Some(piece);
        }
        code
    }
}

/// What stands between two pieces of a line.
fn between(before: &Piece<'_>, after: &Piece<'_>, style: Style) -> &'static str {
    match (before.shape, after.shape) {
        (Shape::Open, Shape::Close)
        | (Shape::Dot, _)
        | (_, Shape::Dot | Shape::Comma)
        | (Shape::Word, Shape::Open) => "",
        (Shape::Open, _) if before.text != "{" => "",
        (_, Shape::Close) if after.text != "}" => "",
        (_, Shape::Sign) => style.before_sign,
        _ => " ",
    }
}

/// The fields whose texts are expressions.
const EXPRESSIONS: &[&str] = &["when", "gives", "except", "always", "is", "ask"];

/// Whether the texts of a field are expressions.
pub fn holds_expressions(field: &str) -> bool {
    EXPRESSIONS.contains(&field.rsplit('.').next().unwrap_or(field))
}

/// Sets the blanks of the expressions in some pieces: the texts of a field, however deep its lists. What stands in `rows` is one
/// too, but for the heading of a row.
pub fn set_expressions(pieces: &mut [Piece<'_>], field: &str) {
    let (mut fields, mut field) = (Vec::new(), field.to_owned());
    let (mut name, mut is_heading) = (String::new(), false);
    for piece in pieces
        .iter_mut()
        .filter(|piece| piece.shape != Shape::Break)
    {
        match piece.shape {
            Shape::Open => fields.push(field.clone()),
            Shape::Close => field = fields.pop().unwrap_or_default(),
            Shape::Word => name.clone_from(&piece.text.to_string()),
            Shape::Sign => field = std::mem::take(&mut name),
            Shape::Text if holds_expressions(&field) || field == "rows" && !is_heading => {
                piece.text = Cow::Owned(in_quotes(&piece.text));
            }
            _ => {}
        }
        is_heading = piece.shape == Shape::Open && piece.text == "(";
    }
}

/// A text in its quotes with the blanks of an expression; as it is, where something in it is escaped.
fn in_quotes(text: &str) -> String {
    let inner = |quote: &char| Some((*quote, text.strip_prefix(*quote)?.strip_suffix(*quote)?));
    match ['"', '\''].iter().find_map(inner) {
        Some((quote, inner)) if !inner.contains(['\\', '\n', '"']) && !inner.starts_with('\'') => {
            format!("{quote}{}{quote}", spaced(inner))
        }
        _ => text.to_owned(),
    }
}

/// Lines with their comments: those on lines that follow each other in one column.
pub fn with_comments(lines: Vec<(String, Cow<'_, str>)>) -> Vec<String> {
    let mut made: Vec<String> = Vec::with_capacity(lines.len());
    let has_both = |(code, comment): &(String, Cow<'_, str>)| {
        !code.trim().is_empty() && !comment.is_empty() && !code.contains('\n')
    };
    for run in lines.chunk_by(|one, next| has_both(one) && has_both(next)) {
        let width = run
            .iter()
            .map(|(code, _)| last_line(code).width())
            .max()
            .unwrap_or(0);
        for (code, comment) in run {
            let line = match (code.trim().is_empty(), comment.is_empty()) {
                (_, true) => code.trim_end().to_owned(),
                (true, false) => format!("{code}{comment}"),
                (false, false) => {
                    let blanks = " ".repeat(width - last_line(code).width() + 2);
                    format!("{code}{blanks}{comment}")
                }
            };
            made.push(line);
        }
    }
    made
}

fn last_line(code: &str) -> &str {
    code.rsplit('\n').next().unwrap_or(code)
}
