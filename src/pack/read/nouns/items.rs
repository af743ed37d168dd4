//! The items of RON files.

use super::super::noun::Holds::{Each, EachOrText, Rows, Text, Texts};
use super::super::noun::{Noun, field, needed};
use super::EXCEPTION;

pub(in crate::pack) static GRID: Noun = Noun {
    name: "grid",
    what: "a chart",
    fields: &[&[
        needed("id", Text, "its name"),
        field("title", Text, "what the book calls it"),
        field("cite", Text, "the paragraph"),
        needed("answers", Texts, "the questions that it answers"),
        needed("down", Texts, "the facts of its rows"),
        field("across", Texts, "the facts of its columns"),
        field("columns", Rows(&COLUMN), "the values of its columns"),
        needed("rows", Rows(&ROW), "its rows"),
        field("when", Text, "where it is used; without it, always"),
        field("except", EachOrText(&EXCEPTION), "where it does not hold"),
        field("notes", Each(&FOOTNOTE), "its footnotes"),
    ]],
};

pub(in crate::pack) static COLUMN: Noun = Noun {
    name: "column",
    what: "a column",
    fields: &[&[
        needed("key", Texts, "the values of its facts"),
        field("cite", Text, "its own paragraph"),
        field("when", Text, "where it holds; without it, always"),
        field("except", EachOrText(&EXCEPTION), "where it does not"),
    ]],
};

pub(in crate::pack) static ROW: Noun = Noun {
    name: "row",
    what: "a row",
    fields: &[&[
        needed("key", Texts, "the values of its facts"),
        needed("cells", Texts, "its answers, one a column"),
        field("marks", Text, "the marks of its footnotes"),
    ]],
};

pub(in crate::pack) static LIST: Noun = Noun {
    name: "list",
    what: "a list",
    fields: &[&[
        needed("id", Text, "its name"),
        field("title", Text, "what the book calls it"),
        field("cite", Text, "the paragraph"),
        field("answers", Texts, "the question that its rows answer"),
        needed("rows", Rows(&LINE), "its rows"),
        field("when", Text, "where it is used; without it, always"),
        field("except", EachOrText(&EXCEPTION), "where it does not hold"),
    ]],
};

pub(in crate::pack) static LINE: Noun = Noun {
    name: "line",
    what: "a row of a list",
    fields: &[&[
        needed("label", Text, "what the book says"),
        needed("when", Text, "the condition"),
        needed("gives", Text, "the answer"),
        field("answers", Texts, "the questions that it answers"),
        field("cite", Text, "its own paragraph"),
    ]],
};

pub(in crate::pack) static FOOTNOTE: Noun = Noun {
    name: "footnote",
    what: "a footnote",
    fields: &[&[
        needed("mark", Text, "its mark"),
        field("cite", Text, "the paragraph"),
        needed("when", Text, "where it applies"),
        field("gives", Texts, "what the rows with its mark then give"),
    ]],
};

pub(in crate::pack) static PROCEDURE: Noun = Noun {
    name: "procedure",
    what: "a procedure",
    fields: &[&[
        needed("id", Text, "its name"),
        field("title", Text, "what the book calls it"),
        field("cite", Texts, "its paragraphs"),
        field("start", Texts, "the facts with which it starts"),
        needed("steps", Each(&PROCEDURE_STEP), "its steps, in order"),
        needed("outcome", Texts, "the facts that it finds"),
        field("sometimes", Texts, "the facts that it finds at times"),
    ]],
};

pub(in crate::pack) static PROCEDURE_STEP: Noun = Noun {
    name: "procedure-step",
    what: "a step",
    fields: &[&[
        field("roll", Text, "the fact that is rolled"),
        field("ask", Text, "the question that is asked"),
        field("as", Text, "the fact that its answer is"),
        field("do", Text, "the procedure that is done"),
        field("when", Text, "the condition; without it, always"),
        field("otherwise", Text, "the value where it is not done"),
        field("cite", Text, "the paragraph"),
        field("note", Text, "words for people"),
    ]],
};

pub(in crate::pack) static CARD: Noun = Noun {
    name: "card",
    what: "a card",
    fields: &[&[
        needed("id", Text, "its name"),
        field("title", Text, "what stands at its head"),
        field("finds", Each(&FIND), "facts that it finds by itself"),
        needed("sections", Rows(&SECTION), "its sections"),
    ]],
};

pub(in crate::pack) static FIND: Noun = Noun {
    name: "find",
    what: "what a card finds",
    fields: &[&[
        needed("fact", Text, "the fact"),
        needed("is", Text, "its value"),
        field("when", Text, "the condition; without it, always"),
        field("cite", Text, "the paragraph"),
    ]],
};

pub(in crate::pack) static SECTION: Noun = Noun {
    name: "section",
    what: "a section of a card",
    fields: &[&[
        needed("title", Text, "its head"),
        needed("lines", EachOrText(&CARD_LINE), "what it asks"),
    ]],
};

pub(in crate::pack) static CARD_LINE: Noun = Noun {
    name: "card-line",
    what: "a line of a card",
    fields: &[&[
        needed("ask", Text, "the question"),
        field("label", Text, "what it is called"),
        field("when", Text, "where it is shown"),
    ]],
};
