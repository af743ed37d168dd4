//! A game at the table, as another program plays it.

use super::turns::{self, Wish};
use super::{
    Event, Happened, Head, Record, State, UNFINISHED, for_whole_game, refuse_unkept, replay, roll,
};
use crate::Error;
use crate::analysis::card::page;
use crate::answer::Asker;
use crate::diagnostic::Code;
use crate::dice::Hand;
use crate::model::Model;
use crate::render::card::{Shown, view};
use crate::rulebook::terms::{self, Given};
use crate::rulebook::{Named, Question, Rulebook, request};
use serde::Serialize;

/// A game at the table: what is known of it, and a journal of what was told, rolled and played.
///
/// Begun by [`Rulebook::game`] or taken up by [`Rulebook::resume`]. Its journal is text, one line an event, as `chartroom
/// --game FILE` keeps it: [`Game::text`] is what to write to a file.
#[derive(Debug, Clone)]
pub struct Game<'r> {
    rulebook: &'r Rulebook,
    state: State<'r>,
    record: Record,
    text: String,
}

/// Who throws the dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Throws<'t> {
    /// The program, by a seed: the same seed throws the same dice, in each turn of a process others.
    Seed(u64),
    /// The players, in order: totals, or die by die, as in `"4,3+2"`.
    Told(&'t str),
}

/// One thing that is in effect, as a card has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InEffect {
    /// What it is: `LV Hindrance`.
    pub label: String,
    /// What it amounts to, in words, with its unit: `+2 DRM`.
    pub answer: String,
    /// The paragraphs of the rules that say so.
    pub cite: Vec<String>,
}

impl std::fmt::Display for InEffect {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.label, self.answer)?;
        if self.cite.is_empty() {
            return Ok(());
        }
        write!(formatter, " ({})", self.cite.join(", "))
    }
}

impl Rulebook {
    /// Begins a game of the rules that the packs call so: `asl`.
    ///
    /// # Errors
    ///
    /// Where no pack is of that game.
    pub fn game(&self, name: &str) -> Result<Game<'_>, Error> {
        let head = Head {
            game: name.to_owned(),
            rules: Vec::new(),
            errata: self.written.chosen.clone(),
            readings: Vec::new(),
            own_rules: String::new(),
        };
        self.resume(&Record::begin(&head))
    }

    /// Takes up a game where the text of its file leaves it. It goes by the packs of this rulebook, whatever folders its head names.
    /// A last line without its end was being written when something broke off: it is left out.
    ///
    /// # Errors
    ///
    /// Where the text is no game, no pack is of it, it goes by other errata than this rulebook, or its scenario has rules of its
    /// own.
    pub fn resume(&self, text: &str) -> Result<Game<'_>, Error> {
        let mut text = text.to_owned();
        if !text.ends_with('\n') {
            text = text + UNFINISHED + "\n";
        }
        let record = Record::read(&text).map_err(Error::request)?;
        if !record.head.own_rules.is_empty() {
            return Err(Error::request("its scenario has rules of its own"));
        }
        let (own, errata) = (&self.written.chosen, &record.head.errata);
        if own != errata {
            let message = format!("it goes by the errata `{errata}`, the rulebook by `{own}`");
            return Err(Error::request(message));
        }
        let name = &record.head.game;
        let games = || self.games.iter().map(|model| model.game.as_str());
        let model = self.games.iter().find(|model| model.game == *name);
        let model = model.ok_or_else(|| {
            let message = format!("no pack is of the game `{name}`");
            Error::error_nowhere(Code::UnknownName, message).nearest(name, games())
        })?;
        Ok(Game {
            rulebook: self,
            state: State::of(model, &record),
            record,
            text,
        })
    }
}

