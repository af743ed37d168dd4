//! `chartroom ask`: a question and its facts; the answer with both its sides.

use super::format::Format;
use super::seat::{AtTable, Seat};
use super::suggest::{self, find};
use super::{Outcome, Output, Session, Stop, batch, interview, show};
use crate::answer::{Asker, Ruling, Stated};
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::model::{Model, QuestionId, Role};
use crate::render::answer::{Shown, first, human, human_of, otherwise, view};
use crate::render::told;
use crate::rulebook::{Named, Rulebook, idle, request, spoken};
use crate::search::Index;
use crate::turn::Situation;
use clap::Args;
use std::mem::ManuallyDrop;

/// The arguments of `ask`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The question, as `chartroom list questions` names it, or a whole question in words
    #[arg(required_unless_present_any = ["batch", "why"])]
    question: Option<String>,
    /// Its facts, or words that say them: mortar, 14 hexes, raining
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    #[command(flatten)]
    table: AtTable,
    /// Take a reading another way than its default
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    reading: Vec<String>,
    /// Ask for the facts that still matter, one by one; answers are read from standard input
    #[arg(long)]
    interview: bool,
    /// Answer JSON Lines from a file or standard input, a line each
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with_all = ["question", "facts", "interview"])]
    batch: Option<String>,
    /// Take nothing as usual: what is neither given nor found by the rules is asked for
    #[arg(long)]
    strict: bool,
    /// All reasons, what did apply and what did not; of one paragraph, where it is named
    #[arg(long, value_name = "PARAGRAPH", num_args = 0..=1, default_missing_value = "")]
    why: Option<String>,
    /// How to show the answer
    #[arg(long, value_parser = Format::among(&Format::PLAIN), default_value = "human")]
    format: Format,
}

impl Arguments {
    /// What stands right after `--why` and is no paragraph: the question, or a fact.
    fn after_why(&self) -> Option<&String> {
        let is_question = self.question.as_ref().is_none_or(|word| word.contains('='));
        let word = self.why.as_ref().filter(|word| !word.is_empty())?;
        (is_question || word.contains('=')).then_some(word)
    }

    /// The name of the question; what stands in its place, if there is none.
    fn name(&self) -> &str {
        let words = self.question.iter().chain(self.after_why());
        let name = words.map(String::as_str).find(|word| !word.contains('='));
        name.or(self.question.as_deref()).unwrap_or_default()
    }

    /// The facts, wherever they stand.
    fn facts(&self) -> Vec<String> {
        let words = self
            .question
            .iter()
            .chain(&self.facts)
            .chain(self.after_why());
        let mut facts: Vec<String> = words.cloned().collect();
        if let Some(name) = facts.iter().position(|word| word == self.name()) {
            facts.remove(name);
        }
        facts
    }

    /// The paragraph of which all is told; all of them, if it is empty.
    fn paragraph(&self) -> Option<&str> {
        let why = self.why.as_deref()?;
        Some(if self.after_why().is_some() { "" } else { why })
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let name = arguments.name();
    let (rulebook, seat) = arguments
        .table
        .load(session, |session| match arguments.batch {
            Some(_) => session.load(),
            None => session.load_for(name),
        })?;
    // The program ends with the answer: what it has read is left to the system.
    let rulebook = ManuallyDrop::new(rulebook);
    let output = &mut session.output;
    if let Some(file) = &arguments.batch {
        let settings = batch::Settings {
            readings: &arguments.reading,
            why: arguments.why.is_some(),
            strict: arguments.strict,
            seat: seat.as_ref(),
        };
        return Ok(batch::run(&rulebook, file, settings, output)?);
    }
    if name.is_empty() {
        let unnamed = Diagnostic::error_nowhere(Code::UnknownQuestion, "name a question");
        return Err(unnamed
            .help("`chartroom` alone lists what is asked most")
            .into());
    }
    let facts = arguments.facts();
    match find(&rulebook, name) {
        Ok((model, Named::Question(question))) => {
            let asked = (model, question, facts.as_slice());
            arguments.ask(&rulebook, asked, seat.as_ref(), (Vec::new(), output))
        }
        Ok((_, Named::Process(_))) => {
            let help = suggest::instead("play", name, &facts);
            let help = help.then(" runs it, or ask it with --batch");
            Err(suggest::other(name, "process", help).into())
        }
        Ok((_, Named::Procedure(_))) => {
            let help = suggest::instead("roll", name, &facts).then(" rolls it");
            Err(suggest::other(name, "procedure", help).into())
        }
        Err(unknown) => {
            let is_unknown = rulebook.find(name).is_empty();
            if is_unknown && show::printed(&rulebook, name, arguments.format, output) {
                return Ok(Outcome::Clean);
            }
            match arguments.whole().filter(|_| is_unknown) {
                Some(words) => arguments.ask_in_words(&rulebook, &words, seat.as_ref(), session),
                None => Err(unknown.into()),
            }
        }
    }
}

impl Arguments {
    /// A whole question in words, where what stands in the place of a question's name cannot be one.
    fn whole(&self) -> Option<String> {
        let facts = self.facts();
        let words = facts
            .iter()
            .map(String::as_str)
            .filter(|word| !word.contains('='));
        let words: Vec<&str> = std::iter::once(self.name()).chain(words).collect();
        let is_whole = words.len() > 1 && !self.name().contains('-') || self.name().contains(' ');
        is_whole.then(|| words.join(" "))
    }

