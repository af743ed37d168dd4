//! What those do who write a theatre of their own, with no more than the guide: nothing of it passes in silence, and each message
//! says what to write.

use crate::common::{self, Ran, chartroom_in, chartroom_with, told};
use chartroom::rulebook::Rulebook;
use std::fmt::Write as _;
use tempfile::TempDir;

const HEAD: &str =
    "id = \"coral\"\ngame = \"sample\"\ntitle = \"Coral\"\n[paragraphs]\n\"1\" = \"Sight\"\n";

const FACTS: &str = r#"[unit]
DR = { dice = "2d6" }
DRM = { modifies = "DR" }
hexes = { one = "hex" }
[fact]
sky = { domain = "clear < rain < storm" }
moon = { domain = "new | full" }
month = { domain = "jan < feb < mar < apr", cyclic = true }
sight-dr = { domain = "2..=12", unit = "DR" }
"#;

const CHART: &str = r#"Chart(
    id: "sight-chart", title: "Sight", cite: "1", answers: "sight",
    down: "moon", across: "sky", columns: ["clear", "rain", "storm"],
    rows: [("new", ["9", "5", "2"]), ("full", ["9", "5", "2"], "*")],
    notes: [(mark: "*", when: "month is jan", gives: ["7", "3", "1"])],
)
"#;

const SIGHT: &str = "[question.sight]\ncite = \"1\"\nasks = \"How far?\"\nanswer = \"hexes\"\n";

/// What is told of a pack of these facts, with more of them or a question.
fn of(more: &str) -> String {
    of_files(&[("10.toml", &format!("{FACTS}{more}"))])
}

fn of_files(files: &[(&str, &str)]) -> String {
    let files = files.iter();
    let files = files.map(|(name, text)| (format!("coral/{name}"), (*text).to_owned()));
    let head = [("coral/pack.toml".to_owned(), HEAD.to_owned())];
    let book = Rulebook::texts(head.into_iter().chain(files));
    told(&common::found(&book), &book.sources)
}

/// A question of modifiers with one row of rules.
fn row(row: &str) -> String {
    of(&format!(
        "[question.drm]\ncite = \"1\"\nasks = \"What DRM?\"\nanswer = \"sum of DRM\"\nrules = \"\"\"\nwhen | gives\n{row}\n\"\"\"\n"
    ))
}

#[test]
fn dice_in_the_place_of_a_domain_are_told_how_a_roll_is_written() {
    let fact = |fact: &str| of(&format!("{fact}\n"));
    for (written, help) in [
        (
            "roll = { domain = \"1d6\" }",
            "write `dr = { dice = \"1d6\" }` under `[unit]`, and here `domain = \"dice\", unit = \"dr\"`",
        ),
        (
            "roll = { domain = \"D6\" }",
            "write `dr = { dice = \"d6\" }` under `[unit]`, and here `domain = \"dice\", unit = \"dr\"`",
        ),
        (
            "roll = { domain = \"2d6\", unit = \"DR\" }",
            "write `domain = \"dice\", unit = \"DR\"`",
        ),
        (
            "roll = { domain = \"DR\" }",
            "write `domain = \"dice\", unit = \"DR\"`",
        ),
    ] {
        let told = fact(written);
        assert!(told.contains("is rolled, and no value"), "{told}");
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(help), "{told}");
        assert_eq!(told.matches("error[").count(), 1, "{told}");
    }
    assert_eq!(fact("die = { domain = \"d6 | d10\" }"), "");
    let told = fact(
        "roll = { domain = \"dr\" }\n[question.hit]\ncite = \"1\"\nanswer = \"bool\"\ngives = \"roll >= 5\"",
    );
    assert!(
        told.contains("that of a roll `dice`, with its unit"),
        "{told}"
    );
}

