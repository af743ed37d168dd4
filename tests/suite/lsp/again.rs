//! Only what depends on an edit is proved again.

use super::editor::{CHART as CHART_TEXT, PACK, TOPIC as TOPIC_TEXT};
use super::{CHART, TOPIC};
use chartroom::check::{Findings, Imprints, Memory, prove_while};
use chartroom::rulebook::Rulebook;

/// What is found of a rulebook where some of it is known, and all that is found by itself.
fn proved(topic: &str, chart: &str, known: &Findings) -> (Findings, Vec<String>) {
    let book = Rulebook::texts([("haze/pack.toml", PACK), (TOPIC, topic), (CHART, chart)]);
    assert!(!book.has_errors(), "{:?}", book.diagnostics);
    let model = &book.games[0];
    let memory = Memory::new(Imprints::of(model), known);
    let proof = prove_while(model, Some(&memory), &|| true);
    let whole = prove_while(model, None, &|| true);
    assert_eq!(proof.diagnostics, whole.diagnostics);
    let told = proof.diagnostics.iter().map(|found| found.message.clone());
    (memory.into_found(), told.collect())
}

/// How many things are proved again, of how many, after an edit; and what is found then.
fn again(topic: (&str, &str), chart: (&str, &str)) -> String {
    let (known, _) = proved(TOPIC_TEXT, CHART_TEXT, &Findings::default());
    let topic = TOPIC_TEXT.replacen(topic.0, topic.1, 1);
    let chart = CHART_TEXT.replacen(chart.0, chart.1, 1);
    let (now, told) = proved(&topic, &chart, &known);
    let new = now.keys().filter(|imprint| !known.contains_key(imprint));
    format!("{} of {}: {}", new.count(), now.len(), told.join("; "))
}

#[test]
fn only_what_depends_on_an_edit_is_proved_again() {
    let nothing = ("", "");
    // A comment and a blank mean nothing; nor does a fact that nothing looks at.
    assert_eq!(again(("[unit]", "# a note\n[unit]"), nothing), "0 of 6: ");
    assert_eq!(again(nothing, ("rows: [", "rows:  [")), "0 of 6: ");
    let fact = "[fact]\nodd = { domain = \"bool\" }";
    assert_eq!(again(("[fact]", fact), nothing), "0 of 6: ");
    // A cell: its question and the two examples of it, of which one holds no longer.
    assert_eq!(
        again(nothing, (r#"["mud", "mud"]"#, r#"["clear", "mud"]"#)),
        "3 of 6: `weather` gives clear, not mud"
    );
    // A value more of the fact that both questions take.
    assert_eq!(
        again(
            (
                "none < normal < intense",
                "none < slight < normal < intense"
            ),
            ("normal..intense", "slight..intense"),
        ),
        "6 of 6: "
    );
    // What an example gives: that example.
    assert_eq!(
        again(("| 13 ", "| 12 "), nothing),
        "1 of 6: `haze-drm` gives +1, not +2"
    );
}
