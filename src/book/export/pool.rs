//! Things that stand in many places, each written once and named by its number.

use indexmap::IndexMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// Things in the order in which they first came.
#[derive(Debug, Default)]
pub(super) struct Pool(IndexMap<String, Value>);

impl Pool {
    /// The number of a thing.
    pub(super) fn number(&mut self, thing: Value) -> usize {
        let text = thing.to_string();
        let known = self.0.get_index_of(&text);
        known.unwrap_or_else(|| self.0.insert_full(text, thing).0)
    }
}

impl Serialize for Pool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.values())
    }
}
