//! Writes the smallest things of a rulebook down: words, values, expressions, and their diagrams.

use super::diagrams::{Code, Diagrams, Numbers};
use super::pool::Pool;
use crate::answer::Evaluator;
use crate::check::uses_broken;
use crate::diagram::{Built, Compiler, Leaf, NodeId, Store};
use crate::model::{Beyond, ChartId, Expr, Kind, Model, Operation, QuestionId, Test, VariableId};
use crate::source::Sources;
use crate::syntax::{Comparison, Rounding};
use crate::value::{Ids, Number, Value as Known, Word};
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::{Value, json};

/// What all states of a game share.
#[derive(Debug, Default, Serialize)]
pub(super) struct Pools {
    /// Each as it is written, and as people spell it.
    words: Pool,
    /// What the sources lost: what, and the paragraph.
    gaps: Pool,
    leaves: Pool,
    exprs: Pool,
    /// The names of variables, and of questions: by their numbers all else speaks of them.
    names: Pool,
    asked: Pool,
    pub(super) variables: Pool,
    pub(super) questions: Pool,
    pub(super) rules: Pool,
    pub(super) charts: Pool,
    pub(super) errata: Pool,
}

/// Writes down the rulebook of a game in one of its states.
pub(super) struct Scribe<'a> {
    pub(super) model: &'a Model,
    pub(super) evaluator: Evaluator<'a>,
    pub(super) pools: &'a mut Pools,
    diagrams: &'a mut Diagrams,
    compiler: Compiler<'a>,
    codes: FxHashMap<NodeId, Code>,
    variables: Ids<VariableId, usize>,
    questions: Ids<QuestionId, usize>,
    words: Ids<Word, usize>,
    /// The numbers of the charts that are written, which the rule of each of their cells names.
    pub(super) charts: FxHashMap<ChartId, usize>,
}

impl<'a> Scribe<'a> {
    pub(super) fn new(
        (model, sources): (&'a Model, &'a Sources),
        pools: &'a mut Pools,
        diagrams: &'a mut Diagrams,
    ) -> Self {
        let spelling = &model.guide.spelling;
        let words = model.words.iter().map(|word| {
            let text = model.words.text(word);
            pools.words.number(json!([text, spelling.of_value(text)]))
        });
        let words = words.collect();
        let variables = model
            .variables
            .iter()
            .map(|variable| variable.name.as_str());
        let questions = model
            .questions
            .iter()
            .map(|question| question.name.as_str());
        Self {
            variables: numbered(variables, &mut pools.names).into(),
            questions: numbered(questions, &mut pools.asked).into(),
            words,
            evaluator: Evaluator::with_texts(model, sources),
            compiler: Compiler::new(model),
            codes: FxHashMap::default(),
            model,
            charts: FxHashMap::default(),
            pools,
            diagrams,
        }
    }

    pub(super) fn variable(&self, id: VariableId) -> usize {
        self.variables[id]
    }

    pub(super) fn variables(&self, ids: &[VariableId]) -> Vec<usize> {
        ids.iter().map(|id| self.variables[*id]).collect()
    }

    pub(super) fn question(&self, id: QuestionId) -> usize {
        self.questions[id]
    }

    /// All words in the order in which the model has them; nothing where that is the order of their numbers.
    pub(super) fn order_of_words(&self) -> Option<Vec<usize>> {
        let all: Vec<usize> = self.words.iter().copied().collect();
        (!all.is_sorted()).then_some(all)
    }

    pub(super) fn words(&self, words: &[Word]) -> Vec<usize> {
        words.iter().map(|word| self.words[*word]).collect()
    }

    /// The number of a value.
    pub(super) fn value(&mut self, value: &Known) -> usize {
        self.leaf(&Leaf::Value(value.clone()))
    }

    pub(super) fn leaf(&mut self, leaf: &Leaf) -> usize {
        let (model, words) = (self.model, &self.words);
        leaf_number((model, words), self.pools, leaf)
    }

    /// The diagram of a question; nothing where an error of its pack, or its size, leaves it without one.
    pub(super) fn root_of(&mut self, id: QuestionId) -> Option<Code> {
        if self.model.questions[id].broken {
            return None;
        }
        self.root(|compiler| compiler.question(id))
    }

    /// The diagram of an expression.
    pub(super) fn root_of_expr(&mut self, expr: &Expr) -> Option<Code> {
        if uses_broken(self.model, expr) {
            return None;
        }
        self.root(|compiler| compiler.expr(expr))
    }

    /// The diagram of one of the situations that cannot be.
    pub(super) fn root_of_impossible(&mut self, place: usize) -> Option<Code> {
        self.root(|compiler| compiler.impossible_one(place))
    }

