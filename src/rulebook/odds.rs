//! Odds, asked for by name: what is given, what is asked of it, and which results are taken together.

use super::terms::{self, Given};
use super::{Named, request, sums};
use crate::answer::{Asker, TakenFact};
use crate::check::{Within, readings_by};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, support};
use crate::dice::{self, MOST_TRIALS, MOST_TURNS, Table, Terms, Trials};
use crate::model::{Expr, Model, Procedure, QuestionId, Role, StepDoes, VariableId};
use crate::render::odds::ShownOdds;
use crate::turn::Situation;
use itertools::Itertools;

/// What is asked for, on the command line as well.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct OddsRequest {
    /// Facts: FACT=VALUE fixes one; FACT=each, or several values, has a column for each of its values; FACT=alike has them
    /// all as likely as each other. A roll not given, or given as `any`, is rolled by its dice; any other fact not given is
    /// found by the rules, or as it usually is, or has a column for each of its values
    #[cfg_attr(feature = "cli", arg(value_name = "FACT=VALUE"))]
    pub facts: Vec<String>,
    /// Count only what agrees with this condition
    #[cfg_attr(feature = "cli", arg(long, value_name = "CONDITION"))]
    pub given: Option<String>,
    /// The chance that this holds in the end
    #[cfg_attr(feature = "cli", arg(long, value_name = "CONDITION"))]
    pub at: Vec<String>,
    /// Of a process: the chance that this holds after some turn
    #[cfg_attr(feature = "cli", arg(long, value_name = "CONDITION"))]
    pub ever: Vec<String>,
    /// Of a process: how many turns
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    pub turns: Option<u32>,
    /// Of a process, instead of --turns: it goes on until this holds after a turn, however many turns that takes
    #[cfg_attr(feature = "cli", arg(long, value_name = "CONDITION"))]
    pub until: Option<String>,
    /// Of a process: a fact before the first turn alone
    #[cfg_attr(feature = "cli", arg(long, value_name = "FACT=VALUE"))]
    pub start: Vec<String>,
    /// How many of these, at the front, a game knows, and nobody told.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub known_first: usize,
    /// Of a process or procedure: show these states or outcomes alone. A condition, such as 'weather in mud-class': the
    /// chance of the results for which it holds
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME,… | CONDITION"))]
    pub of: Vec<String>,
    /// The chance of several results taken together
    #[cfg_attr(feature = "cli", arg(long, value_name = "RESULT,…"))]
    pub sum: Vec<String>,
    /// Take a reading another way than its default
    #[cfg_attr(feature = "cli", arg(long, value_name = "PACK/NAME=OPTION"))]
    pub reading: Vec<String>,
    /// Take nothing as usual: what is neither given nor found by the rules has a column for each of its values
    #[cfg_attr(feature = "cli", arg(long))]
    pub strict: bool,
    /// Estimate from so many trials instead of counting
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    pub simulate: Option<u64>,
    /// The seed of the trials
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "N", default_value_t = 1, requires = "simulate")
    )]
    pub seed: u64,
    /// How many threads make the trials; the result is the same
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", requires = "simulate"))]
    pub threads: Option<usize>,
}

