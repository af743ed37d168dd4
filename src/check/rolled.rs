//! The dice of units, and the domains that are what they give.

use super::{Checker, show_situation};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Model, VariableId};
use crate::source::Text;
use crate::turn::can_fall;
use crate::value::{Dice, Domain, DomainKind, Number, UnitId, Value, how_to_roll, parse_dice};
use itertools::Itertools;

impl Checker {
    /// The dice of a unit. Where they cannot be read, that is told once, and not of each fact that is rolled with it.
    pub fn dice_of_unit(&mut self, unit: &str, dice: &Text) -> Option<Dice> {
        let message = match parse_dice(&dice.value, &mut self.model.words) {
            Ok(dice) => return Some(dice),
            Err(message) => message,
        };
        self.undeclared.is_broken(unit);
        let error = Diagnostic::error(Code::WrongShape, dice.span, message);
        let is_help = |help: &String| !help.ends_with(&format!("`{}`", dice.value.trim()));
        self.refuse(match how_to_roll(&dice.value).filter(is_help) {
            Some(help) => error.help(help),
            None => error,
        })
    }

    /// Just what the dice of a unit can give.
    pub fn of_dice(&mut self, domain: &Text, unit: Option<UnitId>) -> Option<Domain> {
        let dice = unit.and_then(|unit| self.model.units[unit].dice.as_ref());
        let Some(dice) = dice else {
            let name = unit.map(|unit| &self.model.units[unit].name);
            if name.is_some_and(|name| self.undeclared.is_known_broken(name)) {
                return None;
            }
            let error = "the domain is what the dice of its unit give, and it has none";
            return self.refuse(
                Diagnostic::error(Code::BadDomain, domain.span, error)
                    .help("name the unit that is rolled: `unit = \"DR\"`"),
            );
        };
        Some(domain_of(dice))
    }

    /// Whether the dice of a fact are told to be wrong.
    pub fn is_of_broken_dice(&self, fact: VariableId) -> bool {
        let unit = self.model.variables[fact].unit;
        let unit = unit.filter(|unit| self.model.units[*unit].dice.is_none());
        unit.is_some_and(|unit| {
            let name = &self.model.units[unit].name;
            self.undeclared.is_known_broken(name)
        })
    }

    /// Tells of dice, or of a unit that has dice, in the place of a domain; what they give stands for it from there on.
    pub fn rolled_as_written(&mut self, domain: &Text, unit: Option<UnitId>) -> Option<Domain> {
        let text = domain.value.trim();
        if text.contains(['|', '<']) {
            return None;
        }
        let written = text.to_lowercase();
        let units = &self.model.units;
        let dice = |unit: UnitId| Some((units[unit].name.clone(), units[unit].dice.clone()?));
        let rolled = parse_dice(&written, &mut self.model.words).ok();
        let unit = match rolled {
            Some(_) => unit,
            None => units.find(text),
        };
        let (unit, dice, before) = match (unit.and_then(dice), rolled) {
            (Some((unit, dice)), _) => (unit, dice, String::new()),
            (None, Some(dice)) => {
                let unit = format!("`dr = {{ dice = \"{written}\" }}` under `[unit]`, and here ");
                ("dr".to_owned(), dice, unit)
            }
            (None, None) => return None,
        };
        let message = format!("`{text}` is rolled, and no value");
        let help = format!("write {before}`domain = \"dice\", unit = \"{unit}\"`");
        self.report(Diagnostic::error(Code::BadDomain, domain.span, message).help(help));
        Some(domain_of(&dice))
    }
}

/// A witness as a situation, and where its dice cannot fall so, what leaves it out: a proof takes each fact by itself.
pub fn show_thrown(model: &Model, witness: &[(VariableId, u32)]) -> String {
    show_situation(model, witness) + &never_thrown(model, witness).unwrap_or_default()
}

/// What to say of a witness whose dice cannot fall so.
pub fn never_thrown(model: &Model, witness: &[(VariableId, u32)]) -> Option<String> {
    let known = |fact: VariableId| {
        witness
            .iter()
            .find(|(own, _)| *own == fact)
            .map(|(_, index)| *index)
    };
    let rolls = witness.iter().filter_map(|(fact, _)| model.roll_of(*fact));
    let mut rolls = rolls.filter(|roll| can_fall(model, *roll, &known) == Ok(false));
    let roll = rolls.next()?;
    let (name, dice) = (model.variable_name(roll), model.dice_of(roll));
    let all = model.variables[roll]
        .roll
        .as_ref()
        .map_or(0, |own| own.dice.dice.len());
    let names = dice.iter().map(|die| model.variable_name(*die));
    Some(match dice.len() == all {
        true => format!(
            " (no throw gives that: `[[impossible]]` with `when = \"{name} != {}\"` leaves it out)",
            names.format(" + ")
        ),
        false => {
            " (no throw gives that: an `[[impossible]]` that says so leaves it out)".to_owned()
        }
    })
}

/// Just what dice can give.
pub fn domain_of(dice: &Dice) -> Domain {
    let totals: Vec<Value> = dice.totals().into_keys().collect();
    let numbers: Option<Vec<Number>> = totals.iter().map(Value::number).collect();
    let of_words = || {
        let words = totals.iter().filter_map(|value| match value {
            Value::Word(word) => Some(*word),
            _ => None,
        });
        Domain::from(DomainKind::Words {
            words: words.collect(),
            ordered: false,
            cyclic: false,
        })
    };
    numbers.map_or_else(of_words, Domain::of_numbers)
}
