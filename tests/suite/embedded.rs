//! The rulebook in the program: it has no finding, and without its examples and laws it answers the same.

use chartroom::diagnostic::Diagnostic;
use chartroom::render::diagnostic::human;
use chartroom::rulebook::Rulebook;

#[test]
fn the_shipped_rulebook_has_no_finding() {
    let rulebook = Rulebook::embedded();
    let proofs = rulebook.prove();
    let found: Vec<Diagnostic> = rulebook
        .diagnostics
        .iter()
        .cloned()
        .chain(proofs.into_iter().flat_map(|proof| proof.diagnostics))
        .collect();
    assert!(
        found.is_empty(),
        "{}",
        human(&found, &rulebook.sources, 80, false)
    );
}

#[test]
fn what_is_loaded_for_answers_is_the_whole_rulebook_but_for_its_trials() {
    let (whole, short) = (Rulebook::embedded(), Rulebook::embedded_for_answers());
    assert!(
        short.diagnostics.is_empty(),
        "{}",
        human(&short.diagnostics, &short.sources, 80, false)
    );
    for (whole_model, short_model) in whole.games.iter().zip(&short.games) {
        let names = |model: &chartroom::model::Model| {
            let questions: Vec<(String, usize)> = model
                .questions
                .iter()
                .map(|question| (question.name.clone(), question.rules.len()))
                .collect();
            (
                questions,
                model.rules.len(),
                model.processes.len(),
                model.charts.len(),
                model.gaps.len(),
            )
        };
        assert_eq!(names(whole_model), names(short_model));
        for (whole_rule, short_rule) in whole_model.rules.iter().zip(&short_model.rules) {
            let place = |rulebook: &Rulebook, span: chartroom::source::Span| {
                (
                    rulebook.sources.path(span.file).to_owned(),
                    rulebook.sources.position(span),
                )
            };
            assert_eq!(
                place(&whole, whole_rule.span),
                place(&short, short_rule.span)
            );
            assert_eq!(
                whole.sources.slice(whole_rule.span).trim_end(),
                short.sources.slice(short_rule.span).trim_end()
            );
        }
        assert!(short_model.examples.is_empty() && short_model.laws.is_empty());
    }
}
