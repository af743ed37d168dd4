//! What has been so at some time, stage after stage.

use crate::diagram::Leaf;

/// What has been so at some time: a bit for each condition asked, and one for each situation that cannot be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Ever {
    /// The conditions that held.
    pub held: u64,
    /// Those of which it was lost once whether they held.
    pub lost: u64,
    pub reached: u64,
}

impl Ever {
    /// What is so where conditions come to this.
    pub fn of(holds: &[Leaf]) -> Self {
        let bits = |is_so: &dyn Fn(&Leaf) -> bool| {
            let so = (0..).zip(holds).filter(|(_, holds)| is_so(holds));
            so.fold(0, |all, (bit, _)| all | 1 << bit)
        };
        Self {
            held: bits(&|holds| holds.is(true)),
            lost: bits(&|holds| !holds.is(true) && !holds.is(false)),
            reached: 0,
        }
    }

    /// The same with what is so now of the conditions of which that is counted.
    #[must_use]
    pub const fn with(self, now: Self, counted: u64) -> Self {
        let held = (self.held | now.held) & counted;
        Self {
            held,
            // What has held has held, whatever was lost besides.
            lost: (self.lost | now.lost) & counted & !held,
            reached: self.reached,
        }
    }
}
