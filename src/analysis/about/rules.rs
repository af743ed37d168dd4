//! Rules and their exceptions in words.

use super::{Item, Shelf};
use crate::model::{Exception, Expr, Kind, Outcome, QuestionId, Rule, Type};
use crate::value::Value;

impl Shelf<'_> {
    /// A rule in words, its exceptions within.
    pub fn rule(&self, rule: &Rule) -> Item {
        let label = rule.cell.and_then(|cell| {
            let chart = &self.model.charts[cell.chart];
            let row = chart.rows.get(cell.row as usize)?;
            chart.list.then(|| format!(": {}", row.heading))
        });
        let (gives, when) = match (&rule.outcome, &rule.when) {
            // What is given is a condition: it says when the answer is yes.
            (Outcome::Gives(holds), None) if is_condition(holds) => {
                let yes = self.prose().amount(rule.question, &Value::Bool(true));
                (yes, self.when(Some(holds)))
            }
            (Outcome::Gives(holds), Some(when)) if is_condition(holds) => {
                let yes = self.prose().amount(rule.question, &Value::Bool(true));
                let holds = self.prose().words(holds);
                (format!("{yes} if {holds}"), self.when(Some(when)))
            }
            (outcome, when) => (
                self.outcome(rule.question, outcome),
                self.when(when.as_ref()),
            ),
        };
        Item {
            says: format!("{gives}{}{when}", label.unwrap_or_default()),
            cite: rule.cite.clone(),
            within: self.exceptions(rule.question, &rule.except, &rule.note),
            ..Item::default()
        }
    }

    /// Exceptions in words, and a note after them.
    fn exceptions(&self, of: QuestionId, except: &[Exception], note: &str) -> Vec<Item> {
        let note = Some(Item::says(note)).filter(|note| !note.says.is_empty());
        let exceptions = except.iter().map(|exception| self.exception(of, exception));
        exceptions.chain(note).collect()
    }

    pub fn exception(&self, of: QuestionId, exception: &Exception) -> Item {
        let instead = match &exception.outcome {
            None => "not".to_owned(),
            Some(outcome) => format!("instead {}", self.outcome(of, outcome)),
        };
        Item {
            says: format!("{instead}{}", self.when(exception.when.as_ref())),
            cite: exception.cite.clone(),
            within: self.exceptions(of, &exception.except, &exception.note),
            ..Item::default()
        }
    }

    fn outcome(&self, of: QuestionId, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Gives(expr) => self.prose().gives(of, expr),
            Outcome::Gap(gap) => format!("lost: {}", self.model.gaps[*gap].lost),
        }
    }

    fn when(&self, when: Option<&Expr>) -> String {
        when.map_or_else(String::new, |when| {
            format!(" when {}", self.prose().words(when))
        })
    }
}

fn is_condition(expr: &Expr) -> bool {
    expr.of == Type::Bool && !matches!(expr.kind, Kind::Constant(_))
}