impl<'r> Game<'r> {
    /// Tells a fact; no value makes it unknown again.
    ///
    /// # Errors
    ///
    /// Where no pack declares the fact, or the value is none of its values; the nearest is named.
    pub fn tell(&mut self, fact: &str, value: Option<&str>) -> Result<(), Error> {
        let model = self.state.model;
        let id = request::named(model, fact)?;
        if let Some(value) = value {
            terms::one(model, id, value)?;
            refuse_unkept(value)?;
        }
        let pair = (
            model.variable_name(id).to_owned(),
            value.unwrap_or_default().to_owned(),
        );
        self.write(&Event::Set(vec![pair]))
    }

    /// Rolls a procedure, with facts that are given for it alone; what comes of it is known from then on.
    ///
    /// # Errors
    ///
    /// Where no procedure has the name, a fact is missing or unknown, or the dice told do not suit.
    pub fn roll(
        &mut self,
        procedure: &str,
        facts: &[(&str, &str)],
        throws: Throws<'_>,
    ) -> Result<Happened, Error> {
        let Some(Named::Procedure(id)) = self.named(procedure) else {
            return Err(unknown("procedure", procedure));
        };
        let model = self.state.model;
        let given = given(model, facts)?;
        given.refuse_found(model, &model.procedures[id])?;
        let mut hand = match throws {
            Throws::Seed(seed) => Hand::seeded(seed, 0),
            Throws::Told(rolls) => Hand::told(rolls),
        };
        let context = (model, &self.rulebook.sources);
        let (terms, state) = ((given.terms, false), Some(&self.state));
        let roll = roll(context, &model.procedures[id], terms, state, &mut hand)?;
        self.happened(roll.event)
    }

    /// Plays one turn of a process, with the facts of that turn.
    ///
    /// # Errors
    ///
    /// Where no process has the name, a fact is missing or unknown, or the dice told do not suit.
    pub fn play(
        &mut self,
        process: &str,
        facts: &[(&str, &str)],
        throws: Throws<'_>,
    ) -> Result<Happened, Error> {
        let Some(Named::Process(id)) = self.named(process) else {
            return Err(unknown("process", process));
        };
        let model = self.state.model;
        let process = &model.processes[id];
        let given = given(model, facts)?;
        let (rolls, seed) = match throws {
            Throws::Seed(seed) => (None, Some(seed)),
            Throws::Told(rolls) => (Some(rolls), None),
        };
        let wish = Wish {
            given: &given,
            events: &[],
            turns: Some(1),
            rolls,
            seed,
            fresh: 0,
        };
        // What holds beyond the turn is told to the table before it.
        let (mut state, sources) = (self.state.clone(), &self.rulebook.sources);
        let told = turns::tell(&mut state, process, &given, &[])?;
        let mut game = turns::seated(&state, sources, process, &given, &[])?;
        let mut played = turns::play(&mut game, &wish, Some(&state))?;
        let event = played.events.pop().unwrap_or(Event::Undo);
        told.map_or(Ok(()), |told| self.write(&told))?;
        self.happened(event)
    }

    /// Takes back what happened last; whether there was anything.
    ///
    /// # Errors
    ///
    /// None, unless its own journal cannot be read.
    pub fn undo(&mut self) -> Result<bool, Error> {
        let is_any = self.record.last().is_some();
        if is_any {
            self.write(&Event::Undo)?;
        }
        Ok(is_any)
    }

    /// The facts that are known, those first that people tell first, with their values.
    pub fn known(&self) -> impl Iterator<Item = (&'r str, String)> {
        let state = &self.state;
        let facts = state.facts().into_iter();
        facts.map(|(fact, index)| (state.model.variable_name(fact), state.shown(fact, index)))
    }

