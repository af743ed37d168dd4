//! Which facts are rolled: those whose unit is a roll and whose domain is just what its dice can give, and the single dice
//! of such a roll.

use super::Checker;
use super::names::Ordered;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Roll, VariableId};
use crate::pack;
use crate::source::Text;
use crate::value::{Dice, Domain, Value};
use std::collections::BTreeMap;

impl Checker {
    /// Marks the facts that are rolled.
    pub(super) fn fill_rolls(&mut self, packs: &Ordered<'_>) {
        let facts = || packs.iter().flat_map(|(_, pack)| &pack.facts);
        for fact in facts().filter(|fact| fact.die.is_none()) {
            if let Some(id) = self.model.variable_names.get(&fact.name.value).copied() {
                self.mark_roll(id);
            }
        }
        for fact in facts() {
            if let Some(die) = &fact.die {
                self.mark_die(fact, die);
            }
        }
    }

    fn mark_roll(&mut self, id: VariableId) {
        let unit = self.model.variables[id].unit;
        let Some(dice) = unit.and_then(|unit| self.model.units[unit].dice.clone()) else {
            return;
        };
        let found = &mut self.model.variables[id];
        if let Some(ways) = ways_of(&found.domain, &dice.totals()) {
            found.roll = Some(Roll {
                dice,
                die_of: None,
                ways,
            });
        }
    }

    /// `die = "colored of weather-dr"`
    fn mark_die(&mut self, fact: &pack::Fact, written: &Text) {
        let Some((name, roll)) = written.value.split_once(" of ") else {
            let error = Diagnostic::error(
                Code::WrongShape,
                written.span,
                "this does not say which die of which roll",
            );
            self.report(
                error.help("write the die's name and the roll: `die = \"red of some-dr\"`"),
            );
            return;
        };
        let roll = Text {
            value: roll.trim().to_owned(),
            span: written.span,
        };
        let Some(of) = self.fact_or_tell(&roll) else {
            return;
        };
        let dice = self
            .model
            .variable(of)
            .and_then(|found| found.roll.as_ref())
            .map(|roll| roll.dice.clone());
        let Some(dice) = dice else {
            self.error(
                Code::WrongType,
                written.span,
                format!("`{}` is not rolled", roll.value),
            );
            return;
        };
        let die = dice
            .named(name.trim())
            .and_then(|place| Some((place, dice.dice.get(place)?.clone())));
        let Some((place, die)) = die else {
            let names: Vec<&str> = dice
                .dice
                .iter()
                .filter_map(|die| die.name.as_deref())
                .collect();
            let error = format!("`{}` has no die called `{}`", roll.value, name.trim());
            let error = Diagnostic::error(Code::UnknownName, written.span, error);
            self.report(error.nearest_or(name.trim(), names.iter().copied(), || {
                if names.is_empty() {
                    "name its dice in the unit: `dice = \"colored d6 + white d6\"`".to_owned()
                } else {
                    format!("its dice: {}", names.join(", "))
                }
            }));
            return;
        };
        let dice = Dice { dice: vec![die] };
        let own = self.model.variable_names.get(&fact.name.value).copied();
        let Some(found) = own.and_then(|own| self.model.variables.at_mut(own.index())) else {
            return;
        };
        match ways_of(&found.domain, &dice.totals()) {
            Some(ways) => {
                found.roll = Some(Roll {
                    dice,
                    die_of: Some((of, place)),
                    ways,
                })
            }
            None => {
                let message = format!(
                    "the domain of `{}` is not what the die shows",
                    fact.name.value
                );
                self.error(Code::BadDomain, fact.domain.span, message);
            }
        }
    }
}

/// The ways of each index, where the domain is just what the dice can give.
fn ways_of(domain: &Domain, totals: &BTreeMap<Value, u64>) -> Option<Vec<u64>> {
    let ways: Option<Vec<u64>> = (0..domain.size())
        .map(|index| totals.get(&domain.value(index)).copied())
        .collect();
    ways.filter(|ways| ways.len() == totals.len())
}
