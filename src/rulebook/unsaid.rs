//! Doubts of an answer by what words say of facts and it takes otherwise.

use super::denied::nothing;
use super::doubt::says_something;
use crate::answer::{Answer, Asker, Change, Ruling, TakenFact, Taking};
use crate::model::{Model, QuestionId, VariableId};
use crate::search::{Asked, Stems, words_of};
use crate::value::DomainKind;
use itertools::Itertools;

/// How words begin that say that something may not be, and words that ask whether it may.
const FORBIDDING: [&str; 4] = ["forbid", "deny", "deni", "prevent"];
const ALLOWING: [&str; 12] = [
    "able",
    "allowed",
    "can",
    "could",
    "legal",
    "may",
    "might",
    "ok",
    "okay",
    "permitted",
    "possible",
    "still",
];

/// What a player says.
#[derive(Default, Clone, Copy)]
pub struct Spoken<'w> {
    pub words: &'w str,
    /// The words from which nothing came.
    pub idle: &'w [String],
}

/// The first doubt of an answer by the words that led to it, where some did: `told` are the facts that they tell.
pub fn doubt(
    asker: &mut Asker<'_>,
    (answer, changes): (&Answer<'_>, &[Change]),
    told: &[VariableId],
    Spoken { words, idle }: Spoken<'_>,
) -> Option<String> {
    let doubt = unsaid(answer, changes, words)
        .or_else(|| besides(answer, changes, idle))
        .or_else(|| unheard(answer, changes, words))
        .or_else(|| for_nothing(asker, answer, told, words))?;
    Some(format!("perhaps not what you ask: {doubt}"))
}

/// What a question asks, where its yes is a no to what the words ask: whether something may be, of what forbids it.
#[must_use]
pub fn asks_contrary<'m>(model: &'m Model, question: QuestionId, words: &str) -> Option<&'m str> {
    let question = &model.questions[question];
    let (named, said) = (words_of(&question.name), words_of(words));
    let forbids = |word: &String| FORBIDDING.iter().any(|begins| word.starts_with(begins));
    let is_contrary = named.iter().any(forbids) && !said.iter().any(forbids);
    let allows = |word: &String| ALLOWING.contains(&word.as_str());
    (is_contrary && said.iter().any(allows)).then_some(question.asks.as_str())
}

/// Where words speak of a fact without telling it, it was taken as usual to be nothing, and that matters.
fn unsaid(answer: &Answer<'_>, changes: &[Change], words: &str) -> Option<String> {
    let (model, stems) = (answer.model, Stems::default());
    let said = stems_of(&stems, words);
    let is_said = |text: &str| {
        stems_of(&stems, text)
            .iter()
            .all(|stem| said.contains(stem))
    };
    let mut taken = taken_as_nothing(answer, changes);
    let unsaid = taken.find(|own| {
        let kind = &model.variables[own.fact].domain.kind;
        matches!(kind, DomainKind::Words { .. }) && is_said(&model.title_of(own.fact))
    })?;
    let fact = &model.variables[unsaid.fact];
    let values = (0..fact.domain.size()).filter(|index| *index != unsaid.index);
    let mut values = values.map(|index| model.show_index(unsaid.fact, index));
    let values = values.join(" | ");
    Some(taken_so(
        model,
        unsaid,
        &format!("say which: {}={values}", fact.name),
    ))
}

/// Where a word from which nothing came names a fact that was taken as usual to be nothing, and that matters.
fn besides(answer: &Answer<'_>, changes: &[Change], idle: &[String]) -> Option<String> {
    let (model, stems) = (answer.model, Stems::default());
    let idle = idle.iter().filter(|word| says_something(word));
    let idle: Vec<String> = idle.map(|word| stems.of(word)).collect();
    let is_named = |fact: VariableId| {
        let names = [model.title_of(fact), model.variables[fact].name.clone()];
        let mut words = names.iter().flat_map(|name| words_of(name));
        words.any(|word| says_something(&word) && idle.contains(&stems.of(&word)))
    };
    let besides = taken_as_nothing(answer, changes).find(|own| is_named(own.fact))?;
    let name = &model.variables[besides.fact].name;
    Some(taken_so(model, besides, &format!("else say {name}=")))
}