    /// Asks a question with all that is known, the readings taken as the game takes them.
    ///
    /// # Errors
    ///
    /// As [`Question::fact`], and where no question of the game has the name.
    pub fn ask(&self, question: &str) -> Result<Question<'r>, Error> {
        let asked = self.rulebook.ask_in(&self.state.model.game, question);
        let asked = asked.with_readings(&self.state.known_to(None));
        asked.facts(self.known())
    }

    /// What a card shows to be in effect now.
    ///
    /// # Errors
    ///
    /// Where no card has the name.
    pub fn in_effect(&self, card: &str) -> Result<Vec<InEffect>, Error> {
        let game = &self.state.model.game;
        let name = match card.contains('/') {
            true => card.to_owned(),
            false => format!("{game}/{card}"),
        };
        let (model, card) = self.rulebook.card(&name)?;
        if model.game != *game {
            let message = format!("`{name}` is no card of `{game}`");
            return Err(Error::error_nowhere(Code::UnknownName, message));
        }
        let page = page(model, card, &self.state.known_to(None));
        let (given, texts) = (self.state.facts(), self.state.texts());
        let shown = Shown {
            page: &page,
            given: &given,
            texts: &texts.collect::<Vec<_>>(),
            readings: &[],
            unused: &[],
        };
        let sections = view(&shown, false).sections.into_iter();
        let lines = sections.flat_map(|section| section.lines);
        let in_effect = lines.map(|line| InEffect {
            label: line.label,
            answer: line.answer.words,
            cite: line.cite,
        });
        Ok(in_effect.collect())
    }

    /// Why what is known cannot be, in words and with the paragraph, where it cannot.
    #[must_use]
    pub fn impossible(&self) -> Option<(&'r str, &'r str)> {
        let impossible = Asker::new(self.state.model).impossible(&self.state.known_to(None));
        impossible.map(|each| (each.says.as_str(), each.cite.as_str()))
    }

    /// The lines of its journal that do not fit, and why; they are left out.
    pub fn misfits(&self) -> impl Iterator<Item = String> {
        self.state.misfits.iter().map(ToString::to_string)
    }

    /// The first line of its journal at which the rules now lead elsewhere than it says, and how they do; none where they lead to
    /// all of it. The journal is what counts: what is known is what it says.
    #[must_use]
    pub fn departs(&self) -> Option<String> {
        let sources = &self.rulebook.sources;
        replay(self.state.model, sources, &self.record).map(|misfit| misfit.to_string())
    }

    /// The text of its file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The only thing of a name in its rules.
    fn named(&self, name: &str) -> Option<Named> {
        let things = self.rulebook.find(name).into_iter();
        let mut own = things.filter(|(model, _)| model.game == self.state.model.game);
        own.next().map(|(_, named)| named)
    }

    fn happened(&mut self, event: Event) -> Result<Happened, Error> {
        self.write(&event)?;
        Ok(match event {
            Event::Roll(happened) | Event::Play(happened) => happened,
            Event::Set(_) | Event::Undo | Event::Redo => Happened::default(),
        })
    }

    /// Writes a line of the journal, and takes in what it says.
    fn write(&mut self, event: &Event) -> Result<(), Error> {
        let line = format!("{event}\n");
        self.text.push_str(&line);
        if let Event::Undo | Event::Redo = event {
            self.record = Record::read(&self.text).map_err(Error::request)?;
            self.state = State::of(self.state.model, &self.record);
        } else if let Some(entry) = self.record.add(&line) {
            self.state.apply(entry);
        }
        Ok(())
    }
}

fn given(model: &Model, facts: &[(&str, &str)]) -> Result<Given, Error> {
    let mut names = facts.iter().map(|(name, _)| *name);
    if let Some(name) = names.find(|name| request::is_switch(model, name)) {
        return Err(for_whole_game(name));
    }
    let texts = facts.iter().map(|(name, value)| format!("{name}={value}"));
    let given = Given::read(model, &texts.collect::<Vec<_>>(), &[])?;
    given.refuse_several(model, false)?;
    Ok(given)
}

fn unknown(what: &str, name: &str) -> Error {
    Error::error_nowhere(
        Code::UnknownQuestion,
        format!("no pack declares a {what} `{name}`"),
    )
}
