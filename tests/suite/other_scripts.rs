//! Packs in other languages than English: values, units and titles in letters of every script.

use crate::common;
use common::Ran;
use tempfile::TempDir;

const HEAD: &str = "id = \"p\"\ngame = \"g\"\ntitle = \"P\"\nparagraphs = { \"1\" = \"One\" }\n";

/// A pack whose values are written in three scripts.
const RULES: &str = r#"
[unit."гексы"]
one = "гекс"

[fact]
weather  = { domain = "ясно | дождь | снег", title = "погода" }
road     = { domain = "massig | mäßig | bewölkt", title = "Straßenzustand" }
terrain  = { domain = "平地 | 森 | 雨林", title = "射撃結果表の地形", usually = "平地" }
distance = { domain = "0..=20", unit = "гексы", title = "расстояние" }

[question.cost]
cite = "1"
asks = "What does it cost?"
answer = "number"
rules = """
when                              | gives
weather is ясно                   | 1
weather in {дождь, снег}          | 2
"""

[question.far]
cite = "1"
asks = "How far is it?"
answer = "number"
gives = "(+1 per 6 гексы of distance FRD) as number if terrain is not 森, else 0"

[question.passable]
cite = "1"
asks = "Can it pass?"
answer = "any"
when = "road is mäßig or road is 'bewölkt'"
"#;

const CHART: &str = r#"
Chart(
    id: "track", title: "Track", cite: "1",
    answers: "track-cost", down: "terrain", across: "road",
    columns: ["massig", "mäßig", "bewölkt"],
    rows: [("平地", ["1", "2", "3"]), ("森, 雨林", ["4", "5", "6"])],
)
"#;

fn place() -> TempDir {
    let question =
        "[question.track-cost]\ncite = \"1\"\nasks = \"What is it?\"\nanswer = \"number\"\n";
    let rules = format!("{HEAD}{RULES}{question}");
    common::folder([
        ("g/p/pack.toml", rules),
        ("g/p/track.ron", CHART.to_owned()),
    ])
}

fn ran(place: &TempDir, words: &[&str]) -> Ran {
    common::chartroom_in(place.path(), &[words, &["--rules", "g"]].concat())
}

#[test]
fn values_and_units_of_every_script_stand_without_quotes() {
    let place = place();
    let checked = ran(&place, &["check"]);
    assert_eq!(
        (checked.code, checked.error.as_str()),
        (0, ""),
        "{}",
        checked.both()
    );
    for (words, answer) in [
        (["ask", "cost", "weather=дождь"].as_slice(), "Cost: 2"),
        (&["ask", "far", "distance=13"], "Far: 2"),
        (&["ask", "far", "13гексы"], "Far: 2"),
        (&["ask", "far", "１３ гекс"], "Far: 2"),
        (&["ask", "far", "distance=１３"], "Far: 2"),
        (&["ask", "passable", "road=mäßig"], "Passable: Yes"),
        (
            &["ask", "track-cost", "terrain=森", "road=MÄSSIG"],
            "Track cost: 5",
        ),
        (
            &["ask", "track-cost", "terrain=森", "road=bewoelkt"],
            "Track cost: 6",
        ),
    ] {
        let told = ran(&place, words);
        assert!(told.out.contains(answer), "{words:?}: {}", told.both());
    }
}

#[test]
fn an_erratum_and_a_sheet_name_values_of_every_script() {
    let place = place();
    let new = [
        "erratum",
        "new",
        "--id",
        "rain",
        "--source",
        "X",
        "--date",
        "2026-01-01",
        "--at",
        "p/track-cost['森, 雨林', mäßig]",
        "--becomes",
        "9",
    ];
    let written = ran(&place, &new);
    assert_eq!(written.code, 0, "{}", written.both());
    let told = ran(&place, &["ask", "track-cost", "terrain=雨林", "road=mäßig"]);
    assert!(told.out.contains("Track cost: 9"), "{}", told.both());

    let sheet = "地形,massig,mäßig,bewölkt\n平地,1,1,2\n森,2,2,3\n雨林,4,4,4\n";
    std::fs::write(place.path().join("sheet.csv"), sheet).unwrap();
    std::fs::remove_file(place.path().join("g/p/track.ron")).unwrap();
    let import = [
        "import",
        "sheet.csv",
        "--answers",
        "track-cost",
        "--down",
        "terrain",
        "--across",
        "road",
        "--cite",
        "1",
        "--out",
        "g/p/sheet.ron",
    ];
    let imported = ran(&place, &import);
    assert_eq!(imported.code, 0, "{}", imported.both());
    let told = ran(
        &place,
        &[
            "ask",
            "track-cost",
            "terrain=雨林",
            "road=mäßig",
            "--errata",
            "none",
        ],
    );
    assert!(told.out.contains("Track cost: 4"), "{}", told.both());
    std::fs::write(place.path().join("old.csv"), b"a,M\xe4\xdfig\n1,2\n").unwrap();
    let refused = ran(&place, &["import", "old.csv"]);
    assert!(
        refused.error.contains("it is not UTF-8 text at byte 3"),
        "{}",
        refused.both()
    );
}

#[test]
fn words_without_spaces_are_found_within_others_and_names_are_spelt_for_a_keyboard() {
    let place = place();
    let found = ran(&place, &["find", "結果表"]);
    assert!(found.out.starts_with("terrain  fact"), "{}", found.both());
    let pack = format!("{HEAD}[fact.größe]\ndomain = \"bool\"\n").replace("größe", "\"größe\"");
    let place = common::folder([("g/p/pack.toml", pack)]);
    let checked = ran(&place, &["check"]);
    assert!(checked.error.contains("`groesse`"), "{}", checked.both());
}