/// Where words say a value of a fact without telling it, another was taken as usual, and that matters: `bogs in sand` may be what
/// is asked, and no sand told.
fn unheard(answer: &Answer<'_>, changes: &[Change], words: &str) -> Option<String> {
    let (model, said) = (answer.model, words_of(words));
    let value = |fact: VariableId, index| model.show_index(fact, index);
    let asked = words_of(&model.questions[answer.question].name);
    let is_named = |fact: VariableId, index: u32| {
        let names = [value(fact, index), model.label_of(fact, index)];
        let is_in = |own: &[String]| said.windows(own.len().max(1)).any(|words| words == own);
        // Who asks for mist tells no mist.
        let is_asked = |own: &[String]| asked.iter().all(|word| own.contains(word));
        let mut names = names.iter().map(|name| words_of(name));
        names.any(|own| {
            is_in(&own) && !is_asked(&own) && own.iter().any(|word| says_something(word))
        })
    };
    // The words of what is told say that: `open ground` is no Ground Snow.
    let facts = model.facts().map(|(fact, _)| fact);
    let given = facts.filter_map(|fact| Some((fact, answer.given.situation.get(fact)?)));
    let given = given.flat_map(|(fact, index)| [value(fact, index), model.title_of(fact)]);
    let told: Vec<String> = given.flat_map(|text| words_of(&text)).collect();
    let is_told = |value: &str| words_of(value).iter().all(|word| told.contains(word));
    // Where more has to be told, it is known which facts matter, and not by which of their values.
    let may_matter = match &answer.ruling {
        Ruling::Needs(needs) => needs.changed_by.as_slice(),
        _ => &[],
    };
    let may_matter = may_matter.iter().flat_map(|fact| {
        let values = 0..model.variables[*fact].domain.size();
        values.map(|index| (*fact, index))
    });
    let matter = changes.iter().map(|change| (change.fact, change.index));
    matter.chain(may_matter).find_map(|(fact, index)| {
        let kind = &model.variables[fact].domain.kind;
        let taken = answer.taken.iter().find(|own| own.fact == fact)?;
        let own = value(fact, index);
        let is_unheard = matches!(kind, DomainKind::Words { .. })
            && taken.index != index
            && is_named(fact, index)
            && !is_told(&own);
        let name = &model.variables[fact].name;
        is_unheard.then(|| taken_so(model, taken, &format!("else say {name}={own}")))
    })
}

/// Where words that do not ask whether something is so tell facts, and nothing that they tell matters.
fn for_nothing(
    asker: &mut Asker<'_>,
    answer: &Answer<'_>,
    told: &[VariableId],
    words: &str,
) -> Option<String> {
    let model = answer.model;
    let is_number = |fact: &VariableId| {
        let domain = &model.variables[*fact].domain;
        matches!(domain.kind, DomainKind::Numbers { .. })
    };
    let is_said = told.iter().any(|fact| !is_number(fact));
    // Who asks whether something is so, and says what, asks this.
    let stems = Stems::default();
    let (said, name) = (
        stems_of(&stems, words),
        words_of(&model.questions[answer.question].name),
    );
    let name = name.iter().filter(|word| says_something(word));
    let (own, others): (Vec<&String>, Vec<_>) =
        name.partition(|word| said.contains(&stems.of(word)));
    let is_named = !own.is_empty() && own.len() >= others.len();
    let is_asked = Asked::of(words).asks_whether() && is_named;
    if words.is_empty() || !is_said || told.len() < Taking::MANY || is_asked {
        return None;
    }
    answer.rests_on_none(asker, told).then(|| {
        let titles = told.iter().map(|fact| model.title_of(*fact));
        format!(
            "nothing told changes this answer by itself ({})",
            titles.collect_vec().join(", ")
        )
    })
}

/// What was taken as usual to be nothing, of which another value matters.
fn taken_as_nothing<'a>(
    answer: &'a Answer<'_>,
    changes: &'a [Change],
) -> impl Iterator<Item = &'a TakenFact> {
    let model = answer.model;
    let assumed = answer.taken.iter().filter(|own| own.is_assumed(model));
    assumed.filter(|own| {
        let matters = changes.iter().any(|change| change.fact == own.fact);
        matters && nothing(model, own.fact) == Some(own.index)
    })
}

fn taken_so(model: &Model, taken: &TakenFact, else_say: &str) -> String {
    let value = model.label_of(taken.fact, taken.index);
    format!(
        "{} is taken as {value}; {else_say}",
        model.title_of(taken.fact)
    )
}

fn stems_of(stems: &Stems, text: &str) -> Vec<String> {
    words_of(text).iter().map(|word| stems.of(word)).collect()
}