impl OddsRequest {
    /// The odds of a question, process or procedure.
    pub fn odds<'m>(&self, model: &'m Model, named: Named) -> Result<ShownOdds<'m>, Diagnostic> {
        let mut bearing = Vec::new();
        let mut shown = match named {
            Named::Question(id) => {
                self.refuse(
                    "question",
                    &["--turns", "--until", "--at", "--ever", "--start"],
                )?;
                let given = self.given(model, Within::Game)?;
                let table = dice::of_question(model, id, &given.terms, self.trials()?)?;
                bearing = readings_of(model, id, &given.terms, &table.taken);
                self.shown(model, &given.terms, table).of_question(id)
            }
            Named::Procedure(id) => {
                self.refuse("procedure", &["--turns", "--until", "--ever", "--start"])?;
                let procedure = &model.procedures[id];
                let facts = known_at_end(model, procedure);
                let within = Within::Facts(&facts);
                let mut given = self.given(model, within)?;
                given.refuse_found(model, procedure)?;
                self.ask(model, within, &mut given.terms)?;
                let mut table = dice::of_procedure(model, procedure, &given.terms, self.trials()?)?;
                self.keep_wanted(&mut table)?;
                ShownOdds {
                    name: procedure.name.clone(),
                    title: procedure.title.clone(),
                    asks: procedure.title.clone(),
                    cite: procedure.cite.clone(),
                    ..self.shown(model, &given.terms, table)
                }
            }
            Named::Process(id) => {
                let process = &model.processes[id];
                let names = process.state.iter().map(|(name, _)| name.as_str());
                self.refuse_unknown(&names.collect_vec())?;
                let turns = self.turns(&process.name)?;
                let mut given = self.given(model, Within::Process(id))?;
                given.terms.turns = turns.unwrap_or(1);
                given.terms.until = self
                    .until
                    .as_deref()
                    .map(|text| terms::condition(model, text, Within::Process(id)))
                    .transpose()?;
                self.ask(model, Within::Process(id), &mut given.terms)?;
                let known = &given.terms.known;
                given.terms.start = request::before_first(model, process, &self.start, known)?;
                let table = dice::of_process(model, process, &given.terms, self.trials()?)?;
                ShownOdds {
                    name: process.name.clone(),
                    title: model.guide.spelling.of_name(&process.name),
                    asks: process.asks.clone(),
                    cite: process.cite.clone(),
                    turns,
                    until: self.until.clone(),
                    each: Some(process.each.clone()),
                    ..self.shown(model, &given.terms, table)
                }
            }
        };
        let known = Given::read(model, &self.facts, &self.reading)?.terms.known;
        let asked = match named {
            Named::Question(id) => vec![id],
            Named::Process(id) => model.processes[id].questions(),
            Named::Procedure(id) => model.procedures[id].questions(),
        };
        shown.played = played(model, asked, &bearing, &known);
        let all = sums::distributions(&shown.odds);
        for text in &self.sum {
            shown.sums.push(sums::of_values(model, &all, text)?);
        }
        if let Named::Question(_) = named {
            for text in self.parts() {
                let sum = sums::of_condition(model, &all, &self.facts, text)?;
                shown.sums.push(sum);
            }
        }
        Ok(shown)
    }

    /// What is given, and what is to be counted alone.
    fn given(&self, model: &Model, within: Within<'_>) -> Result<Given, Diagnostic> {
        let mut given = Given::read(model, &self.facts, &self.reading)?;
        given.terms.filled = Some(self.strict);
        let condition = self.given.as_deref();
        given.terms.given = condition
            .map(|text| terms::condition(model, text, within))
            .transpose()?;
        Ok(given)
    }

    /// The names and conditions of `of`.
    fn parts(&self) -> impl Iterator<Item = &str> {
        self.of.iter().flat_map(|text| match is_condition(text) {
            true => vec![text.as_str()],
            false => text.split(',').collect(),
        })
    }

    /// Whether a condition may look at what the answer itself does not.
    pub fn has_condition(&self) -> bool {
        self.given.is_some() || self.of.iter().any(|text| is_condition(text))
    }

    /// What is asked besides: the states and outcomes named, conditions in the end and at some time.
    fn ask(&self, model: &Model, within: Within<'_>, terms: &mut Terms) -> Result<(), Diagnostic> {
        let condition = |name: String, text: &str| -> Result<(String, Expr), Diagnostic> {
            Ok((name, terms::condition(model, text, within)?))
        };
        for text in &self.at {
            terms.at.push(condition(format!("at: {text}"), text)?);
        }
        for text in self.parts() {
            if is_condition(text) {
                terms.at.push(condition(text.to_owned(), text)?);
            } else {
                terms.of.push(text.to_owned());
            }
        }
        for text in &self.ever {
            terms.ever.push(condition(format!("ever: {text}"), text)?);
        }
        Ok(())
    }

    fn trials(&self) -> Result<Option<Trials>, Diagnostic> {
        match self.simulate {
            None => Ok(None),
            Some(number @ 1..=MOST_TRIALS) => Ok(Some(Trials {
                number,
                seed: self.seed,
                threads: self.threads.unwrap_or(0).min(256),
            })),
            Some(number) => {
                let message = format!("{number} trials are not 1 to {MOST_TRIALS}");
                Err(Diagnostic::request(message))
            }
        }
    }

    /// After how many turns; none where it goes on until a condition holds.
    fn turns(&self, process: &str) -> Result<Option<u32>, Diagnostic> {
        match (self.turns, &self.until) {
            (turns, Some(until)) => {
                self.refuse_until(turns, until)?;
                Ok(None)
            }
            (None, None) => Err(
                Diagnostic::request(format!("`{process}` goes turn by turn"))
                    .help("say after how many: --turns N, or until when: --until CONDITION"),
            ),
            (Some(turns @ 1..=MOST_TURNS), None) => Ok(Some(turns)),
            (Some(turns), None) => {
                let message = format!("{turns} turns are not 1 to {MOST_TURNS}");
                Err(Diagnostic::request(message))
            }
        }
    }

    /// Tells of what does not go together with `until`.
    fn refuse_until(&self, turns: Option<u32>, until: &str) -> Result<(), Diagnostic> {
        let refused = |with: &str, help: String| {
            let message = format!("`--until` and `{with}` do not go together");
            Err(Diagnostic::request(message).help(help))
        };
        let ever = format!("--ever '{until}'");
        if turns.is_some() {
            let help = format!(
                "`--until` goes on for as many turns as it takes; `--turns N {ever}` is the chance within N turns"
            );
            return refused("--turns", help);
        }
        if self.simulate.is_some() {
            let help = format!(
                "`--until` is exact, without `--simulate`; an estimate is of N turns: `--turns N {ever} --simulate TRIALS`"
            );
            return refused("--simulate", help);
        }
        if self.given.is_some() {
            let help = "`--at CONDITION` has its chance in the end".to_owned();
            return refused("--given", help);
        }
        Ok(())
    }

    /// What is told of the time before the first turn alone, but for what a game knows of it.
    fn told_first(&self) -> impl Iterator<Item = (&str, &str)> {
        let told = self.start.iter().skip(self.known_first);
        told.filter_map(|text| terms::pair(text).ok())
    }

    /// Tells of an option that has no meaning for what is asked.
    fn refuse(&self, what: &str, options: &[&str]) -> Result<(), Diagnostic> {
        let is_used = |option: &&&str| match **option {
            "--turns" => self.turns.is_some(),
            "--until" => self.until.is_some(),
            "--at" => !self.at.is_empty(),
            "--ever" => !self.ever.is_empty(),
            _ => !self.start.is_empty(),
        };
        options.iter().find(is_used).map_or(Ok(()), |option| {
            let message = format!("`{option}` has no meaning for a {what}");
            Err(Diagnostic::request(message))
        })
    }

    /// Leaves out the outcomes that are not asked for.
    fn keep_wanted(&self, table: &mut Table) -> Result<(), Diagnostic> {
        if let Some(part) = table.parts.first() {
            let names = part.results.iter().map(|results| results.name.as_str());
            self.refuse_unknown(&names.collect_vec())?;
        }
        for part in &mut table.parts {
            part.results.retain(|results| {
                let name = &results.name;
                self.of.is_empty()
                    || ["at: ", "impossible: "]
                        .iter()
                        .any(|start| name.starts_with(start))
                    || self.parts().any(|of| of == name)
            });
        }
        Ok(())
    }

    /// Tells of a state or outcome that is asked for and not there.
    fn refuse_unknown(&self, names: &[&str]) -> Result<(), Diagnostic> {
        let mut asked = self.parts().filter(|text| !is_condition(text));
        asked
            .find(|text| !names.contains(text))
            .map_or(Ok(()), |unknown| {
                let message = format!("it does not show `{unknown}`");
                Err(Diagnostic::error_nowhere(Code::UnknownName, message)
                    .help(format!("it shows: {}", names.join(", "))))
            })
    }

    fn shown<'m>(&self, model: &'m Model, asked: &Terms, odds: Table) -> ShownOdds<'m> {
        let is_open = |name: &str| {
            odds.open
                .iter()
                .any(|fact| model.variable_name(*fact) == name)
        };
        let unasked = odds.open.iter().filter(|fact| !asked.is_open(**fact));
        let unasked: Vec<String> = unasked
            .map(|fact| model.variable_name(*fact).to_owned())
            .collect();
        let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let facts = self.facts.iter().filter_map(|text| terms::pair(text).ok());
        let facts = facts.filter(|(name, _)| !is_open(name));
        let mut known = asked.known.clone();
        let start = asked.start.iter();
        for (fact, index) in start.filter(|(fact, _)| asked.known.get(*fact).is_none()) {
            known.set(*fact, Some(*index));
        }
        let taken = odds.taken.iter();
        taken.for_each(|taken| known.set(taken.fact, Some(taken.index)));
        ShownOdds {
            facts: facts.map(pair).collect(),
            start: self.told_first().map(pair).collect(),
            given: self.given.clone(),
            unasked,
            impossible: Asker::new(model).impossible(&known),
            ..ShownOdds::of(model, odds)
        }
    }
}

