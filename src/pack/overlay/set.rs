//! Which errata apply.

use super::{Erratum, Status, is_date};
use std::fmt::{Display, Formatter, Result as FormatResult};
use std::str::FromStr;

/// Which errata apply. What is written into the pack already never does; what another of the chosen ones supersedes does not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ErrataSet {
    /// All official ones.
    #[default]
    Official,
    None,
    /// All: official, unofficial and disputed.
    All,
    /// Those of these names, an obsolete one too; among the names, `official`, `all` and `until:2024-05-31` mean all of these.
    These(Vec<String>),
    /// The official ones to this day, which counts: `2024-05-31`.
    Until(String),
    /// Those of a set without the one of this name: `all but fog`.
    But(Box<Self>, String),
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
        if !names.iter().any(|text| text == name) {
            names.push(name.to_owned());
        }
        Self::These(names)
    }

    /// The names asked for, or asked to be left out.
    pub(super) fn named(&self) -> Vec<String> {
        match self {
            Self::These(names) => {
                let named =
                    |name: &String| word(name).map_or(vec![name.clone()], |set| set.named());
                names.iter().flat_map(named).collect()
            }
            Self::But(set, name) => [set.named(), vec![name.clone()]].concat(),
            _ => Vec::new(),
        }
    }

    fn has(&self, erratum: &Erratum) -> bool {
        self.why_not(erratum).is_none()
    }

    /// Why an erratum is not one of these.
    fn why_not(&self, erratum: &Erratum) -> Option<String> {
        let (status, id) = (erratum.status, &erratum.id.value);
        let unless = |holds: bool, why: &str| (!holds).then(|| why.to_owned());
        match self {
            Self::None => unless(false, "not asked for"),
            Self::Official => unless(status == Status::Official, status.name()),
            Self::All => unless(!status.is_past() && status != Status::Open, status.name()),
            Self::Until(date) => Self::Official.why_not(erratum).or_else(|| {
                let is_known = is_date(&erratum.date.value);
                let when = if is_known {
                    "later than that"
                } else {
                    "of an unknown day"
                };
                unless(erratum.date.value <= *date, when)
            }),
            Self::But(set, name) => unless(name != id, "left out").or_else(|| set.why_not(erratum)),
            Self::These(_) if status == Status::Incorporated => unless(false, status.name()),
            Self::These(names) => {
                let wanted = names.iter().map(|name| match word(name) {
                    Some(set) => set.why_not(erratum),
                    None => unless(name == id, "not asked for"),
                });
                // The first reason, unless there is none against one of them.
                let all: Option<Vec<String>> = wanted.collect();
                all.map(|all| all.into_iter().next().unwrap_or_default())
            }
        }
    }
}

/// The set that a word alone means, or that and the names that are left out.
fn word(text: &str) -> Option<ErrataSet> {
    if let Some((set, name)) = text.rsplit_once(" but ") {
        let these = || ErrataSet::These(vec![set.trim().to_owned()]);
        let set = word(set.trim()).unwrap_or_else(these);
        return Some(ErrataSet::But(Box::new(set), name.trim().to_owned()));
    }
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

    /// `official`, `none`, `all`, `until:2024-05-31`, names, `all but NAME`, or several of these with commas between them.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if parts.contains(&"") {
            let help = "write `official`, `none`, `all`, `until:DATE`, or the names of errata";
            return Err(help.to_owned());
        }
        if parts.len() > 1 && parts.contains(&"none") {
            return Err("`none` stands alone: leave it out, or the others".to_owned());
        }
        let dates = parts.iter().filter_map(|part| part.strip_prefix("until:"));
        let mut dates = dates.filter_map(|date| date.split(" but ").next());
        if let Some(date) = dates.find(|date| !is_date(date)) {
            return Err(format!("`{date}` is not a day such as `2024-05-31`"));
        }
        let set = match parts.as_slice() {
            [one] => word(one),
            _ => None,
        };
        let names = || parts.iter().map(|part| (*part).to_owned());
        Ok(set.unwrap_or_else(|| Self::These(names().collect())))
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
            Self::But(set, name) => write!(formatter, "{set} but {name}"),
        }
    }
}

/// The indices of the errata that apply; of the others, it is noted why they do not.
pub(super) fn chosen(errata: &mut [Erratum], set: &ErrataSet) -> Vec<usize> {
    let wanted: Vec<&Erratum> = errata.iter().filter(|erratum| set.has(erratum)).collect();
    let why_not = |erratum: &Erratum| {
        let mut later = wanted
            .iter()
            .filter(|other| supersedes(errata, other, erratum));
        let later = later
            .next()
            .map(|other| format!("superseded by {}", other.id.value));
        let past = is_overtaken(errata, erratum).then(|| "incorporated by another".to_owned());
        set.why_not(erratum).or(later).or(past)
    };
    let reasons: Vec<Option<String>> = errata.iter().map(why_not).collect();
    let mut chosen = Vec::new();
    for (index, (erratum, why_not)) in errata.iter_mut().zip(reasons).enumerate() {
        match why_not {
            Some(why_not) => erratum.why_not = why_not,
            None => chosen.push(index),
        }
    }
    chosen
}

/// Whether an erratum that is in the pack already stands in the place of this one.
pub(super) fn is_overtaken(errata: &[Erratum], erratum: &Erratum) -> bool {
    let mut past = errata
        .iter()
        .filter(|other| other.status == Status::Incorporated);
    past.any(|other| supersedes(errata, other, erratum))
}

/// Whether one erratum stands in the place of another of its game.
fn supersedes(errata: &[Erratum], later: &Erratum, earlier: &Erratum) -> bool {
    !later.supersedes.is_empty()
        && later.game == earlier.game
        && superseded_by(errata, &later.id.value, &earlier.id.value)
}

/// Whether one erratum stands in the place of another, be it by way of a third.
pub(super) fn superseded_by(errata: &[Erratum], later: &str, earlier: &str) -> bool {
    let mut waiting = vec![later];
    let mut seen = Vec::new();
    while let Some(name) = waiting.pop() {
        let named = errata.iter().filter(|erratum| erratum.id.value == name);
        for older in named.flat_map(|erratum| &erratum.supersedes) {
            let older = older.value.as_str();
            if older == earlier {
                return true;
            }
            if !seen.contains(&older) {
                seen.push(older);
                waiting.push(older);
            }
        }
    }
    false
}
