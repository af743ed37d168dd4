//! Charts from a spreadsheet and back: both ways equal on every shipped chart, and what a spreadsheet program writes.

use crate::common::{self, chartroom, chartroom_with};
use chartroom::model::{Chart, Model};
use chartroom::pack::ErrataSet;
use chartroom::render::View;
use chartroom::render::chart::Charts;
use chartroom::rulebook::Rulebook;
use chartroom::rulebook::import::Wish;
use chartroom::source::Place;
use insta::assert_snapshot;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The chart of a name, wherever it stands.
fn chart<'a>(rulebook: &'a Rulebook, id: &str) -> &'a Chart {
    let mut charts = rulebook.games.iter().flat_map(|model| model.charts.iter());
    charts.find(|chart| chart.id == id).expect("a chart")
}

/// A file of LibreOffice Calc with merged headings, dashes, a mark and a blank cell, saved as CSV.
#[test]
fn a_sheet_of_a_spreadsheet_program_becomes_a_chart_and_each_guess_is_told() {
    let arguments = ["--id", "arid-try", "--answers", "arid-weather"];
    let sheet = ["import", "tests/suite/import/merged.csv"];
    let ran = chartroom(&[&sheet[..], &arguments].concat());
    assert_snapshot!(ran.both());
}

#[test]
fn a_number_that_another_country_reads_otherwise_is_told() {
    let guess = "guessed: a point begins decimals: `1.500` is 1 1/2";
    for (cell, is_told) in [("1.500", true), ("1.50", false), ("0.500", false)] {
        let sheet = format!("weather-dr;early morning;mid-morning;none\n2..12;{cell};1;2\n");
        let by = ["--across", "time-of-day"];
        let ran = chartroom_with(&sheet, &[&["import", "-", "--id", "try"], &by[..]].concat());
        assert_eq!(ran.says(guess), is_told, "{}", ran.both());
    }
}

#[test]
fn what_is_pasted_from_a_spreadsheet_becomes_a_chart() {
    let pasted = "\tearly morning\tmid-morning\tnone\r\n2–4\t-1\t½\t\r\n5+\t+2\t—\t3\r\n";
    let arguments = [
        "--id",
        "try",
        "--down",
        "weather-dr",
        "--across",
        "time-of-day",
    ];
    let ran = chartroom_with(pasted, &[&["import", "-"][..], &arguments].concat());
    assert_snapshot!(ran.both());
}

#[test]
fn amounts_in_words_are_headings_too() {
    let heads = [
        "up to 2,at least 3",
        "at most 2,3 or more",
        "\u{2264}2,3+",
        "1 to 2,3 and up",
    ];
    for head in heads {
        let arguments = [
            "--id",
            "try",
            "--down",
            "time-of-day",
            "--across",
            "colored-dr",
        ];
        let sheet = format!(",{head}\nnone,1,2\n");
        let ran = chartroom_with(&sheet, &[&["import", "-"][..], &arguments].concat());
        assert_eq!(ran.code, 0, "{head}: {}", ran.both());
        assert!(ran.out.contains("\">= 3\"]"), "{head}: {}", ran.out);
    }
}

/// A range that begins at nought is no negative number, and two facts across are two lines of headings.
#[test]
fn headings_are_read_as_they_are_printed() {
    let topic = "[fact]\nmargin = { domain = \"-20..=20\" }\nsea = { domain = \"north | south\" }\n\
                 half = { domain = \"early | late\" }\n[question.hit]\nasks = \"Does it hit?\"\nanswer = \"a | b | c\"\n";
    let folder = common::folder([
        (
            "sample/guns/pack.toml",
            "id = \"guns\"\ngame = \"sample\"\n".to_owned(),
        ),
        ("sample/guns/10.toml", topic.to_owned()),
    ]);
    let rules = folder.path().to_str().unwrap();
    let import = |sheet: &str, words: &[&str]| {
        let head = ["import", "-", "--rules", rules, "--id", "hit"];
        chartroom_with(sheet, &[&head[..], words].concat()).both()
    };
    let sheets = [
        import(
            "Margin,Hit\n-20--1,a\n0-19,b\n20,c\n",
            &["--answers", "hit"],
        ),
        import(
            ",North,,South,\nMargin,Early,Late,Early,Late\n-20--1,a,b,c,a\n0+,c,b,a,b\n",
            &["--down", "margin", "--across", "sea,half"],
        ),
    ];
    assert_snapshot!(sheets.join("~~~\n"));
}

