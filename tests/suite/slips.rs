//! The slips of those who write their first pack: each is told where it is, with how it is written instead, and once.

use crate::common;

use chartroom::rulebook::Rulebook;
use std::fmt::Write as _;

const HEAD: &str = "id = \"jungle\"\ngame = \"sample\"\ntitle = \"Jungle\"\n";

/// A pack with a few facts, to which a question belongs that has the slip.
const FACTS: &str = r#"
[unit.drm]
[fact.ec]
domain = "mud < wet < dry"
[fact.in-swamp]
domain = "bool"
[fact.rot-when]
domain = "fresh | rotten"
[fact.range]
domain = "1..=6"
[fact.month]
domain = "nov | mar | apr"
[fact.snow]
domain = "bool"
"#;

const FROM: &str = r#"from = ["ec", "in-swamp", "rot-when", "range", "month"]"#;

/// What a person sees of packs, each with a heading of its own.
fn told<'t>(samples: impl IntoIterator<Item = (&'t str, Vec<(&'t str, String)>)>) -> String {
    let mut all = String::new();
    for (heading, files) in samples {
        let files = files
            .into_iter()
            .map(|(name, text)| (format!("jungle/{name}"), text));
        let rulebook = Rulebook::texts(
            [("jungle/pack.toml".to_owned(), HEAD.to_owned())]
                .into_iter()
                .chain(files),
        );
        writeln!(
            all,
            "## {heading}\n\n{}",
            common::told(&common::found(&rulebook), &rulebook.sources)
        )
        .unwrap();
    }
    all
}

/// A question with a rule that has this condition.
fn condition(when: &str) -> Vec<(&str, String)> {
    let question =
        format!("[question.bog]\ncite = \"J1\"\n{FROM}\nanswer = \"drm\"\ncombine = \"sum\"\n");
    let rule =
        format!("[[rule]]\nanswers = \"bog\"\ncite = \"J1\"\nwhen = \"{when}\"\ngives = \"+1\"\n");
    vec![("a.toml", format!("{FACTS}{question}{rule}"))]
}

/// A chart of the weather by the range, with these rows and notes.
fn chart(rows: &str, notes: &str) -> Vec<(&'static str, String)> {
    let question =
        format!("[question.weather]\ncite = \"J1\"\n{FROM}\nanswer = \"clear | gusty\"\n");
    // Nothing follows from a fault of the chart for what uses it.
    let second = format!(
        "[question.sky]\ncite = \"J1\"\n{FROM}\nanswer = \"clear | gusty\"\ngives = \"weather\"\n"
    );
    let chart = format!(
        "Chart(\n    id: \"weather-chart\", title: \"Weather\", cite: \"J1\",\n    answers: \"weather\", down: \"range\",\n    rows: [\n        {rows}\n    ],\n    notes: [{notes}],\n)\n"
    );
    vec![
        ("a.toml", format!("{FACTS}{question}{second}")),
        ("b.ron", chart),
    ]
}

#[test]
fn marks_and_footnotes_belong_together() {
    let note = |mark: &str| {
        format!(
            "\n        (mark: \"{mark}\", cite: \"J1\", when: \"in-swamp\", gives: \"gusty\"),\n    "
        )
    };
    let rows = |marks: &str| {
        format!(
            "(\"1..2\", [\"clear\"], \"*\"),\n        (\"3..6\", [\"gusty if in-swamp, else clear\"]{marks}),"
        )
    };
    insta::assert_snapshot!(told([
        (
            "A mark that no footnote has",
            chart(&rows(", \"+\""), &note("*"))
        ),
        (
            "A footnote that no row bears",
            chart(&rows(""), &(note("*") + &note("†")))
        ),
        (
            "A mark and a footnote that differ",
            chart(&rows(", \"+\""), &(note("*") + &note("§")))
        ),
        (
            "A mark where there are no footnotes",
            chart("(\"1..6\", [\"clear\"], \"a\")", "")
        ),
        (
            "Two stars are no star",
            chart(&rows(", \"**\""), &note("*"))
        ),
        (
            "Several marks",
            chart(&rows(", \"*†\""), &(note("*") + &note("†")))
        ),
    ]));
}