/// The switches that matter, as they are played, and the readings that are taken otherwise than by default or bear on what is
/// shown.
#[must_use]
pub fn played(
    model: &Model,
    asked: Vec<QuestionId>,
    bearing: &[VariableId],
    known: &Situation,
) -> Vec<(VariableId, u32)> {
    let readings = readings_by(model, asked).into_iter();
    let played = readings.filter_map(|id| {
        let (variable, option) = (&model.variables[id], known.get(id)?);
        let is_switch = variable.reading.as_ref()?.is_switch;
        let is_default = matches!(variable.role, Role::Reading(default) if default == option);
        let is_told = is_switch || !is_default || bearing.contains(&id);
        is_told.then_some((id, option))
    });
    played.collect()
}

/// The facts that a procedure's end knows.
fn known_at_end(model: &Model, procedure: &Procedure) -> Vec<VariableId> {
    let mut all = procedure.start.clone();
    for step in &procedure.steps {
        match &step.does {
            StepDoes::Roll(fact) => {
                all.push(*fact);
                all.extend(model.dice_of(*fact));
            }
            StepDoes::Ask { fact, .. } => all.push(*fact),
            StepDoes::Do(_) => {}
        }
    }
    all
}

/// Whether a text is a condition and no name.
fn is_condition(text: &str) -> bool {
    text.contains(' ')
}

/// The readings on which it depends what a question answers, as its facts are known; none where that is too much to look at.
pub(super) fn readings_of(
    model: &Model,
    id: QuestionId,
    terms: &Terms,
    taken: &[TakenFact],
) -> Vec<VariableId> {
    let mut compiler = Compiler::new(model);
    if compiler.kept_sum(id).is_some() {
        return Vec::new();
    }
    let is_reading = |fact: VariableId| model.variables[fact].reading.is_some();
    let known = |fact: VariableId| {
        let taken = taken.iter().find(|own| own.fact == fact);
        let known = taken.map(|own| own.index).or_else(|| terms.known.get(fact));
        known.filter(|_| !is_reading(fact))
    };
    let root = compiler.question(id);
    let open = root.and_then(|root| compiler.store.restrict_all(root, &known));
    let facts = open.map(|open| support(&compiler.store, open));
    let facts = facts.into_iter().flatten();
    facts.filter(|fact| is_reading(*fact)).collect()
}