#[test]
fn a_sheet_that_means_nothing_or_several_things_is_refused_with_what_to_write() {
    let sheets = [
        ("a,b\n", "no rows"),
        ("roll,x\n1,a\n2,b\n3,c,d\n", "a cell too many"),
        ("x,y\nred,a\ngreen,b\n", "no such values"),
        ("x,y\n1,a\n2..6,b\n", "several rolls"),
        ("weather-dr,\n2..12,a\n", "no heading"),
        ("Table 5\nweather-dr,x\n2..12,a\n", "a title"),
        ("x,y\n2..4,a\n6..12,b\n", "a gap"),
        ("x,y\n2..7,a\n7..12,b\n", "an overlap"),
        (
            "x,y\nwet,a\nmoist,b\nmoderate,c\ndry,d\nvery dry,e\nmudd,f\n",
            "a slip",
        ),
        ("ec,ec-drm,EC DRM\ndry,1,1\n", "a column twice"),
        ("month,y\njan..nov,a\ndez,b\n", "a slip below a name"),
    ];
    let told = sheets.map(|(sheet, what)| {
        let ran = chartroom_with(sheet, &["import", "-", "--id", "try"]);
        assert_eq!(ran.code, 2, "{what}");
        format!("{what}\n{}", ran.both())
    });
    assert_snapshot!(told.join("\n"));
}

#[test]
fn a_chart_shown_as_a_sheet_and_imported_is_the_same_chart() {
    let shipped = Rulebook::embedded();
    for model in &shipped.games {
        let folder = tempfile::tempdir().unwrap();
        let required: Vec<&str> = model.packs.iter().map(|pack| pack.id.as_str()).collect();
        let pack = format!(
            "id = \"copy\"\ngame = \"{}\"\nrequires = {required:?}\n[paragraphs]\n\"1\" = \"A copy\"\n",
            model.game
        );
        std::fs::write(folder.path().join("pack.toml"), pack).unwrap();
        for printed in model.charts.iter() {
            let text = copy(&shipped, model, printed);
            let file = format!("{}.ron", printed.id);
            std::fs::write(folder.path().join(file), text).unwrap();
        }
        let places = [Place::Embedded, Place::Folder(folder.path().into())];
        let both = Rulebook::of_places(&places, &ErrataSet::default());
        for printed in model.charts.iter() {
            let copied = chart(&both, &format!("copy-of-{}", printed.id));
            assert_eq!(rows(copied), rows(printed), "{}", printed.id);
            assert_eq!(copied.column_keys, printed.column_keys, "{}", printed.id);
        }
    }
}

/// What the cells of a chart do not say.
fn wish<'a>(model: &'a Model, printed: &'a Chart, id: &'a str) -> Wish<'a> {
    let answers = match printed.answers.as_slice() {
        [question] => Some(model.questions[*question].name.as_str()),
        _ => None,
    };
    Wish {
        id,
        title: None,
        cite: Some("1"),
        answers,
        down: if printed.list { &[] } else { &printed.down },
        across: &printed.across,
        cells: &[],
    }
}

