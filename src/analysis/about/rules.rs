//! Rules and their exceptions in words.

use super::{Item, Shelf};
use crate::answer::Evaluator;
use crate::model::{Exception, Expr, Outcome, Rule};

impl Shelf<'_> {
    /// A rule in words, its exceptions within.
    pub fn rule(&self, rule: &Rule) -> Item {
        let label = rule.cell.and_then(|cell| {
            let chart = &self.model.charts[cell.chart];
            let row = chart.rows.get(cell.row as usize)?;
            chart.list.then(|| format!(": {}", row.heading))
        });
        let gives = self.outcome(&rule.outcome);
        let when = self.when(rule.when.as_ref());
        Item {
            says: format!("{gives}{}{when}", label.unwrap_or_default()),
            cite: rule.cite.clone(),
            within: self.exceptions(&rule.except, &rule.note),
            ..Item::default()
        }
    }

    /// Exceptions in words, and a note after them.
    fn exceptions(&self, except: &[Exception], note: &str) -> Vec<Item> {
        let note = Some(Item::says(note)).filter(|note| !note.says.is_empty());
        let exceptions = except.iter().map(|exception| self.exception(exception));
        exceptions.chain(note).collect()
    }

    pub fn exception(&self, exception: &Exception) -> Item {
        let instead = match &exception.outcome {
            None => "not".to_owned(),
            Some(outcome) => format!("instead {}", self.outcome(outcome)),
        };
        Item {
            says: format!("{instead}{}", self.when(exception.when.as_ref())),
            cite: exception.cite.clone(),
            within: self.exceptions(&exception.except, &exception.note),
            ..Item::default()
        }
    }

    fn outcome(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Gives(expr) => self.words(expr),
            Outcome::Gap(gap) => format!("lost: {}", self.model.gaps[*gap].lost),
        }
    }

    fn when(&self, when: Option<&Expr>) -> String {
        when.map_or_else(String::new, |when| format!(" when {}", self.words(when)))
    }

    pub fn words(&self, expr: &Expr) -> String {
        let evaluator = Evaluator::with_texts(self.model, self.sources);
        let words = Item::says(&evaluator.words(expr)).says;
        self.model.in_words(&words)
    }
}
