//! What a book was made of, so that what is the same again is not made again: a preview is made for each file that is saved.

use crate::model::Model;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Things by name, each with the models of which it was made.
#[derive(Debug)]
pub struct Memo<T>(Mutex<FxHashMap<String, Made<T>>>);

type Made<T> = (Vec<Arc<Model>>, Arc<T>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Memo<T> {
    /// The thing of a name: as it was made of these very models, or else made now.
    pub fn of(&self, name: &str, of: Vec<Arc<Model>>, make: impl FnOnce() -> T) -> Arc<T> {
        let is_same = |(models, _): &&Made<T>| {
            let mut both = models.iter().zip(&of);
            models.len() == of.len() && both.all(|(model, other)| Arc::ptr_eq(model, other))
        };
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, made)) = known.get(name).filter(is_same) {
            return Arc::clone(made);
        }
        drop(known);
        let made = Arc::new(make());
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(name.to_owned(), (of, Arc::clone(&made)));
        made
    }
}
