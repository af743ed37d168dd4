//! `chartroom odds`: exact chances, or estimates.

use super::ask::{find, usage};
use super::{Global, Outcome, Output};
use crate::check::Within;
use crate::diagnostic::{Code, Diagnostic};
use crate::dice::simulate::{self, Trials};
use crate::dice::{self, Course};
use crate::model::{Expr, Model, ProcedureId, ProcessId, QuestionId, VariableId};
use crate::render::odds::{self as render, Odds, ShownOdds};
use crate::rulebook::Named;
use crate::rulebook::request;
use crate::rulebook::terms::{self, Given};
use clap::{Args, ValueEnum};
#[cfg(feature = "plot")]
use std::path::PathBuf;

/// The arguments of `odds`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A question, process or procedure, as `chartroom list` names it
    name: String,
    /// Facts: FACT=VALUE fixes one; FACT=any leaves it to chance; a fact not given, or given as several values, is left
    /// open, and the odds are a table over its values
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    /// Count only what agrees with this condition
    #[arg(long, value_name = "CONDITION")]
    given: Option<String>,
    /// The chance that this holds in the end
    #[arg(long, value_name = "CONDITION")]
    at: Vec<String>,
    /// Of a process: the chance that this holds after some turn
    #[arg(long, value_name = "CONDITION")]
    ever: Vec<String>,
    /// Of a process: how many turns
    #[arg(long, value_name = "N")]
    turns: Option<u32>,
    /// Of a process: a fact before the first turn alone
    #[arg(long, value_name = "FACT=VALUE")]
    start: Vec<String>,
    /// Of a process or procedure: show these states or outcomes alone
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    of: Vec<String>,
    /// Take a reading another way than its default
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    reading: Vec<String>,
    /// Estimate from so many trials instead of counting
    #[arg(long, value_name = "N")]
    simulate: Option<u64>,
    /// The seed of the trials
    #[arg(long, value_name = "N", default_value_t = 1, requires = "simulate")]
    seed: u64,
    /// How many threads make the trials; the result is the same
    #[arg(long, value_name = "N", requires = "simulate")]
    threads: Option<usize>,
    /// How to show the odds
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write a plot as well
    #[cfg(feature = "plot")]
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// How odds are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a person
    Human,
    /// For a program
    Json,
    /// For a spreadsheet
    Csv,
    /// For a text
    Markdown,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    // A condition may look at what the answer itself does not.
    let name = &arguments.name;
    let loaded = if arguments.given.is_some() {
        global.load(output)
    } else {
        global.load_for(name, output)
    };
    let rulebook = match loaded {
        Ok(rulebook) => rulebook,
        Err(outcome) => return outcome,
    };
    let shown =
        find(&rulebook, &arguments.name).and_then(|(model, named)| arguments.odds(model, named));
    match shown {
        Ok(shown) => print(arguments, &shown, output),
        Err(problem) => usage(&problem, output),
    }
}

fn print(arguments: &Arguments, shown: &ShownOdds<'_>, output: &mut Output) -> Outcome {
    match arguments.format {
        Format::Human => output.print(&render::human(shown, output.width())),
        Format::Json => output.json(&render::json(shown)),
        Format::Csv => output.print(&render::csv(shown)),
        Format::Markdown => output.print(&render::markdown(shown)),
    }
    #[cfg(feature = "plot")]
    if let Some(file) = &arguments.svg {
        return super::plot::run(file, shown, output);
    }
    Outcome::Clean
}

