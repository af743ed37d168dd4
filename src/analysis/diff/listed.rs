//! What was added or removed, and what is declared otherwise.

use super::before::Before;
use super::both::Pair;
use super::reads::{self, NONE, Reads};
use super::{Fate, Listed, Thing};
use crate::analysis::example::{ExampleWords, in_words};
use crate::answer::Evaluator;
use crate::check::taken_by;
use crate::model::{
    Example, Model, Process, Question, QuestionId, Role, Saying, State, Variable, VariableId,
};
use crate::value::{DomainKind, Unit, UnitId, Value, Word};
use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};
use strum::VariantArray;

/// Everything added, removed or declared otherwise; `pairs` are the questions that both have, and of the examples those that are
/// not the same in both are looked at.
pub fn listed(
    [old, new]: [&Model; 2],
    pairs: &[Pair],
    as_before: &Before<'_>,
    [old_examples, new_examples]: &[Vec<&Example>; 2],
) -> Vec<Listed> {
    let questions: FxHashMap<QuestionId, QuestionId> =
        pairs.iter().map(|[old, new]| (*old, *new)).collect();
    let question_now = |id| questions.get(&id).map(|id| new.questions[*id].name.clone());
    // A fact that is an alias now was renamed.
    let fact_now = |variable: &Variable| {
        let id = new.variable_names.get(&variable.name)?;
        let now = &new.variables[*id];
        (thing_of(now) == thing_of(variable)).then(|| now.name.clone())
    };
    let mut before = declared(old, &fact_now, &question_now);
    before.extend(examples(old, old_examples, &|example| {
        in_words(old, example)
    }));
    let mut after = declared(new, &|_| None, &|_| None);
    if let Some(older) = under_older_names(old, new) {
        let before = declared(&older, &|_| None, &|_| None);
        for (now, before) in after.iter_mut().zip(before) {
            now.as_before = before.says;
        }
    }
    after.extend(examples(new, new_examples, &|example| {
        as_before.words(example)
    }));
    let mut list = Vec::new();
    for thing in Thing::VARIANTS {
        compare(*thing, &before, &after, &mut list);
    }
    list
}

/// A model whose facts and questions are called as they are now; none, where all have the names that they had.
fn called_now(
    model: &Model,
    fact_now: &dyn Fn(&Variable) -> Option<String>,
    question_now: &dyn Fn(QuestionId) -> Option<String>,
) -> Option<Model> {
    let facts = model.variables.enumerated().filter_map(|(id, fact)| {
        let now = fact_now(fact).filter(|now| *now != fact.name)?;
        Some((id, now))
    });
    let facts: Vec<(VariableId, String)> = facts.collect();
    let questions = model.questions.enumerated().filter_map(|(id, question)| {
        let now = question_now(id).filter(|now| *now != question.name)?;
        Some((id, now))
    });
    let questions: Vec<(QuestionId, String)> = questions.collect();
    if facts.is_empty() && questions.is_empty() {
        return None;
    }
    let mut named = model.names();
    for (id, now) in facts {
        named.variables[id].name = now;
    }
    for (id, now) in questions {
        named.questions[id].name = now;
    }
    Some(named)
}

/// What the values of a fact are declared under, and what else it or a question is called.
const VALUES: &str = "values";
const OTHER_NAMES: &str = "other names";

/// A model in which values have the names that they had in an older one; none, where all are called as they were.
fn under_older_names(old: &Model, new: &Model) -> Option<Model> {
    let is_whole = |(before, word): &(&str, Word)| {
        let has = |variable: &&Variable| variable.domain.words().contains(word);
        let is_renamed = |variable: &Variable| {
            let mut older = variable.domain.older.iter();
            older.any(|(name, now)| now == word && new.words.text(*name) == *before)
        };
        let text = new.words.text(*word);
        let mut known = old.variables.iter().flat_map(|each| each.domain.words());
        new.variables.iter().filter(has).all(is_renamed)
            && old.words.find(before).is_some()
            && known.all(|other| old.words.text(*other) != text)
    };
    let renamed: Vec<(&str, Word)> = new.words.older_names().filter(is_whole).collect();
    if renamed.is_empty() {
        return None;
    }
    let mut model = new.names();
    for (before, word) in renamed {
        model.words.call(word, before);
    }
    Some(model)
}

