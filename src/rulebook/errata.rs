//! What a maintainer does with errata: write one, fold one, and see which questions one touches.

use super::Rulebook;
use crate::check;
use crate::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use crate::model::{Chart, Exception, Expr, Model, Outcome, QuestionId, Rule};
use crate::pack::ErrataSet;
use crate::pack::overlay::{self, Address, Draft, Drafted, Erratum, Folded, Part, Refused};
use crate::source::Span;

/// A rulebook before and after something was written into its texts, both with the same erratum applied.
#[derive(Debug)]
pub struct Rewritten<T> {
    /// What was written.
    pub written: T,
    /// The rulebook afterwards.
    pub after: Rulebook,
    /// What is found in it now and was not before.
    pub found: Vec<Diagnostic>,
}

impl Rulebook {
    /// The errata of a name, at most one in each game.
    #[must_use]
    pub fn errata(&self, id: &str) -> Vec<&Erratum> {
        self.written
            .errata
            .iter()
            .filter(|erratum| erratum.id.value == id)
            .collect()
    }

    /// The questions with something in them that comes from an erratum.
    #[must_use]
    pub fn touched_by(&self, id: &str) -> Vec<(&Model, QuestionId)> {
        let mut touched = Vec::new();
        for model in &self.games {
            let Some(number) = model
                .origins
                .errata
                .iter()
                .position(|erratum| erratum.id == id)
            else {
                continue;
            };
            for (index, _) in (0..).zip(&model.questions) {
                let question = QuestionId(index);
                if model
                    .origins
                    .of_places(&places(model, question))
                    .contains(&number)
                {
                    touched.push((model, question));
                }
            }
        }
        touched
    }

    /// The errata from which something in a question comes.
    pub(super) fn errata_on(&self, model: &Model, question: QuestionId) -> Vec<&Erratum> {
        if model.origins.is_empty() {
            return Vec::new();
        }
        let numbers = model
            .origins
            .of_places(&places(model, question))
            .into_iter();
        let named = numbers.filter_map(|number| model.origins.errata.get(number));
        named
            .flat_map(|named| self.errata(&named.id))
            .filter(|erratum| erratum.game == model.game)
            .collect()
    }

