//! What is answered where a fact has a value that the old model does not have: no answer changes there, for nobody could ask.

use super::both::{Both, Item, Pair};
use super::{NotCompared, Thing};
use crate::analysis::regions::{Region, put_in_order, regions};
use crate::diagram::{Leaf, NodeId, TooLarge, count_where, support};
use crate::model::{Kind, Model, QuestionId, Role, VariableId};

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
        let is_asked = |(fact, _): &&(VariableId, Vec<u32>)| {
            !matches!(self.space.variables[*fact].role, Role::Before(_))
        };
        let grown: Vec<_> = self.lacking[0].iter().filter(is_asked).cloned().collect();
        let (mut all, mut untold) = (Vec::new(), Vec::new());
        if grown.is_empty() {
            return (all, untold);
        }
        let sound = |pair: &Pair| !self.are_broken(*pair).contains(&true);
        let pairs: Vec<Pair> = self
            .pairs
            .iter()
            .filter(|pair| sound(pair))
            .copied()
            .collect();
        for pair in pairs.into_iter().take_while(|_| goes_on()) {
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
    fn takes_one(&self, question: QuestionId, grown: &[(VariableId, Vec<u32>)]) -> bool {
        let mut own = self.models[1].questions[question].from.iter();
        own.any(|taken| {
            let mut grown = grown.iter();
            grown.any(|(fact, _)| self.space.variables[*fact].of[1] == Some(*taken))
        })
    }

    fn anew(
        &mut self,
        pair: Pair,
        grown: &[(VariableId, Vec<u32>)],
    ) -> Result<Option<Anew>, TooLarge> {
        let side = &self.space.sides[1];
        let root = self
            .new
            .carried(Item::Question(pair[1]), side, &mut self.store)?;
        let matters = support(&self.store, root);
        let grown: Vec<_> = grown
            .iter()
            .filter(|(fact, _)| matters.contains(fact))
            .collect();
        if grown.is_empty() {
            return Ok(None);
        }
        let mut root = self.only_anew(root, &grown)?;
        if !self.models[1].impossible.is_empty() {
            let impossible = self.new.impossible(pair[1], &mut self.store)?;
            let outside = self.store.leaf(Leaf::Outside);
            root = self.store.ite(impossible, outside, root)?;
        }
        let facts = self.facts(pair[1], &[root]);
        let is_answer = |leaf: &Leaf| matches!(leaf, Leaf::Value(_) | Leaf::Gap(_));
        let situations = count_where(&self.store, root, &facts, &is_answer);
        if situations == 0 {
            return Ok(None);
        }
        let new = self.models[1];
        let by_itself = grown.iter().any(|(fact, _)| {
            let [_, now] = self.space.variables[*fact].of;
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

    /// A diagram where one of the facts has one of these values; outside of that nothing is asked.
    fn only_anew(
        &mut self,
        root: NodeId,
        grown: &[&(VariableId, Vec<u32>)],
    ) -> Result<NodeId, TooLarge> {
        let mut within = self.store.leaf(Leaf::Outside);
        for (fact, added) in grown {
            let edges = (0..self.space.variables[*fact].domain.size()).map(|index| {
                let child = if added.contains(&index) { root } else { within };
                (index + 1, child)
            });
            within = self.store.node_anywhere(*fact, edges.collect())?;
        }
        Ok(within)
    }
}

/// Whether the rules of a question look at a fact themselves.
fn looks_at(model: &Model, question: QuestionId, fact: VariableId) -> bool {
    let question = &model.questions[question];
    let rules = question
        .rules
        .iter()
        .flat_map(|rule| model.rules[*rule].exprs());
    let otherwise = question.otherwise.iter().map(|otherwise| &otherwise.gives);
    let mut looks = false;
    for expr in rules.chain(otherwise) {
        expr.walk(&mut |part| looks |= matches!(part.kind, Kind::Variable(id) if id == fact));
    }
    looks
}
