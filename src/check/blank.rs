//! Questions without an answer, told with the cell of a chart that is left empty there, where it is that.

use super::Checker;
use super::proof::{Prover, Witness};
use crate::diagnostic::Code;
use crate::diagram::{Leaf, NodeId, TooLarge};
use crate::model::{Blank, Expr, Question, QuestionId, Type};
use crate::source::Span;

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
