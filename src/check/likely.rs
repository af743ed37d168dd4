//! Declarations that are sound, and are likely slips of the pen.

use super::rolled::domain_of;
use super::{Checker, Packs};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::pack::{self, Pack};
use crate::source::Text;
use crate::value::DomainKind;
use itertools::Itertools;

impl Checker {
    /// Notes what is likely a slip: a roll whose values are not those of its dice, a domain that is the name of another fact, a unit of
    /// what is no number, two values that people cannot tell apart, and paragraphs that no table of contents has.
    pub fn note_slips(&mut self, packs: &Packs<'_>) {
        self.note_dice_called_as_facts(packs);
        self.each(packs, |pack| &pack.facts, Self::note_unrolled);
        self.each(packs, |pack| &pack.facts, Self::note_name_for_domain);
        self.each(packs, |pack| &pack.facts, Self::note_idle_unit);
        self.each(packs, |pack| &pack.facts, Self::note_twice_labelled);
        for (id, pack) in packs {
            self.scope.pack = *id;
            self.note_unknown_paragraphs(pack);
        }
    }

    /// `dice = "shots d6"` beside a fact `shots` throws one die of that name, and not so many.
    fn note_dice_called_as_facts(&mut self, packs: &Packs<'_>) {
        let units = packs.iter().flat_map(|(_, pack)| &pack.units);
        let rolled = units.filter_map(|unit| unit.dice.as_ref());
        let called = |text: &Text| {
            let parts = text.value.split('+');
            let mut names = parts.filter_map(|part| part.trim().split_once(' '));
            let (name, _) = names.find(|(name, _)| self.is_told_number(name))?;
            let message =
                format!("`{name}` is the name of one die here, and a fact that is a number");
            let note = Diagnostic::note(Code::BadDomain, text.span, message);
            Some(
                note.help("how many dice are thrown is a number here, `3d6`: a fact cannot say it"),
            )
        };
        let notes: Vec<Diagnostic> = rolled.filter_map(called).collect();
        notes.into_iter().for_each(|note| self.report(note));
    }

    /// Whether a name is that of a fact which is a number, and not rolled.
    fn is_told_number(&self, name: &str) -> bool {
        let id = self.model.variable_names.get(name);
        id.is_some_and(|id| {
            let fact = &self.model.variables[*id];
            fact.roll.is_none() && matches!(fact.domain.kind, DomainKind::Numbers { .. })
        })
    }

    /// A fact in the unit of a roll that its dice cannot give, and that no question finds, is rolled by nobody.
    fn note_unrolled(&mut self, fact: &pack::Fact) {
        let model = &self.model;
        let Some(id) = model.variable_names.get(&fact.name.value).copied() else {
            return;
        };
        let variable = &model.variables[id];
        let unit = variable.unit.map(|unit| &model.units[unit]);
        let is_numeric = matches!(
            variable.domain.kind,
            DomainKind::Numbers { .. } | DomainKind::Listed(_)
        );
        let Some(dice) = unit.and_then(|unit| unit.dice.as_ref()) else {
            return;
        };
        let is_found = || {
            let mut questions = model.questions.iter();
            questions.any(|question| question.finds == Some(id))
        };
        if variable.roll.is_some() || fact.die.is_some() || !is_numeric || is_found() {
            return;
        }
        let totals = domain_of(dice).show(&model.words);
        let name = &fact.name.value;
        let message = format!("`{name}` is not rolled: its dice give {totals}");
        let help = "a fact is rolled if its domain is just what the dice of its unit give: `domain = \"dice\"`";
        self.report(Diagnostic::note(Code::BadDomain, fact.domain.span, message).help(help));
    }

    /// A domain of one word that is the name of another fact is hardly meant as the one value that there is.
    fn note_name_for_domain(&mut self, fact: &pack::Fact) {
        let (model, text) = (&self.model, fact.domain.value.trim());
        let other = model.variable_names.get(text).copied();
        let Some(other) = other.filter(|_| text != fact.name.value) else {
            return;
        };
        let message = format!(
            "`{text}` is the only value of `{}`, and a fact",
            fact.name.value
        );
        let values = model.variables[other].domain.show(&model.words);
        let note = Diagnostic::note(Code::BadDomain, fact.domain.span, message);
        self.report(note.help(format!(
            "to have the values of that fact write them: `{values}`"
        )));
    }

    /// A unit is of numbers.
    fn note_idle_unit(&mut self, fact: &pack::Fact) {
        let model = &self.model;
        let id = model.variable_names.get(&fact.name.value).copied();
        let (Some(id), Some(unit)) = (id, &fact.unit) else {
            return;
        };
        let domain = &model.variables[id].domain;
        if !matches!(domain.kind, DomainKind::Words { .. } | DomainKind::Bool) {
            return;
        }
        // Dice may show words.
        let unit_of = model.variables[id].unit.map(|unit| &model.units[unit]);
        if unit_of.is_some_and(|unit| unit.dice.is_some()) {
            return;
        }
        let message = format!(
            "`{}` has a unit, and no numbers that are in it",
            fact.name.value
        );
        let note = Diagnostic::note(Code::BadDomain, unit.span, message);
        self.report(note.help("leave `unit` out"));
    }

    /// Two values of a fact that are called the same are the same to a player.
    fn note_twice_labelled(&mut self, fact: &pack::Fact) {
        let model = &self.model;
        let Some(id) = model.variable_names.get(&fact.name.value).copied() else {
            return;
        };
        if fact.labels.is_empty() {
            return;
        }
        let values = 0..model.variables[id].domain.size();
        let called = values.map(|index| model.label_of(id, index)).counts();
        let labels = fact.labels.iter().map(|(_, label)| label);
        let mut twice =
            labels.filter(|label| called.get(&label.value).is_some_and(|times| *times > 1));
        let Some(label) = twice.next_back() else {
            return;
        };
        let message = format!(
            "two values of `{}` are called {}",
            fact.name.value, label.value
        );
        let note = Diagnostic::note(Code::DuplicateName, label.span, message);
        self.report(note.help("nobody can tell them apart where labels are shown"));
    }

    fn note_unknown_paragraphs(&mut self, pack: &Pack) {
        let reasons = pack.nothing_to_compute.iter().map(|(number, _)| number);
        let unknown = |number: &&Text| {
            let mut own = pack.paragraphs.iter();
            !own.any(|(paragraph, _)| paragraph.value == number.value)
        };
        let notes = reasons.filter(unknown).map(|number| {
            let mut note = self.unknown_paragraph(&number.value, number.span);
            note.severity = Severity::Note;
            note
        });
        let notes: Vec<Diagnostic> = notes.collect();
        notes.into_iter().for_each(|note| self.report(note));
    }
}
