//! Lists of things that several versions of a rulebook may have in common.

use std::iter::Map;
use std::ops::Index;
use std::slice;
use std::sync::Arc;

/// A list whose things are not copied with it.
#[derive(Debug)]
pub struct Shared<T>(Vec<Arc<T>>);

/// The things of a list, one after the other.
pub type Each<'s, T> = Map<slice::Iter<'s, Arc<T>>, fn(&Arc<T>) -> &T>;

impl<T> Shared<T> {
    pub fn iter(&self) -> Each<'_, T> {
        self.0.iter().map(|own| &**own)
    }

    /// The things as what shares them.
    pub fn arcs(&self) -> &[Arc<T>] {
        &self.0
    }

    pub fn get(&self, place: usize) -> Option<&T> {
        self.0.get(place).map(|own| &**own)
    }

    pub fn first(&self) -> Option<&T> {
        self.get(0)
    }

    pub const fn len(&self) -> usize {
        self.0.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> FromIterator<T> for Shared<T> {
    fn from_iter<All: IntoIterator<Item = T>>(all: All) -> Self {
        Self(all.into_iter().map(Arc::new).collect())
    }
}

impl<T> FromIterator<Arc<T>> for Shared<T> {
    fn from_iter<All: IntoIterator<Item = Arc<T>>>(all: All) -> Self {
        Self(all.into_iter().collect())
    }
}

impl<'a, T> IntoIterator for &'a Shared<T> {
    type Item = &'a T;
    type IntoIter = Map<slice::Iter<'a, Arc<T>>, fn(&Arc<T>) -> &T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[expect(clippy::indexing_slicing, reason = "as of any list")]
impl<T> Index<usize> for Shared<T> {
    type Output = T;

    fn index(&self, place: usize) -> &T {
        &self.0[place]
    }
}
