//! The plain evaluator against the diagrams, and a difference against every single situation.

use chartroom::analysis::diff::{Change, Diff};
use chartroom::answer::Evaluator;
use chartroom::diagram::{Compiler, Leaf, TooLarge, support};
use chartroom::model::{Model, QuestionId, VariableId};
use chartroom::turn::Situation;
use chartroom::value::{Value, Words};

/// A small generator of numbers: these tests need the same ones every time, not good ones.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(limit.max(1))).unwrap()
    }
}

/// The facts and readings that a question, and those that it uses, can depend on.
fn matters(
    compiler: &Compiler<'_>,
    id: QuestionId,
    root: chartroom::diagram::NodeId,
) -> Vec<VariableId> {
    let mut all = support(&compiler.store, root);
    all.extend(&compiler.model.questions[id].from);
    all.sort_unstable();
    all.dedup();
    all
}

fn agree(
    compiler: &mut Compiler<'_>,
    id: QuestionId,
    (whole, random): (u64, u64),
) -> Result<(), TooLarge> {
    let model = compiler.model;
    compiler.store.renew_budget();
    let root = compiler.question(id)?;
    let facts = matters(compiler, id, root);
    let tested = support(&compiler.store, root);
    let space = tested.iter().try_fold(1_u64, |space, fact| {
        space.checked_mul(u64::from(compiler.store.size(*fact)))
    });
    let mut numbers = Numbers(u64::from(id.0) + 1);
    let evaluator = Evaluator::new(model);
    let mut situation = Situation::new(model);
    for variable in (0..).map(VariableId).take(model.variables.len()) {
        situation.set(variable, Some(situation.get(variable).unwrap_or(0)));
    }
    let is_whole = space.is_some_and(|space| space <= whole);
    for place in 0..space.filter(|_| is_whole).unwrap_or(random) {
        let mut rest = place;
        for fact in &facts {
            // Facts that the diagram does not test must not matter: they are random in any case.
            let size = compiler.store.size(*fact);
            let index = if is_whole && tested.contains(fact) {
                let index = rest % u64::from(size);
                rest /= u64::from(size);
                u32::try_from(index).unwrap()
            } else {
                numbers.below(size)
            };
            situation.set(*fact, Some(index));
        }
        let walked = compiler
            .store
            .answer(root, |variable| situation.get(variable).unwrap());
        let read = evaluator.question(id, &situation);
        let name = &model.questions[id].name;
        assert_eq!(
            read.as_ref(),
            Some(walked),
            "`{name}` where {}",
            told(model, &facts, &situation)
        );
    }
    Ok(())
}

fn told(model: &Model, facts: &[VariableId], situation: &Situation) -> String {
    let facts = facts.iter().map(|fact| {
        format!(
            "{} = {}",
            model.variable_name(*fact),
            model.show_index(*fact, situation.get(*fact).unwrap())
        )
    });
    facts.collect::<Vec<_>>().join(", ")
}

/// The diagrams of all questions against the evaluator: spaces up to the first number are tried whole, and so many random
/// situations of a larger one.
pub(crate) fn agree_everywhere(model: &Model, most: (u64, u64)) {
    let mut compiler = Compiler::new(model);
    for id in (0..).map(QuestionId).take(model.questions.len()) {
        if !chartroom::check::is_broken(model, id) {
            agree(&mut compiler, id, most)
                .unwrap_or_else(|TooLarge| panic!("{} is too large", model.questions[id].name));
        }
    }
}

/// An answer in words that are the same in every rulebook.
fn in_words(words: &Words, leaf: &Leaf) -> String {
    match leaf {
        Leaf::Value(Value::Set(set)) => {
            let mut texts: Vec<&str> = set.iter().map(|word| words.text(*word)).collect();
            texts.sort_unstable();
            format!("{{{}}}", texts.join(", "))
        }
        Leaf::Value(value) => value.show(words, false),
        Leaf::Gap(_) => "gap".to_owned(),
        other => format!("{other:?}"),
    }
}

/// Every choice of one index a list.
fn each(sizes: &[u32], visit: &mut dyn FnMut(&[u32])) {
    let mut indices = vec![0; sizes.len()];
    loop {
        visit(&indices);
        let Some(place) = (0..sizes.len()).find(|place| indices[*place] + 1 < sizes[*place]) else {
            return;
        };
        indices[..place].fill(0);
        indices[place] += 1;
    }
}

/// The answer where the facts have a value that the model does not know, and it matters.
const NO_SUCH_VALUE: &str = "Cancelled";

/// What a model answers for facts of the common space: where it does not have a value, what it answers for all of its own, if
/// that is one answer.
fn brute(
    model: &Model,
    side: &chartroom::analysis::space::Side,
    id: QuestionId,
    facts: &[VariableId],
    indices: &[u32],
) -> Option<String> {
    let mut choices: Vec<(VariableId, Vec<u32>)> = Vec::new();
    for (own, place) in (0..).map(VariableId).zip(&side.places) {
        let Some(place) = place else { continue };
        let at = facts.iter().position(|fact| *fact == place.variable)?;
        let own_size = model.variables[own].domain.size();
        match place.from[indices[at] as usize] {
            Some(index) => choices.push((own, vec![index])),
            None => choices.push((own, (0..own_size).collect())),
        }
    }
    let sizes: Vec<u32> = choices
        .iter()
        .map(|(_, own)| u32::try_from(own.len()).unwrap())
        .collect();
    let mut answers: Vec<String> = Vec::new();
    each(&sizes, &mut |picked| {
        let mut situation = Situation::new(model);
        for ((variable, own), picked) in choices.iter().zip(picked) {
            situation.set(*variable, Some(own[*picked as usize]));
        }
        let answer = in_words(
            &model.words,
            &Evaluator::new(model).question(id, &situation).unwrap(),
        );
        if !answers.contains(&answer) {
            answers.push(answer);
        }
    });
    Some(if answers.len() == 1 {
        answers.remove(0)
    } else {
        NO_SUCH_VALUE.to_owned()
    })
}

