//! How a game speaks to people: titles, labels, and the `[guide]` tables of its packs.

use super::{Checker, Packs};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Plot, ProcessId, Saying, Stage, State, Thing, VariableId};
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
                if told.iter().any(|(_, other)| *other == fact) {
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
        for (name, _) in &written.asked_as {
            self.refuse_unknown_asked(name);
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
        let facts: Vec<Text> = pairs(text)
            .filter(|(_, value)| {
                value
                    .as_ref()
                    .is_some_and(|written| written.value == NUMBER)
            })
            .map(|(name, _)| name)
            .collect();
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
        let mut meant = Vec::new();
        for (name, value) in pairs(text) {
            let Some(value) = value else {
                let message = format!("`{}` gives a fact no value", text.value);
                let wrong = Diagnostic::error(Code::WrongShape, text.span, message);
                self.report(wrong.help("write `fact = value, fact = value`"));
                continue;
            };
            if let Some(fact) = self.fact_named(&name)
                && let Some(index) = self.index_of(fact, &value)
            {
                meant.push((fact, index));
            }
        }
        meant
    }

    fn plot(&mut self, written: &pack::Plot) {
        let process = self.model.process_names.get(&written.of.value).copied();
        self.refuse_unknown_asked(&written.of);
        let texts = |texts: &[Text]| texts.iter().map(|text| text.value.clone()).collect();
        let turns = written.turns.as_ref();
        let number = turns.and_then(|turns| turns.value.parse().ok());
        if let (Some(turns), None) = (turns, number) {
            let message = format!("`{}` is no number of turns", turns.value);
            self.report(Diagnostic::error(Code::WrongShape, turns.span, message));
        }
        for (name, value) in &written.given {
            self.mention_names(name, None);
            if let Some(fact) = self.model.variable_names.get(&name.value) {
                self.mention_value_of(value.span, &value.value, *fact);
            }
        }
        let conditions = [&written.ever, &written.at, &written.shows];
        let conditions = written.until.iter().chain(conditions.into_iter().flatten());
        conditions
            .clone()
            .for_each(|condition| self.mention_names(condition, process));
        let given = written.given.iter();
        let pairs = given.clone().flat_map(|(name, value)| [name, value]);
        let said = pairs.chain(&written.turns).chain(conditions);
        let given = given.map(|(name, value)| (name.value.clone(), value.value.clone()));
        self.model.guide.plots.push(Plot {
            of: written.of.value.clone(),
            given: given.collect(),
            turns: number,
            until: written.until.as_ref().map(|until| until.value.clone()),
            ever: texts(&written.ever),
            at: texts(&written.at),
            shows: texts(&written.shows),
            said: said.cloned().collect(),
            span: written.of.span,
        });
    }

    /// Writes down what a condition names, and the words of what it named last; what it means is told where the odds are drawn.
    fn mention_names(&mut self, condition: &Text, of: Option<ProcessId>) {
        // What a process shows is called so in it alone.
        let states = of.map_or_else(Vec::new, |of| self.model.processes[of].state.clone());
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '-';
        let mut words = Vec::new();
        let mut at = 0;
        for piece in condition.value.split_inclusive(|letter| !is_part(letter)) {
            let name = piece.trim_end_matches(|letter| !is_part(letter));
            let span = condition.span.within(at, at + name.len());
            let fact = states.iter().find_map(|(state, of)| match of {
                State::Variable(fact) if state == name => Some(*fact),
                _ => None,
            });
            let fact = fact.or_else(|| self.model.variable_names.get(name).copied());
            if let Some(fact) = fact {
                words = self.model.variables[fact].domain.words().to_vec();
                self.mention(span, Thing::Variable(fact));
            } else if let Some(id) = self.model.question_names.get(name).copied() {
                words = self.model.questions[id].answer.words().to_vec();
                self.mention(span, Thing::Question(id));
            } else {
                self.mention_word(span, name, &words);
            }
            at += piece.len();
        }
    }

    fn refuse_unknown_asked(&mut self, name: &Text) {
        let model = &self.model;
        let question = model.question_names.get(&name.value);
        let process = model.process_names.get(&name.value);
        let procedure = model.procedure_names.get(&name.value);
        let thing = question.map(|id| Thing::Question(*id));
        let thing = thing.or(process.map(|id| Thing::Process(*id)));
        let thing = thing.or(procedure.map(|id| Thing::Procedure(*id)));
        let card = || {
            let mut cards = (0..).zip(&model.cards);
            let card = cards.find(|(_, card)| card.name == name.value);
            card.map(|(place, _)| Thing::Card(place))
        };
        if let Some(thing) = thing.or_else(card) {
            return self.mention(name.span, thing);
        }
        let model = &self.model;
        let mut names = model
            .question_names
            .keys()
            .chain(model.process_names.keys())
            .chain(model.procedure_names.keys())
            .chain(model.cards.iter().map(|card| &card.name))
            .map(String::as_str);
        // What one question needs is all there is where one is wanted: nobody can tell what else the game has.
        if self.wanted.is_some() {
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

/// The parts of `fact = value, fact = value`, each where it stands; no value, where nothing is said of one.
fn pairs(text: &Text) -> impl Iterator<Item = (Text, Option<Text>)> + '_ {
    let placed = |at: usize, piece: &str| {
        let start = at + piece.len() - piece.trim_start().len();
        let piece = piece.trim();
        let place = text.span.within(start, start + piece.len());
        Text::new(piece.to_owned(), place)
    };
    let mut at = 0;
    text.value.split(',').map(move |pair| {
        let start = at;
        at += pair.len() + 1;
        match pair.split_once('=') {
            Some((name, value)) => {
                let value = placed(start + name.len() + 1, value);
                (placed(start, name), Some(value))
            }
            None => (placed(start, pair), None),
        }
    })
}