/// A chart shown as a sheet and imported again.
fn copy(rulebook: &Rulebook, model: &Model, printed: &Chart) -> String {
    let sheet = Charts::of(&[(model, printed)], &rulebook.sources, false).csv();
    match rulebook.import(
        &sheet,
        wish(model, printed, &format!("copy-of-{}", printed.id)),
    ) {
        Ok(made) => made.text,
        Err(problem) => panic!("{}: {problem}\n{sheet}", printed.id),
    }
}

fn rows(chart: &Chart) -> Vec<(Vec<String>, Vec<String>, String)> {
    let rows = chart.rows.iter();
    rows.map(|row| (row.key.clone(), row.cells.clone(), row.marks.clone()))
        .collect()
}

#[test]
fn a_chart_leaves_for_a_spreadsheet_with_its_facts_in_the_corner() {
    assert!(Path::new("tests/suite/import/merged.csv").exists());
    assert_snapshot!(chartroom(&["show", "arid-weather", "--format", "csv"]).both());
}

/// What LibreOffice Calc makes of a sheet that it opens and saves: it drops the plus signs.
#[test]
fn a_sheet_that_a_spreadsheet_program_opened_and_saved_is_the_same_chart() {
    let shipped = Rulebook::embedded();
    for (id, file) in [
        ("sand-bog-drm-list", "saved-list.csv"),
        ("temperate-ec-chart", "saved-chart.csv"),
    ] {
        let printed = chart(&shipped, id);
        let mut games = shipped.games.iter();
        let model = games.find(|model| model.game == "asl").unwrap();
        let made = copy(&shipped, model, printed);
        let name = format!("copy-of-{id}");
        let wish = wish(model, printed, &name);
        let text = std::fs::read_to_string(format!("tests/suite/import/{file}")).unwrap();
        assert_eq!(shipped.import(&text, wish).unwrap().text, made);
    }
}

/// LibreOffice, where it is at hand, opens each shipped chart as a sheet, saves it in its own way and as a sheet again: what comes
/// back is the same chart. Elsewhere the two sheets above stand for it.
#[test]
fn every_shipped_chart_comes_back_from_a_spreadsheet_program() {
    let folder = tempfile::tempdir().unwrap();
    let convert = |to: &str, from: Vec<PathBuf>, into: &str| {
        let profile = format!(
            "-env:UserInstallation=file://{}/profile",
            folder.path().display()
        );
        Command::new("soffice")
            .args(["--headless", &profile, "--convert-to", to, "--outdir"])
            .arg(folder.path().join(into))
            .args(from)
            .output()
    };
    let shipped = Rulebook::embedded();
    let charts = || {
        let games = shipped.games.iter();
        games.flat_map(|model| model.charts.iter().map(move |own| (model, own)))
    };
    let path = |of: &str, own: &Chart, kind: &str| {
        folder.path().join(of).join(format!("{}.{kind}", own.id))
    };
    std::fs::create_dir(folder.path().join("in")).unwrap();
    for (model, own) in charts() {
        let sheet = Charts::of(&[(model, own)], &shipped.sources, false).csv();
        std::fs::write(path("in", own, "csv"), sheet).unwrap();
    }
    let sheets = charts().map(|(_, own)| path("in", own, "csv")).collect();
    if let Err(missing) = convert("xlsx", sheets, "own") {
        eprintln!("LibreOffice is not at hand ({missing}): only the recorded sheets were tried");
        return;
    }
    let own = charts().map(|(_, own)| path("own", own, "xlsx")).collect();
    convert("csv", own, "out").unwrap();
    for (model, own) in charts() {
        let saved = std::fs::read_to_string(path("out", own, "csv")).unwrap();
        let name = format!("copy-of-{}", own.id);
        let made = shipped.import(&saved, wish(model, own, &name));
        let made = made.unwrap_or_else(|problem| panic!("{}: {problem}\n{saved}", own.id));
        // A spreadsheet knows no sign of nothing, and `+0` is what 0 is.
        let plain = |text: &str| text.replace("\"+0\"", "\"0\"");
        assert_eq!(
            plain(&made.text),
            plain(&copy(&shipped, model, own)),
            "{}",
            own.id
        );
    }
}

