//! What a game holds, except its rules.

use super::{Entry, Holdings, text_or_null};
use crate::analysis::example::in_words;
use crate::answer::Evaluator;
use crate::model::{Expr, Model, Outcome, PackId, Question, Role, Rule, VariableId};
use crate::value::{Domain, DomainKind};
use serde_json::{Map, Value, json};

pub fn paragraphs(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let packs = model.packs.enumerated();
    let paragraphs = packs.flat_map(|(id, pack)| {
        let numbered = pack.paragraphs.iter().zip(&pack.paragraph_spans);
        numbered.map(move |((number, title), span)| {
            let mut reasons = pack.nothing_to_compute.iter();
            let reason = reasons.find(|(paragraph, _)| paragraph == number);
            let reason = reason.map(|(_, reason)| reason.as_str());
            let own = json!({ "name": number, "title": title, "nothing-to-compute": reason });
            let entry = Entry::of(model, id, own).at(holdings.sources, *span);
            entry.saying("nothing to compute", reason.unwrap_or_default())
        })
    });
    paragraphs.collect()
}

pub fn facts(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let facts = model.facts().map(|(id, fact)| {
        let domain = fact.domain.show(&model.words);
        let groups = fact.groups.iter().map(|(name, values)| {
            let values = values.iter().map(|value| value.show(&model.words, false));
            (name.clone(), values.collect())
        });
        let words = fact.comparatives.iter().map(|(word, below)| {
            let side = if *below { "below" } else { "above" };
            (word.clone(), side.into())
        });
        let labels = model.guide.labels_of(id).into_iter();
        let labels = labels.map(|(index, label)| (model.show_index(id, index), label.into()));
        let own = json!({
            "name": fact.name,
            "title": model.title_of(id),
            "alias": fact.alias,
            "domain": domain,
            "type": type_of(&fact.domain),
            "values": values(model, &fact.domain),
            "cyclic": matches!(fact.domain.kind, DomainKind::Words { cyclic: true, .. }),
            "unit": fact.unit.map(|unit| model.units.name(unit)),
            "means": fact.means,
            "labels": labels.collect::<Map<_, _>>(),
            "groups": groups.collect::<Map<_, _>>(),
            "words": words.collect::<Map<_, _>>(),
            "found-by": model.question_names.get_key_value(&fact.name).map(|(name, _)| name),
        });
        let entry = Entry::of(model, fact.pack, own).at(holdings.sources, fact.span);
        entry.saying("values", domain)
    });
    facts.collect()
}

const fn type_of(domain: &Domain) -> &'static str {
    match &domain.kind {
        DomainKind::Bool => "yes-or-no",
        DomainKind::Numbers { .. } | DomainKind::Listed(_) => "number",
        DomainKind::Words { ordered: true, .. } => "scale",
        DomainKind::Words { .. } => "word",
        DomainKind::Sets(_) => "set",
        DomainKind::Text(_) => "text",
    }
}

/// The words of a domain; of numbers, their ends and step; of free text, those that rules name.
fn values(model: &Model, domain: &Domain) -> Value {
    match &domain.kind {
        DomainKind::Bool => json!(["no", "yes"]),
        DomainKind::Numbers { step, count, .. } => {
            let end = |index| domain.value(index).show(&model.words, false);
            json!({ "low": end(0), "high": end(count.saturating_sub(1)), "step": step.to_string() })
        }
        DomainKind::Listed(numbers) => numbers.iter().map(ToString::to_string).collect(),
        _ => {
            let words = domain.words().iter();
            words.map(|word| model.words.text(*word)).collect()
        }
    }
}

pub fn readings(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let readings = model.variables.enumerated().filter_map(|(id, variable)| {
        let (Some(reading), Role::Reading(default)) = (&variable.reading, variable.role) else {
            return None;
        };
        let options = (0..).zip(&reading.options);
        let options = options.map(|(index, says)| (model.show_index(id, index), json!(says)));
        let own = json!({
            "name": variable.name,
            "cite": reading.cite,
            "asks": reading.asks,
            "options": options.collect::<Map<_, _>>(),
            "default": model.show_index(id, default),
            "because": text_or_null(&reading.because),
            "used-by": used_by(model, id),
        });
        Some(Entry::of(model, variable.pack, own).at(holdings.sources, variable.span))
    });
    readings.collect()
}

/// The questions and processes whose rules ask for a reading.
fn used_by(model: &Model, id: VariableId) -> Vec<&str> {
    let names_it = |rule: &&Rule| {
        let mut named = rule.exprs().into_iter().flat_map(Expr::variables);
        named.any(|fact| fact == id)
    };
    let using = model.rules.iter().filter(names_it).map(|rule| {
        let question = &model.questions[rule.question];
        let process = question.process.map(|process| &model.processes[process]);
        process.map_or(question.name.as_str(), |process| process.name.as_str())
    });
    let mut names: Vec<&str> = using.collect();
    names.sort_unstable();
    names.dedup();
    names
}

pub fn questions(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let words = Evaluator::with_texts(model, holdings.sources);
    let questions = model.questions.enumerated();
    let asked = questions.filter(|(_, question)| question.process.is_none());
    let asked = asked.map(|(id, question)| {
        let charts = model.charts.iter();
        let charts = charts.filter(|chart| chart.answers.contains(&id));
        let charts: Vec<&str> = charts.map(|chart| chart.id.as_str()).collect();
        let otherwise = question.otherwise.as_ref();
        let own = json!({
            "name": question.name,
            "title": model.title_of_question(id),
            "alias": question.alias,
            "cite": question.cite,
            "asks": question.asks,
            "from": variable_names(model, &question.from),
            "only": only(model, question),
            "answer": question.answer_text,
            "combine": question.combine.name(),
            "otherwise": otherwise.map(|otherwise| words.words(&otherwise.gives)),
            "otherwise-cite": otherwise.map(|otherwise| &otherwise.cite),
            "finds": question.finds.map(|fact| model.variable_name(fact)),
            "rules": question.rules.len(),
            "charts": charts,
            "gaps": lost(model, question),
            "note": text_or_null(&question.note),
        });
        Entry::of(model, question.pack, own).at(holdings.sources, question.span)
    });
    asked.collect()
}

