//! The head of a game: which rulebook it goes by, and the scenario's own rules.

use crate::pack::ErrataSet;
use crate::source::{FileId, Place, Sources};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::path::{Path, PathBuf};

/// The name of the pack that holds a scenario's own rules.
pub const SCENARIO_PACK: &str = "scenario";

/// What a game goes by.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Head {
    /// The game, as packs name it.
    pub game: String,
    /// The places of its packs, as `--rules` names them.
    #[serde(default)]
    pub rules: Vec<String>,
    #[serde(default, deserialize_with = "errata")]
    pub errata: ErrataSet,
    /// The readings taken another way than their defaults: `pack/name=option`.
    #[serde(default)]
    pub readings: Vec<String>,
    /// The scenario's own rules, as a topic file of a pack; each line stands where it stands in the game's file.
    #[serde(skip)]
    pub own_rules: String,
}

fn errata<'de, D: Deserializer<'de>>(written: D) -> Result<ErrataSet, D::Error> {
    String::deserialize(written)?
        .parse()
        .map_err(D::Error::custom)
}

impl Head {
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let lines: Vec<&str> = text.lines().collect();
        let is_rule = |line: &&str| line.trim_start().starts_with('[');
        let first = lines.iter().position(is_rule).unwrap_or(lines.len());
        let (head, rules) = lines.split_at(first);
        let mut head: Self = toml::from_str(&head.join("\n"))
            .map_err(|error| format!("its head cannot be read: {}", error.to_string().trim()))?;
        if !rules.is_empty() {
            head.own_rules = format!("{}{}\n", "\n".repeat(first), rules.join("\n"));
        }
        Ok(head)
    }

    /// The head as it is written.
    pub fn text(&self) -> String {
        let readings = match list(&self.readings).as_str() {
            "[]" => String::new(),
            list => format!("readings = {list}\n"),
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

    /// The places of its packs. A folder that is not where the program runs stands beside the game's file.
    pub fn places(&self, file: &Path) -> Vec<Place> {
        if self.rules.is_empty() {
            return vec![Place::Embedded];
        }
        let paths = self.rules.iter().map(PathBuf::from);
        paths
            .map(|path| Place::named(path).or_beside(file))
            .collect()
    }

    /// The texts of the packs with the scenario's own rules, which are a pack that requires all others; `file` is how the game's
    /// file is shown.
    pub fn with_own_rules(&self, sources: Sources, packs: &[String], file: &str) -> Sources {
        let head = format!(
            "id = {SCENARIO_PACK:?}\ngame = {:?}\ntitle = \"The scenario's own rules\"\nrequires = {}\n\
             [paragraphs]\nSSR = \"The scenario's own rules\"\n",
            self.game,
            list(packs)
        );
        // No file of this number is there: the texts are in no place.
        let nowhere = FileId(u32::MAX);
        let rules = self.own_rules.clone();
        sources
            .with_new(nowhere, format!("{file}/pack.toml"), head)
            .with_new(nowhere, format!("{file}/rules.toml"), rules)
    }
}

/// A list of texts in TOML.
fn list(texts: &[String]) -> String {
    format!("{texts:?}")
}
