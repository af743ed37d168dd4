//! Errata: what each is, and the changes that it makes.

use super::declare::{fields, noun};
use super::holds::{HEADER, WORDS, later, named};
use super::noun::{Declaration, Fields, How, Noun, Short};
use super::schema;
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::node::Node;
use crate::pack::printed::{Way, printed};
use crate::source::{Span, Text};
use serde::{Deserialize, Serialize};

noun! {
    /// `[erratum.clear-and-gusty]`
    pub struct Erratum: "erratum", "an erratum" => {
        id: Text = HEADER,
        /// where it was published
        source: String = WORDS,
        /// the day, as 2024-05-31; unknown, if left out
        date: Text = DATE,
        /// official, unofficial, disputed, open, obsolete or incorporated
        status: Status = STATUS,
        /// what it says, in words
        says: String = WORDS,
        /// the errata in whose place it stands
        supersedes: Vec<Text>,
        /// the questions whose answers it changes
        scope("changes"): Vec<Text>,
        /// where it changes them
        scope_when("when"): Option<Text>,
        /// the changes that it makes
        changes("change"): Vec<Change>,
        span: Span,
        game: String = later(),
        pack: String = later(),
        /// The index of its pack.
        owner: usize = later(),
        /// Whether all its changes could be read.
        sound: bool = later(),
        /// Whether its changes are made in this rulebook.
        applied: bool = later(),
        /// Whether they are not for an error alone.
        unfit: bool = later(),
        /// Why they are not.
        why_not: String = later(),
    }
}

/// What an erratum is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Status {
    /// By those who publish the rules.
    Official,
    /// By others, and good.
    Unofficial,
    /// By someone; others say otherwise.
    Disputed,
    /// Asked, and not answered yet.
    Open,
    /// Held no longer.
    Obsolete,
    /// Written into the pack already.
    Incorporated,
}

impl Status {
    pub const ALL: [Self; 6] = [
        Self::Official,
        Self::Unofficial,
        Self::Disputed,
        Self::Open,
        Self::Obsolete,
        Self::Incorporated,
    ];

    /// Its name in a pack.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Official => "official",
            Self::Unofficial => "unofficial",
            Self::Disputed => "disputed",
            Self::Open => "open",
            Self::Obsolete => "obsolete",
            Self::Incorporated => "incorporated",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Whether it is of the past: the pack has moved on.
    #[must_use]
    pub const fn is_past(self) -> bool {
        matches!(self, Self::Obsolete | Self::Incorporated)
    }
}

/// The day of which nobody knows which it is.
const UNKNOWN: &str = "unknown";

const DATE: How<Text> = How::optional(schema::anything, |fields, key| {
    let Some(node) = fields.get(key) else {
        return Some(Text::new(UNKNOWN.to_owned(), fields.place));
    };
    let written = node.written();
    let Some(date) = written.filter(|text| is_date(text) || *text == UNKNOWN) else {
        let message = format!("`{}` is not a day", written.unwrap_or("date"));
        let found = Diagnostic::error(Code::BrokenErratum, node.span, message);
        fields
            .problems
            .report(found.help("write the day as `date = 2024-05-31`"));
        return None;
    };
    Some(Text::new(date.to_owned(), node.span))
});

/// Whether a text is a day of the calendar, as `2024-05-31`.
#[must_use]
pub fn is_date(text: &str) -> bool {
    let day = text.parse::<toml::value::Datetime>();
    text.len() == 10 && day.is_ok_and(|day| day.time.is_none() && day.date.is_some())
}

const STATUS: How<Status> = How::needed(schema::text, |fields, key| {
    let text = fields.read::<Text>(key)?;
    let status = Status::parse(&text.value);
    if status.is_none() {
        let names = Status::ALL.map(Status::name);
        let message = format!("`{}` is not a status of an erratum", text.value);
        let found = Diagnostic::error(Code::BrokenErratum, text.span, message);
        let list = || format!("the statuses: {}", names.join(", "));
        fields
            .problems
            .report(found.nearest_or(&text.value, names, list));
    }
    status
});

/// `[[erratum.clear-and-gusty.change]]`
#[derive(Debug, Clone)]
pub struct Change {
    /// The address: of the thing to change, of the list to add to, or of the thing beside which to add.
    pub at: Text,
    pub operation: Operation,
    /// The old value that it expects.
    pub old: Option<Node>,
    pub new: Option<Node>,
    /// The errata in the place of whose changes to the same thing it stands.
    pub supersedes: Vec<Text>,
    /// Of values that it adds: the questions that are meant to take them as others.
    pub meant: Vec<Text>,
    /// The whole change.
    pub span: Span,
}

/// What a change does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Puts a new value in place of the old one.
    Replace,
    /// Adds something that was not there, last in its list.
    Add,
    AddBefore,
    AddAfter,
    /// Takes something away.
    Remove,
    /// Gives an answer where the source lost it.
    Fill,
}

