//! What is answered where a fact has a value that the old model does not have: no answer changes there, for nobody could ask.

use super::both::{Both, Item, Pair};
use super::{NotCompared, Thing};
use crate::analysis::regions::{Region, put_in_order, regions};
use crate::analysis::space::Lacking;
use crate::check::expressions;
use crate::diagram::{Leaf, TooLarge, count_where, support};
use crate::model::{Model, QuestionId, Role, VariableId};

const TOO_LARGE_ANEW: &str = "for new values it needs too large a decision diagram";

/// The most regions that are told of a question.
const REGIONS: usize = 12;

/// A question that is answered for a value that is new.
#[derive(Debug, Clone)]
pub struct Anew {
    pub name: String,
    pub new: QuestionId,
    /// The facts that matter there, in the order of the question's.
    pub facts: Vec<VariableId>,
    pub situations: u128,
    /// The answers there; none where the question only comes to the new value through others.
    pub regions: Vec<Region>,
    /// In how many situations it is answered that lie in no region told.
    pub left_out: u128,
    pub by_itself: bool,
}

impl Both<'_> {
    /// The questions that are answered for new values of facts, those that look at such a fact themselves first; and those of which
    /// that cannot be told.
    pub fn answered_anew(&mut self, goes_on: &dyn Fn() -> bool) -> (Vec<Anew>, Vec<NotCompared>) {
        let is_asked = |fact: &&Lacking| {
            let shared = &self.space.variables[fact.shared];
            !matches!(shared.role, Role::Before(_))
        };
        let grown: Vec<Lacking> = self.lacking[0].iter().filter(is_asked).cloned().collect();
        let (mut all, mut untold) = (Vec::new(), Vec::new());
        if grown.is_empty() {
            return (all, untold);
        }
        for pair in self.pairs.clone().into_iter().take_while(|_| goes_on()) {
            if self.are_broken(pair).contains(&true) {
                continue;
            }
            match self.anew(pair, &grown) {
                Ok(anew) => all.extend(anew),
                Err(TooLarge) if self.takes_one(pair[1], &grown) => untold.push(NotCompared {
                    thing: Thing::Question,
                    question: self.name(pair),
                    why: TOO_LARGE_ANEW,
                }),
                Err(TooLarge) => {}
            }
        }
        all.sort_by_key(|anew| !anew.by_itself);
        (all, untold)
    }

    /// Whether a question of the new model takes one of these facts.
    fn takes_one(&self, question: QuestionId, grown: &[Lacking]) -> bool {
        let from = &self.models[1].questions[question].from;
        let mut now = grown
            .iter()
            .filter_map(|fact| self.space.variables[fact.shared].of[1]);
        now.any(|fact| from.contains(&fact))
    }

    fn anew(&mut self, pair: Pair, grown: &[Lacking]) -> Result<Option<Anew>, TooLarge> {
        let side = &self.space.sides[1];
        let root = self
            .new
            .carried(Item::Question(pair[1]), side, &mut self.store)?;
        let matters = support(&self.store, root);
        let grown = grown.iter().filter(|fact| matters.contains(&fact.shared));
        let grown: Vec<Lacking> = grown.cloned().collect();
        if grown.is_empty() {
            return Ok(None);
        }
        let outside = self.store.leaf(Leaf::Outside);
        let mut root = self.instead(&grown, root, outside)?;
        // Nobody can ask for a value that is no longer one.
        let gone = self.lacking[1].iter();
        let gone = gone.filter(|fact| matters.contains(&fact.shared));
        let gone: Vec<Lacking> = gone.cloned().collect();
        root = self.instead(&gone, outside, root)?;
        if !self.models[1].impossible.is_empty() {
            let impossible = self.new.impossible(pair[1], &mut self.store)?;
            root = self.store.ite(impossible, outside, root)?;
        }
        let facts = self.facts(pair[1], &[root]);
        let is_answer = |leaf: &Leaf| matches!(leaf, Leaf::Value(_) | Leaf::Gap(_));
        let situations = count_where(&self.store, root, &facts, &is_answer);
        if situations == 0 {
            return Ok(None);
        }
        let new = self.models[1];
        let by_itself = grown.iter().any(|fact| {
            let [_, now] = self.space.variables[fact.shared].of;
            now.is_some_and(|fact| looks_at(new, pair[1], fact))
        });
        let limit = if by_itself { REGIONS } else { 0 };
        let mut told = regions(&mut self.store, root, &facts, limit, &is_answer)?;
        put_in_order(&facts, &mut told.list, |region| &region.tests);
        Ok(Some(Anew {
            name: self.name(pair),
            new: pair[1],
            facts,
            situations,
            regions: told.list,
            left_out: told.left_out,
            by_itself,
        }))
    }
}

/// Whether the rules of a question look at a fact themselves.
fn looks_at(model: &Model, question: QuestionId, fact: VariableId) -> bool {
    let mut exprs = expressions(model, &model.questions[question]);
    exprs.any(|expr| expr.variables().any(|id| id == fact))
}
