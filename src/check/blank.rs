//! Questions without an answer, told with the cell of a chart that is left empty there, where it is that.

use super::Checker;
use super::proof::{Prover, Witness};
use crate::diagnostic::Code;
use crate::diagram::{Leaf, NodeId, TooLarge};
use crate::model::{Blank, Expr, Question, QuestionId, Type, VariableId};
use crate::source::Span;
use crate::value::DomainKind;

/// How many empty cells of a question are looked at for the one that a witness is in.
const MOST_BLANKS: usize = 10_000;

impl Checker {
    /// Keeps a cell that is left empty. Where its chart or column has a condition, that may as well be why there is no answer.
    pub(super) fn leave_blank(
        &mut self,
        question: QuestionId,
        is_limited: bool,
        when: Vec<Expr>,
        span: Span,
    ) {
        if !is_limited {
            let blanks = self.model.blanks.entry(question);
            blanks.or_default().push(Blank { when, span });
        }
    }

    /// Values of a fact, those that follow each other as one range.
    pub(super) fn show_runs(&self, fact: VariableId, values: &[u32]) -> String {
        let domain = &self.model.variables[fact].domain;
        let shown = runs(values).map(|run| match run {
            [only] => domain.value(*only).show(&self.model.words, false),
            run => domain.show_run(run, &self.model.words),
        });
        shown.collect::<Vec<_>>().join(", ")
    }

    /// Whether a chart that may leave values of a fact out does so of a roll, or between others.
    pub(super) fn has_hole(&self, fact: VariableId, missing: &[u32]) -> bool {
        let fact = &self.model.variables[fact];
        let is_between = |run: &[u32]| {
            run.first().is_some_and(|first| *first > 0)
                && run
                    .last()
                    .is_some_and(|last| *last + 1 < fact.domain.size())
        };
        let mut runs = runs(missing);
        let is_number = matches!(
            fact.domain.kind,
            DomainKind::Numbers { .. } | DomainKind::Listed(_)
        );
        fact.roll.is_some() || is_number && runs.any(is_between)
    }
}

fn runs(values: &[u32]) -> impl Iterator<Item = &[u32]> {
    values.chunk_by(|one, next| one + 1 == *next)
}

impl Prover<'_, '_> {
    /// Refuses a question that has no answer in some situation.
    pub(super) fn refuse_gap(&mut self, id: QuestionId, root: NodeId) {
        let question = &self.model.questions[id];
        let Some((witness, _)) = self.find(root, &|leaf| *leaf == Leaf::Nothing) else {
            return;
        };
        let message = "has no answer in some situation";
        let error = self.wrong(question, Code::Gap, message, &witness);
        // The gap is told whatever it costs to find the cell.
        let blank = self.blank_at(id, &witness).unwrap_or_default();
        let error = match blank {
            Some(blank) => error
                .label(blank, "this cell is left empty")
                .help("fill the cell, add a rule for it, or `otherwise`"),
            None => error.help(how_to_answer(question)),
        };
        self.report(error);
    }

    /// The empty cell that a witness is in, if there is one.
    fn blank_at(&mut self, id: QuestionId, witness: &Witness) -> Result<Option<Span>, TooLarge> {
        let blanks = self.model.blanks.get(&id).into_iter().flatten();
        for blank in blanks.take(MOST_BLANKS) {
            let mut conditions = blank.when.iter();
            let is_there = conditions.try_fold(true, |is_there, when| {
                let when = self.compiler.expr(when)?;
                Ok(is_there && self.leaf_there(when, witness).is(true))
            });
            if is_there? {
                return Ok(Some(blank.span));
            }
        }
        Ok(None)
    }
}

/// What to write where a question has no answer in some situation.
fn how_to_answer(question: &Question) -> &'static str {
    match question.answer {
        _ if question.is_unanswered() => {
            "nothing answers it yet: add `gives`, a rule, or a chart that `answers` it (`chartroom import` makes one of a sheet)"
        }
        Type::Set(_) => {
            "add a rule for it, or `otherwise`; with `combine = \"union\"` the answer is all that rules give, and may be empty"
        }
        _ => "add a rule for it, or `otherwise`",
    }
}
