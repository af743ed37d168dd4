//! Terms of SMT-LIB over truths and whole numbers, each stored once, folded as they are made, and their text.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::fmt::Write;

/// A term, by its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Node {
    Truth(bool),
    Int(i128),
    /// A variable, by its name; whether it is a truth.
    Variable(String, bool),
    /// An operation by its name in SMT-LIB.
    Apply(&'static str, Vec<Term>),
}

/// All terms of one file.
#[derive(Debug, Default)]
pub struct Terms {
    nodes: IndexSet<Node, FxBuildHasher>,
    /// Which numbers a choice can come to, where these are known.
    outcomes: FxHashMap<Term, Option<Vec<i128>>>,
    /// The comparisons that were made: choices share what they lead to.
    compared: FxHashMap<(&'static str, Term, Term), Term>,
    /// Whether a number on the way had too many digits: what was made with it says nothing.
    is_outgrown: bool,
}

/// The most numbers that are followed through choices.
const MOST_OUTCOMES: usize = 256;

impl Terms {
    fn add(&mut self, node: Node) -> Term {
        let (place, _) = self.nodes.insert_full(node);
        Term(u32::try_from(place).unwrap_or(u32::MAX))
    }

    fn node(&self, term: Term) -> Option<&Node> {
        self.nodes.get_index(term.0 as usize)
    }

    /// A number that may have too many digits; another one stands for it then.
    pub fn fitting<N: From<u8>>(&mut self, number: Option<N>) -> N {
        self.is_outgrown |= number.is_none();
        number.unwrap_or_else(|| N::from(1))
    }

