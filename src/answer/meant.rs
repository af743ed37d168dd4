//! The unit in which an answer is meant.

use super::asker::Asker;
use crate::model::QuestionId;
use crate::turn::Situation;

impl<'m> Asker<'m> {
    /// The unit in which the answer to a question is meant, where its own stands for several and what is known says which: `MP`
    /// for a truck, where the question answers in MF or MP.
    pub fn unit_meant(&mut self, question: QuestionId, situation: &Situation) -> Option<&'m str> {
        let model = self.model;
        let unit = &model.units[model.questions[question].answer.unit_id()?];
        let fact = *model.variable_names.get(unit.which.as_ref()?)?;
        let mut known = situation.clone();
        self.fill(fact, &mut known);
        let index = usize::try_from(known.get(fact)?).ok()?;
        let word = model.variables[fact].domain.words().get(index)?;
        Some(model.words.text(*word))
    }
}
