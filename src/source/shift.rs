//! Places in a text that became another.

/// How one text became another: what stands before the first difference and after the last is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shift {
    start: usize,
    old_end: usize,
    new_end: usize,
}

impl Shift {
    /// The way from one text to another; none where they are the same.
    pub fn between(old: &str, new: &str) -> Option<Self> {
        if old == new {
            return None;
        }
        let (one, other) = (old.as_bytes(), new.as_bytes());
        let same = |(a, b): &(&u8, &u8)| a == b;
        let start = one.iter().zip(other).take_while(same).count();
        let room = one.len().min(other.len()) - start;
        let ends = one.iter().rev().zip(other.iter().rev());
        let end = ends.take(room).take_while(same).count();
        Some(Self {
            start,
            old_end: one.len() - end,
            new_end: other.len() - end,
        })
    }

    pub const fn back(self) -> Self {
        Self {
            start: self.start,
            old_end: self.new_end,
            new_end: self.old_end,
        }
    }

    /// Where an offset is in the new text; the nearest place, where it is in what changed.
    pub fn carry(self, offset: usize) -> usize {
        if offset <= self.start {
            offset
        } else if offset >= self.old_end {
            offset - self.old_end + self.new_end
        } else {
            offset.min(self.new_end)
        }
    }

    /// Whether a run lies outside of what changed.
    pub const fn spares(self, start: usize, end: usize) -> bool {
        end <= self.start || start >= self.old_end
    }
}
