//! The head of a game: which rulebook it goes by, and the scenario's own rules.

use crate::pack::ErrataSet;
use crate::source::{FileId, Place, Sources};
use serde::Deserialize;
use std::path::PathBuf;

/// The name of the pack that holds a scenario's own rules.
pub const SCENARIO_PACK: &str = "scenario";

/// What a game goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The game, as packs name it.
    pub game: String,
    /// The places of its packs, as `--rules` names them.
    pub rules: Vec<String>,
    /// Which errata apply.
    pub errata: ErrataSet,
    /// The readings taken another way than their defaults: `pack/name=option`.
    pub readings: Vec<String>,
    /// The scenario's own rules, as a topic file of a pack; each line stands where it stands in the game's file.
    pub own_rules: String,
}

/// The head as it is written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    game: String,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    errata: Option<String>,
    #[serde(default)]
    readings: Vec<String>,
}

impl Head {
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let is_header = |line: &str| line.trim_start().starts_with('[');
        let lines: Vec<&str> = text.lines().collect();
        let first = lines
            .iter()
            .copied()
            .position(is_header)
            .unwrap_or(lines.len());
        let (own, rules) = lines.split_at(first);
        let written: Written = toml::from_str(&own.join("\n"))
            .map_err(|error| format!("its head cannot be read: {}", error.to_string().trim()))?;
        let errata = written.errata.as_deref().unwrap_or("official");
        let own_rules = if rules.is_empty() {
            String::new()
        } else {
            format!("{}{}\n", "\n".repeat(first), rules.join("\n"))
        };
        Ok(Self {
            game: written.game,
            rules: written.rules,
            errata: errata.parse()?,
            readings: written.readings,
            own_rules,
        })
    }

    /// The head as it is written.
    #[must_use]
    pub fn text(&self) -> String {
        let list = |texts: &[String]| {
            let quoted: Vec<String> = texts.iter().map(|text| format!("{text:?}")).collect();
            format!("[{}]", quoted.join(", "))
        };
        let readings = if self.readings.is_empty() {
            String::new()
        } else {
            format!("readings = {}\n", list(&self.readings))
        };
        let own_rules = match self.own_rules.trim() {
            "" => String::new(),
            rules => format!("\n{rules}\n"),
        };
        format!(
            "# A game of chartroom. All of it may be corrected by hand; `chartroom game show` tells what does not fit.\n\
             game   = {:?}\n\
             rules  = {}\n\
             errata = {:?}\n\
             {readings}\n\
             # The scenario's own rules may stand here, as in a pack: [erratum.ssr-1], [[rule]], [question.…].\n\
             {own_rules}",
            self.game,
            list(&self.rules),
            self.errata.to_string(),
        )
    }

    /// The places of its packs.
    #[must_use]
    pub fn places(&self) -> Vec<Place> {
        let named = self
            .rules
            .iter()
            .map(|name| Place::named(PathBuf::from(name)));
        let places: Vec<Place> = named.collect();
        if places.is_empty() {
            vec![Place::Embedded]
        } else {
            places
        }
    }

    /// The texts of the packs with the scenario's own rules, which are a pack that requires all others; `file` is how the game's
    /// file is shown.
    #[must_use]
    pub fn with_own_rules(&self, sources: Sources, packs: &[String], file: &str) -> Sources {
        if self.own_rules.is_empty() {
            return sources;
        }
        let required: Vec<String> = packs.iter().map(|pack| format!("{pack:?}")).collect();
        let head = format!(
            "id = {SCENARIO_PACK:?}\ngame = {:?}\ntitle = \"The scenario's own rules\"\nrequires = [{}]\n",
            self.game,
            required.join(", ")
        );
        // No file of this number is there: the texts are in no place.
        let nowhere = FileId(u32::MAX);
        sources
            .with_new(nowhere, format!("{file}/pack.toml"), head)
            .with_new(
                nowhere,
                format!("{file}/rules.toml"),
                self.own_rules.clone(),
            )
    }
}
