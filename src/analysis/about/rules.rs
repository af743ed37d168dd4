//! Rules and their exceptions in words.

use super::{Item, Shelf, in_one_line};
use crate::answer::Evaluator;
use crate::model::{Exception, Expr, Outcome, Rule};

impl Shelf<'_> {
    /// A rule in words, its exceptions within.
    pub(super) fn rule(&self, rule: &Rule) -> Item {
        let label = rule.cell.and_then(|cell| {
            let chart = self.model.charts.at(cell.chart.index())?;
            let row = chart.rows.get(cell.row as usize)?;
            chart.list.then(|| row.heading.clone())
        });
        let gives = self.outcome(Some(&rule.outcome));
        let when = self.when(rule.when.as_ref());
        let says = match label {
            Some(label) => format!("{gives}: {label}{when}"),
            None => format!("{gives}{when}"),
        };
        let mut within = self.exceptions(&rule.except);
        within.extend(note(&rule.note));
        Item {
            says,
            cite: rule.cite.clone(),
            within,
            ..Item::default()
        }
    }

    /// Exceptions in words.
    pub(super) fn exceptions(&self, except: &[Exception]) -> Vec<Item> {
        except.iter().map(|own| self.exception(own)).collect()
    }

    pub(super) fn exception(&self, exception: &Exception) -> Item {
        let instead = match &exception.outcome {
            None => "not".to_owned(),
            outcome => format!("instead {}", self.outcome(outcome.as_ref())),
        };
        let mut within = self.exceptions(&exception.except);
        within.extend(note(&exception.note));
        Item {
            says: format!("{instead}{}", self.when(exception.when.as_ref())),
            cite: exception.cite.clone(),
            within,
            ..Item::default()
        }
    }

    fn outcome(&self, outcome: Option<&Outcome>) -> String {
        match outcome {
            Some(Outcome::Gives(expr)) => self.words(expr),
            Some(Outcome::Gap(gap)) => {
                let lost = self.model.gaps.at(gap.index());
                format!("lost: {}", lost.map_or("", |gap| gap.lost.as_str()))
            }
            None => "nothing".to_owned(),
        }
    }

    fn when(&self, when: Option<&Expr>) -> String {
        when.map_or_else(String::new, |when| format!(" when {}", self.words(when)))
    }

    pub(super) fn words(&self, expr: &Expr) -> String {
        let evaluator = Evaluator::with_texts(self.model, self.sources);
        self.model.in_words(&in_one_line(&evaluator.words(expr)))
    }
}

fn note(text: &str) -> Option<Item> {
    let says = in_one_line(text);
    (!says.is_empty()).then(|| Item {
        says,
        ..Item::default()
    })
}
