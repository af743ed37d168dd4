//! Two rules that answer one question differently in one situation.

use super::proof::{Prover, cited};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Leaf, NodeId, TooLarge};
use crate::model::{Combine, Outcome, Question, Rule, Type};

impl Prover<'_, '_> {
    /// What the pack of one of two rules says if it is to win over the other: the one that is not the question's own.
    fn how_to_win(&self, question: &Question, (one, other): (&Rule, &Rule)) -> String {
        let (upper, lower) = match one.pack == question.pack {
            true => (other, one),
            false => (one, other),
        };
        let [winner, loser] = [upper, lower].map(|rule| self.model.pack_name(rule.pack));
        let cite = &upper.cite;
        let help = format!(
            "where `{winner}` is to win, its `pack.toml` says `over = [{{ pack = \"{loser}\", cite = \"{cite}\" }}]`"
        );
        match self.adds_beside(upper, lower) {
            Some(other) => format!(
                "{help}; what it adds to `{other}` takes the place of theirs then, too: `beside = true` in such a rule has it stand beside them"
            ),
            None => help,
        }
    }

    /// A question to which the packs of both rules add.
    fn adds_beside(&self, upper: &Rule, lower: &Rule) -> Option<&str> {
        let model = self.model;
        let mut questions = model.questions.iter();
        let found = questions.find(|question| {
            let rules = || question.rules.iter().map(|id| &model.rules[*id]);
            question.combine != Combine::OnlyOne
                && rules().any(|rule| rule.pack == lower.pack)
                && rules().any(|rule| rule.pack == upper.pack && !rule.beside)
        });
        found.map(|question| question.name.as_str())
    }

    /// What to do about two rules of one pack, of which so many exceptions apply.
    fn how_to_join(&self, question: &Question, exceptions: usize) -> &'static str {
        match question.answer {
            _ if exceptions > 1 => {
                "both are exceptions of one rule: let the condition of one leave out the other's"
            }
            Type::Set(_) => {
                "make one an exception of the other; where both count, `combine = \"union\"` joins them"
            }
            _ if self.model.is_signed(&question.answer) => {
                "make one an exception of the other; where both count, `answer = \"sum of …\"` adds them up"
            }
            _ => "make one an exception of the other",
        }
    }

    pub fn refuse_overlap(&mut self, question: &Question, root: NodeId) -> Result<(), TooLarge> {
        let Some((witness, _)) = self.find(root, &|leaf| *leaf == Leaf::Conflict) else {
            return Ok(());
        };
        let mut applying = Vec::new();
        let mut exceptions = Vec::new();
        for rule in question.rules.iter().map(|rule| &self.model.rules[*rule]) {
            let root = self.compiler.rule(rule)?;
            let leaf = self.leaf_there(root, &witness);
            if leaf == Leaf::Conflict {
                for exception in &rule.except {
                    let when = self.when(exception.when.as_ref())?;
                    if self.leaf_there(when, &witness).is(true) {
                        exceptions.push(exception.span);
                    }
                }
            }
            if leaf != Leaf::Silent {
                let answer = match &rule.outcome {
                    Outcome::Gives(expr) => &expr.of,
                    Outcome::Gap(_) => &question.answer,
                };
                applying.push((
                    rule,
                    format!("{} gives {}", rule.cite, self.show_leaf(&leaf, answer)),
                ));
            }
        }
        let all: Vec<&Rule> = applying.iter().map(|(rule, _)| *rule).collect();
        let model = self.model;
        applying.retain(|(lower, _)| {
            let mut uppers = all.iter();
            !uppers.any(|upper| model.wins_over(upper, lower).is_some())
        });
        let last = applying.pop();
        let name = &question.name;
        let other = last.as_ref().and_then(|(last, _)| {
            let mut rules = applying.iter().map(|(rule, _)| *rule);
            Some((*last, rules.find(|rule| rule.pack != last.pack)?))
        });
        let (code, message, advice) = match other {
            Some(two) => (
                Code::PackConflict,
                format!("two packs answer `{name}` differently in one situation"),
                self.how_to_win(question, two),
            ),
            None => (
                Code::Overlap,
                format!("`{name}` gets two different answers in one situation"),
                self.how_to_join(question, exceptions.len()).to_owned(),
            ),
        };
        let (span, says) = last.map_or((question.span, String::new()), |(rule, says)| {
            (rule.span, says)
        });
        let error = Diagnostic::error(code, span, message).here(says);
        let exceptions = exceptions.into_iter();
        let error = exceptions.fold(error, |error, span| {
            error.label(span, "this exception applies")
        });
        self.report(
            cited(
                applying
                    .into_iter()
                    .fold(error, |error, (rule, says)| error.label(rule.span, says))
                    .help(self.show_witness(&witness)),
                question,
            )
            .help(advice),
        );
        Ok(())
    }
}
