//! What was made of texts before: an expression that stands where it stood is not parsed again.

use crate::diagnostic::Diagnostic;
use crate::source::{Span, Text};
use crate::syntax::{self, Expr, Member};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

/// So many texts are worth a thread.
const FEW: usize = 100;

/// The expressions and sets of a game, as they were read the last time.
#[derive(Debug, Default)]
pub struct Parses {
    exprs: Read<Expr>,
    sets: Read<Vec<Member>>,
}

/// What stands where.
#[derive(Debug)]
struct Read<T> {
    before: FxHashMap<Span, (String, Arc<T>)>,
    now: FxHashMap<Span, (String, Arc<T>)>,
}

impl<T> Default for Read<T> {
    fn default() -> Self {
        Self {
            before: FxHashMap::default(),
            now: FxHashMap::default(),
        }
    }
}

impl<T> Read<T> {
    fn get(
        &mut self,
        text: &Text,
        parse: impl FnOnce() -> Result<T, Diagnostic>,
    ) -> Result<Arc<T>, Diagnostic> {
        let is_same = |(other, _): &&(String, Arc<T>)| *other == text.value;
        if let Some((_, known)) = self.now.get(&text.span).filter(is_same) {
            return Ok(Arc::clone(known));
        }
        let before = self.before.remove(&text.span);
        let made = match before.filter(|own| is_same(&own)) {
            Some(known) => known,
            None => (text.value.clone(), Arc::new(parse()?)),
        };
        let tree = Arc::clone(&made.1);
        self.now.insert(text.span, made);
        Ok(tree)
    }

    /// What was read is from now on what was read before.
    fn begin(&mut self) {
        self.before = mem::take(&mut self.now);
    }
}

impl Parses {
    pub fn begin(&mut self) {
        self.exprs.begin();
        self.sets.begin();
    }

    /// Reads expressions that will be asked for, by as many threads as there are. What is broken is left to be told where it is
    /// asked for.
    pub fn read_ahead(&mut self, texts: Vec<&Text>) {
        if rayon::current_num_threads() < 2 || texts.len() < FEW {
            return;
        }
        let before = &self.exprs.before;
        let read = texts.into_par_iter().with_min_len(FEW).filter_map(|text| {
            let is_known = |(other, _): &(String, Arc<Expr>)| *other == text.value;
            if before.get(&text.span).is_some_and(is_known) {
                return None;
            }
            let expr = syntax::parse(&text.value, text.span).ok()?;
            Some((text.span, (text.value.clone(), Arc::new(expr))))
        });
        let read: Vec<_> = read.collect();
        self.exprs.before.extend(read);
    }

    pub fn expr(&mut self, text: &Text) -> Result<Arc<Expr>, Diagnostic> {
        self.exprs
            .get(text, || syntax::parse(&text.value, text.span))
    }

    /// All expressions of the game that could be read, in the order of their places.
    pub fn exprs_in_order(&self) -> Vec<Arc<Expr>> {
        let read = self.exprs.now.iter().map(|(span, (_, expr))| (*span, expr));
        let read: BTreeMap<Span, &Arc<Expr>> = read.collect();
        read.into_values().map(Arc::clone).collect()
    }

    pub fn set(&mut self, text: &Text) -> Result<Arc<Vec<Member>>, Diagnostic> {
        self.sets
            .get(text, || syntax::parse_set(&text.value, text.span))
    }
}