#[test]
fn amounts_in_a_chart_as_people_write_them_are_told_as_they_are_written() {
    let key = |key: &str| chart(&format!("(\"{key}\", [\"clear\"])"), "");
    insta::assert_snapshot!(told([
        ("A plus", key("4+")),
        ("To", key("2 to 5")),
        ("Or more", key("4 or more")),
        ("Or less", key("4 or less")),
        ("An em dash", key("2\u{2014}5")),
        ("An en dash", key("2\u{2013}5")),
        ("A non-breaking blank", key("2,\u{a0}3")),
    ]));
}

#[test]
fn cells_without_brackets_are_told_once_a_row() {
    let question = "[question.weather]\ncite = \"J1\"\nanswer = \"clear | gusty\"\n";
    let chart = "Chart(\n    id: \"weather-chart\", cite: \"J1\",\n    answers: \"weather\", down: \"range\", across: \"ec\",\n    columns: [\"mud\", \"wet\", \"dry\"],\n    rows: [\n        (\"1\", \"clear\", \"clear\", \"gusty\"),\n        (\"2..6\", \"clear\", \"gusty\"),\n    ],\n)\n";
    let files = vec![
        ("a.toml", format!("{FACTS}{question}")),
        ("b.ron", chart.to_owned()),
    ];
    insta::assert_snapshot!(told([("Cells without brackets", files)]));
}

#[test]
fn slips_in_expressions_are_told_with_what_to_write() {
    insta::assert_snapshot!(told([
        (
            "A bracket that is not closed",
            condition("(in-swamp and rot-when is rotten")
        ),
        ("AND", condition("ec is wet AND in-swamp")),
        ("Or", condition("ec is wet Or in-swamp")),
        ("NOT", condition("in-swamp and NOT ec is wet")),
        ("A second value after or", condition("ec is mud or wet")),
        (
            "More values after or",
            condition("in-swamp or ec is not mud or wet or dry")
        ),
        ("A minus without spaces", condition("range-2 >= 3")),
        ("A range as it is printed", condition("range in {2-4}")),
    ]));
}

#[test]
fn a_heading_that_reaches_beyond_or_stands_twice_is_one_error() {
    let rows =
        |second: &str| format!("(\"1..3\", [\"clear\"]),\n        (\"{second}\", [\"gusty\"]),");
    insta::assert_snapshot!(told([
        ("A row that reaches beyond", chart(&rows("4..8"), "")),
        ("A row of nothing that there is", chart(&rows("7..9"), "")),
        ("A row that stands twice", chart(&rows("1..3"), "")),
    ]));
}

#[test]
fn slips_in_charts_are_told_with_what_to_write() {
    insta::assert_snapshot!(told([
        (
            "A cell that is no answer",
            chart(
                "(\"1..3\", [\"clear\"]),\n        (\"4..6\", [\"snow\"]),",
                ""
            )
        ),
        (
            "A range as it is printed",
            chart("(\"1\", [\"clear\"]),\n        (\"2-6\", [\"gusty\"]),", "")
        ),
        (
            "Rows that overlap",
            chart(
                "(\"1..4\", [\"clear\"]),\n        (\"4..6\", [\"gusty\"]),",
                ""
            )
        ),
        (
            "A cell that is left empty, and that nothing else answers",
            chart("(\"1..3\", [\"clear\"]),\n        (\"4..6\", [\"-\"]),", "")
        ),
        (
            "A cell as a sheet has it where there is nothing",
            chart(
                "(\"1..3\", [\"clear\"]),\n        (\"4..6\", [\"n/a\"]),",
                ""
            )
        ),
        (
            "A range that ends before it begins",
            chart(
                "(\"1\", [\"clear\"]),\n        (\"6..2\", [\"gusty\"]),",
                ""
            )
        ),
    ]));
    let scale = FACTS.replace("\"nov | mar | apr\"", "\"nov < mar < apr\"");
    let question = "[question.q]\ncite = \"J1\"\nfrom = [\"month\"]\nanswer = \"clear | gusty\"\n";
    let chart = "Chart(id: \"c\", answers: \"q\", cite: \"J1\", down: \"month\", rows: [(\"nov-apr\", [\"clear\"])])";
    let files = vec![
        ("a.toml", format!("{scale}{question}")),
        ("b.ron", chart.to_owned()),
    ];
    insta::assert_snapshot!(told([("Months as they are printed", files)]));
}