impl Arguments {
    fn odds<'m>(&self, model: &'m Model, named: Named) -> Result<ShownOdds<'m>, Diagnostic> {
        match named {
            Named::Question(id) => self.question(model, id),
            Named::Process(id) => self.process(model, id),
            Named::Procedure(id) => self.procedure(model, id),
        }
    }

    fn given(&self, model: &Model, within: Within<'_>) -> Result<Given, Diagnostic> {
        let mut given = Given::read(model, &self.facts, &self.reading)?;
        given.terms.given = self
            .given
            .as_deref()
            .map(|text| terms::condition(model, text, within))
            .transpose()?;
        Ok(given)
    }

    fn conditions(
        &self,
        model: &Model,
        texts: &[String],
        when: &str,
        within: Within<'_>,
    ) -> Result<Vec<(String, Expr)>, Diagnostic> {
        texts
            .iter()
            .map(|text| {
                Ok((
                    format!("{when}: {text}"),
                    terms::condition(model, text, within)?,
                ))
            })
            .collect()
    }

    fn trials(&self, number: u64) -> Result<Trials, Diagnostic> {
        if !(1..=simulate::MOST_TRIALS).contains(&number) {
            let message = format!("{number} trials are not 1 to {}", simulate::MOST_TRIALS);
            return Err(Diagnostic::request(message));
        }
        Ok(Trials {
            number,
            seed: self.seed,
            threads: self.threads.unwrap_or(0).min(256),
        })
    }

    /// Tells of an option that has no meaning for what is asked.
    fn refuse(&self, what: &str, options: &[(&str, bool)]) -> Result<(), Diagnostic> {
        match options.iter().find(|(_, used)| *used) {
            Some((option, _)) => Err(Diagnostic::request(format!(
                "`{option}` has no meaning for a {what}"
            ))),
            None => Ok(()),
        }
    }

    fn shown<'m>(&self, model: &'m Model, odds: Odds) -> ShownOdds<'m> {
        let facts = self.facts.iter().filter_map(|text| terms::pair(text).ok());
        let facts: Vec<(String, String)> = facts
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let open: Vec<&str> = match &odds {
            Odds::Exact(table) => table
                .open
                .iter()
                .map(|fact| model.variable_name(*fact))
                .collect(),
            Odds::Estimated(..) => Vec::new(),
        };
        ShownOdds {
            model,
            name: String::new(),
            asks: String::new(),
            cite: Vec::new(),
            facts: facts
                .into_iter()
                .filter(|(name, _)| !open.contains(&name.as_str()))
                .collect(),
            given: self.given.clone(),
            turns: None,
            odds,
        }
    }

    fn question<'m>(&self, model: &'m Model, id: QuestionId) -> Result<ShownOdds<'m>, Diagnostic> {
        let used = [
            ("--turns", self.turns.is_some()),
            ("--at", !self.at.is_empty()),
            ("--ever", !self.ever.is_empty()),
            ("--start", !self.start.is_empty()),
            ("--of", !self.of.is_empty()),
        ];
        self.refuse("question", &used)?;
        let given = self.given(model, Within::Game)?;
        let odds = match self.simulate {
            None => Odds::Exact(dice::of_question(model, id, &given.terms)?),
            Some(number) => Odds::Estimated(
                simulate::question(model, id, &given.terms, self.trials(number)?)?,
                self.seed,
            ),
        };
        let Some(question) = model.question(id) else {
            return Err(Diagnostic::error_nowhere(
                Code::UnknownQuestion,
                "no such question",
            ));
        };
        Ok(ShownOdds {
            name: question.name.clone(),
            asks: question.asks.clone(),
            cite: question.cite.clone(),
            ..self.shown(model, odds)
        })
    }

    fn procedure<'m>(
        &self,
        model: &'m Model,
        id: ProcedureId,
    ) -> Result<ShownOdds<'m>, Diagnostic> {
        let used = [
            ("--turns", self.turns.is_some()),
            ("--ever", !self.ever.is_empty()),
            ("--start", !self.start.is_empty()),
        ];
        self.refuse("procedure", &used)?;
        let Some(procedure) = model.procedure(id) else {
            return Err(Diagnostic::error_nowhere(
                Code::UnknownQuestion,
                "no such procedure",
            ));
        };
        let facts = known_at_end(model, id);
        let within = Within::Facts(&facts);
        let given = self.given(model, within)?;
        given.refuse_found(model, procedure)?;
        let conditions = self.conditions(model, &self.at, "at", within)?;
        let mut odds = match self.simulate {
            None => Odds::Exact(dice::of_procedure(
                model,
                procedure,
                &given.terms,
                &conditions,
            )?),
            Some(number) => Odds::Estimated(
                simulate::procedure(
                    model,
                    procedure,
                    &given.terms,
                    &conditions,
                    self.trials(number)?,
                )?,
                self.seed,
            ),
        };
        self.keep_wanted(&mut odds)?;
        Ok(ShownOdds {
            name: procedure.name.clone(),
            asks: procedure.title.clone(),
            cite: procedure.cite.clone(),
            ..self.shown(model, odds)
        })
    }

    /// Leaves out the outcomes that are not asked for.
    fn keep_wanted(&self, odds: &mut Odds) -> Result<(), Diagnostic> {
        let is_wanted = |name: &str| {
            self.of.is_empty() || name.starts_with("at: ") || self.of.iter().any(|own| own == name)
        };
        let names: Vec<String> = match odds {
            Odds::Exact(table) => {
                let names = table
                    .parts
                    .first()
                    .map(|part| part.results.iter().map(|own| own.name.clone()).collect());
                table
                    .parts
                    .iter_mut()
                    .for_each(|part| part.results.retain(|own| is_wanted(&own.name)));
                names.unwrap_or_default()
            }
            Odds::Estimated(estimate, _) => {
                let names = estimate
                    .results
                    .iter()
                    .map(|own| own.name.clone())
                    .collect();
                estimate.results.retain(|own| is_wanted(&own.name));
                names
            }
        };
        self.refuse_unknown(&names)
    }

    fn refuse_unknown(&self, names: &[String]) -> Result<(), Diagnostic> {
        match self.of.iter().find(|own| !names.contains(own)) {
            Some(unknown) => Err(Diagnostic::error_nowhere(
                Code::UnknownName,
                format!("it does not show `{unknown}`"),
            )
            .help(format!("it shows: {}", names.join(", ")))),
            None => Ok(()),
        }
    }

    fn process<'m>(&self, model: &'m Model, id: ProcessId) -> Result<ShownOdds<'m>, Diagnostic> {
        let Some(process) = model.process(id) else {
            return Err(Diagnostic::error_nowhere(
                Code::UnknownQuestion,
                "no such process",
            ));
        };
        let names: Vec<String> = process.state.iter().map(|(name, _)| name.clone()).collect();
        self.refuse_unknown(&names)?;
        let turns = self.turns.ok_or_else(|| {
            Diagnostic::request(format!("`{}` goes turn by turn", process.name))
                .help("say after how many: --turns N")
        })?;
        if !(1..=dice::MOST_TURNS).contains(&turns) {
            return Err(Diagnostic::request(format!(
                "{turns} turns are not 1 to {}",
                dice::MOST_TURNS
            )));
        }
        let within = Within::Process(id);
        let given = self.given(model, within)?;
        let start: Result<Vec<(VariableId, u32)>, Diagnostic> = self
            .start
            .iter()
            .map(|text| {
                terms::pair(text).and_then(|(name, value)| request::fact(model, name, value))
            })
            .collect();
        let course = Course {
            turns,
            of: self.of.clone(),
            at: self.conditions(model, &self.at, "at", within)?,
            ever: self.conditions(model, &self.ever, "ever", within)?,
            start: start?,
            cycles: given.cycles,
        };
        let odds = match self.simulate {
            None => Odds::Exact(dice::of_process(model, process, &given.terms, &course)?),
            Some(number) => Odds::Estimated(
                simulate::process(model, process, &given.terms, &course, self.trials(number)?)?,
                self.seed,
            ),
        };
        Ok(ShownOdds {
            name: process.name.clone(),
            asks: process.asks.clone(),
            cite: process.cite.clone(),
            turns: Some((turns, process.each.clone())),
            ..self.shown(model, odds)
        })
    }
}

/// The facts that a procedure's end knows.
fn known_at_end(model: &Model, id: ProcedureId) -> Vec<VariableId> {
    let Some(procedure) = model.procedure(id) else {
        return Vec::new();
    };
    let mut all = procedure.start.clone();
    for step in &procedure.steps {
        match &step.does {
            crate::model::StepDoes::Roll(fact) => {
                all.push(*fact);
                all.extend(model.dice_of(*fact));
            }
            crate::model::StepDoes::Ask { fact, .. } => all.push(*fact),
            crate::model::StepDoes::Do(_) => {}
        }
    }
    all
}
