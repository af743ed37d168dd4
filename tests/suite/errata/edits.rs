//! What an erratum has to say for a pack to be as it was edited: every kind of edit, the erratum that comes of it, and the
//! pack with it.

use super::desk::a_draft;
use chartroom::pack::ErrataSet;
use chartroom::pack::overlay::{Deed, Draft, Operation, Untold, deeds, draft, gives};
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;
use insta::assert_snapshot;
use std::fmt::Write as _;

const PACK: &str = "desert/haze/pack.toml";
const TOPIC: &str = "desert/haze/10-haze.toml";
const CHARTS: &str = "desert/haze/20-weather.ron";

/// What is edited, in which file, and what it becomes.
type Edit = (&'static str, &'static str, &'static str, &'static str);

fn printed() -> Sources {
    Sources::from_texts([
        (PACK, include_str!("edited/pack.toml")),
        (TOPIC, include_str!("edited/10-haze.toml")),
        (CHARTS, include_str!("edited/20-weather.ron")),
    ])
}

fn edited(sources: &Sources, (what, path, old, new): Edit) -> Sources {
    let mut files = sources.files();
    let file = files.find(|file| sources.path(*file) == path).unwrap();
    let text = sources.text(file);
    assert_eq!(text.matches(old).count(), 1, "{what}: {old}");
    sources.with(file, text.replace(old, new))
}

fn corrected(deeds: Vec<Deed>) -> Draft {
    Draft {
        deeds,
        ..a_draft("haze/weather", Operation::Remove, "")
    }
}

/// The changes of the erratum of an edit, once the pack with it is proved to be the pack as edited.
fn told(what: &str, printed: &Sources, edited: &Sources) -> String {
    let mut told = format!("{what}\n");
    let deeds = match deeds(printed, edited) {
        Ok(deeds) => deeds,
        Err(Untold(why)) => return format!("{told}  not: {why}\n"),
    };
    let drafted = draft(printed, &corrected(deeds.clone()));
    let drafted = drafted.unwrap_or_else(|refused| panic!("{what}: {deeds:?}: {refused:?}"));
    if let Err(Untold(why)) = gives(&drafted.sources, "new", edited) {
        return format!("{told}  not: {why}\n");
    }
    let meant = Rulebook::from_sources(edited.clone(), &ErrataSet::None);
    let laid = Rulebook::from_sources(drafted.sources.clone(), &ErrataSet::Official);
    assert!(!laid.has_errors(), "{what}: {:?}", laid.diagnostics);
    assert_eq!(laid.diff(&meant).changes().count(), 0, "{what}");
    let text = drafted.sources.text(drafted.file);
    let changes = text.lines().skip_while(|line| !line.starts_with("[["));
    for line in changes.filter(|line| !line.starts_with("[[") && !line.is_empty()) {
        writeln!(told, "  {line}").unwrap();
    }
    told
}

fn all(edits: &[Edit]) -> String {
    let printed = printed();
    let told = |edit: &Edit| told(edit.0, &printed, &edited(&printed, *edit));
    edits.iter().map(told).collect()
}