#[test]
fn a_domain_or_unit_that_is_wrong_is_told_once() {
    let domain = |domain: &str| {
        let question =
            "[question.q]\ncite = \"J1\"\nfrom = [\"wind\"]\nanswer = \"number\"\ngives = \"1\"\n";
        let example =
            "[[example]]\ncite = \"J1\"\ngiven = { wind = \"any\" }\nask = \"q\"\nexpect = \"1\"\n";
        vec![(
            "a.toml",
            format!("[fact.wind]\ndomain = {domain}\n{question}{example}"),
        )]
    };
    let rules = |answer: &str| {
        let rule = |when: &str| {
            format!(
                "[[rule]]\nanswers = \"bog\"\ncite = \"J1\"\nwhen = \"{when}\"\ngives = \"+1\"\n"
            )
        };
        let question = format!(
            "[question.bog]\ncite = \"J1\"\n{FROM}\nanswer = \"{answer}\"\ncombine = \"sum\"\n"
        );
        vec![(
            "a.toml",
            format!("{FACTS}{question}{}{}", rule("in-swamp"), rule("ec is wet")),
        )]
    };
    let dice = |dice: &str| {
        let unit = format!("[unit.roll]\ndice = \"{dice}\"\n");
        let fact = "[fact.first]\ndomain = \"dice\"\nunit = \"roll\"\n[fact.second]\ndomain = \"dice\"\nunit = \"roll\"\n";
        let question = "[question.q]\ncite = \"J1\"\nanswer = \"number\"\ngives = \"first + second as number\"\n";
        vec![("a.toml", format!("{unit}{fact}{question}"))]
    };
    let only = |condition: &str| {
        let facts = "[fact]\nwindy = { domain = \"bool\" }\ndepth = { domain = \"0..=3\" }\n";
        let question = format!(
            "[question.q]\ncite = \"J1\"\nonly = \"{condition}\"\nanswer = \"number\"\ngives = \"depth + 1\"\n"
        );
        vec![("a.toml", format!("{facts}{question}"))]
    };
    assert_eq!(
        told([("Dice with names", dice("1st d6 + 2nd d6"))])
            .matches("error")
            .count(),
        0
    );
    insta::assert_snapshot!(told([
        ("Dice of another language", dice("2W6")),
        ("Dice as they are multiplied", dice("2xd6")),
        ("Dice in capitals", dice("2D6 + D10")),
        ("Dice with a blank", dice("2 d6")),
        ("Dice side by side", dice("d6 d10")),
        ("Dice and a number", dice("2d6+1")),
        ("Dice of which one is left out", dice("3d6 drop lowest")),
        (
            "Numbers with a mark between the digits",
            domain("\"0..=1,000\"")
        ),
        ("Numbers with a hyphen", domain("\"1-6\"")),
        ("Numbers with their unit", domain("\"0..=30 hexes\"")),
        ("Kinds with commas", domain("\"calm, windy\"")),
        ("Kinds as a list", domain("[\"calm\", \"windy\"]")),
        ("yes/no", domain("\"yes/no\"")),
        ("A unit that is not there", rules("drmm")),
        ("Asked under a condition", only("windy")),
        (
            "Asked under a longer one",
            only("not windy and depth in {1, 2}")
        ),
        ("Asked where no values tell it", only("depth > 1")),
    ]));
}

#[test]
fn slips_in_toml_are_told_with_what_to_write() {
    let files = |text: &str| vec![("a.toml", text.to_owned())];
    let rule = "answers = \"q\"\ngives = \"1\"\n";
    insta::assert_snapshot!(told([
        (
            "[rule] before [[rule]]",
            files(&format!("[rule]\n{rule}\n[[rule]]\n{rule}"))
        ),
        (
            "[rule] after [[rule]]",
            files(&format!("[[rule]]\n{rule}\n[rule]\n{rule}"))
        ),
        (
            "[example] twice",
            files("[example]\ncite = \"J1\"\n\n[example]\ncite = \"J1\"\n")
        ),
        ("Typographic quotes", files("[fact.a]\ndomain = “bool”\n")),
    ]));
    let head = |rest: &str| {
        let rulebook = Rulebook::texts([("jungle/pack.toml", format!("{HEAD}{rest}"))]);
        common::told(&rulebook.diagnostics, &rulebook.sources)
    };
    insta::assert_snapshot!(
        [
            head("[paragraphs]\nJ1 = \"Weather\"\nJ1.1 = \"Storm\"\n"),
            head("[paragraphs]\nJ1.1 = \"Storm\"\n"),
            head("over = [\"e3\"]\n"),
        ]
        .join("\n")
    );
}

