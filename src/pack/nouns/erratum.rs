//! Errata as written; what they are, and what they change, the overlay says.

use super::holds::{HEADER, named, needed};
use super::noun::{Declaration, fields, noun};
use crate::pack::node::Node;
use crate::source::{Span, Text};

noun! {
    /// `[erratum.clear-and-gusty]`
    pub struct WrittenErratum: "erratum", "an erratum" => {
        id: Text = HEADER,
        /// where it was published
        source: Text,
        /// the day, as 2024-05-31
        date: Node,
        /// official, unofficial or house
        status: Text,
        /// what it says, in words
        says: Text,
        /// the errata in whose place it stands
        supersedes: Vec<Text>,
        /// the questions whose answers it changes
        scope("changes"): Vec<Text>,
        /// where it changes them
        when: Option<Text>,
        /// the changes that it makes
        changes("change"): Vec<WrittenChange> = needed(),
        span: Span,
    }
}

noun! {
    /// `[[erratum.clear-and-gusty.change]]`
    pub struct WrittenChange: "change", "a change" => {
        /// the address of what is changed
        at: Option<Text>,
        /// the address of what the addition stands before
        before: Option<Text>,
        /// the address of what the addition stands after
        after: Option<Text>,
        /// what stood there
        was: Option<Node>,
        /// what stands there now
        now: Option<Node>,
        /// what is added
        add: Option<Node>,
        /// whether it is taken away
        remove: bool,
        /// the one option that a reading has from then on
        settles: Option<Text>,
        span: Span,
    }
}

/// A file of the folder `errata`.
pub static ERRATA: Declaration = Declaration {
    name: "errata",
    what: "a file of errata",
    fields: fields! {
        /// errata, each by its name
        "erratum": Vec<WrittenErratum> = named(),
    },
};
