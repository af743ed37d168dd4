//! What was found by words.

use super::things::Thing;

/// What was found.
#[derive(Debug, Default)]
pub struct Hits<'i> {
    /// What has the words, best first.
    pub things: Vec<&'i Thing<'i>>,
    /// The words that each of these has or is told, by the places of the bits.
    pub(super) having: Vec<u64>,
    /// How many of these come first because they have all words.
    pub whole: usize,
    /// All words that something has, by the places of the bits.
    pub(super) all: u64,
    /// The words that nothing has, each with the nearest that something has, which was looked for in its place.
    pub unknown: Vec<(String, Option<String>)>,
}

impl Hits<'_> {
    /// Keeps only some of the things.
    pub fn keep(&mut self, is_kept: impl Fn(&Thing<'_>) -> bool) {
        let whole = self.things.iter().take(self.whole);
        self.whole = whole.filter(|thing| is_kept(thing)).count();
        let all = self.things.iter().zip(&self.having);
        let kept = all.filter(|(thing, _)| is_kept(thing));
        (self.things, self.having) = kept.unzip();
    }

    /// Whether something at a place has all words, or is called by them.
    pub fn is_whole(&self, place: usize) -> bool {
        let has_all = |having: &u64| self.all & !having == 0;
        place < self.whole || self.having.get(place).is_some_and(has_all)
    }

    /// The words that something found has or is told, by the places of the bits.
    pub fn having(&self, thing: &Thing<'_>) -> u64 {
        let mut all = self.things.iter().zip(&self.having);
        let own = all.find(|(other, _)| std::ptr::eq(**other, thing));
        own.map_or(0, |(_, having)| *having)
    }
}
