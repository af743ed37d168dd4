//! Falls of a roll, picked by a generator.

use super::Generator;
use crate::model::VariableId;
use crate::turn::Fall;

/// Picks a fall of a roll, each as often as it has ways.
#[derive(Debug, Clone)]
pub struct Picker {
    falls: Vec<(u64, Vec<(VariableId, u32)>)>,
    all: u64,
}

impl Picker {
    /// A picker of falls.
    #[must_use]
    pub fn new(falls: Vec<Fall>) -> Self {
        let mut all = 0_u64;
        let falls = falls.into_iter().map(|(known, ways)| {
            all = all.saturating_add(ways);
            (all, known)
        });
        let falls = falls.collect();
        Self { falls, all }
    }

    /// A fall.
    pub fn pick(&self, generator: &mut Generator) -> &[(VariableId, u32)] {
        let number = match u32::try_from(self.all) {
            Ok(all) => u64::from(generator.below(all)),
            Err(_) => generator.below_many(self.all),
        };
        let place = self.falls.partition_point(|(end, _)| *end <= number);
        self.falls
            .get(place)
            .map(|(_, known)| known.as_slice())
            .unwrap_or_default()
    }
}
