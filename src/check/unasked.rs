//! What is no fault of a question's own: one that it uses has no answer, or is not asked there.

use super::cycle::{expressions, used_by};
use super::proof::{Prover, Witness, cited};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Leaf, NodeId, TooLarge, leaves};
use crate::model::{Kind, Question, QuestionId, VariableId};
use crate::value::DomainKind;

/// A question that another uses where it is not asked, and the fact with the value for which it is not.
struct Unasked {
    question: QuestionId,
    fact: VariableId,
    index: u32,
}

const fn is_untold(leaf: &Leaf) -> bool {
    matches!(leaf, Leaf::Nothing | Leaf::Conflict)
}

impl Prover<'_, '_> {
    /// Whether a condition rests on a question that has no answer, or two: that is told of the question.
    pub fn is_untold(&self, root: NodeId) -> bool {
        leaves(&self.compiler.store, root).iter().any(is_untold)
    }

    /// The diagram of a question, silent where a question that it uses has no answer, or two.
    pub fn own_faults(&mut self, id: QuestionId, mut root: NodeId) -> Result<NodeId, TooLarge> {
        if !self.is_untold(root) {
            return Ok(root);
        }
        for used in used_by(self.model, id) {
            let used = self.compiler.question(used)?;
            root = self.compiler.store.apply(root, used, &mut |leaf, used| {
                let through = is_untold(leaf) && leaf == used;
                if through { Leaf::Silent } else { leaf.clone() }
            })?;
        }
        Ok(root)
    }

    /// Tells of a question that asks another where that one is not asked.
    pub fn refuse_unasked(&mut self, id: QuestionId, root: NodeId) {
        let Some((witness, _)) = self.find(root, &|leaf| *leaf == Leaf::Outside) else {
            return;
        };
        let question = &self.model.questions[id];
        let name = &question.name;
        let unasked = self.unasked(id, &witness);
        if let (None, Some(found)) = (&unasked, self.bound_beyond(id, &witness)) {
            let finding = found.help(self.show_witness(&witness));
            return self.report(cited(finding, question));
        }
        let message = match &unasked {
            Some(found) => {
                let other = &self.model.questions[found.question].name;
                format!("`{name}` asks `{other}` where that one is not asked")
            }
            None => format!("`{name}` asks another question where that one is not asked"),
        };
        let error = Diagnostic::error(Code::OutsideOnly, question.span, message);
        let error = cited(error.help(self.show_witness(&witness)), question);
        self.report(match unasked {
            Some(found) => self.with_advice(error, question, &found),
            None => error.help("limit this question by `only`, or ask the other under a condition"),
        });
    }

    /// Tells of a fact that a question binds to a value which it does not have.
    fn bound_beyond(&mut self, id: QuestionId, witness: &Witness) -> Option<Diagnostic> {
        let model = self.model;
        let question = &model.questions[id];
        let mut bindings = Vec::new();
        for expr in expressions(model, question) {
            expr.walk(&mut |part| {
                if let Kind::Question(asked, bound) = &part.kind {
                    bindings.extend(
                        bound
                            .iter()
                            .map(|(fact, value)| (*asked, *fact, value.clone())),
                    );
                }
            });
        }
        bindings.into_iter().find_map(|(asked, fact, value)| {
            let root = self.compiler.expr(&value).ok()?;
            let Leaf::Value(bound) = self.leaf_there(root, witness) else {
                return None;
            };
            let variable = &model.variables[fact];
            if variable.domain.index(&bound).is_some() {
                return None;
            }
            let (name, fact) = (&question.name, &variable.name);
            let (other, shown) = (&model.questions[asked].name, bound.show(&model.words, false));
            let message = format!("`{name}` asks `{other}` with {fact} = {shown}, which it cannot be");
            let error = Diagnostic::error(Code::OutsideOnly, value.span, message);
            let values = variable.domain.show(&model.words);
            let pack = model.pack_name(variable.pack);
            Some(error.help(format!("the values of `{fact}`: {values}; an erratum at `{pack}/fact:{fact}.domain` can `add` more")).help(
                "or keep what it is bound to within them: `at least`, `at most`",
            ))
        })
    }

    /// What to write: the `only` of this question, or one value more in that of the other.
    fn with_advice(&self, error: Diagnostic, question: &Question, unasked: &Unasked) -> Diagnostic {
        let model = self.model;
        let (other, fact) = (&model.questions[unasked.question], unasked.fact);
        let (fact_name, domain) = (model.variable_name(fact), &model.variables[fact].domain);
        let limit = |question: &Question| {
            let only = question.only.iter().find(|(own, _)| *own == fact);
            only.map(|(_, mask)| mask.clone())
        };
        let (asked, own) = (limit(other).unwrap_or_default(), limit(question));
        let places = (0..).zip(&asked).filter(|(_, asked)| **asked);
        let both = places.clone().filter(|(place, _)| {
            let own = own.as_ref().and_then(|own| own.get(*place as usize));
            own.is_none_or(|own| *own)
        });
        let shown = |places: Vec<u32>| match domain.kind {
            DomainKind::Words { .. } => {
                let shown = places.iter().map(|place| model.show_index(fact, *place));
                shown.collect::<Vec<_>>().join(" | ")
            }
            _ => domain.show_some(&places, &model.words),
        };
        let both = shown(both.map(|(place, _)| place).collect());
        let asked: Vec<u32> = places.map(|(place, _)| place).collect();
        let value = model.show_index(fact, unasked.index);
        let limited = format!("asked for {fact_name} {} alone", shown(asked.clone()));
        let mut wider: Vec<u32> = asked.into_iter().chain([unasked.index]).collect();
        wider.sort_unstable();
        let wider = shown(wider);
        let wider = format!("or ask `{}` for {value} too: ", other.name)
            + &match other.pack == question.pack {
                true => format!("there, `only = {{ {fact_name} = \"{wider}\" }}`"),
                false => format!(
                    "an erratum at `{}/{}.only.{fact_name}`, with `now = \"{wider}\"`",
                    model.pack_name(other.pack),
                    other.name
                ),
            };
        error
            .label(other.span, limited)
            .help(format!(
                "limit this question as that one is: `only = {{ {fact_name} = \"{both}\" }}`, or ask it under a condition"
            ))
            .help(wider)
    }

    /// The question, nearest first, that is used where it is not asked.
    fn unasked(&self, id: QuestionId, witness: &Witness) -> Option<Unasked> {
        let mut ways: Vec<(QuestionId, Vec<VariableId>)> = vec![(id, Vec::new())];
        let mut next = 0;
        while let Some((using, bound)) = ways.get(next).cloned() {
            next += 1;
            let mut found = None;
            for expr in expressions(self.model, &self.model.questions[using]) {
                expr.walk(&mut |part| {
                    let Kind::Question(question, own) = part.kind.clone() else {
                        return;
                    };
                    let own = own.iter().map(|(fact, _)| *fact);
                    let bound: Vec<VariableId> = bound.iter().copied().chain(own).collect();
                    let mut only = self.model.questions[question].only.iter();
                    let outside = only.find_map(|(fact, mask)| {
                        let (_, index) = witness.iter().find(|(other, _)| other == fact)?;
                        let is_asked = mask.get(*index as usize).copied().unwrap_or(false);
                        (!is_asked && !bound.contains(fact)).then_some(Unasked {
                            question,
                            fact: *fact,
                            index: *index,
                        })
                    });
                    found = found.take().or(outside);
                    if ways.iter().all(|(known, _)| *known != question) {
                        ways.push((question, bound));
                    }
                });
            }
            if found.is_some() {
                return found;
            }
        }
        None
    }
}
