//! Texts to begin with.

/// What it is called, what it is, and the text with its places to fill in.
pub type Snippet = (&'static str, &'static str, &'static str);

/// Of a TOML file.
pub const TOPICS: &[Snippet] = &[
    (
        "question …",
        "a question with its rules and examples",
        "[question.${1:name}]\ncite   = \"$2\"\nasks   = \"$3\"\nanswer = \"${4:bool}\"\nrules  = \"\"\"\nwhen | gives\n$5 | $6\n\"\"\"\nexamples = \"\"\"\n$7 | =\n$8 | $9\n\"\"\"\n$0",
    ),
    (
        "rule …",
        "a rule on a question of another topic or pack",
        "[[rule]]\nanswers = \"$1\"\ncite    = \"$2\"\nwhen    = \"$3\"\ngives   = \"$4\"\n$0",
    ),
    (
        "exception …",
        "an exception of several rules",
        "[[exception]]\ncite = \"$1\"\nof   = [\"$2\"]\nwhen = \"$3\"\n$0",
    ),
    (
        "example …",
        "a worked example",
        "[[example]]\ncite   = \"$1\"\ngiven  = { $2 }\nask    = \"$3\"\nexpect = \"$4\"\n$0",
    ),
    (
        "law …",
        "what holds in every situation",
        "[[law]]\ncite   = \"$1\"\nsays   = \"$2\"\nalways = \"$3\"\n$0",
    ),
    (
        "fact …",
        "a fact",
        "[fact.${1:name}]\ndomain = \"${2:bool}\"\nmeans  = \"$3\"\n$0",
    ),
    (
        "reading …",
        "what can be read in more than one way",
        "[reading.${1:name}]\ncite    = \"$2\"\nasks    = \"$3\"\noptions = { ${4:one} = \"$5\", ${6:other} = \"$7\" }\ndefault = \"$4\"\nbecause = \"$8\"\n$0",
    ),
    (
        "erratum …",
        "an erratum",
        "[erratum.${1:name}]\nsource = \"$2\"\nstatus = \"${3:official}\"\nsays   = \"$4\"\n\n[[erratum.$1.change]]\nat  = \"$5\"\nwas = \"$6\"\nnow = \"$7\"\n$0",
    ),
];

/// Of a RON file.
pub const GRIDS: &[Snippet] = &[
    (
        "Chart …",
        "a printed chart",
        "Chart(\n    id: \"${1:name}\", title: \"$2\", cite: \"$3\",\n    answers: \"$4\",\n    down: \"$5\", across: \"$6\",\n    columns: [\"$7\"],\n    rows: [\n        (\"$8\", [\"$9\"]),\n    ],\n)$0",
    ),
    (
        "List …",
        "a list of modifiers",
        "List(\n    id: \"${1:name}\", title: \"$2\", cite: \"$3\",\n    answers: \"$4\",\n    rows: [(\"$5\", \"$6\", \"$7\")],\n)$0",
    ),
    (
        "Procedure …",
        "a sequence of rolls and questions",
        "Procedure(\n    id: \"${1:name}\", title: \"$2\", cite: \"$3\",\n    start: [\"$4\"],\n    steps: [\n        (roll: \"$5\", cite: \"$6\"),\n    ],\n    outcome: [\"$7\"],\n)$0",
    ),
    (
        "Card …",
        "a page of questions",
        "Card(\n    id: \"${1:name}\", title: \"$2\",\n    sections: [\n        (\"$3\", [\"$4\"]),\n    ],\n)$0",
    ),
];