#[test]
fn an_edit_of_a_chart_becomes_an_erratum() {
    assert_snapshot!(all(&[
        (
            "a cell",
            CHARTS,
            r#"["clear", "gusty"]"#,
            r#"["clear", "mud"]"#
        ),
        (
            "a title",
            CHARTS,
            r#"title: "Weather""#,
            r#"title: "The Weather""#
        ),
        (
            "the key of a row",
            CHARTS,
            r#"(">= 10", "#,
            r#"("10..12", "#
        ),
        (
            "a mark taken away",
            CHARTS,
            r#"["mud", "mud"], "*")"#,
            r#"["mud", "mud"])"#
        ),
        (
            "a mark set",
            CHARTS,
            r#"["clear", "clear"]),"#,
            r#"["clear", "clear"], "*"),"#
        ),
        (
            "a row in two",
            CHARTS,
            r#"("3..9",  ["clear", "clear"]),"#,
            r#"("3..5", ["clear", "mud"]), ("6..9", ["clear", "clear"]),"#,
        ),
        (
            "two rows in one",
            CHARTS,
            "(\"3..9\",  [\"clear\", \"clear\"]),\n            (\">= 10\", [\"clear\", \"gusty\"]),",
            "(\">= 3\", [\"clear\", \"clear\"]),",
        ),
        (
            "the key of a column",
            CHARTS,
            "\"normal..intense\"]",
            "\"intense, normal\"]"
        ),
        (
            "a footnote's condition",
            CHARTS,
            "when: \"dust is heavy\"",
            "when: \"dust is light\""
        ),
        (
            "what a footnote gives",
            CHARTS,
            r#"gives: ["clear", "clear"]"#,
            r#"gives: ["clear", "gusty"]"#
        ),
        (
            "a chart's condition",
            CHARTS,
            r#"across: "haze","#,
            r#"across: "haze", except: ["dust is light"],"#
        ),
        (
            "a line of a list",
            CHARTS,
            r#""target is vehicle", "+2""#,
            r#""target is not infantry", "+3""#
        ),
        (
            "the words of a line",
            CHARTS,
            r#"("Vehicles","#,
            r#"("All vehicles","#
        ),
        (
            "a line more",
            CHARTS,
            r#"("Heavy Dust","#,
            r#"("Light Dust", "dust is light", "+1"), ("Heavy Dust","#,
        ),
        (
            "a line gone",
            CHARTS,
            r#"("Heavy Dust", "dust is heavy", "+1"),"#,
            ""
        ),
        (
            "a step of a procedure",
            CHARTS,
            r#"(ask: "weather","#,
            r#"(roll: "weather-dr", note: "once more"), (ask: "weather","#
        ),
        (
            "a chart gone",
            CHARTS,
            include_str!("edited/20-weather.ron"),
            "[\n]\n"
        ),
    ]));
}

