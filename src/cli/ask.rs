//! `chartroom ask`: a question and its facts; the answer with both its sides.

use super::format::Format;
use super::seat::{AtTable, Seat};
use super::suggest::{self, in_shipped};
use super::{Outcome, Output, Session, Stop, batch, interview, show};
use crate::answer::{Answer, Asker};
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::model::{Model, QuestionId, VariableId};
use crate::render::answer::{Shown, human, human_of};
use crate::render::answer_first::first;
use crate::render::{answer_json, told};
use crate::rulebook::request;
use crate::rulebook::{Named, Rulebook};
use crate::source::Place;
use crate::turn::Situation;
use crate::value::folded;
use clap::Args;

/// The arguments of `ask`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The question, as `chartroom list questions` names it
    #[arg(required_unless_present_any = ["batch", "why"])]
    question: Option<String>,
    /// Its facts
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
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let name = arguments.name();
    let (rulebook, seat) = arguments.table.load(session, |session| {
        if arguments.batch.is_some() {
            session.load()
        } else {
            session.load_for(name)
        }
    })?;
    let output = &mut session.output;
    if name.is_empty() && arguments.batch.is_none() {
        let help = "`chartroom` alone lists what is asked most";
        let code = Code::UnknownQuestion;
        let unnamed = Diagnostic::error_nowhere(code, "name a question").help(help);
        return Err(unnamed.into());
    }
    if let Some(file) = &arguments.batch {
        let settings = batch::Settings {
            readings: &arguments.reading,
            why: arguments.why.is_some(),
            strict: arguments.strict,
        };
        return Ok(batch::run(&rulebook, file, settings, output)?);
    }
    match find(&rulebook, name) {
        Ok((model, Named::Question(question))) => {
            let question = (model, question);
            ask(arguments, &rulebook, question, seat.as_ref(), output)
        }
        Ok((_, Named::Process(_))) => {
            let play = suggest::instead("play", name, &arguments.facts());
            let help = play.then(" runs it, or ask it with --batch");
            Err(suggest::other(name, "process", help).into())
        }
        Ok((_, Named::Procedure(_))) => {
            let roll = suggest::instead("roll", name, &arguments.facts());
            Err(suggest::other(name, "procedure", roll.then(" rolls it")).into())
        }
        Err(unknown) => {
            let is_other = rulebook.find(name).is_empty()
                && show::printed(&rulebook, name, arguments.format, output);
            is_other.then_some(Outcome::Clean).ok_or(unknown.into())
        }
    }
}

/// The one question or process of a name; tells where the shipped rulebook has it and this one has not.
pub(super) fn find<'r>(
    rulebook: &'r Rulebook,
    name: &str,
) -> Result<(&'r Model, Named), Diagnostic> {
    find_here(rulebook, name).map_err(|problem| {
        let is_shipped = !rulebook.sources.places().contains(&Place::Embedded)
            && rulebook.find(name).is_empty()
            && !Rulebook::embedded_for_answers().find(name).is_empty();
        if is_shipped {
            problem.help_instead(in_shipped())
        } else {
            problem
        }
    })
}

/// The one question or process of a name.
pub(super) fn find_here<'r>(
    rulebook: &'r Rulebook,
    name: &str,
) -> Result<(&'r Model, Named), Diagnostic> {
    let found = rulebook.find(name);
    match found.as_slice() {
        [one] => Ok(*one),
        [] => {
            Err(rulebook.nothing_named("question", name, &[], Command::new(["list", "questions"])))
        }
        several => {
            let games: Vec<String> = several
                .iter()
                .map(|(model, _)| format!("{}/{}", model.game, folded(name)))
                .collect();
            Err(Diagnostic::error_nowhere(
                Code::UnknownQuestion,
                format!("more than one game has `{name}`"),
            )
            .help(format!("say which: {}", games.join(", "))))
        }
    }
}