/// Something that a model declares.
struct Declared {
    thing: Thing,
    /// What makes it the one that it is, by the names of the new model.
    key: String,
    /// What it is called where it is added or removed, and where it is declared otherwise.
    whole: String,
    name: String,
    /// All that is declared of it, each by what it is.
    says: Vec<(&'static str, String)>,
    /// The same with each value under the name that it had before, where one has another name now.
    as_before: Vec<(&'static str, String)>,
    /// What people read of it.
    reads: Reads,
}

fn compare(thing: Thing, before: &[Declared], after: &[Declared], list: &mut Vec<Listed>) {
    let [before, after] = [before, after].map(|all| {
        let mut seen = FxHashSet::default();
        let of_thing = all.iter().filter(move |declared| declared.thing == thing);
        of_thing
            .filter(move |declared| seen.insert(&declared.key))
            .collect::<Vec<_>>()
    });
    let was: FxHashMap<&str, &Declared> = before
        .iter()
        .map(|declared| (declared.key.as_str(), *declared))
        .collect();
    let is: FxHashSet<&str> = after.iter().map(|declared| declared.key.as_str()).collect();
    let mut add = |name: &str, fate| {
        list.push(Listed {
            thing,
            name: name.to_owned(),
            fate,
        })
    };
    for gone in before
        .iter()
        .filter(|declared| !is.contains(declared.key.as_str()))
    {
        add(&gone.whole, Fate::Removed);
    }
    for come in after
        .iter()
        .filter(|declared| !was.contains_key(declared.key.as_str()))
    {
        add(&come.whole, Fate::Added);
    }
    for now in &after {
        let was = was.get(now.key.as_str());
        let says = was
            .into_iter()
            .flat_map(|was| was.says.iter().zip(&now.says));
        // That a value is called otherwise is told of its fact, not of all that names it.
        let is_renamed = |says: &(&str, String)| match says.0 {
            VALUES => false,
            OTHER_NAMES => was.is_some_and(|was| has_only_other_name(was, now)),
            _ => now.as_before.contains(says),
        };
        let says = says.filter(|(before, now)| before.1 != now.1 && !is_renamed(before));
        let says = says.map(|((what, before), (_, now))| (*what, [before.clone(), now.clone()]));
        let reads = was.map(|was| reads::otherwise(&was.reads, &now.reads));
        for (what, [before, is]) in says.chain(reads.unwrap_or_default()) {
            let (what, now_is) = (what.to_owned(), is);
            add(
                &now.name,
                Fate::Changed {
                    what,
                    before,
                    now: now_is,
                },
            );
        }
    }
}

/// Whether something is called as it was, but that one of its names took the place of another.
fn has_only_other_name(was: &Declared, now: &Declared) -> bool {
    let but = |own: &Declared, name: &str| -> Vec<String> {
        let mut says = own.says.iter();
        let says = says.find(|(what, _)| *what == OTHER_NAMES);
        let names = says.into_iter().flat_map(|(_, names)| names.split(", "));
        let names = names.filter(|other| ![name, NONE].contains(other));
        names.map(str::to_owned).collect()
    };
    was.name != now.name && but(was, &now.name) == but(now, &was.name)
}

/// All that a model declares; `fact_now` and `question_now` tell the names in the new model, where they are known there.
fn declared(
    model: &Model,
    fact_now: &dyn Fn(&Variable) -> Option<String>,
    question_now: &dyn Fn(QuestionId) -> Option<String>,
) -> Vec<Declared> {
    let mut all = Vec::new();
    let mut add = |thing, name: &str, key: Option<String>, says, reads| {
        let name = name.to_owned();
        all.push(Declared {
            thing,
            key: key.unwrap_or_else(|| name.clone()),
            whole: name.clone(),
            name,
            says,
            as_before: Vec::new(),
            reads,
        });
    };
    for (_, unit) in model.units.iter() {
        let says = of_unit(model, unit);
        add(Thing::Unit, &unit.name, None, says, Vec::new());
    }
    for (id, variable) in model.variables.enumerated() {
        if let Some(thing) = thing_of(variable) {
            let (now, says) = (fact_now(variable), of_variable(model, variable));
            let reads = reads::of_variable(model, id, variable);
            add(thing, &variable.name, now, says, reads);
        }
    }
    let named = called_now(model, fact_now, question_now);
    let named = named.as_ref().unwrap_or(model);
    for (id, question) in model.questions.enumerated() {
        let (now, says) = (question_now(id), of_question(model, question));
        let reads = reads::of_question(model, id, named);
        add(Thing::Question, &question.name, now, says, reads);
    }
    for process in &model.processes {
        let (says, reads) = (of_process(model, process), reads::of_process(process));
        add(Thing::Process, &process.name, None, says, reads);
    }
    for procedure in &model.procedures {
        let reads = reads::of_procedure(procedure);
        add(Thing::Procedure, &procedure.name, None, Vec::new(), reads);
    }
    for defect in &model.defects {
        let reads = reads::of_defect(defect);
        add(Thing::Defect, &defect.name, None, Vec::new(), reads);
    }
    let words = Evaluator::new(named);
    for impossible in &model.impossible {
        let name = format!("{}: {}", impossible.cite, impossible.says);
        let says = vec![("where", words.words(&impossible.when))];
        add(Thing::Impossible, &name, None, says, Vec::new());
    }
    for law in &model.laws {
        let name = format!("{}: {}", law.cite, law.says);
        let when = law.when.as_ref().map(|when| words.words(when));
        let says = vec![
            ("always", words.words(&law.always)),
            ("when", when.unwrap_or_else(|| "always".to_owned())),
        ];
        add(Thing::Law, &name, None, says, Vec::new());
    }
    for saying in &model.guide.sayings {
        let says = of_saying(model, saying);
        add(Thing::Saying, &saying.words, None, says, Vec::new());
    }
    for (thing, name, reads) in reads::of_printed(model) {
        add(thing, &name, None, Vec::new(), reads);
    }
    tell_alike_apart(&mut all);
    all
}

/// Numbers laws, and what cannot be, of one name: each has its like in the other model, in their order.
fn tell_alike_apart(all: &mut [Declared]) {
    let mut alike: FxHashMap<String, usize> = FxHashMap::default();
    let named = |own: &&mut Declared| matches!(own.thing, Thing::Impossible | Thing::Law);
    for own in all.iter_mut().filter(named) {
        let thing: &str = own.thing.into();
        let number = alike.entry(format!("{thing} {}", own.key)).or_default();
        *number += 1;
        own.key += &format!(" #{number}");
    }
}

/// Examples of a model, each the one that it is by what `words` makes of it.
fn examples(
    model: &Model,
    examples: &[&Example],
    words: &dyn Fn(&Example) -> ExampleWords,
) -> Vec<Declared> {
    let declared = examples.iter().map(|example| {
        let (example_words, known) = (in_words(model, example), words(example));
        Declared {
            as_before: Vec::new(),
            thing: Thing::Example,
            key: known.identity(&example.cite),
            whole: example_words.line(&example.cite, true),
            name: example_words.line(&example.cite, false),
            says: vec![("answers", known.answers())],
            reads: Vec::new(),
        }
    });
    declared.collect()
}

/// What a variable is told as; the states of processes are told with these.
const fn thing_of(variable: &Variable) -> Option<Thing> {
    match variable.role {
        Role::Fact => Some(Thing::Fact),
        Role::Reading(_) => Some(Thing::Reading),
        Role::Keep | Role::Before(_) => None,
    }
}

fn of_variable(model: &Model, variable: &Variable) -> Vec<(&'static str, String)> {
    let none = || NONE.to_owned();
    let unit = variable
        .unit
        .map_or_else(none, |unit| model.units.name(unit).to_owned());
    let dice = variable.roll.as_ref().map_or_else(none, |roll| {
        // For each value, in how many ways it is rolled.
        let ways: Vec<String> = roll.ways.iter().map(ToString::to_string).collect();
        let of = roll.die_of.map_or_else(String::new, |(whole, place)| {
            format!("die {} of {}: ", place + 1, model.variables[whole].name)
        });
        of + &ways.join(" ")
    });
    let mut says = vec![
        ("name", variable.name.clone()),
        (OTHER_NAMES, other_names(&variable.alias)),
        (VALUES, values(model, variable)),
        ("groups", groups(model, variable)),
        ("words that compare", words_that_compare(variable)),
        ("unit", unit),
        ("dice", dice),
        ("usual value", usually(model, variable)),
        ("paragraphs of what is usual", usual_by(variable)),
    ];
    if let Role::Reading(default) = variable.role {
        says.push((
            "default",
            variable.domain.value(default).show(&model.words, false),
        ));
        let is_settled = variable.settled().is_some();
        says.push(("settled", if is_settled { "yes" } else { "no" }.to_owned()));
    }
    says
}

fn of_question(model: &Model, question: &Question) -> Vec<(&'static str, String)> {
    let mut says = vec![
        ("name", question.name.clone()),
        ("answer", question.answer_text.clone()),
        (OTHER_NAMES, other_names(&question.alias)),
    ];
    if question.process.is_none() {
        says.push(("facts", facts(model, &question.from)));
    }
    says
}

fn of_unit(model: &Model, unit: &Unit) -> Vec<(&'static str, String)> {
    let name = |id: &UnitId| model.units.name(*id).to_owned();
    let said = |text: &Option<String>| or_none(text.clone().unwrap_or_default());
    vec![
        ("one of them", said(&unit.one)),
        ("modifies", said(&unit.modifies.as_ref().map(name))),
        ("any of", or_none(unit.any_of.iter().map(name).join(" or "))),
        ("which it is, by", said(&unit.which)),
        ("counts", said(&unit.counts)),
    ]
}

fn of_saying(model: &Model, saying: &Saying) -> Vec<(&'static str, String)> {
    let value = |(fact, index): &(VariableId, u32)| {
        let value = model.show_index(*fact, *index);
        format!("{} = {value}", model.variable_name(*fact))
    };
    let meanings = saying.meanings.iter();
    let meanings = meanings.map(|meaning| meaning.iter().map(value).join(" and "));
    let counted = saying.counted.iter();
    let counted = counted.map(|facts| self::facts(model, facts));
    let like = saying.like.iter().cloned();
    let mut all = meanings.chain(counted).chain(like);
    vec![("meaning", all.join(" | "))]
}

fn usually(model: &Model, variable: &Variable) -> String {
    let words = Evaluator::new(model);
    let usual = variable.usually.iter().map(|usual| words.usual(usual));
    let usual: Vec<String> = usual.collect();
    or_none(usual.join(", else "))
}

/// The paragraphs by which a fact usually is something: what has one is a rule, and holds where nothing is taken as usual.
fn usual_by(variable: &Variable) -> String {
    let cites = variable.usually.iter().map(|usual| usual.cite.as_str());
    let cites: Vec<&str> = cites.collect();
    match cites.concat().is_empty() {
        true => NONE.to_owned(),
        false => cites
            .iter()
            .map(|cite| if cite.is_empty() { NONE } else { cite })
            .join(", "),
    }
}

/// The facts that usually are something else in the new rulebook, each with the questions whose answers can come from it.
pub fn usual_otherwise(old: &Model, new: &Model) -> Vec<(String, Vec<String>)> {
    let older = under_older_names(old, new);
    let is_other = |fact: &Variable| {
        let before = old.variable_names.get(&fact.name);
        let before = before.map(|id| usually(old, &old.variables[*id]));
        let now = usually(older.as_ref().unwrap_or(new), fact);
        fact.role == Role::Fact && before.is_some_and(|before| before != now)
    };
    let facts = new
        .variables
        .enumerated()
        .filter(|(_, fact)| is_other(fact));
    let facts = facts.map(|(id, fact)| {
        let questions = new.questions.enumerated();
        let taking = questions.filter(|(question, other)| {
            other.process.is_none() && taken_by(new, *question).contains(&id)
        });
        let names = taking.map(|(_, question)| question.name.clone());
        (fact.name.clone(), names.collect())
    });
    facts.collect()
}

fn values(model: &Model, variable: &Variable) -> String {
    let shown = variable.domain.show(&model.words);
    match variable.domain.kind {
        DomainKind::Words { cyclic: true, .. } => shown + ", and round again",
        _ => shown,
    }
}

fn of_process(model: &Model, process: &Process) -> Vec<(&'static str, String)> {
    let own = process.steps.iter().map(|(id, _)| &model.variables[*id]);
    let own = own.filter(|state| state.role == Role::Keep);
    let own = own.map(|state| format!("{}: {}", state.name, values(model, state)));
    let first = process.initially.iter().map(|(id, index)| {
        format!(
            "{} = {}",
            model.variables[*id].name,
            model.show_index(*id, *index)
        )
    });
    let state = process.state.iter().map(|(name, state)| match state {
        State::Variable(_) => name.clone(),
        State::Question(id) => format!("{name} ({})", model.questions[*id].name),
    });
    vec![
        ("start", facts(model, &process.start)),
        ("turn", turn(model, process)),
        ("each", process.each.clone()),
        ("states of its own", sorted(own, "; ")),
        ("first values", sorted(first, ", ")),
        ("state", sorted(state, ", ")),
    ]
}

/// The facts of a turn, its rolls in the order in which they are made.
fn turn(model: &Model, process: &Process) -> String {
    let is_roll = |fact: &VariableId| model.roll_of(*fact).is_some();
    let (rolls, others): (Vec<_>, Vec<_>) = process.turn.iter().copied().partition(is_roll);
    let rolls = rolls.iter().map(|roll| model.variables[*roll].name.clone());
    let others = Some(facts(model, &others)).filter(|others| !others.is_empty());
    others.into_iter().chain(rolls).join(", ")
}

fn facts(model: &Model, facts: &[VariableId]) -> String {
    sorted(
        facts.iter().map(|id| model.variables[*id].name.clone()),
        ", ",
    )
}

fn other_names(alias: &[String]) -> String {
    or_none(sorted(alias.iter().cloned(), ", "))
}

/// The names of several values of a fact, with these.
fn groups(model: &Model, variable: &Variable) -> String {
    let of = |values: &[Value]| {
        let shown = values.iter().map(|value| value.show(&model.words, false));
        shown.collect::<Vec<_>>().join(", ")
    };
    let groups = variable.groups.iter();
    or_none(sorted(
        groups.map(|(name, values)| format!("{name}: {}", of(values))),
        "; ",
    ))
}

/// The words that compare values of a fact.
fn words_that_compare(variable: &Variable) -> String {
    let below = |(word, is_below): &(String, bool)| {
        format!("{word}: {}", if *is_below { "below" } else { "above" })
    };
    or_none(sorted(variable.comparatives.iter().map(below), ", "))
}

fn or_none(text: String) -> String {
    match text.is_empty() {
        true => NONE.to_owned(),
        false => text,
    }
}

/// In one order, for it says nothing.
fn sorted(texts: impl Iterator<Item = String>, by: &str) -> String {
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts.join(by)
}