#[test]
fn a_footnote_gives_one_answer_for_each_column_or_one_for_all() {
    let with = |gives: &str| {
        let chart = CHART.replace("[\"7\", \"3\", \"1\"]", gives);
        let facts = format!("{FACTS}{SIGHT}");
        of_files(&[("10.toml", &facts), ("20.ron", &chart)])
    };
    assert_eq!(with("[\"7\", \"3\", \"1\"]"), "");
    assert_eq!(with("\"7\""), "");
    insta::assert_snapshot!(with("[\"7\", \"3\"]") + &with("[\"7\", \"3\", \"1\", \"0\"]"));
}

#[test]
fn conditions_on_which_nothing_hangs_are_noted() {
    let rows = [
        "month is not jan or month is not feb | +1",
        "sight-dr >= 3 or sight-dr <= 9 | +1",
        "moon is full and sight-dr >= 2 | +1",
        "moon is full or sight-dr > 12 | +1",
        "sight-dr in 3..13 | +1",
    ];
    let all: String = rows
        .iter()
        .map(|text| format!("## {text}\n{}\n", row(text)))
        .collect();
    insta::assert_snapshot!(all);
    // Where all values are named, another pack may bring one that is not meant.
    let sound = [
        "moon in {new, full} | +1",
        "moon is new or moon is full | +1",
        "sight-dr in 2..12 and moon is new or sight-dr in 3..12 | +1",
    ];
    for text in sound {
        assert!(!row(text).contains("moon`:"), "{}", row(text));
    }
    assert_eq!(row("sight-dr in 3..12 | +1"), "");
}

#[test]
fn declarations_that_are_likely_slips_are_noted() {
    let roll = "wind-dr = { domain = \"1..=12\", unit = \"DR\" }\n";
    let labels = "tide = { domain = \"low | half | high\", labels = { low = \"Slack\", high = \"Slack\" } }\n";
    // A total after its modifiers is found by a question, and rolled by nobody.
    let modified = "total = { domain = \"2..=14\", unit = \"DR\" }\n[question.total]\ncite = \"1\"\nasks = \"What in all?\"\nanswer = \"total\"\ngives = \"sight-dr + 2\"\n";
    insta::assert_snapshot!(of(roll) + &of(labels));
    assert_eq!(of(modified), "");
}

#[test]
fn an_example_that_expects_nothing_is_none() {
    let examples = "examples = \"\"\"\nmoon | sky | month | =\nnew | rain | jan |\nnew | storm | jan | 2\n\"\"\"\n";
    let facts = format!("{FACTS}{SIGHT}{examples}");
    insta::assert_snapshot!(of_files(&[("10.toml", &facts), ("20.ron", CHART)]));
}

#[test]
fn what_follows_from_an_error_in_what_finds_a_fact_is_not_told() {
    let more = r#"total = { domain = "2..=14", unit = "DR" }
[question.drm]
cite = "1"
asks = "What DRM?"
answer = "sum of DRM"
when = "sky is rian"
gives = "+1"
[question.total]
cite = "1"
asks = "What in all?"
answer = "total"
gives = "sight-dr + drm"
[question.fog]
cite = "1"
asks = "Is there fog?"
answer = "bool"
gives = "total <= 7"
examples = """
sight-dr | sky   | =
3        | clear | yes
"""
"#;
    insta::assert_snapshot!(of(more));
    assert_eq!(of(&more.replace("rian", "rain")), "");
}

#[test]
fn two_exceptions_that_meet_are_both_shown() {
    let chart = CHART.replace(
        "notes:",
        "except: [(cite: \"1\", when: \"sky is storm\", gives: \"0\")],\n    notes:",
    );
    let facts = format!("{FACTS}{SIGHT}");
    insta::assert_snapshot!(of_files(&[("10.toml", &facts), ("20.ron", &chart)]));
}

