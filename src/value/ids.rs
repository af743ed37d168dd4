//! Ids, and the lists that they number.

use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::slice;

/// The number of a thing in its list.
pub trait Id: Copy {
    fn of(index: usize) -> Self;
    fn index(self) -> usize;
}

/// Declares types of ids.
macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident,)*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// The place in its list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::value::Id for $name {
            fn of(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }

            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

pub(crate) use ids;

/// A list whose places have ids of a type of their own: `model.rules[id]`. An id is made by adding to a list and looked up in that
/// list, or in one that is as long, so that a look-up cannot fail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    transparent,
    bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>")
)]
pub struct Ids<I, T> {
    list: Vec<T>,
    #[serde(skip)]
    numbered_by: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> Ids<I, T> {
    /// Adds a thing, under the id that it has from now on.
    pub fn push(&mut self, thing: T) -> I {
        let id = self.next_id();
        self.list.push(thing);
        id
    }

    /// The id of what is added next.
    pub fn next_id(&self) -> I {
        I::of(self.list.len())
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.list.len()).map(I::of)
    }

    /// Takes away what was added last.
    pub fn pop(&mut self) -> Option<T> {
        self.list.pop()
    }

    /// What stands at a number that need not be an id.
    pub fn at(&self, place: usize) -> Option<&T> {
        self.list.get(place)
    }

    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.list.iter()
    }

    pub fn iter_mut(&mut self) -> slice::IterMut<'_, T> {
        self.list.iter_mut()
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Each thing with its id.
    pub fn enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.ids().zip(&self.list)
    }

    /// The id of the first thing that fits.
    pub fn find(&self, fits: impl FnMut(&T) -> bool) -> Option<I> {
        self.list.iter().position(fits).map(I::of)
    }
}

impl<I, T> Default for Ids<I, T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<I, T> From<Vec<T>> for Ids<I, T> {
    fn from(list: Vec<T>) -> Self {
        Self {
            list,
            numbered_by: PhantomData,
        }
    }
}

impl<I, T> FromIterator<T> for Ids<I, T> {
    fn from_iter<All: IntoIterator<Item = T>>(all: All) -> Self {
        all.into_iter().collect::<Vec<T>>().into()
    }
}

impl<'a, I, T> IntoIterator for &'a Ids<I, T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

#[expect(clippy::indexing_slicing, reason = "an id is a place in its list")]
impl<I: Id, T> Index<I> for Ids<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.list[id.index()]
    }
}

#[expect(clippy::indexing_slicing, reason = "an id is a place in its list")]
impl<I: Id, T> IndexMut<I> for Ids<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.list[id.index()]
    }
}