    /// Answers what is meant most likely, and names what else may be; what is no question is found.
    fn ask_in_words(
        &self,
        rulebook: &Rulebook,
        words: &str,
        seat: Option<&Seat>,
        session: &mut Session,
    ) -> Result<Outcome, Stop> {
        let (sources, written) = session.read();
        let written = ManuallyDrop::new(written);
        let index = ManuallyDrop::new(Index::of(&written));
        let page = super::find::page(&index, (sources, &written), words);
        let output = &mut session.output;
        let mut all = page.next().into_iter();
        let next = all.next().unwrap_or_default();
        for note in page.not_understood() {
            output.note(&note);
        }
        let file = seat.map(|seat| seat.file.display().to_string());
        let command = |words: &[&str]| {
            let game = file.iter().flat_map(|file| ["--game", file.as_str()]);
            let words: Vec<&str> = words.iter().copied().chain(game).collect();
            output.command(&Command::new(words))
        };
        let (Some("ask"), Some(name)) = (next.first().copied(), next.get(1)) else {
            let unnamed = Diagnostic::error_nowhere(Code::UnknownQuestion, "no question is meant");
            return Err(match next.is_empty() {
                true => unnamed.help(Command::new(["list", "questions"]).then(" lists them")),
                false => unnamed.help(Command::new(next).then(" has the most of these words")),
            }
            .into());
        };
        let (model, Named::Question(question)) = find(rulebook, name)? else {
            return Err(Stop::Told(Outcome::Usage));
        };
        let besides = all.map(|other| format!("and: {}\n", command(&other)));
        let others = page.answered(0).filter(|other| *other != next);
        let others = others.map(|other| format!("or: {}\n", command(&other)));
        let others: String = besides.chain(others).collect();
        let told = next.iter().skip(2).map(|fact| (*fact).to_owned());
        let own = self.facts().into_iter().filter(|fact| fact.contains('='));
        let facts: Vec<String> = told.chain(own).collect();
        let before = vec![format!(
            "asked: {}",
            next.get(1..).unwrap_or_default().join(" ")
        )];
        let asked = (model, question, facts.as_slice());
        let outcome = self.ask(rulebook, asked, seat, (before, output))?;
        if self.format != Format::Json {
            output.print(&others);
        }
        Ok(outcome)
    }

    fn ask(
        &self,
        rulebook: &Rulebook,
        (model, question, facts): (&Model, QuestionId, &[String]),
        seat: Option<&Seat>,
        (mut before, output): (Vec<String>, &mut Output),
    ) -> Result<Outcome, Stop> {
        let mut stated = Stated::new(Situation::new(model));
        let taken = request::taken_by(model, question);
        let (facts, heard) = spoken::in_words(model, facts, &taken)?;
        for (name, value) in request::pairs(&facts)? {
            let fact = request::state(model, &mut stated, name, value)?;
            if !taken.contains(&fact) && model.variables[fact].role == Role::Fact {
                let index = stated.situation.get(fact).unwrap_or_default();
                let instead = idle::instead(rulebook, model, (fact, index), &taken);
                let instead =
                    instead.map(|instead| format!("; for `{name}={value}` say {instead}"));
                let instead = instead.unwrap_or_default();
                before.push(format!("not asked: `{name}` changes nothing here{instead}"));
            }
        }
        before.extend(heard.map(|heard| format!("understood: {heard}")));
        for reading in &self.reading {
            request::read_so(model, &mut stated.situation, reading)?;
        }
        if let Some(seat) = seat {
            seat.fill(model, &mut stated.situation, output);
        }
        let mut asker = Asker::new(model);
        asker.set_strict(self.strict);
        let notes = otherwise(model, &asker.otherwise(&stated.situation));
        let mut answer = match self.interview {
            true => interview::run(&mut asker, &rulebook.sources, question, stated, output),
            false => asker.answer(&rulebook.sources, question, stated),
        };
        asker.complete(&mut answer);
        answer.ruling = answer.ruling.completed(output.options());
        before.extend(asker.beware(&answer));
        let (parts, changes) = (answer.all_parts(), answer.changes(&mut asker));
        let shown = Shown {
            parts,
            changes,
            before,
            notes,
            ..Shown::new(&answer)
        };
        match (self.format, self.paragraph()) {
            (Format::Json, _) => output.json(&told::json(&view(shown))),
            (_, None) => output.print(&first(&shown, output.width())),
            (_, Some("")) => output.print(&human(&shown)),
            (_, Some(paragraph)) => output.print(&human_of(shown, paragraph)),
        }
        let is_answered = matches!(answer.ruling, Ruling::Value(_)) && answer.impossible.is_none();
        Ok(Outcome::clean_if(is_answered))
    }
}