const REEF: &str = r#"
id = "reef"
game = "sea"
paragraphs = { R1 = "Reefs" }

[fact]
grade   = { domain = "a | a-plus | a-minus | t-34", labels = { a-plus = "A+", a-minus = "A-" } }
swell   = { domain = "none < light < heavy" }
metres  = { domain = "0..=2000" }
half    = { domain = "-2..=4 step 1/2" }
group   = { domain = "text" }

[question.delay]
cite   = "R1"
answer = "number"

[question.graded]
cite   = "R1"
answer = "a | a-plus | a-minus | t-34"
"#;

/// What `import` makes of a sheet, or says of it.
fn imported(sheet: &str, arguments: &str) -> String {
    let table = common::folder([("reef/pack.toml", REEF)]);
    let file = table.path().join("sheet.csv");
    std::fs::write(&file, sheet).unwrap();
    let arguments = arguments.split(' ').filter(|word| !word.is_empty());
    let arguments: Vec<&str> = arguments.collect();
    let fixed = ["import", "sheet.csv", "--id", "try", "--rules", "."];
    let ran = common::chartroom_in(table.path(), &[&fixed[..], &arguments].concat());
    format!("{sheet}\n{}[{}]", ran.both(), ran.code)
}

/// Signs make another value of a word, and never vanish.
#[test]
fn a_sign_beside_a_word_is_part_of_it_or_says_which_others_are_meant() {
    let sheets = [
        ("Grade,Delay\nA,1\nA+,2\nA-,3\nT 34,4\n", "--answers delay"),
        ("Swell,Delay\nnone,0\nlight+,2\n", "--answers delay"),
        ("Swell,Delay\n<= light,0\nheavy,2\n", "--answers delay"),
        ("Swell,Delay\n!none,0\n", "--answers delay --down swell"),
        ("Swell,Delay\n< light,0\n", "--answers delay --down swell"),
        (
            "Swell,Graded\nnone,A\nlight,A-\nheavy,T-34\n",
            "--answers graded",
        ),
        (
            "Group,Delay\nKG Peiper,1\nkgp,2\n",
            "--answers delay --down group",
        ),
    ];
    let all = sheets.map(|(sheet, arguments)| imported(sheet, arguments));
    assert_snapshot!(all.join("\n\n"));
}

/// What a number means in another country, a range, a fraction in one letter: read as it is meant, or refused.
#[test]
fn numbers_of_a_sheet_are_what_they_look_like_or_are_refused() {
    let by = "--answers delay --down metres";
    let halves = "--answers delay --down half";
    let sheets = [
        ("Metres,Delay\n\"1,000\",1\n", by),
        ("Metres,Delay\n\"1,000-1,999\",1\n", by),
        ("Metres,Delay\n1.000+,1\n", by),
        ("Metres,Delay\n\u{bd},1\n", by),
        ("Metres,Delay\n\"1,2\",1\n3-,2\n", by),
        ("Half;Delay\n0,5;1\n", halves),
        (
            "Half,Delay\n\u{2212}\u{bd},\u{2212}\u{bd}\n1\u{bd}+,2 \u{bd}\n",
            halves,
        ),
        (
            "Swell,Delay\nnone,1-2\nlight,2\nheavy,3\n",
            "--answers delay",
        ),
        (
            "Swell,Delay\nnone,(3)\nlight,2\nheavy,3\n",
            "--answers delay",
        ),
    ];
    let all = sheets.map(|(sheet, arguments)| imported(sheet, arguments));
    assert_snapshot!(all.join("\n\n"));
}

