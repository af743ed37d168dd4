//! Rules that change no answer.

use super::proof::Prover;
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{NodeId, Summed, TooLarge};
use crate::model::{Combine, Expr, Kind, Outcome, Question, QuestionId, Rule, RuleId};
use crate::source::Span;
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// Of so many rules each is tried by itself, and of those of which several may apply: their facts are seldom the same.
const FEW: usize = 8;

impl Prover<'_, '_> {
    /// Tells of a rule that changes no answer, whatever the combination. What other packs rule beside it or instead is their
    /// own affair.
    pub fn refuse_idle(
        &mut self,
        id: QuestionId,
        rules: &[RuleId],
        summed: Option<&Summed>,
    ) -> Result<(), TooLarge> {
        let question = &self.model.questions[id];
        let mut all = question.rules.iter().map(|id| self.model.rules[*id].pack);
        let is_of_one_pack = all.all(|pack| pack == question.pack);
        let may_be_idle =
            |id: &&RuleId| self.may_be_idle(question, &self.model.rules[**id], is_of_one_pack);
        let rules: Vec<RuleId> = rules.iter().filter(may_be_idle).copied().collect();
        let telling = match summed {
            None if question.combine == Combine::OnlyOne && rules.len() > FEW => {
                self.compiler.telling(question)?
            }
            _ => Vec::new(),
        };
        let telling: FxHashSet<RuleId> = telling.into_iter().collect();
        let mut idle: Vec<RuleId> = Vec::new();
        // Of two that say the same, it is the later one.
        for rule in rules.iter().rev().filter(|rule| !telling.contains(rule)) {
            if let Some(summed) = summed {
                let mut own = summed.rules.iter().filter(|(other, ..)| other == rule);
                idle.extend(own.any(|(.., sum)| sum.is_nought()).then_some(*rule));
                continue;
            }
            idle.push(*rule);
            // It has to be idle beside the others that are told, and as long as these stand, too.
            let is_idle = self.compiler.does_without(id, &idle)?
                && (idle.len() == 1 || self.compiler.does_without(id, &[*rule])?);
            if !is_idle {
                idle.pop();
            }
        }
        for id in idle.iter().rev() {
            let rule = &self.model.rules[*id];
            let message = format!("this rule never changes the answer to `{}`", question.name);
            // A printed list may well have a line that adds nothing.
            let is_own = rule.pack == question.pack;
            let found = match is_own && says_as_much_as_none(question, rule) {
                true => Diagnostic::note,
                false => Diagnostic::warning,
            };
            let finding = found(Code::NeverApplies, rule.span, message);
            let help = match gives_what_decides_nothing(question, rule) {
                true => {
                    "yes wins over no here: what takes a yes away is an `except` of its rule; or say another `answer`, as in `answer = \"bool\"`"
                }
                false => {
                    "wherever it holds, the answer is the same without it: take it out, or see what it was to say"
                }
            };
            self.report(finding.cite(rule.cite.clone()).help(help));
        }
        Ok(())
    }

    /// Notes a rule of a sum that adds what an earlier one of its paragraph adds, and wherever that does.
    pub fn note_told_twice(
        &mut self,
        question: &Question,
        rules: &[RuleId],
    ) -> Result<(), TooLarge> {
        if question.combine != Combine::Sum {
            return Ok(());
        }
        let mut first: FxHashMap<(NodeId, &str), Span> = FxHashMap::default();
        let own = rules.iter().map(|id| &self.model.rules[*id]);
        for rule in own.filter(|rule| rule.pack == question.pack) {
            let root = self.compiler.rule(rule)?;
            match first.entry((root, &rule.cite)) {
                Entry::Vacant(place) => drop(place.insert(rule.span)),
                Entry::Occupied(earlier) => {
                    let message = "this rule adds what an earlier one adds, and wherever that does";
                    let finding = Diagnostic::note(Code::ToldTwice, rule.span, message);
                    let finding = finding.label(*earlier.get(), "the earlier one: both count");
                    self.report(finding.cite(rule.cite.clone()).help(
                        "take one of them out, change it, or give each the paragraph that it is by",
                    ));
                }
            }
        }
        Ok(())
    }

    fn may_be_idle(&self, question: &Question, rule: &Rule, is_of_one_pack: bool) -> bool {
        if rule.cell.is_some() || gives_another_answer(rule) {
            return false;
        }
        if rule.pack != question.pack {
            return true;
        }
        // An erratum may well say that something adds nothing any more; that the rule can go is told once it is folded in.
        let said = rule.exprs().into_iter().map(|expr| expr.span);
        let places: Vec<Span> = said.chain([rule.span]).collect();
        is_of_one_pack && self.model.origins.of_places(&places).is_empty()
    }
}

/// Whether a rule says no where any yes decides.
fn gives_what_decides_nothing(question: &Question, rule: &Rule) -> bool {
    let gives = match &rule.outcome {
        Outcome::Gives(expr) => &expr.kind,
        Outcome::Gap(_) => return false,
    };
    question.combine == Combine::Any && *gives == Kind::Constant(Value::Bool(false))
}

/// Whether a rule gives what another question answers, which may come to matter when that one changes.
fn gives_another_answer(rule: &Rule) -> bool {
    matches!(&rule.outcome, Outcome::Gives(expr) if expr.questions().next().is_some())
}

/// Whether a rule gives what its question answers where none applies, without a word that others would heed.
fn says_as_much_as_none(question: &Question, rule: &Rule) -> bool {
    let constant = |expr: &Expr| match &expr.kind {
        Kind::Constant(value) => Some(value.clone()),
        _ => None,
    };
    let otherwise = match &question.otherwise {
        Some(otherwise) => constant(&otherwise.gives),
        None => question.combine.where_none_applies(),
    };
    let gives = match &rule.outcome {
        Outcome::Gives(expr) => constant(expr),
        Outcome::Gap(_) => None,
    };
    let is_plain = matches!(question.combine, Combine::OnlyOne | Combine::Sum);
    is_plain && gives.is_some() && gives == otherwise
}
