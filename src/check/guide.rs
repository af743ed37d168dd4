//! How a game speaks to people: titles, labels, and the `[guide]` tables of its packs.

use super::{Checker, Packs};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Plot, Saying, Stage, VariableId};
use crate::pack;
use crate::source::Text;
use crate::value::folded;

/// What stands for a number in the words of players.
const NUMBER: &str = "#";

impl Checker {
    pub fn guide(&mut self, packs: &Packs<'_>) {
        self.each(packs, |pack| &pack.facts, Self::labels);
        self.each(packs, |pack| &pack.questions, Self::title);
        self.each(packs, |pack| &pack.guides, Self::follow);
    }

    fn title(&mut self, question: &pack::Question) {
        let id = self.model.question_names.get(&question.name.value);
        if let (Some(title), Some(id)) = (&question.title, id) {
            let titles = &mut self.model.guide.questions;
            titles.insert(*id, title.value.clone());
        }
    }

    fn follow(&mut self, written: &pack::Guide) {
        if let Some(title) = &written.title {
            self.model.guide.title.clone_from(&title.value);
        }
        for (stage, names) in [
            (Stage::Scenario, &written.scenario),
            (Stage::Turn, &written.turn),
            (Stage::Moment, &written.moment),
        ] {
            for name in names {
                let Some(fact) = self.fact_named(name) else {
                    continue;
                };
                let told = &mut self.model.guide.told;
                if told.iter().any(|(_, own)| *own == fact) {
                    self.report(Diagnostic::error(
                        Code::DuplicateName,
                        name.span,
                        format!("the guide names the fact `{}` twice", name.value),
                    ));
                } else {
                    told.push((stage, fact));
                }
            }
        }
        // Packs follow one another; what one adds to a stage stands beside what the others have there.
        self.model.guide.told.sort_by_key(|(stage, _)| *stage);
        for name in &written.asked {
            self.refuse_unknown_asked(name);
            self.model.guide.asked.push(name.value.clone());
        }
        for plot in &written.plots {
            self.plot(plot);
        }
        for text in &written.spelling {
            self.model.guide.spelling.learn(&text.value);
        }
        for (words, says) in &written.words {
            let saying = self.saying(words, says);
            self.model.guide.sayings.push(saying);
        }
    }

    /// Words of players: each text with a `=` holds values of facts, any other is what else is said for the same.
    fn saying(&mut self, words: &Text, says: &[Text]) -> Saying {
        let (meanings, like): (Vec<_>, Vec<_>) =
            says.iter().partition(|text| text.value.contains('='));
        let (counted, meanings): (Vec<&Text>, Vec<_>) = meanings
            .into_iter()
            .partition(|text| text.value.contains(NUMBER));
        Saying {
            words: folded(&words.value.replace(NUMBER, "0")),
            counted: counted
                .iter()
                .map(|text| self.numbered(words, text))
                .collect(),
            meanings: meanings.into_iter().map(|text| self.meant(text)).collect(),
            like: like.iter().map(|text| folded(&text.value)).collect(),
        }
    }

    /// `attack = #, defense = #`: a fact for each number among the words.
    fn numbered(&mut self, words: &Text, text: &Text) -> Vec<VariableId> {
        let facts = text.value.split(',').filter_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            (value.trim() == NUMBER).then(|| Text::new(name.trim().to_owned(), text.span))
        });
        let facts: Vec<Text> = facts.collect();
        let numbers = words.value.matches(NUMBER).count();
        if facts.len() != numbers || text.value.matches('=').count() != numbers {
            let message = format!("`{}` gives no fact to each number of the words", text.value);
            let wrong = Diagnostic::error(Code::WrongShape, text.span, message);
            self.report(wrong.help("write `fact = #` for each `#` of the words, in their order"));
        }
        let facts = facts.iter().filter_map(|name| self.fact_named(name));
        facts.collect()
    }

    /// `attack = ordnance, fire = indirect`
    fn meant(&mut self, text: &Text) -> Vec<(VariableId, u32)> {
        let part = |text_of: &str| Text::new(text_of.trim().to_owned(), text.span);
        let pairs = text.value.split(',').map(|pair| pair.split_once('='));
        let mut meant = Vec::new();
        for pair in pairs {
            let Some((name, value)) = pair else {
                let message = format!("`{}` gives a fact no value", text.value);
                let wrong = Diagnostic::error(Code::WrongShape, text.span, message);
                self.report(wrong.help("write `fact = value, fact = value`"));
                continue;
            };
            if let Some(fact) = self.fact_named(&part(name))
                && let Some(index) = self.index_of(fact, &part(value))
            {
                meant.push((fact, index));
            }
        }
        meant
    }

    fn plot(&mut self, written: &pack::Plot) {
        self.refuse_unknown_asked(&written.of);
        let texts = |texts: &[Text]| texts.iter().map(|text| text.value.clone()).collect();
        let turns = written.turns.as_ref();
        let number = turns.and_then(|turns| turns.value.parse().ok());
        if let (Some(turns), None) = (turns, number) {
            let message = format!("`{}` is no number of turns", turns.value);
            self.report(Diagnostic::error(Code::WrongShape, turns.span, message));
        }
        let given = written.given.iter();
        let given = given.map(|(name, value)| (name.value.clone(), value.value.clone()));
        self.model.guide.plots.push(Plot {
            of: written.of.value.clone(),
            given: given.collect(),
            turns: number,
            until: written.until.as_ref().map(|until| until.value.clone()),
            ever: texts(&written.ever),
            at: texts(&written.at),
            shows: texts(&written.shows),
            span: written.of.span,
        });
    }

    fn refuse_unknown_asked(&mut self, name: &Text) {
        let model = &self.model;
        let mut names = model
            .question_names
            .keys()
            .chain(model.process_names.keys())
            .chain(model.procedure_names.keys())
            .chain(model.cards.iter().map(|card| &card.name))
            .map(String::as_str);
        // What one question needs is all there is where one is wanted: nobody can tell what else the game has.
        if self.wanted.is_some() || names.clone().any(|known| known == name.value) {
            return;
        }
        self.report(
            Diagnostic::error(
                Code::UnknownName,
                name.span,
                format!("nothing that can be asked is called `{}`", name.value),
            )
            .nearest(&name.value, names.by_ref()),
        );
    }
}