#[test]
fn slips_of_the_keyboard_are_told_with_what_to_write() {
    let mut all = String::new();
    let mut add = |slip: &str, told: &str| writeln!(all, "## {slip}\n{told}").unwrap();
    for slip in [
        "near land = { domain = \"bool\" }",
        "// weather",
        "\"fog\": { domain = \"bool\" }",
        "fog = { domain = bool }",
        "fog = { domain = \"bool\", usually = no }",
        "moon-fog = { domain = \"jan < feb\", cyclic = yes }",
        "question.sight",
        "question.sight]",
        "fog = { type = \"thin | thick\" }",
        "fog = { domain = \"thin or thick\" }",
        "fog = { domain = \"thin <= thick\" }",
        "fog = { domain = \"0..=12 by 2\" }",
        "fog = { domain = \"0+\" }",
        "fog = { domain = \"0..=6\", dice = \"d6\" }",
        "fog = { domain = \"bool\", default = \"no\" }",
        "fog = { domain = \"bool\", unit = \"hexes\" }",
        "fog = { domain = \"moon\" }",
    ] {
        add(slip, &of(&format!("{slip}\n")));
    }
    for slip in [
        "month is jan, feb | +1",
        "month is jan feb | +1",
        "month in {jan feb} | +1",
        "if moon is full | +1",
        "sight-dr >= 3 hexes | +1",
        "moon is full | +1 DRM",
        "otherwise | +1",
        "near_land | +1",
        "moon is full | n/a",
        "moon is full | NA",
        "month is not (jan or feb) | +1",
        "sight-dr = 2..5 | +1",
        "sight-dr > 1,000 | +1",
        "moon is full | 2xd6",
        "moon is full | max(0, sight-dr)",
        "moon is full | ceil(sight-dr / 2)",
        "moon is full | \u{2014}",
        "moon is full | sight-dr / 2 rounded up",
        "moon is full | FRU(sight-dr / 2)",
        "moon is full | 2 x sight-dr",
        "moon is full | +1 for each 6 hexes beyond 12",
        "moon is full | +1 every 6 hexes",
        "moon is full | +1/6 hexes",
        "moon is full | +1 per 6 hexes range beyond 12",
        "moon is full | +1 per hex",
    ] {
        add(slip, &row(slip));
    }
    let keys = ["example = \"\"\"", "rule = \"\"\"", "rule_s = \"\"\""];
    for key in keys {
        let table = if key.starts_with("example") {
            "moon | =\nnew | 9"
        } else {
            "when | gives\nmoon is new | 9"
        };
        add(key, &of(&format!("{SIGHT}{key}\n{table}\n\"\"\"\n")));
    }
    for more in [
        "else = \"1\"",
        "description = \"1\"",
        "rules = \"\"\"\nif | then\nmoon is new | 9\n\"\"\"",
        "gives = \"3\"\nrule = [{ if = \"moon is new\", result = \"9\", unless = \"fog\", ref = \"1\" }]",
    ] {
        add(more, &of(&format!("{SIGHT}{more}\n")));
    }
    let expected = format!("{SIGHT}gives = \"3\"\nexamples = \"\"\"\n=\n3 hexes\n\"\"\"\n");
    add("an answer with its unit", &of(&expected));
    add(
        "one header twice",
        &of(&format!("{SIGHT}gives = \"3\"\n{SIGHT}gives = \"4\"\n")),
    );
    let scale = "[question.mood]\ncite = \"1\"\nasks = \"?\"\nanswer = \"sky\"\nrules = \"\"\"\nwhen | gives\nmoon is new | rain\nmoon is full | storm\n\"\"\"\n[[law]]\ncite = \"1\"\nsays = \"the moon brings rain\"\nalways = \"(mood with moon = new) >= (mood with moon = full)\"\n";
    add("a law along a scale", &of(scale));
    insta::assert_snapshot!(all);
}

/// The pack with its chart, in a folder.
fn pack(more: &[(&str, &str)]) -> TempDir {
    let facts = format!("{FACTS}{SIGHT}");
    let own = [
        ("base/coral/pack.toml", HEAD),
        ("base/coral/10.toml", facts.as_str()),
        ("base/coral/20.ron", CHART),
    ];
    let all = own.iter().chain(more);
    common::folder(all.map(|(path, text)| ((*path).to_owned(), (*text).to_owned())))
}

