//! Any pack can add values to a fact's domain: words at their place, numbers to the union.

use chartroom::diagnostic::{Code, Severity};
use chartroom::pack::ErrataSet;
use chartroom::pack::overlay::fold;
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;

const BASE: &str = r#"
id = "base"
game = "sample"
[fact.region]
domain = "north-africa | elsewhere"
[fact.ec]
domain = "mud < wet < dry"
[fact.range]
domain = "0..=12"
[fact.month]
domain = "jan < feb"
cyclic = true
[question.sandy]
answer = "bool"
gives = "region is north-africa"
[question.driest]
answer = "ec"
gives = "ec one level up"
[question.on-the-map]
answer = "bool"
gives = "region in {north-africa, elsewhere}"
[[example]]
given = { region = "any" }
ask = "on-the-map"
expect = "yes"
[[example]]
given = { ec = "dry" }
ask = "driest"
expect = "dry"
[[law]]
cite = "1"
says = "never wetter"
always = "driest is at least ec"
"#;

/// The errata of two packs beside the base, each with these changes.
fn rulebook(first: &str, second: &str) -> Rulebook {
    Rulebook::from_sources(sources(first, second), &ErrataSet::All)
}

fn sources(first: &str, second: &str) -> Sources {
    let mut texts = vec![("sample/base/pack.toml".to_owned(), BASE.to_owned())];
    for (name, changes) in [("first", first), ("second", second)] {
        let head = format!("id = \"{name}\"\ngame = \"sample\"\nrequires = [\"base\"]\n");
        texts.push((format!("sample/{name}/pack.toml"), head));
        if !changes.is_empty() {
            let erratum = format!(
                "[erratum.{name}]\nsource = \"a sheet\"\ndate = 2024-05-31\nstatus = \"official\"\nsays = \"more\"\n[[erratum.{name}.change]]\n{changes}\n"
            );
            texts.push((format!("sample/{name}/errata/sheet.toml"), erratum));
        }
    }
    Sources::from_texts(texts)
}

fn domain(rulebook: &Rulebook, fact: &str) -> String {
    let model = &rulebook.games[0];
    let id = model.variable_names[fact];
    model.variables[id].domain.show(&model.words)
}

/// What is wrong with a rulebook; notes are not.
fn wrong(rulebook: &Rulebook) -> Vec<Code> {
    let proofs = rulebook.prove();
    let found = rulebook
        .diagnostics
        .iter()
        .chain(proofs.iter().flat_map(|proof| &proof.diagnostics));
    found
        .filter(|found| found.severity > Severity::Note)
        .map(|found| found.code)
        .collect()
}

#[test]
fn two_packs_each_add_a_kind() {
    let add = |value: &str| format!("at = \"base/fact:region.domain\"\nadd = \"{value}\"");
    let rulebook = rulebook(&add("japan"), &add("burma"));
    assert_eq!(wrong(&rulebook), []);
    let domain = domain(&rulebook, "region");
    assert!(
        domain.contains("| japan") && domain.contains("| burma"),
        "{domain}"
    );
}

#[test]
fn a_set_grows_by_the_words_that_each_pack_adds() {
    let sources = |add: &str| {
        let effects = "[fact.effects]\ndomain = \"set of rain | wind\"\n[question.calm]\nanswer = \"bool\"\ngives = \"effects includes rain\"\n";
        let mut texts = vec![(
            "sample/base/pack.toml".to_owned(),
            format!("id = \"base\"\ngame = \"sample\"\n{effects}"),
        )];
        for (name, word) in [("first", "fog"), ("second", "frost")] {
            let head = format!("id = \"{name}\"\ngame = \"sample\"\nrequires = [\"base\"]\n");
            let erratum = format!(
                "[erratum.{name}]\nsource = \"a sheet\"\ndate = 2024-05-31\nstatus = \"official\"\nsays = \"more\"\n\
                 [[erratum.{name}.change]]\nat = \"base/fact:effects.domain\"\nadd = \"{word}{add}\"\n"
            );
            texts.push((format!("sample/{name}/pack.toml"), head));
            texts.push((format!("sample/{name}/errata/sheet.toml"), erratum));
        }
        Sources::from_texts(texts)
    };
    let rulebook = Rulebook::from_sources(sources(""), &ErrataSet::All);
    assert_eq!(wrong(&rulebook), []);
    assert_eq!(
        domain(&rulebook, "effects"),
        "set of rain | wind | frost | fog"
    );
}