/// The values that the question is limited to, by fact.
fn only(model: &Model, question: &Question) -> Map<String, Value> {
    let only = question.only.iter().map(|(fact, asked)| {
        let values = (0..).zip(asked.iter()).filter(|(_, asked)| **asked);
        let values = values.map(|(index, _)| model.show_index(*fact, index));
        (model.variable_name(*fact).to_owned(), values.collect())
    });
    only.collect()
}

fn lost<'m>(model: &'m Model, question: &Question) -> Vec<&'m str> {
    let outcomes = question.rules.iter().map(|id| &model.rules[*id].outcome);
    let lost = outcomes.filter_map(|outcome| match outcome {
        Outcome::Gap(gap) => Some(model.gaps[*gap].lost.as_str()),
        Outcome::Gives(_) => None,
    });
    lost.collect()
}

pub fn charts(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let charts = model.charts.iter().map(|chart| {
        let answers = chart.answers.iter();
        let answers: Vec<&str> = answers.map(|id| &*model.questions[*id].name).collect();
        let own = json!({
            "name": chart.id,
            "title": chart.title,
            "cite": chart.cite,
            "kind": if chart.list { "list" } else { "chart" },
            "answers": answers,
            "down": chart.down,
            "across": chart.across,
            "rows": chart.rows.len(),
            "columns": if chart.list { 0 } else { chart.columns.len() },
        });
        Entry::of(model, chart.pack, own).at(holdings.sources, chart.span)
    });
    charts.collect()
}

pub fn cards(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let cards = model.cards.iter().map(|card| {
        let sections = card.sections.iter();
        let sections: Vec<&str> = sections.map(|section| section.title.as_str()).collect();
        let own = json!({ "name": card.name, "title": card.title, "sections": sections });
        Entry::of(model, card.pack, own).at(holdings.sources, card.span)
    });
    cards.collect()
}

pub fn processes(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let processes = model.processes.iter().map(|process| {
        let initially = process.initially.iter().map(|(fact, index)| {
            let value = model.show_index(*fact, *index);
            (model.variable_name(*fact).to_owned(), value.into())
        });
        let state = process.state.iter();
        let own = json!({
            "name": process.name,
            "cite": process.cite,
            "asks": process.asks,
            "each": process.each,
            "start": variable_names(model, &process.start),
            "turn": variable_names(model, &process.turn),
            "state": state.map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            "initially": initially.collect::<Map<_, _>>(),
        });
        Entry::of(model, process.pack, own).at(holdings.sources, process.span)
    });
    processes.collect()
}

pub fn procedures(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let procedures = model.procedures.iter().map(|procedure| {
        let other = json!({
            "name": procedure.name,
            "cite": procedure.cite,
            "title": procedure.title,
            "start": variable_names(model, &procedure.start),
            "outcome": variable_names(model, &procedure.outcome),
            "sometimes": variable_names(model, &procedure.sometimes),
        });
        Entry::of(model, procedure.pack, other).at(holdings.sources, procedure.span)
    });
    procedures.collect()
}

fn variable_names<'m>(model: &'m Model, ids: &[VariableId]) -> Vec<&'m str> {
    ids.iter().map(|id| model.variable_name(*id)).collect()
}

pub fn examples(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let examples = model.examples.iter().map(|example| {
        let words = in_words(model, example);
        let own = json!({
            "cite": example.cite,
            "given": words.given,
            "runs": words.runs,
            "expects": words.asked(true),
        });
        let entry = Entry::of(model, example.pack, own).at(holdings.sources, example.span);
        entry.saying("expects", words.told(true))
    });
    examples.collect()
}

pub fn laws(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let words = Evaluator::with_texts(model, holdings.sources);
    let laws = model.laws.iter().map(|law| {
        let other = json!({
            "cite": law.cite,
            "says": law.says,
            "always": words.words(&law.always),
            "when": law.when.as_ref().map(|when| words.words(when)),
        });
        Entry::of(model, law.pack, other).at(holdings.sources, law.span)
    });
    laws.collect()
}

pub fn gaps(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let gaps = model.gaps.enumerated().map(|(id, gap)| {
        let rules = model.rules.iter().filter(|rule| rule.gaps().contains(&id));
        let rules: Vec<&Rule> = rules.collect();
        let questions = rules
            .iter()
            .map(|rule| &model.questions[rule.question].name);
        let mut questions: Vec<&String> = questions.collect();
        questions.dedup();
        let pack = rules.first().map_or(PackId(0), |rule| rule.pack);
        let own = json!({ "cite": gap.cite, "lost": gap.lost, "for": questions });
        Entry::of(model, pack, own).at(holdings.sources, gap.span)
    });
    gaps.collect()
}

pub fn defects(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let defects = model.defects.iter().map(|defect| {
        let other = json!({
            "name": defect.name,
            "cite": defect.cite,
            "says": defect.says,
            "read-as": text_or_null(&defect.read_as),
        });
        let entry = Entry::of(model, defect.pack, other).at(holdings.sources, defect.span);
        entry.saying("says", defect.words())
    });
    defects.collect()
}
