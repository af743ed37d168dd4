//! Facts, readings and the states of processes, and how the game speaks of them to people.

use super::rules::{fields, within};
use super::scribe::{Scribe, number};
use crate::model::{Reading, Role, Roll, Stage, Usual, Variable, VariableId};
use crate::value::{Domain, DomainKind, Value as Known};
use serde_json::{Value, json};

impl Scribe<'_> {
    /// The variables in the order of the diagrams: the number of each one's name, and of what it is.
    pub(super) fn all_variables(&mut self) -> Value {
        let model = self.model;
        let mut variables: Vec<_> = model.variables.enumerated().collect();
        variables.sort_by_key(|(id, _)| model.level(*id));
        variables
            .into_iter()
            .map(|(id, variable)| {
                let written = self.variable_written(id, variable);
                json!([self.variable(id), self.pools.variables.number(written)])
            })
            .collect()
    }

    fn variable_written(&mut self, id: VariableId, variable: &Variable) -> Value {
        let model = self.model;
        let (role, of) = match variable.role {
            Role::Fact => ("", None),
            Role::Reading(default) => ("reading", Some(json!(default))),
            Role::Keep => ("keep", None),
            Role::Before(of) => ("before", Some(json!(self.variable(of)))),
        };
        let unit = variable.unit;
        let usually = variable.usually.iter();
        let usually: Value = usually.map(|usual| self.usual(usual)).collect();
        fields([
            ("name", json!(variable.name)),
            ("alias", json!(variable.alias)),
            ("title", json!(model.title_of(id))),
            ("within", within(model.title_of(id), model.fact_within(id))),
            ("role", json!(role)),
            ("of", json!(of)),
            ("settled", json!(variable.settled())),
            ("domain", self.domain(&variable.domain)),
            ("labels", self.labels(id, &variable.domain)),
            ("renamed", self.renamed(&variable.domain)),
            (
                "unit",
                json!(unit.map_or("", |unit| model.units.name(unit))),
            ),
            (
                "signed",
                json!(unit.is_some_and(|unit| model.units.is_modifier(unit))),
            ),
            ("means", json!(self.model.sentence(&variable.means))),
            ("usually", usually),
            (
                "roll",
                variable
                    .roll
                    .as_ref()
                    .map_or(Value::Null, |roll| self.roll(roll)),
            ),
            (
                "reading",
                variable.reading.as_ref().map_or(Value::Null, reading),
            ),
        ])
    }

    fn domain(&self, domain: &Domain) -> Value {
        match &domain.kind {
            DomainKind::Bool => json!(["bool"]),
            DomainKind::Words {
                words,
                ordered,
                cyclic,
            } => {
                let mut written = vec![json!("words"), json!(self.words(words))];
                written.extend([json!(ordered), json!(cyclic)]);
                let older = domain
                    .older
                    .iter()
                    .map(|(old, now)| self.words(&[*old, *now]));
                if !domain.older.is_empty() {
                    written.push(older.collect());
                }
                Value::Array(written)
            }
            DomainKind::Numbers { low, step, count } => {
                json!(["numbers", number(*low), number(*step), count])
            }
            DomainKind::Listed(numbers) => {
                let listed: Vec<Value> = numbers.iter().map(|ratio| number(*ratio)).collect();
                json!(["numbers", 0, 1, listed.len(), listed])
            }
            DomainKind::Sets(words) => json!(["sets", self.words(words)]),
            DomainKind::Text(words) => json!(["text", self.words(words)]),
        }
    }

    /// What people call its words, in the order of the domain; those of a set, each alone. Of numbers, those that are called
    /// otherwise, each at its place.
    fn labels(&self, fact: VariableId, domain: &Domain) -> Value {
        if let DomainKind::Numbers { .. } | DomainKind::Listed(_) = domain.kind {
            let own = self.model.guide.labels.iter();
            let own = own.filter(|((of, _), _)| *of == fact);
            return own
                .map(|((_, index), label)| (index.to_string(), json!(label)))
                .collect::<serde_json::Map<_, _>>()
                .into();
        }
        let words = (0_u32..).zip(domain.words());
        let label = |(place, _)| match domain.kind {
            DomainKind::Sets(_) => {
                let alone = self.model.label_of(fact, 1_u32 << place);
                alone
                    .trim_start_matches('{')
                    .trim_end_matches('}')
                    .to_owned()
            }
            _ => self.model.label_of(fact, place),
        };
        words.map(label).collect()
    }

    /// Older names of its words, each with the word's place: a link may be older than a new name.
    fn renamed(&self, domain: &Domain) -> Value {
        let words = (0_u32..).zip(domain.words());
        let renamed = words.flat_map(|(place, word)| {
            let older = self.model.words.older(*word);
            older.map(move |name| json!([name, place]))
        });
        renamed.collect()
    }

    fn usual(&mut self, usual: &Usual) -> Value {
        fields([
            ("is", json!(self.expr(&usual.is))),
            ("root", json!(self.root_of_expr(&usual.is))),
            ("when", json!(self.optional(usual.when.as_ref()))),
            (
                "whenRoot",
                json!(usual.when.as_ref().and_then(|when| self.root_of_expr(when))),
            ),
            ("cite", json!(usual.cite)),
            ("rule", json!(usual.is_rule())),
        ])
    }

    fn roll(&mut self, roll: &Roll) -> Value {
        let dice = roll.dice.dice.iter().map(|die| {
            let faces = die.faces.iter().map(|face: &Known| self.value(face));
            json!([die.name, faces.collect::<Vec<_>>()])
        });
        let dice: Value = dice.collect();
        let die_of = roll
            .die_of
            .map(|(of, place)| json!([self.variable(of), place]));
        json!({ "dice": dice, "dieOf": die_of })
    }

    /// How the game speaks to people.
    pub(super) fn guide(&self) -> Value {
        let guide = &self.model.guide;
        let told = guide.told.iter().map(|(stage, fact)| {
            let stage = match stage {
                Stage::Scenario => "scenario",
                Stage::Turn => "turn",
                Stage::Moment => "moment",
            };
            json!([stage, self.variable(*fact)])
        });
        let told: Value = told.collect();
        json!({ "title": guide.title, "told": told, "asked": guide.asked, "spelling": guide.spelling.known() })
    }
}

fn reading(reading: &Reading) -> Value {
    json!({
        "name": reading.name,
        "cite": reading.cite,
        "asks": reading.asks,
        "options": reading.options,
        "because": reading.because,
    })
}