/// A cell that could be no answer is refused by its line: what a program could not compute, shares, words where numbers are asked for.
#[test]
fn a_cell_that_can_be_no_answer_is_refused_by_its_line() {
    let cells = [
        "#N/A",
        "5%",
        "five",
        "\"2,5\"",
        "=A1",
        "2d6",
        "?",
        "3\u{2020}",
    ];
    let all = cells.map(|cell| {
        let sheet = format!("Swell,Delay\nnone,0\nlight,{cell}\nheavy,3\n");
        imported(&sheet, "--answers delay")
    });
    assert_snapshot!(all.join("\n\n"));
}

/// Where a pack has errors, a fact that a sheet needs may be missing for them: they are told beside what is missing.
#[test]
fn an_import_that_fails_tells_the_errors_of_the_pack() {
    let pack = "game = \"g\"\nid = \"p\"\ntitle = \"P\"\n\n[paragraphs]\n1 = \"One\"\n\n[fact.dr]\ndomian = \"1..3\"\n\n[question.loss]\nanswer = \"0..9\"\n";
    let folder = common::folder([
        ("g/p/pack.toml", pack),
        ("loss.csv", "dr,loss\n1,0\n2,1\n3,2\n"),
    ]);
    let told = common::chartroom_in(folder.path(), &["import", "loss.csv", "--rules", "g"]);
    assert_snapshot!(told.both());
}

/// Blank keys, marks over columns and cells that are not available are told.
#[test]
fn what_a_sheet_leaves_out_is_told_or_refused() {
    let by = "--answers delay --down swell --down grade --across half";
    let sheets = [
        ("Swell,Grade,0,1\nnone,A,1,2\n,A+,3,4\nlight,A,5,6\n", by),
        ("Swell,Grade,0,1\nnone,A,1,2\nlight,,5,6\n", by),
        (
            "Half,none*,light\n0,1,N/A\n1,2,3\n",
            "--answers delay --down half --across swell",
        ),
    ];
    let all = sheets.map(|(sheet, arguments)| imported(sheet, arguments));
    assert_snapshot!(all.join("\n\n"));
}

/// A sheet that no chart could hold is refused where it is too long, and not all of its values are shown.
#[test]
fn a_sheet_that_is_too_long_is_refused_by_its_size() {
    let rows = |count: usize| format!("a,q\n{}", "1,2\n".repeat(count));
    let ran = chartroom_with(&rows(20_000), &["import", "-", "--id", "try"]);
    let told = "error: the sheet has more than 20000 rows or columns";
    assert!(
        ran.code == 2 && ran.error.starts_with(told),
        "{}",
        ran.both()
    );
    let wide = format!("a,b\n{}\n", ",".repeat(20_000));
    let ran = chartroom_with(&wide, &["import", "-", "--id", "try"]);
    assert!(
        ran.code == 2 && ran.error.starts_with(told),
        "{}",
        ran.both()
    );
    let ran = chartroom_with(&rows(5_000), &["import", "-", "--id", "try"]);
    assert!(
        ran.error.contains("and 4976 more") && ran.error.len() < 1500,
        "{}",
        ran.both()
    );
}

#[test]
fn what_an_imported_chart_names_and_no_pack_declares_is_told() {
    let sheet = "weather-dr,apr,may\n2,clear,mud\n3..12,mud,clear\n";
    let import = ["import", "-", "--id", "try", "--across", "month"];
    let told = |more: &[&str]| {
        chartroom_with(
            sheet,
            &[&import[..], &["--down", "weather-dr"], more].concat(),
        )
    };
    let ran = told(&["--cite", "ZZ9", "--answers", "arid-weathre"]);
    let question = "no pack declares the question `arid-weathre`; did you mean `arid-weather`?";
    assert!(ran.code == 0 && ran.says(question), "{}", ran.both());
    assert!(
        ran.says("no pack declares the paragraph `ZZ9`"),
        "{}",
        ran.both()
    );
    let ran = told(&["--cite", "F11.2", "--answers", "arid-weather"]);
    assert!(!ran.says("no pack declares"), "{}", ran.both());
}