fn run(folder: &TempDir, arguments: &[&str]) -> Ran {
    chartroom_in(folder.path(), arguments)
}

/// What is answered for a value that an erratum adds is told, and is no changed answer: nobody could ask before.
#[test]
fn a_difference_tells_what_is_answered_for_a_new_value() {
    let head = "id = \"half\"\ngame = \"sample\"\ntitle = \"Half\"\nrequires = [\"coral\"]\n[paragraphs]\n\"H\" = \"Half\"\n";
    let erratum = r#"[question.glare]
cite = "H"
asks = "Is there glare?"
answer = "bool"
gives = "sight >= 7"

[erratum.half]
source = "house"
status = "official"
says = "there is a half moon, too"
change = [
    { after = "coral/fact:moon.domain[full]", add = "half" },
    { after = "coral/sight[full]", add = { key = "half", cells = ["7", "4", "1"] } },
]
"#;
    let folder = pack(&[
        ("more/half/pack.toml", head),
        ("more/half/10.toml", erratum),
    ]);
    let forth = run(
        &folder,
        &["diff", "base+more", "base+more", "--old-errata", "none"],
    );
    let json = run(
        &folder,
        &[
            "diff",
            "base+more",
            "base+more",
            "--old-errata",
            "none",
            "--format",
            "json",
        ],
    );
    let new = &json.json()["games"][0]["new_values"];
    assert_eq!(new[0]["question"], "sight");
    assert_eq!(new[0]["situations"], 3);
    // What can be asked no more is told as an answer that is gone.
    let back = run(
        &folder,
        &[
            "diff",
            "base+more",
            "base+more",
            "--old-errata",
            "official",
            "--errata",
            "none",
        ],
    );
    insta::assert_snapshot!(format!("{}\n{}", forth.both(), back.both()));
}

/// Fog that goes by a total which a question finds, in a folder, with more below it.
fn fog(more: &str) -> TempDir {
    let facts = r#"total = { domain = "2..=14", unit = "DR" }
[question.total]
cite = "1"
asks = "What in all?"
answer = "total"
gives = "sight-dr + drm"
[question.drm]
cite = "1"
asks = "What DRM?"
answer = "sum of DRM"
when = "month is jan"
gives = "+2"
[question.fog]
cite = "1"
asks = "Is there fog?"
answer = "bool"
gives = "total <= 7"
"#;
    common::folder([
        ("coral/pack.toml", HEAD.to_owned()),
        ("coral/10.toml", format!("{FACTS}{facts}{more}")),
    ])
}

/// A fact that follows from others is told itself, or they are told in its place.
#[test]
fn an_interview_can_be_told_what_a_fact_follows_from() {
    let folder = fog("");
    let place = folder.path().to_string_lossy().into_owned();
    let ask = |answers: &str| {
        let arguments = ["ask", "fog", "--interview", "--rules", &place];
        chartroom_with(answers, &arguments)
            .both()
            .replace(&place, "PLACE")
    };
    insta::assert_snapshot!(
        [ask("7\n"), ask("\njan\n7\n"), ask("\njan\nback\nback\n9\n")].join("\n---\n")
    );
}

/// Where a footnote or exception answers in the place of a cell, the player is told when it does.
#[test]
fn an_answer_by_a_footnote_says_where_it_applies() {
    let folder = pack(&[]);
    let ask = |facts: &[&str]| {
        let arguments = [&["ask", "sight", "--rules", "base"][..], facts].concat();
        run(&folder, &arguments).both()
    };
    let by_note = ask(&["moon=full", "sky=clear", "month=jan"]);
    assert!(
        by_note.contains("Sight [full, clear], where Month is jan")
            || by_note.contains("where month is jan"),
        "{by_note}"
    );
    assert!(!ask(&["moon=full", "sky=clear", "month=feb"]).contains("where"));
}

