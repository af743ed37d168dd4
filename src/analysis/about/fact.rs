//! What a fact or reading is, and what looks at it.

use super::{About, Item, Section, Shelf, filled, in_one_line, section};
use crate::model::{Question, QuestionId, Role, Variable, VariableId};
use crate::value::DomainKind;

/// The most values that are told one by one.
const MOST_VALUES: u32 = 40;

impl Shelf<'_> {
    pub(super) fn variable(&self, id: VariableId) -> Option<About> {
        let model = self.model;
        let own = model.variable(id)?;
        let takes = |question: &Question| question.process.is_none() && question.from.contains(&id);
        let all = (0..).map(QuestionId).zip(&model.questions);
        let taking = all
            .filter(|(_, question)| takes(question))
            .map(|(id, _)| id);
        let finding = model.question_names.get(&own.name).copied();
        let reading = own.reading.as_ref().map(|_| self.reading_item(own));
        let sections = [
            section("Reading", reading),
            self.values(id, own),
            self.found_by(id, finding),
            self.questions("Taken by", taking),
        ];
        let is_fact = own.role == Role::Fact;
        Some(About {
            kind: if is_fact { "fact" } else { "reading" },
            name: own.name.clone(),
            title: model.title_of(id),
            game: model.game.clone(),
            pack: model.pack_name(own.pack).to_owned(),
            says: in_one_line(&own.means),
            cite: own
                .reading
                .as_ref()
                .map(|reading| reading.cite.clone())
                .unwrap_or_default(),
            sections: filled(sections),
            charts: Vec::new(),
        })
    }

    fn values(&self, id: VariableId, own: &Variable) -> Section {
        let is_listed = own.role == Role::Fact
            && own.domain.size() <= MOST_VALUES
            && matches!(own.domain.kind, DomainKind::Words { .. });
        if !is_listed {
            let unit = own.unit.map_or("", |unit| self.model.units.name(unit));
            let text = own.domain.show(&self.model.words);
            let values = Item {
                says: format!("{text} {unit}").trim_end().to_owned(),
                ..Item::default()
            };
            let is_fact = own.role == Role::Fact;
            return section("Values", is_fact.then_some(values));
        }
        let values = (0..own.domain.size()).map(|index| {
            let name = self.model.show_index(id, index);
            let says = Some(self.model.label_of(id, index)).filter(|label| *label != name);
            Item {
                says: says.unwrap_or_default(),
                name,
                ..Item::default()
            }
        });
        let groups = own.groups.iter().map(|(name, values)| {
            let values = values
                .iter()
                .map(|value| value.show(&self.model.words, false));
            Item {
                name: name.clone(),
                says: values.collect::<Vec<_>>().join(", "),
                ..Item::default()
            }
        });
        section("Values", values.chain(groups))
    }

    fn found_by(&self, id: VariableId, finding: Option<QuestionId>) -> Section {
        let mut found = self.questions("Found by", finding);
        let processes = self.model.processes.iter();
        let processes = processes
            .filter(|process| process.steps.iter().any(|(state, _)| *state == id))
            .map(|process| (&process.name, &process.asks));
        let procedures = self.model.procedures.iter();
        let procedures = procedures
            .filter(|own| {
                own.outcome
                    .iter()
                    .chain(&own.sometimes)
                    .any(|fact| *fact == id)
            })
            .map(|own| (&own.name, &own.title));
        found
            .items
            .extend(procedures.chain(processes).map(|(name, says)| Item {
                name: name.clone(),
                says: in_one_line(says),
                ..Item::default()
            }));
        found
    }

    /// Facts with their values and what they mean.
    pub(super) fn facts(
        &self,
        title: &'static str,
        facts: impl IntoIterator<Item = VariableId>,
    ) -> Section {
        let model = self.model;
        let named = facts.into_iter().filter_map(|id| model.variable(id));
        section(
            title,
            named.filter(|own| own.role == Role::Fact).map(|own| Item {
                name: own.name.clone(),
                says: in_one_line(&format!("{}: {}", own.domain.show(&model.words), own.means)),
                ..Item::default()
            }),
        )
    }

    pub(super) fn reading_item(&self, own: &Variable) -> Item {
        let Some(reading) = &own.reading else {
            return Item::default();
        };
        let default = match own.role {
            Role::Reading(index) => own.domain.value(index).show(&self.model.words, false),
            _ => String::new(),
        };
        let options = own.domain.words().iter().zip(&reading.options);
        let options = options.map(|(word, says)| {
            let name = self.model.words.text(*word).to_owned();
            let taken = if name == default { " (taken)" } else { "" };
            Item {
                says: format!("{}{taken}", in_one_line(says)),
                name,
                ..Item::default()
            }
        });
        Item {
            name: own.name.clone(),
            says: in_one_line(&reading.asks),
            cite: reading.cite.join(", "),
            within: options.collect(),
        }
    }
}