    /// Whether every number had room.
    pub const fn all_fit(&self) -> bool {
        !self.is_outgrown
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn truth(&mut self, truth: bool) -> Term {
        self.add(Node::Truth(truth))
    }

    pub fn int(&mut self, number: i128) -> Term {
        self.add(Node::Int(number))
    }

    pub fn variable(&mut self, name: String, is_truth: bool) -> Term {
        self.add(Node::Variable(name, is_truth))
    }

    pub fn as_truth(&self, term: Term) -> Option<bool> {
        match self.node(term) {
            Some(Node::Truth(truth)) => Some(*truth),
            _ => None,
        }
    }

    pub fn as_int(&self, term: Term) -> Option<i128> {
        match self.node(term) {
            Some(Node::Int(number)) => Some(*number),
            _ => None,
        }
    }

    /// The choice that a term is: its condition and both sides.
    fn as_choice(&self, term: Term) -> Option<[Term; 3]> {
        match self.node(term) {
            Some(Node::Apply("ite", parts)) => parts.as_slice().try_into().ok(),
            _ => None,
        }
    }

    pub fn not(&mut self, term: Term) -> Term {
        if let Some(truth) = self.as_truth(term) {
            return self.truth(!truth);
        }
        if let Some(Node::Apply("not", parts)) = self.node(term)
            && let [inner] = parts.as_slice()
        {
            return *inner;
        }
        self.add(Node::Apply("not", vec![term]))
    }

    /// All of them hold.
    pub fn and(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        self.junction("and", true, terms)
    }

    /// Any of them holds.
    pub fn or(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        self.junction("or", false, terms)
    }

    fn junction(
        &mut self,
        name: &'static str,
        neutral: bool,
        terms: impl IntoIterator<Item = Term>,
    ) -> Term {
        let mut parts: Vec<Term> = Vec::new();
        for term in terms {
            match self.as_truth(term) {
                Some(truth) if truth == neutral => {}
                Some(_) => return term,
                None if parts.contains(&term) => {}
                None => parts.push(term),
            }
        }
        match parts.as_slice() {
            [] => self.truth(neutral),
            [only] => *only,
            _ => self.add(Node::Apply(name, parts)),
        }
    }

    pub fn ite(&mut self, condition: Term, then: Term, other: Term) -> Term {
        match (
            self.as_truth(condition),
            self.as_truth(then),
            self.as_truth(other),
        ) {
            (Some(true), ..) => then,
            (Some(false), ..) => other,
            _ if then == other => then,
            (_, Some(true), _) => self.or([condition, other]),
            (_, Some(false), _) => {
                let not = self.not(condition);
                self.and([not, other])
            }
            (_, _, Some(false)) => self.and([condition, then]),
            (_, _, Some(true)) => {
                let not = self.not(condition);
                self.or([not, then])
            }
            _ => self.add(Node::Apply("ite", vec![condition, then, other])),
        }
    }

    /// Whether two terms, both numbers or both truths, are the same.
    pub fn equal(&mut self, left: Term, right: Term) -> Term {
        if left == right {
            return self.truth(true);
        }
        match (self.as_truth(left), self.as_truth(right)) {
            (Some(true), _) => return right,
            (_, Some(true)) => return left,
            (Some(false), _) => return self.not(right),
            (_, Some(false)) => return self.not(left),
            _ => {}
        }
        self.compare("=", left, right, |order| order.is_eq())
    }

    pub fn at_most(&mut self, left: Term, right: Term) -> Term {
        self.compare("<=", left, right, |order| order.is_le())
    }

    pub fn below(&mut self, left: Term, right: Term) -> Term {
        self.compare("<", left, right, |order| order.is_lt())
    }

    /// A comparison, settled by what both sides can come to; that of a choice with a number is made of its sides, and so is that with
    /// a choice of numbers alone: a solver then has truths to decide, and few numbers.
    fn compare(
        &mut self,
        name: &'static str,
        left: Term,
        right: Term,
        holds: fn(std::cmp::Ordering) -> bool,
    ) -> Term {
        if let Some(known) = self.compared.get(&(name, left, right)) {
            return *known;
        }
        let made = self.compare_anew(name, left, right, holds);
        self.compared.insert((name, left, right), made);
        made
    }

    fn compare_anew(
        &mut self,
        name: &'static str,
        left: Term,
        right: Term,
        holds: fn(std::cmp::Ordering) -> bool,
    ) -> Term {
        if let (Some(ours), Some(theirs)) = (self.outcomes(left), self.outcomes(right)) {
            let mut pairs = ours
                .iter()
                .flat_map(|one| theirs.iter().map(|other| holds(one.cmp(other))));
            let first = pairs.next().unwrap_or_default();
            if pairs.all(|own| own == first) {
                return self.truth(first);
            }
        }
        let constant = [left, right]
            .iter()
            .any(|side| self.as_int(*side).is_some());
        let of_numbers = self.outcomes(right).is_some();
        match (self.as_choice(left), self.as_choice(right)) {
            (Some([condition, then, other]), _) if constant => {
                let then = self.compare(name, then, right, holds);
                let other = self.compare(name, other, right, holds);
                self.ite(condition, then, other)
            }
            (_, Some([condition, then, other])) if constant || of_numbers => {
                let then = self.compare(name, left, then, holds);
                let other = self.compare(name, left, other, holds);
                self.ite(condition, then, other)
            }
            _ => self.add(Node::Apply(name, vec![left, right])),
        }
    }

    /// The numbers that a term can come to, ascending, where they are few and known.
    pub fn outcomes(&mut self, term: Term) -> Option<Vec<i128>> {
        if let Some(number) = self.as_int(term) {
            return Some(vec![number]);
        }
        let [_, then, other] = self.as_choice(term)?;
        if let Some(known) = self.outcomes.get(&term) {
            return known.clone();
        }
        let both = self.outcomes(then).zip(self.outcomes(other));
        let all = both.map(|(mut then, other)| {
            then.extend(other);
            then.sort_unstable();
            then.dedup();
            then
        });
        let all = all.filter(|all| all.len() <= MOST_OUTCOMES);
        self.outcomes.insert(term, all.clone());
        all
    }

    pub fn max(&mut self, left: Term, right: Term) -> Term {
        let is_less = self.at_most(left, right);
        self.ite(is_less, right, left)
    }

    pub fn add_up(&mut self, left: Term, right: Term) -> Term {
        match (self.as_int(left), self.as_int(right)) {
            (Some(0), _) => right,
            (_, Some(0)) => left,
            (Some(one), Some(other)) => {
                let sum = self.fitting(one.checked_add(other));
                self.int(sum)
            }
            _ => self.add(Node::Apply("+", vec![left, right])),
        }
    }

    pub fn times(&mut self, left: Term, right: Term) -> Term {
        match (self.as_int(left), self.as_int(right)) {
            (Some(0), _) | (_, Some(1)) => left,
            (_, Some(0)) | (Some(1), _) => right,
            (Some(one), Some(other)) => {
                let product = self.fitting(one.checked_mul(other));
                self.int(product)
            }
            (_, Some(factor)) if self.outcomes(left).is_some() => {
                self.multiplied(left, factor, &mut FxHashMap::default())
            }
            _ => self.add(Node::Apply("*", vec![left, right])),
        }
    }

    /// A choice of numbers, each of them times a factor.
    fn multiplied(&mut self, term: Term, factor: i128, known: &mut FxHashMap<Term, Term>) -> Term {
        if let Some(number) = self.as_int(term) {
            let product = self.fitting(number.checked_mul(factor));
            return self.int(product);
        }
        let Some([condition, then, other]) = self.as_choice(term) else {
            let factor = self.int(factor);
            return self.add(Node::Apply("*", vec![term, factor]));
        };
        if let Some(known) = known.get(&term) {
            return *known;
        }
        let then = self.multiplied(then, factor, known);
        let other = self.multiplied(other, factor, known);
        let made = self.ite(condition, then, other);
        known.insert(term, made);
        made
    }

    pub fn negative(&mut self, term: Term) -> Term {
        let minus = self.int(-1);
        self.times(minus, term)
    }

    /// The quotient rounded down, by a number that is not negative.
    pub fn div(&mut self, left: Term, right: Term) -> Term {
        match (self.as_int(left), self.as_int(right)) {
            (_, Some(1)) => left,
            (Some(one), Some(other)) if other > 0 => self.int(one.div_euclid(other)),
            _ => self.add(Node::Apply("div", vec![left, right])),
        }
    }

    /// What is left over by that division.
    pub fn modulo(&mut self, left: Term, right: Term) -> Term {
        match (self.as_int(left), self.as_int(right)) {
            (_, Some(1)) => self.int(0),
            (Some(one), Some(other)) if other > 0 => self.int(one.rem_euclid(other)),
            _ => self.add(Node::Apply("mod", vec![left, right])),
        }
    }

    /// The definitions of all that some terms are made of, and the variables among it. What is made of parts has a name.
    pub fn text(&self, roots: &[Term]) -> (Vec<&str>, String) {
        let mut needed = vec![false; self.nodes.len()];
        for root in roots {
            if let Some(needed) = needed.get_mut(root.0 as usize) {
                *needed = true;
            }
        }
        // What a term is made of was made before it.
        for place in (0..self.nodes.len()).rev() {
            if needed.get(place) == Some(&true)
                && let Some(Node::Apply(_, parts)) = self.nodes.get_index(place)
            {
                for part in parts {
                    if let Some(needed) = needed.get_mut(part.0 as usize) {
                        *needed = true;
                    }
                }
            }
        }
        let (mut variables, mut text) = (Vec::new(), String::new());
        for (place, node) in self.nodes.iter().enumerate() {
            match node {
                _ if needed.get(place) != Some(&true) => {}
                Node::Variable(name, _) => variables.push(name.as_str()),
                Node::Apply(name, parts) => {
                    let sort = self.sort(node);
                    let parts: Vec<String> = parts.iter().map(|part| self.name(*part)).collect();
                    let parts = parts.join(" ");
                    let _ = writeln!(text, "(define-fun t{place} () {sort} ({name} {parts}))");
                }
                Node::Truth(_) | Node::Int(_) => {}
            }
        }
        (variables, text)
    }

    fn sort(&self, node: &Node) -> &'static str {
        let is_truth = match node {
            Node::Truth(_) | Node::Variable(_, true) => true,
            Node::Int(_) | Node::Variable(_, false) => false,
            Node::Apply("ite", parts) => {
                let then = parts.get(1).and_then(|part| self.node(*part));
                return then.map_or("Int", |then| self.sort(then));
            }
            Node::Apply(name, _) => matches!(*name, "and" | "or" | "not" | "=" | "<" | "<="),
        };
        if is_truth { "Bool" } else { "Int" }
    }

    /// What a term is called.
    pub fn name(&self, term: Term) -> String {
        match self.node(term) {
            Some(Node::Truth(truth)) => truth.to_string(),
            Some(Node::Int(number)) if *number < 0 => format!("(- {})", number.unsigned_abs()),
            Some(Node::Int(number)) => number.to_string(),
            Some(Node::Variable(name, _)) => name.clone(),
            Some(Node::Apply(..)) | None => format!("t{}", term.0),
        }
    }
}