#[test]
fn a_column_that_comes_or_goes_becomes_an_erratum() {
    const NOTE: &str =
        r#"notes: [(mark: "*", cite: "1.2", when: "dust is heavy", gives: ["clear", "clear"])],"#;
    let noted = printed();
    let bare = edited(
        &noted,
        ("", CHARTS, r#"["mud", "mud"], "*")"#, r#"["mud", "mud"])"#),
    );
    let bare = edited(&bare, ("", CHARTS, NOTE, ""));
    let column = |sources: &Sources| {
        [
            ("\"normal..intense\"]", "\"normal\", \"intense\"]"),
            ("[\"mud\", \"mud\"]", "[\"mud\", \"mud\", \"clear\"]"),
            (
                "[\"clear\", \"clear\"])",
                "[\"clear\", \"clear\", \"mud\"])",
            ),
            (
                "[\"clear\", \"gusty\"]",
                "[\"clear\", \"gusty\", \"gusty\"]",
            ),
        ]
        .into_iter()
        .fold(sources.clone(), |sources, (old, new)| {
            edited(&sources, ("", CHARTS, old, new))
        })
    };
    let more = column(&bare);
    let row = edited(
        &more,
        (
            "",
            CHARTS,
            "(\"3..9\",",
            "(\"3\", [\"mud\", \"clear\", \"gusty\"]), (\"4..9\",",
        ),
    );
    let mut all = told("a column more", &bare, &more);
    all += &told("a column less", &more, &bare);
    all += &told("a column and a row more", &bare, &row);
    let one = edited(
        &noted,
        (
            "",
            CHARTS,
            r#"gives: ["clear", "clear"]"#,
            r#"gives: ["clear", "mud"]"#,
        ),
    );
    let each = edited(
        &one,
        (
            "",
            CHARTS,
            r#"gives: ["clear", "mud"]"#,
            r#"gives: ["clear", "mud", "mud"]"#,
        ),
    );
    all += &told(
        "a column more, and a footnote for each",
        &one,
        &column(&each),
    );
    assert_snapshot!(all);
}

#[test]
fn an_edit_of_rules_becomes_an_erratum() {
    let exception = r#"{ cite = "1.2", when = "target is aerial" }"#;
    let rule =
        "[[question.haze-drm.rule]]\nwhen  = \"haze is normal and range > 12\"\ngives = \"+1\"\n";
    assert_snapshot!(all(&[
        (
            "a condition",
            TOPIC,
            "haze is normal and range > 12",
            "haze is normal and range > 10"
        ),
        (
            "a condition taken away",
            TOPIC,
            "when  = \"haze is normal and range > 12\"\n",
            ""
        ),
        ("what a rule gives", TOPIC, "FRU beyond 6", "FRU beyond 3"),
        ("a rule gone", TOPIC, rule, ""),
        (
            "a rule more",
            TOPIC,
            rule,
            &*format!("{rule}\n[[question.haze-drm.rule]]\nwhen = \"range = 0\"\ngives = \"+2\"\n")
                .leak(),
        ),
        (
            "an exception added",
            TOPIC,
            exception,
            &*format!("{exception}, \"range = 20\"").leak()
        ),
        (
            "an exception gone",
            TOPIC,
            &*format!("{exception}, ").leak(),
            ""
        ),
        (
            "an exception changed",
            TOPIC,
            "\"target is aerial\" }",
            "\"target is aerial or range = 1\" }"
        ),
        (
            "what an exception gives",
            TOPIC,
            "gives = \"+1\" }",
            "gives = \"+2\" }"
        ),
        (
            "a note",
            TOPIC,
            "gives = \"+1\"\n",
            "gives = \"+1\"\nnote = \"at noon\"\n"
        ),
        (
            "a gap filled",
            TOPIC,
            "gap    = \"the line is cut off\"",
            "gives  = \"+1\""
        ),
        (
            "a step of a process",
            TOPIC,
            "weather-dr >= 10\"",
            "weather-dr >= 11\""
        ),
        (
            "the one rule of a question",
            TOPIC,
            "when      = \"target is vehicle\"",
            "when      = \"target is not aerial\""
        ),
        (
            "its condition taken away",
            TOPIC,
            "when      = \"target is vehicle\"\n",
            ""
        ),
    ]));
}

#[test]
fn an_edit_of_a_question_or_fact_becomes_an_erratum() {
    assert_snapshot!(all(&[
        (
            "asks",
            TOPIC,
            "What does the haze add?",
            "What does the Heat Haze add?"
        ),
        (
            "answer",
            TOPIC,
            "answer = \"clear | gusty | mud\"",
            "answer = \"clear | gusty | mud | fog\""
        ),
        ("otherwise", TOPIC, "otherwise = \"0\"", "otherwise = \"1\""),
        (
            "a paragraph more",
            TOPIC,
            "cite     = \"1.1\"\nasks     = \"What does the haze",
            "cite     = [\"1.1\", \"1.2\"]\nasks     = \"What does the haze"
        ),
        (
            "a question gone",
            TOPIC,
            "[question.lost]\ncite   = \"1.2\"\nasks   = \"What does the dust do?\"\nanswer = \"DRM\"\ngap    = \"the line is cut off\"\n",
            ""
        ),
        (
            "a question more",
            TOPIC,
            "[question.lost]",
            "[question.more]\ncite = \"1.2\"\nasks = \"How much more?\"\nanswer = \"MP\"\ngives = \"1\"\n[question.lost]"
        ),
        (
            "a question with rules",
            TOPIC,
            "[question.lost]",
            "[question.more]\ncite = \"1.2\"\nasks = \"How much more?\"\nanswer = \"MP\"\notherwise = \"0\"\nwhen = [\"range = 1\"]\ngives = \"1\"\n[question.lost]",
        ),
        (
            "the domain of a fact",
            TOPIC,
            "\"infantry | vehicle | aerial\"",
            "\"infantry | vehicle | cavalry | aerial\""
        ),
        (
            "the words of a fact",
            TOPIC,
            "what is shot at",
            "what is fired at"
        ),
        (
            "a label",
            TOPIC,
            "{ aerial = \"Aerial\" }",
            "{ aerial = \"A plane\" }"
        ),
        (
            "a title",
            TOPIC,
            "labels = {",
            "title = \"Target\", labels = {"
        ),
        (
            "a usual value",
            TOPIC,
            "usually = \"none\"",
            "usually = \"normal\""
        ),
        (
            "a usual value taken away",
            TOPIC,
            ", usually = \"none\"",
            ""
        ),
        (
            "a usual value elsewhere",
            TOPIC,
            "target = \"infantry\"\n\n",
            "target = \"vehicle\"\n\n"
        ),
        (
            "a fact more",
            TOPIC,
            "sky        =",
            "wind = { domain = \"bool\", means = \"it blows\" }\nsky        ="
        ),
        (
            "a unit",
            TOPIC,
            "one = \"hex\"",
            "one = \"hex\", counts = \"range\""
        ),
        (
            "the default of a reading",
            TOPIC,
            "default = \"yes\"",
            "default = \"no\""
        ),
        (
            "a reading settled",
            TOPIC,
            "default = \"yes\"",
            "default = \"yes\"\nsettled = \"yes\""
        ),
        (
            "the words of an option",
            TOPIC,
            "no = \"it does not\"",
            "no = \"never\""
        ),
        (
            "a switch",
            TOPIC,
            "[reading.cavalry]",
            "[switch.deep]\ncite = \"1.3\"\nasks = \"Is the sand deep?\"\n[reading.cavalry]"
        ),
        (
            "a defect",
            TOPIC,
            "[reading.cavalry]",
            "[defect.row]\ncite = \"1.3\"\nsays = \"it is cut\"\n[reading.cavalry]"
        ),
    ]));
}

#[test]
fn an_edit_of_an_example_or_of_the_pack_becomes_an_erratum() {
    let example = "[[example]]\ncite   = \"1\"\ngiven  = { weather-dr = \"2\", haze = \"none\", dust = \"none\" }\nask    = \"weather\"\nexpect = \"mud\"\n";
    let row = "none    | any   | infantry | none | +0\n";
    assert_snapshot!(all(&[
        (
            "what an example expects",
            TOPIC,
            "expect = \"mud\"",
            "expect = \"clear\""
        ),
        (
            "what it gives",
            TOPIC,
            "weather-dr = \"2\", haze",
            "weather-dr = \"3\", haze"
        ),
        ("an example gone", TOPIC, example, ""),
        ("a row of examples gone", TOPIC, row, ""),
        (
            "a row of examples more",
            TOPIC,
            row,
            &*format!("{row}normal  | 13    | infantry | none | +1\n").leak()
        ),
        ("a law", TOPIC, "haze-drm >= 0", "haze-drm >= -1"),
        (
            "a law more",
            TOPIC,
            "[[law]]",
            "[[law]]\ncite = \"1\"\nsays = \"it snows never\"\nalways = \"weather is not mud or haze is none\"\n\n[[law]]"
        ),
        (
            "what cannot be",
            TOPIC,
            "[[law]]",
            "[[impossible]]\ncite = \"1\"\nsays = \"no haze\"\nwhen = \"haze is intense and dust is heavy\"\n\n[[law]]"
        ),
        (
            "a guide",
            TOPIC,
            "[unit]",
            "[guide]\nasked = [\"weather\"]\n\n[unit]"
        ),
        (
            "the edition",
            PACK,
            "edition  = \"first\"",
            "edition  = \"second\""
        ),
        (
            "the title of a paragraph",
            PACK,
            "\"Sand\"",
            "\"Deep sand\""
        ),
        (
            "a paragraph",
            PACK,
            "\"1.3\" = \"Sand\"",
            "\"1.3\" = \"Sand\"\n\"1.4\" = \"Salt\""
        ),
        (
            "the name of the pack",
            PACK,
            "game     = \"desert\"",
            "game     = \"desert\"\nrequires = [\"haze\"]"
        ),
        ("a comment", TOPIC, "[unit]", "# units\n[unit]"),
    ]));
}

#[test]
fn an_erratum_that_says_half_of_an_edit_is_refused() {
    let printed = printed();
    let first: Edit = ("", CHARTS, r#"title: "Weather""#, r#"title: "The Weather""#);
    let both = edited(
        &edited(&printed, first),
        ("", TOPIC, "otherwise = \"0\"", "otherwise = \"1\""),
    );
    let mut own = deeds(&printed, &both).unwrap();
    assert_eq!(own.len(), 2);
    own.pop();
    let drafted = draft(&printed, &corrected(own)).unwrap();
    assert!(gives(&drafted.sources, "new", &both).is_err());
}