/// Whether one of both models has the value that a fact has in a situation, or not the fact at all.
fn has(diff: &Diff, side: usize, fact: VariableId, indices: &[u32]) -> bool {
    let own = diff.space.variables[fact].of[side];
    let place = own.and_then(|own| diff.space.sides[side].places[own.index()].as_ref());
    place.is_none_or(|place| place.from[indices[fact.index()] as usize].is_some())
}

/// The regions of a difference against every single situation: none missed, none spurious, disjoint, each with the right
/// answers and the right count.
pub(crate) fn is_exact(old: &Model, new: &Model, diff: &Diff) {
    let facts: Vec<VariableId> = (0..)
        .map(VariableId)
        .take(diff.space.variables.len())
        .collect();
    let sizes = diff.space.sizes();
    for (number, question) in new.questions.iter().enumerate() {
        let id = QuestionId(u32::try_from(number).unwrap());
        let was = QuestionId(
            u32::try_from(
                old.questions
                    .iter()
                    .position(|own| own.name == question.name)
                    .unwrap(),
            )
            .unwrap(),
        );
        let changed = diff.questions.iter().find(|changed| changed.new == id);
        let mut count = 0_u128;
        let mut problem = None;
        each(&sizes, &mut |indices| {
            // For a value that one of its facts does not have, a question cannot be asked.
            let is_unasked = |model: &Model, side: usize, id: QuestionId| {
                model.questions[id].from.iter().any(|own| {
                    let place = diff.space.sides[side].places[own.index()].as_ref();
                    place.is_some_and(|place| {
                        place.from[indices[place.variable.index()] as usize].is_none()
                    })
                })
            };
            let answer =
                |model: &Model, side: usize, id: QuestionId| match is_unasked(model, side, id) {
                    true => NO_SUCH_VALUE.to_owned(),
                    false => brute(model, &diff.space.sides[side], id, &facts, indices).unwrap(),
                };
            let (before, after) = (answer(old, 0, was), answer(new, 1, id));
            let is_unasked = is_unasked(old, 0, was);
            // What could not be asked before is no other answer.
            let differs = before != after && before != NO_SUCH_VALUE;
            count += u128::from(differs);
            if let Some(anew) = diff.anew.iter().find(|anew| anew.new == id) {
                let inside = anew.regions.iter().filter(|region| {
                    let mut tests = region.tests.iter();
                    tests.all(|(fact, own)| own.contains(&indices[fact.index()]))
                });
                let told: Vec<String> = inside
                    .map(|region| in_words(&diff.space.words, &region.leaf))
                    .collect();
                // A value that the new one lacks of a fact that does not matter takes nothing from what is told.
                let is_idle = after == NO_SUCH_VALUE
                    && anew.facts.iter().all(|fact| has(diff, 1, *fact, indices));
                if told.len() > 1 || !is_idle && told.first().is_some_and(|told| *told != after) {
                    problem = Some(format!("{told:?} for a new value, and {after} is so"));
                }
                // Where it is told whole, no answer for a value of its own that is new is left out.
                let is_whole = anew.by_itself && anew.left_out == 0;
                let is_answered = ![
                    "Outside",
                    "Nothing",
                    "Conflict",
                    "Overflow",
                    "Silent",
                    NO_SUCH_VALUE,
                ]
                .contains(&after.as_str());
                let lacks = |fact: &VariableId| !has(diff, 0, *fact, indices);
                let is_new = is_unasked && anew.facts.iter().any(lacks);
                if is_whole && is_answered && is_new && told.is_empty() {
                    problem = Some(format!("{after} for a new value, and it is not told"));
                }
            }
            let Some(changed) = changed else {
                if differs {
                    problem = Some(format!("{} changed, and is not told", question.name));
                }
                return;
            };
            if !changed.by_itself {
                return;
            }
            let inside = |tests: &[(VariableId, Vec<u32>)]| {
                tests
                    .iter()
                    .all(|(fact, own)| own.contains(&indices[fact.index()]))
            };
            let found: Vec<_> = changed
                .regions
                .iter()
                .filter(|region| inside(&region.tests))
                .collect();
            let told = found.first().map(|region| match &region.change {
                Change::To(old, new) => (
                    in_words(&diff.space.words, old),
                    in_words(&diff.space.words, new),
                ),
                other => panic!("{other:?}"),
            });
            let wanted = differs.then_some((before, after));
            if found.len() > 1 || told != wanted {
                problem = Some(format!(
                    "{} at {indices:?}: {told:?} is told, {wanted:?} is so, in {} regions",
                    question.name,
                    found.len()
                ));
            }
        });
        assert!(problem.is_none(), "{}", problem.unwrap_or_default());
        let idle: u128 = match changed {
            Some(changed) => facts
                .iter()
                .filter(|fact| !changed.facts.contains(fact))
                .map(|fact| u128::from(sizes[fact.index()]))
                .product(),
            None => 1,
        };
        assert_eq!(
            changed.map_or(0, |changed| changed.situations * idle),
            count,
            "{}",
            &question.name
        );
        if let Some(changed) = changed.filter(|changed| changed.by_itself) {
            let told: u128 = changed.regions.iter().map(|region| region.situations).sum();
            assert_eq!(told, changed.situations);
        }
    }
}