#[test]
fn rules_written_as_lists_are_told_how_they_are_written_here() {
    let question = |rest: &str| {
        let head = "[question.bog]\ncite = \"J1\"\nanswer = \"drm\"\notherwise = \"+0\"\n";
        vec![("a.toml", format!("{FACTS}{head}{rest}\n"))]
    };
    let lines = |rest: &str| question(&format!("rules = \"\"\"\n{rest}\n\"\"\""));
    insta::assert_snapshot!(told([
        (
            "rules as a list of groups",
            question("rules = [{ when = \"in-swamp\", gives = \"+1\" }]")
        ),
        (
            "[[question.bog.rules]]",
            question("[[question.bog.rules]]\nwhen = \"in-swamp\"\ngives = \"+1\"")
        ),
        (
            "rules as a list of lists",
            question("rules = [[\"in-swamp\", \"+1\"], [\"snow\", \"+2\"]]")
        ),
        (
            "rules as a list of conditions",
            question("rules = [\"in-swamp\", \"snow\"]")
        ),
        (
            "rules as a list of lines",
            question("rules = [\"when | gives\", \"in-swamp | +1\"]")
        ),
        (
            "if … then …",
            question("rules = \"if in-swamp = yes then +1\"")
        ),
        (
            "facts as heads",
            lines("range | gives\n1..3 | +1\n4..6 | +2")
        ),
        (
            "[[question.bog.examples]]",
            question(
                "gives = \"+1\"\n[[question.bog.examples]]\ngiven = { range = 3 }\nexpect = \"+1\""
            )
        ),
    ]));
    let bool = "[question.bog]\ncite = \"J1\"\nanswer = \"bool\"\nwhen = \"in-swamp\"\n";
    insta::assert_snapshot!(told([(
        "yes and no with a condition",
        vec![("a.toml", format!("{FACTS}{bool}"))]
    )]));
}

#[test]
fn slips_in_ron_are_told_where_they_are() {
    let list = "List(\n    id: \"bog\", answers: \"bog\", cite: \"J1\",\n    rows: [(\"Swamp\", \"in-swamp\", \"+1\")],\n";
    let files = |text: String| vec![("a.ron", text)];
    insta::assert_snapshot!(told([
        (
            "A comment of another kind",
            files(format!("# the bog\n{list})\n"))
        ),
        (
            "An item that is not closed",
            files(format!("[\n{list}\nProcedure(\n    id: \"p\",\n)]\n"))
        ),
        (
            "A list that is not closed",
            files(format!("{}\n)\n", list.replace("],", ",")))
        ),
        (
            "A quote that is not closed",
            files(format!("{list})\n").replace("\"Swamp\"", "\"Swamp"))
        ),
        (
            "A quote that is not opened",
            files(format!("{list})\n").replace("\"Swamp\"", "Swamp\""))
        ),
        (
            "A quote that is not closed at the end of a line",
            files(format!("{list})\n").replace("+1\"", "+1"))
        ),
        (
            "Typographic quotes",
            files(format!("{list})\n").replace("\"Swamp\"", "“Swamp”"))
        ),
    ]));
}

#[test]
fn files_that_are_not_read_are_told() {
    let folder = common::folder([
        ("rules/jungle/pack.toml", HEAD),
        (
            "rules/jungle/20-weather.tml",
            "[fact.a]\ndomain = \"bool\"\n",
        ),
        ("rules/jungle/map.png", "x"),
        ("rules/jungle/README", "x"),
        ("rules/jungle/notes.md", "x"),
        ("rules/jungle/pins/weather.csv", "x"),
        ("rules/jungle/errata/second.toml~", "x"),
        ("rules/beside.txt", "x"),
    ]);
    let ran = common::chartroom_in(folder.path(), &["check", "--rules", "rules"]);
    insta::assert_snapshot!(format!("exit {}\n{}", ran.code, ran.both()));
}

#[test]
fn a_pack_beside_is_told_with_the_folder_to_add() {
    let folder = common::folder([("jungle/pack.toml", HEAD), ("mine/shore/pack.toml", HEAD)]);
    let told = |pack| common::chartroom_in(folder.path(), &["check", pack]).both();
    insta::assert_snapshot!([told("jungle"), told("mine/shore"), told("nowhere")].concat());
}
