//! A noun of the language as data: its fields, what they hold and what they mean. The keys that a reader knows and the published
//! schema come from it.

/// What can be written, as a group of fields.
#[derive(Debug)]
pub(in crate::pack) struct Noun {
    /// What its schema is called.
    pub(in crate::pack) name: &'static str,
    /// What it is, in words: `a rule`.
    pub(in crate::pack) what: &'static str,
    /// Its fields; several nouns share some.
    pub(in crate::pack) fields: &'static [&'static [Field]],
}

/// A field.
#[derive(Debug)]
pub(in crate::pack) struct Field {
    pub(in crate::pack) name: &'static str,
    pub(in crate::pack) holds: Holds,
    /// What it means, in a line.
    pub(in crate::pack) means: &'static str,
    /// Whether it must be there, however short the notation.
    pub(in crate::pack) is_needed: bool,
    /// Whether it is of a short notation, which is turned into other fields before anything is read.
    pub(in crate::pack) is_short: bool,
}

/// What a field holds.
#[derive(Debug, Clone, Copy)]
pub(in crate::pack) enum Holds {
    /// A text; a whole number, or true and false, may stand without quotes.
    Text,
    /// A text, or a list of texts.
    Texts,
    /// True or false.
    Flag,
    /// Any value: what stands at an address.
    Any,
    /// Names, each with a text.
    Pairs,
    /// Names, each with a text or a list of texts.
    Sets,
    /// A list of groups of names, each with a text or a list of texts; or a table of text.
    Turns,
    /// One of these, or a list of them.
    Each(&'static Noun),
    /// One of several kinds, or a list of them.
    EachOf(&'static [&'static Noun]),
    /// One of these or a text alone, or a list of them.
    EachOrText(&'static Noun),
    /// One of these, its fields in order or by name, or a list of them.
    Rows(&'static Noun),
    /// Names, each with one of these.
    Named(&'static Noun),
    /// Names, each with one of these or a text alone, or a list of them.
    NamedOrText(&'static Noun),
    /// One of these, or the table of its rows alone.
    Table(&'static Noun),
    /// Names, each with one of these, or the table of its rows alone.
    NamedTables(&'static Noun),
}

impl Noun {
    /// All fields.
    pub(in crate::pack) fn all(&self) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().copied().flatten()
    }

    /// The keys that its reader knows.
    pub(in crate::pack) fn keys(&self) -> Vec<&'static str> {
        let read = self.all().filter(|field| !field.is_short);
        read.map(|field| field.name).collect()
    }
}

/// A field that may be left out.
pub(super) const fn field(name: &'static str, holds: Holds, means: &'static str) -> Field {
    Field {
        name,
        holds,
        means,
        is_needed: false,
        is_short: false,
    }
}

/// A field that must be there.
pub(super) const fn needed(name: &'static str, holds: Holds, means: &'static str) -> Field {
    Field {
        is_needed: true,
        ..field(name, holds, means)
    }
}

/// A field of a short notation.
pub(super) const fn short(name: &'static str, holds: Holds, means: &'static str) -> Field {
    Field {
        is_short: true,
        ..field(name, holds, means)
    }
}
