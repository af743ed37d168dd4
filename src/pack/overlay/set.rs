//! Which errata apply.

use super::Erratum;
use std::fmt::{Display, Formatter, Result as FormatResult};
use std::str::FromStr;

/// What an erratum is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// By those who publish the rules.
    Official,
    /// By others, and good.
    Unofficial,
    /// By someone; others say otherwise.
    Disputed,
    /// Held no longer.
    Obsolete,
    /// Written into the pack already.
    Incorporated,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 5] = [
        Self::Official,
        Self::Unofficial,
        Self::Disputed,
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
            Self::Obsolete => "obsolete",
            Self::Incorporated => "incorporated",
        }
    }

    /// The status of that name.
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

/// Which errata apply. What is written into the pack already never does; what another of the chosen ones supersedes does not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ErrataSet {
    /// All official ones.
    #[default]
    Official,
    /// None.
    None,
    /// All: official, unofficial and disputed.
    All,
    /// Those of these names, an obsolete one too; among the names, `official`, `all` and `until:2024-05-31` mean all of these.
    These(Vec<String>),
    /// The official ones to this day, which counts: `2024-05-31`.
    Until(String),
}

impl ErrataSet {
    /// The same set and one erratum more.
    #[must_use]
    pub fn and(&self, name: &str) -> Self {
        let mut names = match self {
            Self::None => Vec::new(),
            Self::These(names) => names.clone(),
            other => vec![other.to_string()],
        };
        if !names.iter().any(|own| own == name) {
            names.push(name.to_owned());
        }
        Self::These(names)
    }

    /// The names asked for.
    pub(super) fn named(&self) -> Vec<&str> {
        match self {
            Self::These(names) => names
                .iter()
                .filter(|name| word(name).is_none())
                .map(String::as_str)
                .collect(),
            _ => Vec::new(),
        }
    }

    fn has(&self, erratum: &Erratum) -> bool {
        let is_official = erratum.status == Status::Official;
        match self {
            Self::Official => is_official,
            Self::None => false,
            Self::All => !erratum.status.is_past(),
            Self::Until(date) => is_official && erratum.date.value <= *date,
            Self::These(names) => names.iter().any(|name| match word(name) {
                Some(set) => set.has(erratum),
                None => erratum.status != Status::Incorporated && *name == erratum.id.value,
            }),
        }
    }
}

/// The set that a word alone means.
fn word(text: &str) -> Option<ErrataSet> {
    match text {
        "official" => Some(ErrataSet::Official),
        "none" => Some(ErrataSet::None),
        "all" => Some(ErrataSet::All),
        _ => text
            .strip_prefix("until:")
            .map(|date| ErrataSet::Until(date.to_owned())),
    }
}

impl FromStr for ErrataSet {
    type Err = String;

    /// `official`, `none`, `all`, `until:2024-05-31`, names, or several of these with commas between them.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        for part in &parts {
            if part.is_empty() {
                return Err(
                    "write `official`, `none`, `all`, `until:DATE`, or the names of errata"
                        .to_owned(),
                );
            }
            if let Some(date) = part.strip_prefix("until:").filter(|date| !is_date(date)) {
                return Err(format!("`{date}` is not a day such as `2024-05-31`"));
            }
        }
        match parts.as_slice() {
            [one] => Ok(word(one).unwrap_or_else(|| Self::These(vec![(*one).to_owned()]))),
            _ => Ok(Self::These(parts.into_iter().map(str::to_owned).collect())),
        }
    }
}

impl Display for ErrataSet {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        match self {
            Self::Official => formatter.write_str("official"),
            Self::None => formatter.write_str("none"),
            Self::All => formatter.write_str("all"),
            Self::These(names) => formatter.write_str(&names.join(",")),
            Self::Until(date) => write!(formatter, "until:{date}"),
        }
    }
}

/// Whether a text is a day of the calendar, as `2024-05-31`.
#[must_use]
pub fn is_date(text: &str) -> bool {
    text.len() == 10
        && text
            .parse::<toml::value::Datetime>()
            .is_ok_and(|day| day.time.is_none() && day.date.is_some())
}

/// The indices of the errata that apply.
pub(super) fn chosen(errata: &[Erratum], set: &ErrataSet) -> Vec<usize> {
    let wanted: Vec<(usize, &Erratum)> = errata
        .iter()
        .enumerate()
        .filter(|(_, erratum)| set.has(erratum))
        .collect();
    let stands = |erratum: &Erratum| {
        let gives_way = |other: &Erratum| {
            other.game == erratum.game && superseded_by(errata, &other.id.value, &erratum.id.value)
        };
        !wanted.iter().any(|(_, other)| gives_way(other)) && !is_overtaken(errata, erratum)
    };
    wanted
        .iter()
        .filter(|(_, erratum)| stands(erratum))
        .map(|(index, _)| *index)
        .collect()
}

/// Whether an erratum that is in the pack already stands in the place of this one.
pub(super) fn is_overtaken(errata: &[Erratum], erratum: &Erratum) -> bool {
    let incorporated = errata
        .iter()
        .filter(|other| other.status == Status::Incorporated && other.game == erratum.game);
    incorporated
        .into_iter()
        .any(|other| superseded_by(errata, &other.id.value, &erratum.id.value))
}

/// Whether one erratum stands in the place of another, be it by way of a third.
pub(super) fn superseded_by(errata: &[Erratum], later: &str, earlier: &str) -> bool {
    let mut waiting = vec![later];
    let mut seen = Vec::new();
    while let Some(name) = waiting.pop() {
        for erratum in errata.iter().filter(|erratum| erratum.id.value == name) {
            for older in erratum.supersedes.iter().map(|older| older.value.as_str()) {
                if older == earlier {
                    return true;
                }
                if !seen.contains(&older) {
                    seen.push(older);
                    waiting.push(older);
                }
            }
        }
    }
    false
}
