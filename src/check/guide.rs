//! How a game speaks to people: titles, labels, and the `[guide]` tables of its packs.

use super::Checker;
use super::names::Ordered;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Stage;
use crate::pack;
use crate::source::Text;

impl Checker {
    pub(super) fn fill_guide(&mut self, packs: &Ordered<'_>) {
        for (_, pack) in packs {
            pack.facts.iter().for_each(|fact| self.people_call(fact));
            for question in &pack.questions {
                let id = self.model.question_names.get(&question.name.value).copied();
                if let Some((title, id)) = question.title.as_ref().zip(id) {
                    self.model.guide.questions.insert(id, title.value.clone());
                }
            }
            pack.guides.iter().for_each(|guide| self.follow(guide));
        }
    }

    fn people_call(&mut self, fact: &pack::Fact) {
        let Some(id) = self.model.variable_names.get(&fact.name.value).copied() else {
            return;
        };
        if let Some(title) = &fact.title {
            self.model.guide.facts.insert(id, title.value.clone());
        }
        for (value, label) in &fact.labels {
            let Some(domain) = self.model.variable(id).map(|found| found.domain.clone()) else {
                continue;
            };
            match domain.read(&value.value, &self.model.words) {
                Some(index) => {
                    let labels = &mut self.model.guide.labels;
                    labels.insert((id, index), label.value.clone());
                }
                None => self.unknown_value(value, &domain),
            }
        }
    }

    fn follow(&mut self, written: &pack::Guide) {
        if let Some(title) = &written.title {
            self.model.guide.title.clone_from(&title.value);
        }
        let stages = [
            (Stage::Scenario, &written.scenario),
            (Stage::Turn, &written.turn),
            (Stage::Moment, &written.moment),
        ];
        for (stage, names) in stages {
            for name in names {
                let Some(fact) = self.fact_or_tell(name) else {
                    continue;
                };
                let guide = &mut self.model.guide;
                if guide.told.iter().any(|(_, own)| *own == fact) {
                    let message = format!("the guide names the fact `{}` twice", name.value);
                    self.error(Code::DuplicateName, name.span, message);
                } else {
                    guide.told.push((stage, fact));
                }
            }
        }
        // Packs follow one another; what one adds to a stage stands beside what the others have there.
        self.model.guide.told.sort_by_key(|(stage, _)| *stage);
        for name in &written.asked {
            self.refuse_unknown_asked(name);
            self.model.guide.asked.push(name.value.clone());
        }
        let spelling = &mut self.model.guide.spelling;
        for text in &written.spelling {
            spelling.learn(&text.value);
        }
    }

    /// Tells where nothing that can be asked has a name.
    fn refuse_unknown_asked(&mut self, name: &Text) {
        let model = &self.model;
        // What one question needs is all there is then: nobody can tell what else the game has.
        if self.wanted.is_some() {
            return;
        }
        let names = || {
            let keys = model.question_names.keys();
            keys.chain(model.process_names.keys())
                .chain(model.procedure_names.keys())
                .chain(model.cards.iter().map(|card| &card.name))
                .map(String::as_str)
        };
        if names().any(|known| known == name.value) {
            return;
        }
        let message = format!("nothing that can be asked is called `{}`", name.value);
        let error = Diagnostic::error(Code::UnknownName, name.span, message);
        self.report(error.nearest(&name.value, names()));
    }
}