    fn root(&mut self, make: impl FnOnce(&mut Compiler<'a>) -> Built) -> Option<Code> {
        self.compiler.store.renew_budget();
        let root = make(&mut self.compiler).ok()?;
        let mut numbering = Numbering {
            known: (self.model, &self.words),
            variables: &self.variables,
            pools: self.pools,
        };
        let store = &self.compiler.store;
        Some(
            self.diagrams
                .code(store, root, &mut self.codes, &mut numbering),
        )
    }

    /// The number of an expression.
    pub(super) fn expr(&mut self, expr: &Expr) -> usize {
        let written = match &expr.kind {
            Kind::Constant(value) => json!([0, self.value(value)]),
            Kind::Variable(variable) => json!([1, self.variable(*variable)]),
            Kind::Question(id, bound) => json!([2, self.question(*id), self.bound(bound)]),
            Kind::Binary(operation, left, right) => {
                json!([
                    3,
                    operation_name(*operation),
                    self.expr(left),
                    self.expr(right)
                ])
            }
            Kind::If(condition, then, other) => {
                json!([4, self.expr(condition), self.expr(then), self.expr(other)])
            }
            Kind::Not(inner) => json!([5, self.expr(inner)]),
            Kind::Round(rounding, inner) => {
                json!([6, self.expr(inner), rounding_name(*rounding)])
            }
            Kind::Rank(words, inner) => json!([7, self.expr(inner), self.words(words)]),
            Kind::Unrank(words, beyond, inner) => {
                let wraps = *beyond == Beyond::Wraps;
                json!([8, self.expr(inner), self.words(words), wraps])
            }
            Kind::In(Test::Values(values), inner) => {
                let values: Vec<usize> = values.iter().map(|value| self.value(value)).collect();
                json!([9, self.expr(inner), values])
            }
            Kind::In(Test::Ranges(ranges), inner) => {
                let end = |end: &Option<Number>| end.map(number);
                let ranges = ranges
                    .iter()
                    .map(|(low, high)| json!([end(low), end(high)]));
                let ranges: Value = ranges.collect();
                json!([10, self.expr(inner), ranges])
            }
        };
        self.pools.exprs.number(written)
    }

    pub(super) fn optional(&mut self, expr: Option<&Expr>) -> Option<usize> {
        expr.map(|expr| self.expr(expr))
    }

    /// What is bound for a question: variables and expressions.
    pub(super) fn bound(&mut self, bound: &[(VariableId, Expr)]) -> Value {
        let bound = bound.iter();
        bound
            .map(|(variable, expr)| json!([self.variable(*variable), self.expr(expr)]))
            .collect()
    }
}

/// The numbers of names, each its own: where two are the same, the later gets a number.
fn numbered<'n>(names: impl Iterator<Item = &'n str>, pool: &mut Pool) -> Vec<usize> {
    let mut seen: FxHashMap<&str, u32> = FxHashMap::default();
    let numbers = names.map(|name| {
        let times = seen.entry(name).or_default();
        *times += 1;
        pool.number(match times {
            1 => json!(name),
            times => json!(format!("{name} #{times}")),
        })
    });
    numbers.collect()
}

/// The numbers that a diagram is written with.
struct Numbering<'n> {
    known: (&'n Model, &'n Ids<Word, usize>),
    variables: &'n Ids<VariableId, usize>,
    pools: &'n mut Pools,
}

impl Numbers for Numbering<'_> {
    fn variable(&self, id: VariableId) -> usize {
        self.variables[id]
    }

    fn leaf(&mut self, store: &Store, id: NodeId) -> usize {
        leaf_number(self.known, self.pools, store.leaf_at(id))
    }
}

fn leaf_number(
    (model, words): (&Model, &Ids<Word, usize>),
    pools: &mut Pools,
    leaf: &Leaf,
) -> usize {
    let written = match leaf {
        Leaf::Value(Known::Bool(truth)) => json!(truth),
        Leaf::Value(Known::Number(ratio)) => number(*ratio),
        Leaf::Value(Known::Word(word)) => json!({ "w": words[*word] }),
        Leaf::Value(Known::Set(set)) => {
            let mut set: Vec<usize> = set.iter().map(|word| words[*word]).collect();
            set.sort_unstable();
            json!({ "s": set })
        }
        Leaf::Gap(gap) => {
            let gap = &model.gaps[*gap];
            json!({ "g": pools.gaps.number(json!([gap.lost, gap.cite])) })
        }
        Leaf::Silent => json!("silent"),
        Leaf::Cancelled => json!("cancelled"),
        Leaf::Nothing => json!("nothing"),
        Leaf::Conflict => json!("conflict"),
        Leaf::Outside => json!("outside"),
        Leaf::Overflow => json!("overflow"),
    };
    pools.leaves.number(written)
}

/// A whole number as it is, a fraction as its two parts.
pub(super) fn number(number: Number) -> Value {
    match number.is_integer() {
        true => json!(number.numer()),
        false => json!([number.numer(), number.denom()]),
    }
}

const fn rounding_name(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Fru => "up",
        Rounding::Frd => "down",
        Rounding::Exact => "exact",
    }
}

const fn operation_name(operation: Operation) -> &'static str {
    match operation {
        Operation::Add => "+",
        Operation::Subtract => "-",
        Operation::Multiply => "*",
        Operation::Divide(rounding) => rounding_name(rounding),
        Operation::Least => "least",
        Operation::Greatest => "greatest",
        Operation::Compare(Comparison::Equal) => "=",
        Operation::Compare(Comparison::NotEqual) => "!=",
        Operation::Compare(Comparison::Below) => "<",
        Operation::Compare(Comparison::AtMost) => "<=",
        Operation::Compare(Comparison::Above) => ">",
        Operation::Compare(Comparison::AtLeast) => ">=",
        Operation::And => "and",
        Operation::Or => "or",
        Operation::Includes => "includes",
        Operation::Union => "union",
        Operation::Without => "without",
    }
}