impl Noun for Change {
    const DECLARED: &'static Declaration = &Declaration {
        name: "change",
        what: "a change",
        fields: fields! {
            /// the address of what is changed
            "at": Option<Text>,
            /// the address of what the addition stands before
            "before": Option<Text>,
            /// the address of what the addition stands after
            "after": Option<Text>,
            /// what stood there
            "was": Option<Node>,
            /// what stands there now
            "now": Option<Node>,
            /// what is added
            "add": Option<Node>,
            /// whether it is taken away
            "remove": bool,
            /// the one option that a reading has from then on
            "settles": Option<Text>,
            /// the answer where the source lost it
            "fills": Option<Text>,
            /// of added values, the questions that are meant to take them as they take others; or all
            "meant": Vec<Text>,
            /// the errata in the place of whose changes to the same thing it stands
            "supersedes": Vec<Text>,
        },
    };
    const SHORT: Short = Short::Never;

    fn of(fields: &Fields<'_>) -> Option<Self> {
        let supersedes = fields.read::<Vec<Text>>("supersedes")?;
        let meant = fields.read::<Vec<Text>>("meant")?;
        let made = |at, operation, old: Option<&Node>, new: Option<&Node>| Self {
            supersedes,
            meant,
            at,
            operation,
            old: old.cloned(),
            new: new.cloned(),
            span: fields.span,
        };
        let has = |key: &str| fields.get(key).is_some();
        let deeds = ["settles", "fills", "add", "now", "remove"];
        if deeds.into_iter().filter(|deed| has(deed)).count() > 1 {
            return unclear(fields);
        }
        if let Some(option) = fields.read::<Option<Text>>("settles")? {
            // The only option of the reading that may be taken from then on.
            let at = fields.read::<Text>("at")?;
            let at = Text::new(format!("{}.settled", at.value), at.span);
            return Some(made(at, Operation::Add, None, Some(&Node::text(&option))));
        }
        if let Some(answer) = fields.read::<Option<Text>>("fills")? {
            let at = fields.read::<Text>("at")?;
            return Some(made(at, Operation::Fill, None, Some(&Node::text(&answer))));
        }
        let is_removed = fields.read::<bool>("remove")?;
        let place = match (has("at"), has("before"), has("after")) {
            (false, true, false) => "before",
            (false, false, true) => "after",
            (_, false, false) => "at",
            _ => "",
        };
        let operation = match (has("add"), has("now"), is_removed, place) {
            (true, false, false, "at") => Operation::Add,
            (true, false, false, "before") => Operation::AddBefore,
            (true, false, false, "after") => Operation::AddAfter,
            (false, true, false, "at") => Operation::Replace,
            (false, false, true, "at") => Operation::Remove,
            _ => return unclear(fields),
        };
        let (old, new) = match operation {
            Operation::Replace => (Some(fields.need("was")?), fields.get("now")),
            Operation::Remove if is_trial(fields) => (fields.get("was"), None),
            Operation::Remove => (Some(fields.need("was")?), None),
            _ if has("was") => return unclear(fields),
            _ => (None, fields.get("add")),
        };
        Some(made(fields.read::<Text>(place)?, operation, old, new))
    }
}

/// Whether an example or a law is meant, which may be taken away without being written out.
fn is_trial(fields: &Fields<'_>) -> bool {
    let at = fields.get("at").and_then(Node::written).unwrap_or_default();
    let thing = at.split_once('/').map_or("", |(_, thing)| thing);
    ["example#", "law#"]
        .iter()
        .any(|kind| thing.starts_with(kind))
}

fn unclear(fields: &Fields<'_>) -> Option<Change> {
    let message = "this is not a change of an erratum";
    let finding = Diagnostic::error(Code::BrokenErratum, fields.span, message);
    fields.problems.report(
        finding
            .help("to replace: `at`, `was` and `now`")
            .help("to add: `add`, with `at` for the list or the field, or `before` or `after` for what stands beside it")
            .help("to take away: `at`, `was` and `remove = true`")
            .help("to settle a reading, or to answer what the source lost: `at`, and `settles` or `fills`"),
    );
    None
}

impl Change {
    /// The old value that it expects, as a TOML value.
    #[must_use]
    pub fn was(&self) -> Option<String> {
        self.old.as_ref().map(|old| printed(old, Way::Plain))
    }

    /// The new value, as a TOML value.
    #[must_use]
    pub fn now(&self) -> Option<String> {
        self.new.as_ref().map(|new| printed(new, Way::Plain))
    }
}

/// A file of the folder `errata`.
pub static ERRATA: Declaration = Declaration {
    name: "errata",
    what: "a file of errata",
    fields: fields! {
        /// errata, each by its name
        "erratum": Vec<Erratum> = named(),
    },
};
