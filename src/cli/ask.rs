//! `chartroom ask`: a question and its facts; the answer with both its sides.

use super::format::Format;
use super::seat::{AtTable, Seat};
use super::suggest::{self, find};
use super::unknown::need_few;
use super::{Outcome, Output, Session, Stop, batch, card, interview, odds, play, show, to_the_end};
use crate::answer::{Asker, Stated};
use crate::diagnostic::{Code, Command, Diagnostic, nearest};
use crate::model::{Model, QuestionId, Role};
use crate::render::answer::{Shown, first, human, human_of, otherwise, view};
use crate::render::find::Page;
use crate::render::words::changes_nothing;
use crate::render::{fold, told};
use crate::rulebook::unsaid::{self, Spoken};
use crate::rulebook::{Named, Rulebook, idle, request, spoken, terms};
use crate::search::{Asked, words_of};
use crate::turn::Situation;
use clap::builder::ArgPredicate;
use clap::{Args, FromArgMatches};
use itertools::Itertools;

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
    #[arg(default_value_if("batch", ArgPredicate::IsPresent, "json"))]
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
        let words = words.chain(&self.facts);
        let name = words.map(String::as_str).find(|word| !word.contains('='));
        name.or(self.question.as_deref()).unwrap_or_default()
    }

    /// Whether the name stands behind facts.
    fn stands_behind(&self) -> bool {
        let is_fact = |word: &String| word.contains('=');
        self.question.as_ref().is_some_and(is_fact) && !self.name().contains('=')
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

    /// Refuses with a batch a paragraph, whose reasons are those of every line, and another format than JSON Lines.
    fn refuse_in_batch(&self) -> Result<(), Stop> {
        if self.batch.is_some() && self.format == Format::Human {
            let message = "a batch is answered in JSON Lines, a line each";
            let help = "leave `--format human` out";
            return Err(Diagnostic::request(message).help(help).into());
        }
        let word = self.why.as_ref().filter(|word| !word.is_empty());
        let Some(word) = word.filter(|_| self.batch.is_some()) else {
            return Ok(());
        };
        let message = format!("`--why` tells all reasons of each line of a batch, not `{word}`");
        Err(Diagnostic::request(message)
            .help(format!("leave `{word}` out"))
            .into())
    }

    /// The paragraph of which all is told; all of them, if it is empty.
    fn paragraph(&self) -> Option<&str> {
        let why = self.why.as_deref()?;
        Some(if self.after_why().is_some() { "" } else { why })
    }
}

/// So many words are no question by themselves.
const FEW: usize = 2;

/// Tells what the words may mean besides, each with its command.
fn tell_others(others: &[(Vec<&str>, String)], seat: Option<&Seat>, output: &mut Output) {
    let game = of_game(seat);
    for (other, says) in others {
        let game = game.iter().map(String::as_str);
        let command = output.command(&Command::new(other.iter().copied().chain(game)));
        let told = format!("or: {says}\n    {command}\n");
        output.print(&fold(&told, output.width()));
    }
}

/// Tells first that no pack holds what is asked for, and then what comes nearest to it, without an answer.
fn tell_not_held(page: &Page<'_>, output: &mut Output) -> Outcome {
    output.line(&page.not_held().unwrap_or_default());
    page.unknown().iter().for_each(|note| output.note(note));
    for thing in page.related() {
        let cite = thing.cite.join(", ");
        let command = output.command(&Command::new(page.command_of(thing)));
        let told = format!("related: {}   {cite}\n    {command}\n", thing.says);
        output.print(&fold(&told, output.width()));
    }
    Outcome::Findings
}

/// The arguments of a command that name the game.
fn of_game(seat: Option<&Seat>) -> Vec<String> {
    let file = seat.map(|seat| seat.file.display().to_string());
    file.into_iter()
        .flat_map(|file| ["--game".to_owned(), file])
        .collect()
}

/// Whether some words are no question but name something of which several can be asked.
fn is_name(words: &str, all: &[Vec<&str>]) -> bool {
    let words = words_of(words);
    let is_called = |name: &str| name.rsplit('/').next() == Some(words.join("-").as_str());
    let asked = all.first().filter(|next| next.first() == Some(&"ask"));
    words.len() <= FEW && asked.is_some_and(|next| !next.iter().any(|word| is_called(word)))
}