fn ask(
    arguments: &Arguments,
    rulebook: &Rulebook,
    (model, question): (&Model, QuestionId),
    seat: Option<&Seat>,
    output: &mut Output,
) -> Result<Outcome, Stop> {
    let mut given = Given::read(model, question, &arguments.facts(), &arguments.reading)?;
    if let Some(seat) = seat {
        seat.fill(model, &mut given.situation, output);
    }
    let mut asker = Asker::new(model);
    asker.set_strict(arguments.strict);
    let otherwise = asker.otherwise(&given.situation);
    let (answer, found, situation) = if arguments.interview {
        interview::run(&mut asker, question, &mut given, output)
    } else {
        let mut situation = given.situation.clone();
        let (answer, found) = asker.ask(question, &mut situation);
        (answer, found, situation)
    };
    let answer = answer.completed(output.options());
    let evaluator = crate::answer::Evaluator::with_texts(model, &rulebook.sources);
    let why = evaluator.explain_found(question, &situation, &found);
    let text = given.text_of(model, &answer);
    let mut shown = Shown::new(
        (model, &rulebook.sources),
        question,
        (&answer, &found),
        &why,
    );
    shown.text = text;
    shown.impossible = asker.impossible(&situation);
    shown.otherwise = otherwise;
    shown.parts = evaluator.parts(question, &situation);
    if matches!(answer, Answer::Value(_) | Answer::Gap(_)) {
        shown.would_change = asker.would_change(question, &given.situation, (&answer, &found));
    }
    shown.notes = given.notes;
    match arguments.format {
        Format::Json => output.json(&told::json(&answer_json::view(&shown))),
        _ => output.prose(&match arguments.paragraph() {
            None => first(&shown),
            Some("") => human(&shown),
            Some(paragraph) => human_of(&shown, paragraph),
        }),
    }
    let is_answered = matches!(answer, Answer::Value(_)) && shown.impossible.is_none();
    Ok(Outcome::clean_if(is_answered))
}

/// The text given for a fact of free text.
pub(super) fn text_given(texts: &[(VariableId, String)], fact: VariableId) -> Option<String> {
    texts
        .iter()
        .find(|(own, _)| *own == fact)
        .map(|(_, text)| text.clone())
}

/// What was given on the command line, and in an interview.
#[derive(Clone)]
pub(super) struct Given {
    pub(super) situation: Situation,
    texts: Vec<(VariableId, String)>,
    notes: Vec<String>,
}

impl Given {
    fn read(
        model: &Model,
        question: QuestionId,
        facts: &[String],
        readings: &[String],
    ) -> Result<Self, Diagnostic> {
        let mut given = Self {
            situation: Situation::new(model),
            texts: Vec::new(),
            notes: Vec::new(),
        };
        let taken = request::taken_by(model, question);
        for (name, value) in request::pairs(facts)? {
            let (variable, index) = request::fact(model, name, value)?;
            if given.situation.get(variable).is_some() {
                return Err(Diagnostic::request(format!("`{name}` is given twice")));
            }
            if !taken.contains(&variable) {
                given.notes.push(format!(
                    "the question does not take `{name}`; it changes nothing"
                ));
            }
            given.set(model, variable, index, value);
        }
        for reading in readings {
            request::read_so(model, &mut given.situation, reading)?;
        }
        Ok(given)
    }

    /// Takes a fact, with its own words where it is free text.
    pub(super) fn set(&mut self, model: &Model, fact: VariableId, index: u32, value: &str) {
        self.situation.set(fact, Some(index));
        if request::is_text(model, fact) {
            self.texts.push((fact, value.to_owned()));
        }
    }

    /// A text answer with what was given filled in.
    fn text_of(&self, model: &Model, answer: &Answer) -> Option<String> {
        let Answer::Value(value @ crate::value::Value::Word(_)) = answer else {
            return None;
        };
        let text = value.show(&model.words, false);
        text.contains('{')
            .then(|| model.fill_in(&text, &|fact| text_given(&self.texts, fact)))
    }
}