#[test]
fn a_chart_is_imported_into_a_file_only_if_it_can_be() {
    let folder = pack(&[
        (
            "good.csv",
            "Moon;clear;rain;storm\nnew;9;5;2\nfull;8;4;1\n\n* only by day\n",
        ),
        ("bad.csv", "Moon;clear;rain;strom\nnew;9;5;2\nfull;8;4;1\n"),
        (
            "worse.csv",
            "Moon;clear;rain;storm\nnew;9;5;2\nhalf;8;4;1\n",
        ),
    ]);
    let import = |sheet: &str, out: &str| {
        let wish = [
            "--down", "moon", "--across", "sky", "--out", out, "--rules", "base",
        ];
        run(&folder, &[&["import", sheet][..], &wish].concat()).both()
    };
    let told = [
        import("good.csv", "good.ron"),
        import("good.csv", "good.ron"),
        import("bad.csv", "bad.ron"),
        import("worse.csv", "worse.ron"),
    ];
    insta::assert_snapshot!(told.join("\n---\n"));
    assert!(folder.path().join("good.ron").exists());
    assert!(!folder.path().join("bad.ron").exists());
}

#[test]
fn a_pack_or_file_that_is_not_there_is_told() {
    let folder = pack(&[]);
    let told = [
        run(&folder, &["check", "./base/coral", "--rules", "base"]).both(),
        run(&folder, &["fmt", "nofile.toml", "--rules", "base"]).both(),
        run(
            &folder,
            &[
                "ask", "sight", "moon", "=", "full", "sky=rain", "--rules", "base",
            ],
        )
        .both(),
    ];
    insta::assert_snapshot!(told.join("\n---\n"));
}

