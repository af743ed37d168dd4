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
    pub const ALL: [Self; 5] = [Self::Official, Self::Unofficial, Self::Disputed, Self::Obsolete, Self::Incorporated];

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
    /// Those of these names, an obsolete one too.
    These(Vec<String>),
    /// The official ones to this day, which counts: `2024-05-31`.
    Until(String),
}

impl ErrataSet {
    /// The names asked for.
    pub(super) fn named(&self) -> &[String] {
        match self {
            Self::These(names) => names,
            _ => &[],
        }
    }

    fn has(&self, erratum: &Erratum) -> bool {
        let is_official = erratum.status == Status::Official;
        match self {
            Self::Official => is_official,
            Self::None => false,
            Self::All => !erratum.status.is_past(),
            Self::These(names) => erratum.status != Status::Incorporated && names.contains(&erratum.id.value),
            Self::Until(date) => is_official && erratum.date.value <= *date,
        }
    }
}

impl FromStr for ErrataSet {
    type Err = String;

    /// `official`, `none`, `all`, `until:2024-05-31`, or names with commas between them.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "official" => Ok(Self::Official),
            "none" => Ok(Self::None),
            "all" => Ok(Self::All),
            "" => Err("write `official`, `none`, `all`, `until:DATE`, or the names of errata".to_owned()),
            other => match other.strip_prefix("until:") {
                Some(date) if is_date(date) => Ok(Self::Until(date.to_owned())),
                Some(date) => Err(format!("`{date}` is not a day such as `2024-05-31`")),
                None => Ok(Self::These(other.split(',').map(|name| name.trim().to_owned()).collect())),
            },
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
    text.len() == 10 && text.parse::<toml::value::Datetime>().is_ok_and(|day| day.time.is_none() && day.date.is_some())
}

/// The indices of the errata that apply.
pub(super) fn chosen(errata: &[Erratum], set: &ErrataSet) -> Vec<usize> {
    let wanted: Vec<(usize, &Erratum)> = errata.iter().enumerate().filter(|(_, erratum)| set.has(erratum)).collect();
    let stands = |erratum: &Erratum| {
        !wanted
            .iter()
            .any(|(_, other)| other.game == erratum.game && superseded_by(errata, &other.id.value, &erratum.id.value))
    };
    wanted.iter().filter(|(_, erratum)| stands(erratum)).map(|(index, _)| *index).collect()
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
