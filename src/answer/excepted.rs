//! The exceptions that took effect: those without which the answer would be another one.

use super::asker::TakenFact;
use super::evaluate::{Evaluator, Scene};
use super::explanation::Excepted;
use super::work::{Trial, Work};
use crate::diagram::Leaf;
use crate::model::{Expr, Kind, QuestionId, RuleId, Test, VariableId};
use crate::turn::Situation;
use crate::value::Value;
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

impl Evaluator<'_> {
    /// The exceptions to which an answer is due that hold by what is known, in the order in which they are come to; whether the answer is
    /// due to them is seen in a whole situation. What questions found is asked again.
    pub(super) fn excepted(
        &self,
        id: QuestionId,
        (known, whole): (&Situation, &Situation),
        taken: &[TakenFact],
    ) -> Vec<Excepted> {
        let found = self.finders(taken);
        let scene = |situation, without_exceptions, cancelled| Scene {
            work: Rc::new(Work::on_trial(Trial {
                found: found.clone(),
                without_exceptions,
                cancelled,
                ..Trial::default()
            })),
            ..self.scene(situation)
        };
        let noting = scene(known, None, Some(RefCell::default()));
        noting.answer(id);
        let answer = scene(whole, None, None).answer(id);
        let cancelled = noting.work.trial.cancelled.as_ref();
        let cancelled = cancelled.map_or_else(Vec::new, RefCell::take);
        let mut matters: FxHashMap<RuleId, bool> = FxHashMap::default();
        let mattered = cancelled.into_iter().filter(|(rule, _)| {
            *matters.entry(*rule).or_insert_with(|| {
                let other = scene(whole, Some(*rule), None).answer(id);
                matches!(other, Some(Leaf::Value(_) | Leaf::Gap(_))) && other != answer
            })
        });
        mattered.map(|(_, by)| by).unique().collect()
    }

    /// The questions that found facts, by these.
    pub(super) fn finders(&self, taken: &[TakenFact]) -> FxHashMap<VariableId, QuestionId> {
        let of_rules = taken.iter().filter(|own| !own.is_assumed(self.model));
        let found = of_rules.filter_map(|own| Some((own.fact, own.question(self.model)?)));
        found.collect()
    }
}

impl Scene<'_> {
    /// The exception by which a rule does not apply here.
    pub(super) fn excepted(&self, rule: RuleId) -> Option<Excepted> {
        let model = self.model();
        let rule = &model.rules[rule];
        let by = self.biting(&rule.except)?;
        Some(Excepted {
            says: model.title_of_question(rule.question),
            cite: rule.cite.clone(),
            by: by.cite.clone(),
            when: by.when.as_ref().map(|when| {
                self.as_it_is(when)
                    .unwrap_or_else(|| self.evaluator.prose().words(when))
            }),
        })
    }

    /// What facts alone decide a condition of several words, as they are.
    fn as_it_is(&self, when: &Expr) -> Option<String> {
        let mut facts = Vec::new();
        let (mut is_many, mut asks) = (false, false);
        when.walk(&mut |part| match &part.kind {
            Kind::Variable(fact) => facts.push(*fact),
            Kind::Question(..) => asks = true,
            Kind::In(Test::Values(several), _) => is_many |= several.len() > 1,
            _ => {}
        });
        let told = facts
            .into_iter()
            .unique()
            .map(|fact| match self.variable(fact)? {
                Leaf::Value(value @ Value::Word(_)) => {
                    let (model, prose) = (self.model(), self.evaluator.prose());
                    Some(format!(
                        "{} {}",
                        model.fact_within(fact),
                        prose.label(Some(fact), &value)
                    ))
                }
                _ => None,
            });
        let told: Option<Vec<String>> = told.collect();
        told.filter(|_| is_many && !asks)
            .map(|told| told.join(", "))
    }
}