/// The rules that find a fact of an example are exercised by it.
#[test]
fn an_example_exercises_what_finds_its_facts() {
    let examples = r#"examples = """
sight-dr | month | =
5        | jan   | yes
"""
"#;
    let folder = fog(examples);
    let coverage = chartroom_in(folder.path(), &["coverage", "--rules", "."]);
    assert!(
        !coverage.both().contains("no example exercises"),
        "{}",
        coverage.both()
    );
}

/// The guard of an erratum is looked at before anything is written: what it names must be there.
#[test]
fn an_erratum_whose_guard_cannot_be_read_is_not_written() {
    let folder = pack(&[]);
    let files = || {
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).ok();
        ["base/coral/10.toml", "base/coral/errata/me.toml"].map(read)
    };
    let rules = ["--rules", "base"];
    let run = |words: &[&str]| run(&folder, &[&rules[..], words].concat());
    let new = [
        "erratum",
        "new",
        "--id",
        "glare",
        "--source",
        "me",
        "--at",
        "coral/sight[new, clear]",
        "--becomes",
        "8",
    ];
    let before = files();
    for (guard, says) in [
        (["--changes", "sihgt"], "did you mean `sight`?"),
        (["--when", "sky is clera"], "did you mean `clear`?"),
        (["--when", "sky is"], "nothing is written"),
    ] {
        let ran = run(&[&new[..], &guard].concat());
        assert_eq!(ran.code, 2, "{}", ran.both());
        assert!(
            ran.says(says) && ran.says("nothing is written"),
            "{}",
            ran.both()
        );
        assert_eq!(files(), before);
    }
    let ran = run(&[&new[..], &["--changes", "sight"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.both());
    let before = files();
    for guard in [["--changes", "sihgt"], ["--when", "skyy is clear"]] {
        let ran = run(&[&["erratum", "edit", "glare"][..], &guard].concat());
        assert!(
            ran.code == 2 && ran.says("nothing is written"),
            "{}",
            ran.both()
        );
        assert_eq!(files(), before);
    }
    let ran = run(&["erratum", "edit", "glare", "--when", "sky is clear"]);
    assert_eq!(ran.code, 0, "{}", ran.both());
    // What is wrong already does not keep its words from being mended.
    let file = folder.path().join("base/coral/errata/me.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("sky is clear", "skyy is clear")).unwrap();
    let ran = run(&["erratum", "edit", "glare", "--says", "the sun"]);
    assert!(
        ran.code == 1 && ran.says("changed glare") && ran.says("did you mean `sky`?"),
        "{}",
        ran.both()
    );
}

/// What is left out of a game is told by whoever writes behind it, and by the book that holds it.
#[test]
fn what_is_left_out_of_a_game_is_told() {
    let folder = pack(&[]);
    let run = |words: &[&str]| run(&folder, words);
    let begun = run(&["game", "new", "g.game", "--rules", "base"]);
    assert_eq!(begun.code, 0, "{}", begun.both());
    let file = folder.path().join("g.game");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text + "set sky=rain").unwrap();
    let book = ["book", "b.html", "--game", "g.game"];
    let set = ["game", "set", "g.game", "moon=full"];
    let wrong = "`set sky=rain`: it has no end";
    for words in [&book[..], &set] {
        let ran = run(words);
        assert!(ran.code == 0 && ran.says(wrong), "{}", ran.both());
    }
    let ran = run(&book);
    assert!(
        ran.out == "wrote b.html\n" && ran.error.is_empty(),
        "{}",
        ran.both()
    );
    std::fs::write(folder.path().join("base/coral/30.toml"), "[fakt]\n").unwrap();
    assert_eq!(run(&book).code, 1, "a book of a rulebook with errors");
}

/// What usually goes by a die is not estimated as if no die were thrown.
#[test]
fn an_estimate_takes_nothing_as_usual_that_its_dice_decide() {
    let muddy = r#"mud = { domain = "bool", usually = [{ is = "yes", when = "sight-dr >= 8" }, { is = "no" }] }
[question.slips]
cite = "1"
asks = "Does it slip?"
gives = "mud and sight-dr <= 10"
"#;
    let folder = pack(&[("base/coral/30.toml", &format!("[fact]\n{muddy}"))]);
    let odds = ["odds", "slips", "--rules", "base"];
    for more in [&[][..], &["--simulate", "100"]] {
        let ran = run(&folder, &[&odds[..], more].concat());
        let wrong = "`mud` usually goes by `sight-dr`, which varies here";
        assert!(ran.code == 2 && ran.says(wrong), "{}", ran.both());
    }
    let ran = run(
        &folder,
        &[&odds[..], &["mud=yes", "--simulate", "100"]].concat(),
    );
    assert_eq!(ran.code, 0, "{}", ran.both());
}

/// An exception beside a chart takes nothing away but a yes that nobody wrote: it is meant for the chart.
#[test]
fn an_exception_beside_a_chart_is_told_to_stand_in_it() {
    let question =
        "[question.flies]\ncite = \"1\"\nanswer = \"any\"\nexcept = [\"sky is storm\"]\n";
    let chart = "Chart(id: \"flight\", cite: \"1\", answers: \"flies\", down: \"moon\", rows: [(\"new\", [\"no\"]), (\"full\", [\"yes\"])])";
    let of = |question: &str| {
        of_files(&[
            ("10.toml", &format!("{FACTS}{question}")),
            ("20.ron", chart),
        ])
    };
    let wrong = "`flies` has no rule of its own to be an exception of";
    let told = of(question);
    assert!(
        told.contains(wrong) && told.contains("stand in that chart"),
        "{told}"
    );
    for fine in [
        question.replace("except", "gives = \"yes\"\nexcept"),
        question.replace("except = [\"sky is storm\"]", "when = [\"month is jan\"]"),
    ] {
        let told = of(&fine);
        assert!(!told.contains("error"), "{told}");
    }
}

/// What is written as a grid stands in a file of its own, which is told to whoever writes it beside the questions.
#[test]
fn what_stands_in_the_other_notation_is_told_there() {
    for (head, item) in [("procedure.set-up", "Procedure"), ("chart.sight", "Chart")] {
        let told = of(&format!("[{head}]\ncite = \"1\"\n"));
        let says = format!("stands in a `.ron` file: `{item}(id: \"…\", …)`");
        assert!(told.contains(&says), "{told}");
    }
}