#[test]
fn a_value_of_an_order_stands_where_it_is_said_to_and_answers_follow() {
    let moist = "after = \"base/fact:ec.domain[wet]\"\nadd = \"moist\"";
    let driest = "at = \"base/fact:ec.domain\"\nadd = \"very-dry\"";
    let rulebook = rulebook(moist, driest);
    assert_eq!(
        domain(&rulebook, "ec"),
        "mud < wet < moist < dry < very-dry"
    );
    assert_eq!(
        wrong(&rulebook),
        [Code::ExampleFails],
        "the example says where the scale ended"
    );
}

#[test]
fn two_values_at_one_place_of_an_order_are_a_conflict() {
    let add = |value: &str| format!("after = \"base/fact:ec.domain[wet]\"\nadd = \"{value}\"");
    assert_eq!(
        wrong(&rulebook(&add("damp"), &add("moist"))),
        [Code::ErratumConflict]
    );
}

#[test]
fn numbers_widen_to_the_union() {
    let add = |range: &str| format!("at = \"base/fact:range.domain\"\nadd = \"{range}\"");
    let rulebook = rulebook(&add("0..=20"), &add("10..=16"));
    assert_eq!(domain(&rulebook, "range"), "0..=20");
    assert_eq!(wrong(&rulebook), []);
}

#[test]
fn a_cyclic_fact_does_not_grow_and_nothing_is_added_twice() {
    let month = "at = \"base/fact:month.domain\"\nadd = \"mar\"";
    let twice = "at = \"base/fact:region.domain\"\nadd = \"elsewhere\"";
    assert_eq!(
        wrong(&rulebook(month, twice)),
        [Code::BrokenErratum, Code::BrokenErratum]
    );
}

#[test]
fn any_in_an_example_holds_the_values_that_its_pack_knows() {
    let add = "at = \"base/fact:region.domain\"\nadd = \"japan\"";
    let rulebook = rulebook(add, "");
    let model = &rulebook.games[0];
    assert_eq!(model.added.values().map(Vec::len).sum::<usize>(), 1);
    assert_eq!(wrong(&rulebook), []);
}

#[test]
fn a_rule_for_an_added_value_breaks_no_example_that_does_not_know_it() {
    let base = r#"
id = "base"
game = "sample"
[fact]
region = { domain = "europe | africa" }
far = { domain = "bool" }
[question.seen]
cite = "1"
asks = "Is it seen?"
answer = "bool"
gives = "not far"
examples = """
far | =
yes | no
no  | yes
"""
"#;
    let with = |when: &str| {
        let more = format!(
            "id = \"more\"\ngame = \"sample\"\nrequires = [\"base\"]\nover = [{{ pack = \"base\", cite = \"2\" }}]\n\
             [erratum.japan]\nsource = \"a sheet\"\nstatus = \"official\"\nsays = \"more\"\n\
             change = [{{ at = \"base/fact:region.domain\", add = \"japan\" }}]\n\
             [[rule]]\nanswers = \"seen\"\ncite = \"2\"\nwhen = \"{when}\"\ngives = \"far\"\n"
        );
        wrong(&Rulebook::texts([
            ("sample/base/pack.toml", base),
            ("sample/more/pack.toml", &more),
        ]))
    };
    assert_eq!(with("region is japan"), []);
    // What it says of a value that the example knows is another matter.
    assert_eq!(with("region is africa"), [Code::ExampleIncomplete; 2]);
}

#[test]
fn questions_that_take_an_added_value_as_others_are_noted() {
    let rulebook = rulebook("at = \"base/fact:region.domain\"\nadd = \"japan\"", "");
    let [note] = rulebook.diagnostics.as_slice() else {
        panic!("{:?}", rulebook.diagnostics)
    };
    assert_eq!(
        (note.code, note.severity),
        (Code::ValueTaken, Severity::Note)
    );
    assert!(note.message.starts_with("2 questions"), "{}", note.message);
    assert_eq!(note.help[0].to_string(), "sandy, on-the-map");
}

#[test]
fn an_added_value_is_folded_in() {
    let add = "before = \"base/fact:ec.domain[dry]\"\nadd = \"moist\"";
    let folded = fold(&sources(add, ""), &["first"]).unwrap();
    let texts: Vec<&str> = folded
        .changed
        .iter()
        .map(|file| folded.sources.text(*file))
        .collect();
    assert!(
        texts
            .iter()
            .any(|text| text.contains("\"mud < wet < moist < dry\"")),
        "{texts:?}"
    );
}
