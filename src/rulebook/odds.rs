//! Odds, asked for by name: what is given, what is asked of it, and which results are taken together.

use super::Named;
use super::request;
use super::sums;
use super::terms::{self, Given};
use crate::check::Within;
use crate::diagnostic::{Code, Diagnostic};
use crate::dice::simulate::{self, Trials};
use crate::dice::{self, Course};
use crate::model::{Expr, Model, ProcedureId, ProcessId, QuestionId, VariableId};
use crate::render::odds::{Odds, ShownOdds};

/// What is asked for.
#[derive(Debug, Clone, Default)]
pub struct OddsRequest {
    /// Facts as `FACT=VALUE`: one value fixes it, `each` or several leave it open, `alike` has all of them alike.
    pub facts: Vec<String>,
    /// Only what agrees with this condition is counted.
    pub given: Option<String>,
    /// Conditions in the end.
    pub at: Vec<String>,
    /// Of a process: conditions after some turn.
    pub ever: Vec<String>,
    /// Of a process: how many turns.
    pub turns: Option<u32>,
    /// Of a process: facts before the first turn alone.
    pub start: Vec<String>,
    /// These states or outcomes alone; of a question, the results for which a condition holds.
    pub of: Vec<String>,
    /// Results to be taken together, with commas between them.
    pub sums: Vec<String>,
    /// Readings taken another way than their defaults.
    pub readings: Vec<String>,
    /// Estimated from trials, not counted.
    pub trials: Option<Trials>,
}

impl OddsRequest {
    /// The odds of a question, process or procedure.
    ///
    /// # Errors
    ///
    /// Where something given or asked for is not known or has no meaning, or where there is too much to count.
    pub fn odds<'m>(&self, model: &'m Model, named: Named) -> Result<ShownOdds<'m>, Diagnostic> {
        let mut shown = match named {
            Named::Question(id) => self.question(model, id)?,
            Named::Process(id) => self.process(model, id)?,
            Named::Procedure(id) => self.procedure(model, id)?,
        };
        let all = sums::distributions(&shown.odds);
        for text in &self.sums {
            shown.sums.push(sums::of_values(model, &all, text)?);
        }
        if let Named::Question(_) = named {
            for text in &self.of {
                shown
                    .sums
                    .push(sums::of_condition(model, &all, &self.facts, text)?);
            }
        }
        Ok(shown)
    }

    fn given(&self, model: &Model, within: Within<'_>) -> Result<Given, Diagnostic> {
        let mut given = Given::read(model, &self.facts, &self.readings)?;
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

    /// The trials that are wanted.
    fn estimated(&self) -> Result<Option<Trials>, Diagnostic> {
        match self.trials {
            Some(Trials { number, .. }) if !(1..=simulate::MOST_TRIALS).contains(&number) => {
                let message = format!("{number} trials are not 1 to {}", simulate::MOST_TRIALS);
                Err(Diagnostic::request(message))
            }
            trials => Ok(trials),
        }
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

    /// The names of states and outcomes in `of`; what is no name is a condition.
    fn names(&self) -> impl Iterator<Item = &String> {
        self.of.iter().filter(|text| !is_condition(text))
    }

    /// The conditions in the end, those in `of` among them.
    fn at_end(&self, model: &Model, within: Within<'_>) -> Result<Vec<(String, Expr)>, Diagnostic> {
        let mut all = self.conditions(model, &self.at, "at", within)?;
        for text in self.of.iter().filter(|text| is_condition(text)) {
            all.push((text.clone(), terms::condition(model, text, within)?));
        }
        Ok(all)
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
            title: String::new(),
            asks: String::new(),
            cite: Vec::new(),
            facts: facts
                .into_iter()
                .filter(|(name, _)| !open.contains(&name.as_str()))
                .collect(),
            given: self.given.clone(),
            turns: None,
            sums: Vec::new(),
            odds,
        }
    }

    fn question<'m>(&self, model: &'m Model, id: QuestionId) -> Result<ShownOdds<'m>, Diagnostic> {
        let used = [
            ("--turns", self.turns.is_some()),
            ("--at", !self.at.is_empty()),
            ("--ever", !self.ever.is_empty()),
            ("--start", !self.start.is_empty()),
        ];
        self.refuse("question", &used)?;
        let given = self.given(model, Within::Game)?;
        let odds = match self.estimated()? {
            None => Odds::Exact(dice::of_question(model, id, &given.terms)?),
            Some(trials) => Odds::Estimated(
                simulate::question(model, id, &given.terms, trials)?,
                trials.seed,
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
            title: model.title_of_question(id),
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
        let conditions = self.at_end(model, within)?;
        let mut odds = match self.estimated()? {
            None => Odds::Exact(dice::of_procedure(
                model,
                procedure,
                &given.terms,
                &conditions,
            )?),
            Some(trials) => Odds::Estimated(
                simulate::procedure(model, procedure, &given.terms, &conditions, trials)?,
                trials.seed,
            ),
        };
        self.keep_wanted(&mut odds)?;
        Ok(ShownOdds {
            name: procedure.name.clone(),
            title: procedure.title.clone(),
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
        match self.names().find(|own| !names.contains(own)) {
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
            of: self.names().cloned().collect(),
            at: self.at_end(model, within)?,
            ever: self.conditions(model, &self.ever, "ever", within)?,
            start: start?,
            cycles: given.cycles,
        };
        let odds = match self.estimated()? {
            None => Odds::Exact(dice::of_process(model, process, &given.terms, &course)?),
            Some(trials) => Odds::Estimated(
                simulate::process(model, process, &given.terms, &course, trials)?,
                trials.seed,
            ),
        };
        Ok(ShownOdds {
            name: process.name.clone(),
            title: model.guide.spelling.of_name(&process.name),
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

/// Whether a text is a condition and no name.
fn is_condition(text: &str) -> bool {
    text.contains(' ')
}
