//! Questions without an answer, told with the cell of a chart that is left empty there, where it is that.

use super::proof::{Prover, Witness};
use crate::diagnostic::Code;
use crate::diagram::{Leaf, NodeId, TooLarge};
use crate::model::{Question, QuestionId, Type};
use crate::source::Span;

/// How many empty cells of a question are looked at for the one that a witness is in.
const MOST_BLANKS: usize = 10_000;

impl Prover<'_, '_> {
    /// Refuses a question that has no answer in some situation.
    pub(super) fn refuse_gap(&mut self, id: QuestionId, root: NodeId) -> Result<(), TooLarge> {
        let question = &self.model.questions[id];
        let Some((witness, _)) = self.find(root, &|leaf| *leaf == Leaf::Nothing) else {
            return Ok(());
        };
        let message = "has no answer in some situation";
        let error = self.wrong(question, Code::Gap, message, &witness);
        let error = match self.blank_at(id, &witness)? {
            Some(blank) => error
                .label(blank, "this cell is left empty")
                .help("fill the cell, add a rule for it, or `otherwise`"),
            None => error.help(how_to_answer(question)),
        };
        self.report(error);
        Ok(())
    }

    /// The empty cell that a witness is in, if there is one.
    fn blank_at(&mut self, id: QuestionId, witness: &Witness) -> Result<Option<Span>, TooLarge> {
        let blanks = self.model.blanks.get(&id).into_iter().flatten();
        for blank in blanks.take(MOST_BLANKS) {
            let mut is_there = true;
            for when in &blank.when {
                let when = self.compiler.expr(when)?;
                is_there = is_there && self.leaf_there(when, witness).is(true);
            }
            if is_there {
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
