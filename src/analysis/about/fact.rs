//! What a fact or reading is, and what looks at it.

use super::{About, Item, Section, Shelf, filled, section};
use crate::model::{Kind, Reading, Role, Variable, VariableId};
use crate::value::DomainKind;

/// The most values that are told one by one.
const MOST_VALUES: u32 = 40;

impl Shelf<'_> {
    pub fn variable(&self, id: VariableId) -> About {
        let model = self.model;
        let own = &model.variables[id];
        let questions = model.questions.enumerated();
        let taking = questions
            .filter(|(_, question)| question.process.is_none() && question.from.contains(&id));
        let reading = own.reading.as_ref();
        let sections = [
            section("Reading", reading.map(|reading| self.reading(own, reading))),
            section("Values", self.values(id, own)),
            section("As usual", self.usually(id, own)),
            self.found_by(id, own),
            self.questions("Taken by", taking.map(|(id, _)| id)),
        ];
        let kind = match own.role {
            Role::Fact => "fact",
            _ if reading.is_some_and(|reading| reading.is_switch) => "switch",
            _ => "reading",
        };
        About {
            title: model.title_of(id),
            cite: reading.map_or_else(Vec::new, |reading| reading.cite.clone()),
            sections: filled(sections),
            ..self.thing(kind, &own.name, model.pack_name(own.pack), &own.means)
        }
    }

    fn values(&self, id: VariableId, variable: &Variable) -> Vec<Item> {
        let model = self.model;
        if variable.role != Role::Fact {
            return Vec::new();
        }
        let is_of_words = matches!(variable.domain.kind, DomainKind::Words { .. });
        if !is_of_words || variable.domain.size() > MOST_VALUES {
            return vec![Item::says(&self.values_of(id))];
        }
        let values = (0..variable.domain.size()).map(|index| {
            let name = model.show_index(id, index);
            let label = model.label_of(id, index);
            Item::new(&name, if label == name { "" } else { &label })
        });
        let groups = variable.groups.iter().map(|(name, values)| {
            let indices = values
                .iter()
                .filter_map(|value| variable.domain.index(value));
            let labels = indices.map(|index| model.label_of(id, index));
            Item::new(name, &labels.collect::<Vec<_>>().join(", "))
        });
        values.chain(groups).collect()
    }

    /// What it is where nobody says otherwise, the first that is known.
    fn usually(&self, id: VariableId, variable: &Variable) -> Vec<Item> {
        let prose = self.prose();
        let usual = variable.usually.iter().map(|usual| {
            let is = match &usual.is.kind {
                Kind::Constant(value) => prose.label(Some(id), value),
                _ => prose.words(&usual.is),
            };
            let when = usual.when.as_ref();
            let when = when.map(|when| format!("where {}", prose.words(when)));
            Item::new(&is, &when.unwrap_or_default()).cite(usual.cite.as_str())
        });
        usual.collect()
    }

    fn found_by(&self, id: VariableId, variable: &Variable) -> Section {
        let finding = self.model.question_names.get(&variable.name).copied();
        let mut found_by = self.questions("Found by", finding);
        let procedures = self.model.procedures.iter();
        let procedures = procedures
            .filter(|procedure| {
                procedure.outcome.contains(&id) || procedure.sometimes.contains(&id)
            })
            .map(|procedure| Item::new(&procedure.name, &procedure.title));
        let processes = self.model.processes.iter();
        let processes = processes
            .filter(|process| process.steps.iter().any(|(state, _)| *state == id))
            .map(|process| Item::new(&process.name, &process.asks));
        found_by.items.extend(procedures.chain(processes));
        found_by
    }

    /// Facts with their values and what they mean.
    pub fn facts(&self, title: &'static str, ids: impl IntoIterator<Item = VariableId>) -> Section {
        let variables = ids.into_iter().map(|id| (id, &self.model.variables[id]));
        let facts = variables.filter(|(_, variable)| variable.role == Role::Fact);
        let items = facts.map(|(id, variable)| {
            let values = match variable.domain.kind {
                DomainKind::Bool if !variable.means.is_empty() => String::new(),
                _ => format!(" ({})", self.values_of(id)),
            };
            Item::new(&variable.name, &format!("{}{values}", variable.means))
        });
        section(title, items)
    }

    /// What a fact can be, as people write it.
    pub fn values_of(&self, id: VariableId) -> String {
        let model = self.model;
        let variable = &model.variables[id];
        let unit = variable
            .unit
            .filter(|unit| model.units[*unit].one.is_some());
        match variable.domain.kind {
            DomainKind::Words { .. } if variable.domain.size() <= MOST_VALUES => {
                let labels = (0..variable.domain.size()).map(|index| model.label_of(id, index));
                labels.collect::<Vec<_>>().join(", ")
            }
            DomainKind::Numbers { .. } => {
                let all = variable.domain.in_words(&model.words);
                unit.map_or(all.clone(), |unit| {
                    format!("{all} {}", model.units.name(unit))
                })
            }
            _ => model.in_words(&variable.domain.show(&model.words)),
        }
    }

    /// A reading with its options, of which one is taken.
    pub fn reading(&self, variable: &Variable, reading: &Reading) -> Item {
        let options = (0..).zip(variable.domain.words()).zip(&reading.options);
        let options = options.map(|((index, word), says)| {
            let is_taken = variable.role == Role::Reading(index);
            let taken = if is_taken { " (taken)" } else { "" };
            Item::new(self.model.words.text(*word), &format!("{says}{taken}"))
        });
        Item::new(&variable.name, &reading.asks)
            .cite(reading.cite.join(", "))
            .within(options.collect())
    }
}
