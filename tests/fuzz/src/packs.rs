//! Whole sound packs: the plain evaluator, the diagrams, the difference, tables, answers with their reasons, and odds agree.

use crate::exact::{agree_everywhere, is_exact};
use crate::random_pack;
use chartroom::analysis::{diff, table};
use chartroom::diagram::Compiler;
use chartroom::model::{Model, VariableId};
use chartroom::rulebook::Rulebook;

/// A pack made of the bytes, and the same pack with a few of its decisions taken otherwise.
pub fn sound(data: &[u8]) {
    let tweaks = data.first_chunk().map(|[count, at, by, other, more]| {
        let all = [(usize::from(*at), *by), (usize::from(*other), *more)];
        all.into_iter().take(usize::from(count % 3)).collect()
    });
    let tweaks: Vec<(usize, u8)> = tweaks.unwrap_or_default();
    let decisions = data.get(5..).unwrap_or_default();
    let texts = [&[][..], &tweaks].map(|tweaks| random_pack::pack(decisions, tweaks));
    let [old, new] = texts.each_ref().map(|text| {
        let book = Rulebook::texts([("sample/pack.toml", text.as_str())]);
        assert!(!book.has_errors(), "{text}\n{:?}", book.diagnostics);
        book
    });
    let [before, after] = [&old, &new].map(|book| book.games.first().expect("a game"));
    agree_everywhere(before, (300, 30));
    let diff = diff::diff(before, after, usize::MAX);
    assert!(diff.uncompared.is_empty());
    assert!(texts[0] != texts[1] || diff.is_empty());
    is_exact(before, after, &diff);
    assert_eq!(old.prove().len(), 1);
    tables(before);
    answers(&old, before, decisions);
}

/// The rows of a table hold each situation once.
fn tables(model: &Model) {
    let mut compiler = Compiler::new(model);
    for id in model.questions.ids() {
        let table = table::table(&mut compiler, id, &|_| None, usize::MAX).expect("small enough");
        let held: u128 = table.rows.iter().map(|row| row.situations).sum();
        assert_eq!((held, table.left_out), (table.situations, 0));
    }
}

/// What is answered where all facts are told is what is answered where they are told in another way, reasons and all.
fn answers(book: &Rulebook, model: &Model, decisions: &[u8]) {
    for (place, question) in model.questions.iter().enumerate() {
        let value = |(number, fact): (usize, &VariableId)| {
            let size = model.variables[*fact].domain.size();
            let index = decisions.get(place + number).copied().unwrap_or(0);
            model.show_index(*fact, u32::from(index) % size)
        };
        let names = question.from.iter().map(|fact| model.variable_name(*fact));
        let values = question.from.iter().enumerate().map(value);
        let told: Vec<(&str, String)> = names.zip(values).collect();
        let all = book.ask(&question.name).facts(told.clone());
        let all = all.expect("its facts").answer().expect("an answer");
        assert_eq!(all.needs().count(), 0, "{}: {told:?}", question.name);
        let _ = (all.reasons(), all.parts().count(), all.would_change().len());
        let less = book.ask(&question.name).facts(told.into_iter().skip(1));
        let less = less.expect("its facts").answer().expect("an answer");
        // A value for which a question is not asked is no part of what is still possible where nobody tells the fact.
        if less.needs().count() == 0 && all.to_string() != "not asked" {
            assert_eq!(less.to_string(), all.to_string());
        }
        let odds = book.ask(&question.name).odds();
        for chance in odds.iter().flat_map(|odds| odds.chances()) {
            let _ = (chance.fraction(), chance.percent());
        }
    }
}
