//! Which questions take a value that was added to a fact as they take others: no rule of theirs names it.

use super::Checker;
use super::cycle::expressions;
use super::proof::{Prover, Witness};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{NodeId, TooLarge};
use crate::model::{Example, Kind, Law, Question, Test, VariableId};
use crate::value::Value;
use itertools::Itertools;

const MOST_NAMED: usize = 8;

/// Every question, in `meant`.
const ALL: &str = "all";

impl Checker {
    /// Notes of each word that is added to a fact which questions look at the fact and do not name the word.
    pub fn note_values_taken(&mut self) {
        let notes = self.model.added.iter().flat_map(|(fact, values)| {
            let domain = &self.model.variables[*fact].domain;
            values
                .iter()
                .map(|(index, _)| domain.value(*index))
                .filter(|value| matches!(value, Value::Word(_)))
                .map(|value| (*fact, value.show(&self.model.words, false), value))
        });
        self.diagnostics.extend(
            notes
                .sorted_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)))
                .filter_map(|(fact, word, value)| self.value_taken(fact, &word, &value))
                .collect_vec(),
        );
    }

    fn value_taken(&self, fact: VariableId, word: &str, value: &Value) -> Option<Diagnostic> {
        let adds = |more: &str| more.split(['|', '<']).any(|text| text.trim() == word);
        let mut grown = self.model.origins.grown.iter();
        let grown = grown.find(|grown| adds(&grown.more))?;
        let (place, meant) = (grown.place, &grown.meant);
        let is_meant = |name: &str| {
            meant
                .iter()
                .any(|written| written.value == name || written.value == ALL)
        };
        let questions = self.model.questions.iter();
        let taking = questions.filter(|question| {
            question.process.is_none() && self.takes_unnamed(question, fact, value)
        });
        let (_, taking): (Vec<&str>, Vec<&str>) = taking
            .map(|question| question.name.as_str())
            .partition(|name| is_meant(name));
        let name = self.model.variable_name(fact);
        let message = match taking.len() {
            0 => return None,
            1 => format!("1 question by `{name}` takes `{word}` as it takes others"),
            count => format!("{count} questions by `{name}` take `{word}` as they take others"),
        };
        let mut named = taking.iter().take(MOST_NAMED).join(", ");
        if taking.len() > MOST_NAMED {
            named.push_str(&format!(" and {} more", taking.len() - MOST_NAMED));
        }
        let all: Vec<String> = match taking.as_slice() {
            few if few.len() <= MOST_NAMED => few.iter().map(|name| format!("{name:?}")).collect(),
            _ => vec![format!("{ALL:?}")],
        };
        Some(
            Diagnostic::note(Code::ValueTaken, place, message)
                .help(named)
                .help(format!(
                    "where that is meant, say so beside `add`: `meant = [{}]`",
                    all.join(", ")
                )),
        )
    }

    /// Tells of questions that are meant to take an added value as they take others, and do not.
    pub fn refuse_idle_meanings(&mut self) {
        for grown in self.model.origins.grown.clone() {
            let words = grown.more.split(['|', '<']).map(str::trim).collect_vec();
            let added = self.model.added.iter().flat_map(|(fact, values)| {
                let domain = &self.model.variables[*fact].domain;
                values
                    .iter()
                    .map(|(index, _)| (*fact, domain.value(*index)))
            });
            let added = added.filter(|(_, value)| {
                words.contains(&value.show(&self.model.words, false).as_str())
            });
            let added = added.collect_vec();
            for name in grown.meant.iter().filter(|name| name.value != ALL) {
                let Some(id) = self.question_named(name) else {
                    continue;
                };
                let question = &self.model.questions[id];
                let takes = |(fact, value): &(VariableId, Value)| {
                    self.takes_unnamed(question, *fact, value)
                };
                if !added.iter().any(takes) {
                    let message = format!(
                        "`{}` does not take `{}` as it takes others",
                        name.value, grown.more
                    );
                    let finding = Diagnostic::warning(Code::ValueTaken, name.span, message);
                    self.report(finding.help("leave it out of `meant`"));
                }
            }
        }
    }

    fn takes_unnamed(&self, question: &Question, fact: VariableId, value: &Value) -> bool {
        let (mut looks, mut names) = (false, false);
        for expr in expressions(&self.model, question) {
            expr.walk(&mut |part| match &part.kind {
                Kind::Variable(variable) => looks |= *variable == fact,
                Kind::Constant(own) => names |= own == value,
                Kind::In(Test::Values(values), _) => names |= values.contains(value),
                _ => {}
            });
        }
        looks && !names
    }
}

impl Prover<'_, '_> {
    /// The diagram in which values that an example's pack does not know answer as one that it knows, of the facts that the
    /// example does not give: what others add breaks no example.
    pub fn without_unknown(&mut self, root: NodeId, example: &Example) -> Result<NodeId, TooLarge> {
        let mut root = root;
        for (fact, added) in &self.model.added {
            if example.given.iter().any(|(given, _)| given == fact) {
                continue;
            }
            let mut knows = vec![true; self.model.variables[*fact].domain.size() as usize];
            for (index, by) in added {
                if let Some(known) = knows.get_mut(*index as usize) {
                    *known = self.model.knows(example.pack, *by);
                }
            }
            let Some(known) = (0..).zip(&knows).find(|(_, known)| **known) else {
                continue;
            };
            let as_known = self.compiler.store.restrict(root, *fact, known.0)?;
            let inside = self.compiler.within(*fact, &knows)?;
            root = self.compiler.store.ite(inside, root, as_known)?;
        }
        Ok(root)
    }

    /// Tells which value of a situation was added to a fact that the law knew without it, and how it is left as it was.
    pub fn by_added(&self, law: &Law, witness: &Witness, error: Diagnostic) -> Diagnostic {
        let model = self.model;
        let added = witness.iter().find_map(|(fact, index)| {
            let mut added = model.added.get(fact)?.iter();
            let (_, by) = added.find(|(added, _)| added == index)?;
            Some((*fact, *index, *by))
        });
        let Some((fact, index, by)) = added else {
            return error;
        };
        let variable = &model.variables[fact];
        let is_new = |index: &u32| {
            let mut added = model.added.get(&fact).into_iter().flatten();
            added.any(|(added, _)| added == index)
        };
        let before = (0..variable.domain.size()).filter(|index| !is_new(index));
        let before: Vec<u32> = before.collect();
        let before = variable
            .domain
            .condition(&variable.name, &before, &model.words);
        let (pack, cite) = (model.pack_name(law.pack), &law.cite);
        let alike = |other: &&Law| (other.pack, &other.cite) == (law.pack, cite);
        let which = match model.laws.iter().filter(alike).count() {
            1 => String::new(),
            _ => {
                let before = model.laws.iter().filter(alike);
                let before = before.take_while(|other| other.span != law.span);
                format!("[{}]", before.count() + 1)
            }
        };
        let (value, by) = (model.show_index(fact, index), model.pack_name(by));
        let (before, expression) = (before.unwrap_or_default(), law.when.as_ref());
        let write = match expression {
            None => format!("`add = \"{before}\"`"),
            Some(_) => format!("its old text as `was`, and as `now` the same `and {before}`"),
        };
        error
            .help(format!("`{by}` adds {value} to `{}`, which the law did not know", variable.name))
            .help(format!(
                "to keep the law to what it knew: an erratum at `{pack}/law#{cite}{which}.when`, with {write}"
            ))
    }
}
