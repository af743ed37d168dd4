//! What the keys of packs are called elsewhere: `if` and `then` of a rule.

/// Keys, each with names that it goes by elsewhere. Of several that a noun knows the first is meant.
const CALLED: [(&str, &[&str]); 24] = [
    (
        "when",
        &["if", "condition", "conditions", "where", "case", "provided"],
    ),
    (
        "gives",
        &[
            "then", "result", "results", "returns", "return", "output", "effect", "modifier",
            "value", "answer",
        ],
    ),
    ("otherwise", &["else", "default", "fallback"]),
    ("usually", &["default", "usual", "normally", "initial"]),
    ("default", &["usual", "otherwise", "preferred"]),
    ("except", &["exception", "exceptions"]),
    ("domain", &["type", "values", "range", "kind", "enum"]),
    (
        "answer",
        &["type", "domain", "values", "returns", "result", "output"],
    ),
    ("always", &["holds", "law", "assert", "condition"]),
    ("options", &["values", "readings", "answers", "choices"]),
    ("changes", &["change", "edits"]),
    (
        "cite",
        &[
            "ref",
            "refs",
            "reference",
            "references",
            "paragraph",
            "paragraphs",
            "para",
            "section",
            "source",
            "rule",
            "page",
            "cites",
        ],
    ),
    (
        "asks",
        &[
            "question",
            "text",
            "description",
            "prompt",
            "desc",
            "says",
            "means",
        ],
    ),
    (
        "says",
        &["text", "description", "message", "desc", "name", "title"],
    ),
    (
        "means",
        &[
            "description",
            "desc",
            "text",
            "comment",
            "help",
            "note",
            "says",
        ],
    ),
    ("note", &["notes", "comment", "comments", "remark", "means"]),
    ("notes", &["note", "comment", "comments", "footnotes"]),
    ("id", &["name"]),
    ("title", &["name", "label", "heading"]),
    ("labels", &["label", "names"]),
    ("alias", &["aliases", "synonyms", "also"]),
    ("law", &["laws"]),
    ("examples", &["example", "test", "tests"]),
    (
        "requires",
        &["depends", "dependencies", "imports", "needs", "uses"],
    ),
];

/// Names that are written elsewhere for what is said otherwise here, each with a key of the noun that is meant, and how it is said.
const OTHERWISE: [(&str, &str, &str); 3] = [
    (
        "dice",
        "die",
        "dice belong to a unit, `dr = { dice = \"d6\" }` under `[unit]`; a fact that is rolled has it: `domain = \"dice\", unit = \"dr\"`",
    ),
    (
        "labels",
        "asks",
        "labels belong to a fact: declare one with these values, `[fact.…]` with `domain` and `labels`, and name it here as the `answer`",
    ),
    (
        "unless",
        "except",
        "an exception says so: `except = [\"…\"]`, with the condition as it is",
    ),
];

/// The key of a noun that is called otherwise elsewhere.
pub fn meant(name: &str, known: &[&str]) -> Option<&'static str> {
    let name = name.to_lowercase();
    let mut called = CALLED.iter();
    let key = called.find(|(key, names)| known.contains(key) && names.contains(&name.as_str()));
    key.map(|(key, _)| *key)
}

/// How something is said here for which a noun has no such key.
pub fn said_otherwise(name: &str, known: &[&str]) -> Option<&'static str> {
    let mut all = OTHERWISE.iter();
    let own = all.find(|(own, key, _)| own.eq_ignore_ascii_case(name) && known.contains(key));
    own.map(|(.., how)| *how)
}
