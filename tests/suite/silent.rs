//! What was taken in silence and answered wrongly, or not as written, is told.

use chartroom::answer::{Asker, Ruling};
use chartroom::diagnostic::{Code, Severity};
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;

/// A pack of this text, with a chart.
fn rulebook(text: &str, chart: &str) -> Rulebook {
    let head = "id = \"book\"\ngame = \"sample\"\n";
    Rulebook::texts([
        ("sample/book/pack.toml", format!("{head}{text}")),
        ("sample/book/10-chart.ron", format!("[{chart}]")),
    ])
}

fn found(rulebook: &Rulebook) -> Vec<(Code, Severity)> {
    let found = rulebook.diagnostics.iter();
    found.map(|found| (found.code, found.severity)).collect()
}

/// The answer where one fact has the value of an index.
fn answer(rulebook: &Rulebook, question: &str, fact: &str, index: u32) -> String {
    let model = &rulebook.games[0];
    let mut situation = Situation::new(model);
    situation.set(model.variable_names[fact], Some(index));
    match Asker::new(model)
        .ask(model.question_names[question], &mut situation)
        .0
    {
        Ruling::Value(value) => value.show(&model.words, false),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_level_beyond_the_last_value_of_a_cyclic_fact_is_the_first() {
    let months = "[fact.month]\ndomain = \"jan < feb < mar\"\ncyclic = true\n[question.next]\nanswer = \"month\"\ngives = \"month one level up\"\n[question.two-back]\nanswer = \"month\"\ngives = \"month 2 levels down\"\n[question.after-next]\nanswer = \"month\"\ngives = \"next one level up\"\n";
    let rulebook = rulebook(months, "");
    assert_eq!(found(&rulebook), []);
    assert!(rulebook.prove()[0].diagnostics.is_empty());
    assert_eq!(answer(&rulebook, "next", "month", 2), "jan");
    assert_eq!(answer(&rulebook, "two-back", "month", 0), "feb");
    assert_eq!(answer(&rulebook, "after-next", "month", 2), "feb");
}

const ROLL: &str = "[fact.roll]\ndomain = \"1..=6\"\n[question.hit]\nanswer = \"bool\"\n";

fn chart(rows: &str) -> String {
    format!("Chart(id: \"hits\", answers: \"hit\", down: \"roll\", rows: [{rows}])")
}

#[test]
fn a_row_beyond_the_domain_of_its_fact_is_an_error() {
    let rulebook = rulebook(ROLL, &chart("(\"1..6\", [\"yes\"]), (\"7\", [\"no\"])"));
    assert_eq!(found(&rulebook), [(Code::UnknownValue, Severity::Error)]);
}

#[test]
fn a_row_that_ends_beyond_the_domain_of_its_fact_is_an_error() {
    let rulebook = rulebook(ROLL, &chart("(\"1..3\", [\"yes\"]), (\"4..7\", [\"no\"])"));
    assert_eq!(found(&rulebook), [(Code::UnknownValue, Severity::Error)]);
    let open = chart("(\"1..3\", [\"yes\"]), (\">= 4\", [\"no\"])");
    let rulebook = self::rulebook(ROLL, &open);
    assert_eq!(found(&rulebook), []);
    assert_eq!(answer(&rulebook, "hit", "roll", 5), "no");
}

#[test]
fn a_modifier_is_no_bare_number() {
    let rulebook = rulebook(
        "[question.count]\nanswer = \"number\"\ngives = \"+1\"\n",
        "",
    );
    assert_eq!(found(&rulebook), [(Code::UnitMismatch, Severity::Error)]);
}

#[test]
fn a_process_that_includes_itself_is_an_error() {
    let process = "[fact.dust]\ndomain = \"none < light\"\n[process.drift]\nincludes = [\"drift\"]\nstart = [\"dust\"]\nturn = []\nstate = [\"dust\"]\n[[process.drift.step]]\nsets = \"dust\"\ngives = \"was (dust) one level up\"\n";
    assert_eq!(
        found(&rulebook(process, "")),
        [(Code::Cycle, Severity::Error)]
    );
}

#[test]
fn a_question_is_asked_by_its_alias() {
    let rulebook = rulebook(
        "[fact.roll]\ndomain = \"1..=6\"\n[question.hit]\nalias = [\"strike\"]\nanswer = \"bool\"\ngives = \"roll > 3\"\n",
        "",
    );
    assert_eq!(answer(&rulebook, "strike", "roll", 5), "yes");
    assert_eq!(rulebook.find("strike").len(), 1);
}