/// The arguments that words of a command stand for.
fn read<A: Args + FromArgMatches>(words: &[String]) -> Result<A, Stop> {
    let command = A::augment_args(clap::Command::new("chartroom"));
    let read = command.try_get_matches_from(words);
    let read = read.and_then(|matches| A::from_arg_matches(&matches));
    read.map_err(|error| Diagnostic::request(error.to_string()).into())
}

/// Answers a sentence that stands where another command has a name.
pub(super) fn sentence(
    words: impl IntoIterator<Item = String>,
    table: &AtTable,
    session: &mut Session,
) -> Result<Outcome, Stop> {
    let is_fact = |text: &String| {
        text.split_once('=')
            .is_some_and(|(name, _)| !name.is_empty())
    };
    let (facts, words): (Vec<String>, Vec<String>) = words.into_iter().partition(is_fact);
    let all = ["ask".to_owned(), words.join(" ")];
    run(
        &read(&[&all[..], &facts, &table.options()].concat())?,
        session,
    )
}

/// What led to a question.
#[derive(Default)]
struct Led<'w> {
    /// What is told before the answer.
    before: Vec<String>,
    /// What a player says, if words led to it.
    spoken: Spoken<'w>,
}

impl Led<'_> {
    /// The question that a fact is, with the facts given with that.
    fn to(name: &str, facts: &[String]) -> Self {
        let asked = std::iter::once(name).chain(facts.iter().map(String::as_str));
        let before = vec![format!("asked: {}", asked.collect::<Vec<_>>().join(" "))];
        Self {
            before,
            ..Self::default()
        }
    }
}

/// Refuses a paragraph that no pack has.
fn refuse_paragraph(arguments: &Arguments, session: &mut Session) -> Result<(), Stop> {
    let paragraph = arguments.paragraph();
    let paragraph = paragraph.and_then(|text| text.split(' ').next());
    if let Some(paragraph) = paragraph.filter(|text| !text.is_empty())
        && session.open().about(paragraph).is_empty()
    {
        let message = format!("no pack has a paragraph `{paragraph}`");
        let unknown = Diagnostic::error_nowhere(Code::UnknownName, message);
        return Err(unknown.unknown(paragraph).into());
    }
    Ok(())
}

/// Runs the command.
pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let name = arguments.name();
    need_few(arguments.question.iter().chain(&arguments.facts))?;
    arguments.refuse_in_batch()?;
    let (rulebook, seat) = arguments
        .table
        .load(session, |session| match arguments.batch {
            Some(_) => session.load(),
            None => session.load_for(name),
        })?;
    refuse_paragraph(arguments, session)?;
    let rulebook = to_the_end(rulebook);
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
    if arguments.is_chart(&rulebook) && show::printed(&rulebook, name, arguments.format, output) {
        return Ok(Outcome::Clean);
    }
    match find(&rulebook, name) {
        // The first word of a sentence can be the name of something.
        Ok((model, named)) if arguments.is_other(model, named) => {
            // What was read is for that alone.
            let (rulebook, seat) = arguments.table.load(session, Session::load)?;
            let rulebook = to_the_end(rulebook);
            let words = arguments.words().join(" ");
            arguments.ask_in_words(&rulebook, &words, seat.as_ref(), session)
        }
        Ok((model, Named::Question(question))) => {
            let asked = (model, question, facts.as_slice());
            let led = Led::default();
            arguments.ask(&rulebook, asked, seat.as_ref(), (led, output))
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
            if let Some((model, question)) = arguments.follows(&rulebook) {
                let led = Led::to(&model.questions[question].name, &facts);
                let asked = (model, question, facts.as_slice());
                return arguments.ask(&rulebook, asked, seat.as_ref(), (led, output));
            }
            if is_unknown && show::printed(&rulebook, name, arguments.format, output) {
                return Ok(Outcome::Clean);
            }
            let is_behind = arguments.stands_behind();
            match arguments
                .whole(&rulebook)
                .filter(|_| is_unknown || is_behind)
            {
                Some(words) => arguments.ask_in_words(&rulebook, &words, seat.as_ref(), session),
                None => Err(unknown.into()),
            }
        }
    }
}