    /// Writes an erratum into the texts of this rulebook, and loads them with it.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    pub fn draft(&self, draft: &Draft, errata: &ErrataSet) -> Result<Rewritten<Drafted>, Refused> {
        let written = overlay::draft(&self.sources, draft)
            .map_err(|refused| self.with_nearer(draft, refused))?;
        let after = Self::from_sources(written.sources.clone(), &errata.and(&draft.id));
        let found = self.new_findings(&after);
        Ok(Rewritten {
            written,
            after,
            found,
        })
    }

    /// Writes an erratum into the texts that it changes, and loads these.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    pub fn fold(&self, id: &str, errata: &ErrataSet) -> Result<Rewritten<Folded>, Vec<Diagnostic>> {
        let written = overlay::fold(&self.sources, id)?;
        let after = Self::from_sources(written.sources.clone(), errata);
        let found = self.new_findings(&after);
        Ok(Rewritten {
            written,
            after,
            found,
        })
    }

    /// What is refused, with the address of the place in a chart that holds the values that an address names.
    fn with_nearer(&self, draft: &Draft, mut refused: Refused) -> Refused {
        let nothing = refused
            .found
            .iter_mut()
            .find(|found| found.code == Code::ErratumMatchesNothing);
        if let (Some(found), Some(nearer)) = (nothing, self.around(&draft.at)) {
            found.help = vec![did_you_mean(nearer).into()];
        }
        refused
    }

    /// The address of the place in a chart whose row and column hold the values that an address names: `jan` is in `dec..feb`.
    fn around(&self, at: &str) -> Option<Address> {
        let mut address = Address::parse(at).ok()?;
        let is_meant = |model: &Model, chart: &Chart| {
            let answers = |id: &QuestionId| {
                model
                    .question(*id)
                    .is_some_and(|question| question.name == address.name)
            };
            model.pack_name(chart.pack) == address.pack
                && (chart.id == address.name || chart.answers.iter().any(answers))
        };
        let mut charts = self
            .games
            .iter()
            .flat_map(|model| model.charts.iter().map(move |chart| (model, chart)));
        let (model, chart) = charts.find(|(model, chart)| is_meant(model, chart))?;
        let Some(Part::Keys(keys)) = address.parts.first_mut() else {
            return None;
        };
        let [row, column] = keys.as_mut_slice() else {
            return None;
        };
        let rows: Vec<&str> = chart.rows.iter().map(|row| row.heading.as_str()).collect();
        let columns: Vec<&str> = chart.columns.iter().map(String::as_str).collect();
        *row = heading_of(model, &chart.down, &rows, row)?;
        *column = heading_of(model, &chart.across, &columns, column)?;
        Some(address)
    }

    /// This rulebook, of all errata that apply without one.
    #[must_use]
    pub fn without(&self, id: &str) -> Self {
        let others = self
            .written
            .errata
            .iter()
            .filter(|erratum| erratum.applied && erratum.id.value != id);
        let others: Vec<String> = others.map(|erratum| erratum.id.value.clone()).collect();
        let set = if others.is_empty() {
            ErrataSet::None
        } else {
            ErrataSet::These(others)
        };
        Self::from_sources(self.sources.clone(), &set)
    }

    /// What proving this rulebook finds wrong, and did not find in another one of the same texts: what holds no longer.
    #[must_use]
    pub fn holds_no_longer(&self, before: &Self) -> Vec<Diagnostic> {
        let proved = |rulebook: &Self| -> Vec<Diagnostic> {
            rulebook
                .prove()
                .into_iter()
                .flat_map(|proof| proof.diagnostics)
                .collect()
        };
        let old = proved(before);
        let is_old = |found: &Diagnostic| {
            old.iter()
                .any(|old| old.code == found.code && old.labels == found.labels)
        };
        let mut new = proved(self);
        new.retain(|found| found.severity == Severity::Error && !is_old(found));
        new
    }

    /// The errors of another rulebook that this one does not have, wherever they stand.
    fn new_findings(&self, after: &Self) -> Vec<Diagnostic> {
        let is_old = |found: &Diagnostic| {
            self.diagnostics
                .iter()
                .any(|old| old.code == found.code && old.message == found.message)
        };
        let errors = after
            .diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error);
        errors.filter(|found| !is_old(found)).cloned().collect()
    }
}

/// The heading that is a value, or holds it.
fn heading_of(model: &Model, facts: &[String], headings: &[&str], value: &str) -> Option<String> {
    if value == "*" || headings.contains(&value) {
        return Some(value.to_owned());
    }
    let [fact] = facts else { return None };
    let fact = *model.variable_names.get(fact)?;
    let index = model.variable(fact)?.domain.read(value, &model.words)?;
    let holds = |heading: &&&str| {
        check::values(model, fact, heading).is_ok_and(|held| held.contains(&index))
    };
    headings
        .iter()
        .find(holds)
        .map(|heading| (*heading).to_owned())
}

/// The places of all that makes the answer of a question.
fn places(model: &Model, id: QuestionId) -> Vec<Span> {
    let mut places = Vec::new();
    let Some(question) = model.question(id) else {
        return places;
    };
    places.push(question.span);
    if let Some(otherwise) = &question.otherwise {
        of_expr(&otherwise.gives, &mut places);
    }
    for rule in question.rules.iter().filter_map(|rule| model.rule(*rule)) {
        of_rule(rule, &mut places);
    }
    for variable in question
        .from
        .iter()
        .filter_map(|variable| model.variable(*variable))
    {
        places.push(variable.span);
    }
    places
}

fn of_rule(rule: &Rule, places: &mut Vec<Span>) {
    places.push(rule.span);
    rule.when.iter().for_each(|when| of_expr(when, places));
    if let Outcome::Gives(gives) = &rule.outcome {
        of_expr(gives, places);
    }
    rule.except
        .iter()
        .for_each(|exception| of_exception(exception, places));
}

fn of_exception(exception: &Exception, places: &mut Vec<Span>) {
    places.push(exception.span);
    exception.when.iter().for_each(|when| of_expr(when, places));
    if let Some(Outcome::Gives(gives)) = &exception.outcome {
        of_expr(gives, places);
    }
    exception
        .except
        .iter()
        .for_each(|inner| of_exception(inner, places));
}

fn of_expr(expr: &Expr, places: &mut Vec<Span>) {
    expr.walk(&mut |part| places.push(part.span));
}