impl Arguments {
    /// Whether a chart alone is asked, by a name that is no question's own.
    fn is_chart(&self, rulebook: &Rulebook) -> bool {
        let name = self.name();
        let is_chart = |model: &Model| model.charts.iter().any(|chart| chart.is_called(name));
        let is_question = |model: &Model| model.question_names.contains_key(name);
        let is_alone = self.facts().is_empty() && !self.interview;
        let mut games = rulebook.games.iter();
        is_alone && games.any(|model| is_chart(model) && !is_question(model))
    }

    /// The question whose answer a fact is, where the fact is asked for by its name.
    fn follows<'r>(&self, rulebook: &'r Rulebook) -> Option<(&'r Model, QuestionId)> {
        let is_plain = self.facts().iter().all(|fact| fact.contains('='));
        let mut games = rulebook.games.iter().filter(|_| is_plain);
        games.find_map(|model| {
            let fact = model.fact_named(self.name())?;
            Some((model, model.variables[fact].follows_from()?))
        })
    }

    /// A whole question in words, where what stands in the place of a question's name cannot be one, nor a slip for one.
    fn whole(&self, rulebook: &Rulebook) -> Option<String> {
        if self.stands_behind() {
            return Some(self.question.iter().chain(&self.facts).join(" "));
        }
        let words = self.words();
        let names = rulebook
            .games
            .iter()
            .flat_map(|model| model.question_names.keys());
        let word = self.name().trim_end_matches('?');
        let is_word = || nearest(word, names.map(String::as_str)).is_none_or(|near| near == word);
        let is_whole = !self.name().contains('-') && (words.len() > 1 || is_word());
        (is_whole || self.name().contains(' ')).then(|| words.join(" "))
    }

    /// What is asked, but for what is given as a fact.
    fn words(&self) -> Vec<String> {
        let name = std::iter::once(self.name().to_owned());
        let facts = self.facts().into_iter();
        name.chain(facts.filter(|word| !word.contains('=')))
            .collect()
    }

    /// Whether a name of one word begins a sentence: one that tells the question of that name nothing.
    fn is_other(&self, model: &Model, named: Named) -> bool {
        let (facts, words) = (self.facts(), self.words());
        let is_sentence = words.len() > 2 && words.len() == facts.len() + 1;
        let is_told = || match named {
            Named::Question(question) => {
                let taken = request::taken_by(model, question);
                spoken::is_all_heard(model, &facts, &taken)
            }
            Named::Procedure(_) | Named::Process(_) => false,
        };
        let is_word = !self.name().contains(['-', '/']);
        is_word && is_sentence && !is_told()
    }

    /// Answers what is meant most likely, and names what else may be: each of the questions that the words ask. What is no question
    /// is found.
    fn ask_in_words(
        &self,
        rulebook: &Rulebook,
        words: &str,
        seat: Option<&Seat>,
        session: &mut Session,
    ) -> Result<Outcome, Stop> {
        let library = session.global.library();
        let table = seat.map(|seat| seat.game.head.game.as_str());
        let page = super::find::page_to_ask(&library, rulebook, words, table);
        let all = page.next();
        let can_begin = all
            .first()
            .is_some_and(|next| Self::can_do(rulebook, next, seat));
        let is_lost = page.is_lost(words);
        if page.not_held().is_some() && self.format != Format::Json {
            return Ok(tell_not_held(&page, &mut session.output));
        }
        let mut told = self.facts();
        told.retain(|fact| fact.contains('='));
        // What is given is given to a question: to none, where a fact is named.
        let is_fact = |model: &Model| model.fact_named(self.name()).is_some();
        let is_for_none = told.is_empty() || rulebook.games.iter().any(is_fact);
        let is_name = is_for_none && is_name(words, &all);
        if is_name || !can_begin || is_lost || page.not_held().is_some() {
            let outcome = super::find::best(&page, words, self.format, &mut session.output);
            if !told.is_empty() {
                let told = told.join(" ");
                session
                    .output
                    .note(&format!("nothing is asked of `{told}`"));
            }
            // What is asked and can only be rolled or played is not answered.
            let is_left = !is_name && !can_begin && Asked::of(words).asks();
            let is_whole = !is_lost && !is_left && told.is_empty();
            return Ok(if is_whole { outcome } else { Outcome::Findings });
        }
        for note in page.unknown() {
            session.output.note(&note);
        }
        let mut before: Vec<String> = page.not_used().into_iter().collect();
        let command = |words: &[&str]| {
            let command = Command::new(words.iter().copied());
            session.output.command(&command).to_string()
        };
        let doubt = page.doubt(command);
        before.extend(doubt.clone());
        let mut outcome = Outcome::Clean;
        for (place, next) in all.iter().enumerate() {
            if place > 0 && self.format != Format::Json {
                session.output.line("");
            }
            if !Self::can_do(rulebook, next, seat) {
                let command = session.output.command(&Command::new(next.iter().copied()));
                session.output.note(&format!("and: {command}"));
                continue;
            }
            let told = std::mem::take(&mut before);
            let own = match next.as_slice() {
                ["ask", asked @ ..] => {
                    // What else is asked has words of its own.
                    let idle = if place == 0 { page.idle() } else { Vec::new() };
                    let told = (asked, told, idle.as_slice());
                    self.ask_found(rulebook, told, seat, &mut session.output)?
                }
                next => {
                    let is_json = self.format == Format::Json;
                    let output = &mut session.output;
                    told.iter().for_each(|told| match is_json {
                        true => output.note(told),
                        false => output.line(told),
                    });
                    self.other_than_ask(next, seat, session)?
                }
            };
            outcome = if place == 0 { own } else { outcome };
        }
        if self.format != Format::Json {
            if let Some(besides) = page.besides_not_held() {
                session.output.line(&format!("\n{besides}"));
            }
            tell_others(&page.others(&all), seat, &mut session.output);
        }
        if doubt.is_some() {
            outcome = Outcome::Findings;
        }
        Ok(outcome)
    }

    /// Whether what was found is a question or can be looked at. Turns are played with the rolls that are told alone, and where no
    /// game goes on with them.
    fn can_do(rulebook: &Rulebook, next: &[&str], seat: Option<&Seat>) -> bool {
        match next {
            ["ask", name, ..] => matches!(find(rulebook, name), Ok((_, Named::Question(_)))),
            ["card" | "odds" | "show", ..] => true,
            ["play", .., told] => seat.is_none() && terms::is_in_turn(told),
            _ => false,
        }
    }

    /// Asks a question that was found, with what the words tell.
    fn ask_found(
        &self,
        rulebook: &Rulebook,
        (asked, told, idle): (&[&str], Vec<String>, &[String]),
        seat: Option<&Seat>,
        output: &mut Output,
    ) -> Result<Outcome, Stop> {
        let (Some(name), facts) = (asked.first(), asked.iter().skip(1)) else {
            return Err(Stop::Told(Outcome::Usage));
        };
        let (model, Named::Question(question)) = find(rulebook, name)? else {
            return Err(Stop::Told(Outcome::Usage));
        };
        let own = self.facts().into_iter().filter(|fact| fact.contains('='));
        let texts: Vec<String> = own.collect();
        let of = |told: &str| model.fact_named(told.split_once('=')?.0.trim());
        // What is given as a fact goes before what the words say of it.
        let is_given = |told: &str| {
            let mut given = texts.iter().filter_map(|text| of(text));
            given.any(|given| of(told) == Some(given))
        };
        let facts = facts.filter(|told| !is_given(told));
        let facts = facts.map(|told| (*told).to_owned());
        let facts: Vec<String> = facts.chain(texts.iter().cloned()).collect();
        let all = std::iter::once(*name).chain(facts.iter().map(String::as_str));
        let all: Vec<&str> = all.collect();
        // The first game is meant where none is named: an answer of another says so.
        let is_other = rulebook
            .games
            .first()
            .is_some_and(|first| first.game != model.game && !name.contains('/'));
        let game = is_other.then(|| format!("in {}: ", model.game));
        let before = vec![format!(
            "asked: {}{}",
            game.unwrap_or_default(),
            all.join(" ")
        )];
        let words = self.words().join(" ");
        let words = words.as_str();
        let contrary = unsaid::asks_contrary(model, question, words);
        let contrary = contrary.map(|asks| format!("this asks: {asks}"));
        let before = [before, told, contrary.into_iter().collect()].concat();
        let asked = (model, question, facts.as_slice());
        let spoken = Spoken { words, idle };
        let led = Led { before, spoken };
        self.ask(rulebook, asked, seat, (led, output))
    }

    /// Does what was found and is no question.
    fn other_than_ask(
        &self,
        next: &[&str],
        seat: Option<&Seat>,
        session: &mut Session,
    ) -> Result<Outcome, Stop> {
        let mut words: Vec<String> = next.iter().map(|word| (*word).to_owned()).collect();
        if self.format == Format::Json {
            words.extend(["--format".to_owned(), "json".to_owned()]);
        } else {
            let shown = session.output.command(&Command::new(next.iter().copied()));
            session.output.line(&format!("asked: {shown}"));
        }
        let with_game = [&words[..], &of_game(seat)].concat();
        match next.first().copied() {
            Some("odds") => odds::run(&read(&with_game)?, session),
            Some("card") => card::run(&read(&with_game)?, session),
            Some("play") => play::run(&read(&with_game)?, session),
            _ => show::run(&read(&words)?, session),
        }
    }

    fn ask(
        &self,
        rulebook: &Rulebook,
        (model, question, facts): (&Model, QuestionId, &[String]),
        seat: Option<&Seat>,
        (led, output): (Led<'_>, &mut Output),
    ) -> Result<Outcome, Stop> {
        let Led { mut before, spoken } = led;
        let mut stated = Stated::new(Situation::new(model));
        let taken = request::taken_by(model, question);
        let (mut told, mut idle) = (Vec::new(), Vec::new()); // What words tell, and what nobody asks for.
        let own = self.facts();
        let own = || own.iter().filter_map(|text| text.split_once('='));
        let is_given = |name: &str| own().any(|(given, _)| given == name);
        let (facts, heard) = spoken::in_words(model, facts, &taken)?;
        for (name, value) in request::pairs(&facts)? {
            let fact = request::state(model, &mut stated, name, value)?;
            if !is_given(name) {
                told.push(fact);
            }
            let is_idle = !taken.contains(&fact) && model.variables[fact].role == Role::Fact;
            if is_idle && !idle::is_unknown(model, question, &taken) {
                idle.push((fact, name, value));
            }
        }
        idle.retain(|(fact, ..)| !idle::bears(model, question, *fact, &stated.situation));
        before.extend(idle.into_iter().map(|(fact, name, value)| {
            let instead = idle::instead(rulebook, model, (fact, &stated.situation), &taken);
            let instead = instead.map(|instead| format!("; for `{name}={value}` say {instead}"));
            changes_nothing(name) + &instead.unwrap_or_default()
        }));
        before.extend(heard.map(|heard| format!("understood: {heard}")));
        terms::refuse_dice(model, &stated)?;
        if let Some(seat) = seat {
            seat.complete(model, &mut stated, output)?;
        }
        request::read_each(model, &mut stated.situation, &self.reading)?;
        let mut asker = Asker::new(model);
        asker.set_strict(self.strict);
        let notes = otherwise(model, &asker.otherwise(&stated.situation));
        let mut answer = match self.interview {
            true => interview::run(&mut asker, &rulebook.sources, question, stated, output),
            false => asker.answer(&rulebook.sources, question, stated),
        };
        asker.complete(&mut answer);
        asker.tell_cases(&mut answer);
        answer.ruling = answer.ruling.completed(output.options());
        before.extend(asker.beware(&answer));
        let (parts, changes) = (answer.all_parts(), answer.changes(&mut asker));
        let unsaid = unsaid::doubt(&mut asker, (&answer, &changes), &told, spoken);
        before.extend(unsaid.clone());
        let shown = Shown {
            parts,
            excepted: answer.excepted(),
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
        Ok(Outcome::clean_if(answer.is_whole() && unsaid.is_none()))
    }
}
