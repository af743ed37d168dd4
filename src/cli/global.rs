//! What every command takes: the packs, the errata, the color.

use super::suggest;
use crate::pack::ErrataSet;
use crate::source::{Cache, Place};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// The variable of the environment that stands for `--rules`.
const VARIABLE: &str = "CHARTROOM_RULES";

/// The variable of the environment that names the folder for what was made of packs before; empty, nothing is kept.
const CACHE: &str = "CHARTROOM_CACHE";

/// What every command takes.
#[derive(Debug, Clone, Args)]
pub struct Global {
    /// Where the packs are: a folder, or `embedded` for the shipped ones; more than once for several together. Without it,
    /// `$CHARTROOM_RULES`, a list as in `$PATH`; without that, `embedded`
    #[arg(
        long, value_name = "DIR", global = true, help_heading = "Everywhere",
        value_parser = PathBufValueParser::new().map(Place::named)
    )]
    rules: Vec<Place>,
    /// What is meant where `--rules` is not given.
    #[arg(skip)]
    meant: Vec<Place>,
    /// Which errata apply: official, none, all, until:DATE, or names; several with commas between them; without one: 'all but NAME'
    /// [default: official, or those of a game]
    #[arg(
        id = "errata",
        long = "errata",
        value_name = "SET",
        global = true,
        help_heading = "Everywhere"
    )]
    said_errata: Option<ErrataSet>,
    /// The errata that apply.
    #[arg(skip)]
    pub errata: ErrataSet,
    /// The errata that apply where none are said: those of the game at whose table it is.
    #[arg(skip)]
    usual_errata: ErrataSet,
    /// How many times the usual work, memory, files and domains to allow; `explain too-large` has the numbers
    #[arg(
        long,
        value_name = "TIMES",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=1000),
        hide_default_value = true,
        global = true,
        help_heading = "Everywhere"
    )]
    pub budget: u32,
    /// When to color the output
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN", global = true, help_heading = "Everywhere")]
    pub color: Color,
    /// How many columns wide a page is; without it, as wide as the terminal, and 80 in a pipe
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(30..), global = true, help_heading = "Everywhere")]
    pub width: Option<u16>,
}

/// When to color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Global {
    /// Takes in what the command line says before the command and after it, and what the environment says.
    pub fn settle(&mut self, arguments: impl Iterator<Item = OsString>) {
        // Of an option that is given on both sides of the command, clap keeps those after it.
        let all = all_rules(arguments);
        if all.len() > self.rules.len() {
            self.rules = all;
        }
        self.meant = meant();
        self.errata = self.said_errata.clone().unwrap_or_default();
    }

    /// The places of the packs.
    pub fn places(&self) -> &[Place] {
        if self.rules.is_empty() {
            &self.meant
        } else {
            &self.rules
        }
    }

    /// The places that the arguments say.
    pub fn said(&self) -> &[Place] {
        &self.rules
    }

    /// The same, where nothing else is said, on other places with other errata.
    pub fn or(&self, places: &[Place], errata: &ErrataSet) -> Self {
        let mut other = self.clone();
        if other.rules.is_empty() {
            other.rules = places.to_vec();
        }
        other.usual_errata = errata.clone();
        if other.said_errata.is_none() {
            other.errata = errata.clone();
        }
        other
    }

    /// Whether other errata are said than these.
    pub fn says_others(&self, errata: &ErrataSet) -> bool {
        self.said_errata.as_ref().is_some_and(|said| said != errata)
    }

    /// Whether the shipped rulebook is all there is.
    pub fn is_shipped(&self) -> bool {
        self.places().iter().all(|place| *place == Place::Embedded)
    }

    /// Whether some of the packs lie in a folder, into which something can be written.
    pub fn has_folder(&self) -> bool {
        self.places().iter().any(|place| place.folder().is_some())
    }

    /// The folder in which what was made of packs is kept for the next time.
    pub fn cache() -> Option<Cache> {
        let folder = match std::env::var_os(CACHE) {
            Some(named) => PathBuf::from(named),
            None => users_cache()?.join("chartroom"),
        };
        let is_named = !folder.as_os_str().is_empty();
        is_named.then(|| Cache::in_folder(folder))
    }

    /// What a command needs besides its own arguments to work on the same rulebook: `--rules my-packs`.
    pub fn options(&self) -> Vec<String> {
        let mut options = suggest::rules(&self.rules);
        if self.errata != ErrataSet::Official || self.errata != self.usual_errata {
            options.extend(["--errata".to_owned(), self.errata.to_string()]);
        }
        options
    }
}

/// The places that arguments name, or what is meant where they name none.
pub fn places_of(arguments: impl Iterator<Item = OsString>) -> Vec<Place> {
    let said = all_rules(arguments);
    if said.is_empty() { meant() } else { said }
}

/// Where the user's programs keep what can be made again.
fn users_cache() -> Option<PathBuf> {
    let named = |variable| std::env::var_os(variable).map(PathBuf::from);
    let named = |variable| named(variable).filter(|folder| folder.is_absolute());
    let at_home = if cfg!(target_os = "macos") {
        "Library/Caches"
    } else {
        ".cache"
    };
    let windows = || named("LOCALAPPDATA").filter(|_| cfg!(windows));
    let home = || Some(named("HOME")?.join(at_home));
    named("XDG_CACHE_HOME").or_else(windows).or_else(home)
}

/// What the environment says, or the shipped packs.
fn meant() -> Vec<Place> {
    let listed = std::env::var_os(VARIABLE).unwrap_or_default();
    let listed = std::env::split_paths(&listed).filter(|path| !path.as_os_str().is_empty());
    let meant: Vec<Place> = listed.map(Place::named).collect();
    if meant.is_empty() {
        vec![Place::Embedded]
    } else {
        meant
    }
}

/// The value of each `--rules` among arguments, in order.
fn all_rules(mut arguments: impl Iterator<Item = OsString>) -> Vec<Place> {
    let mut rules: Vec<Place> = Vec::new();
    while let Some(argument) = arguments.next().filter(|argument| argument != "--") {
        let text = argument.to_str().unwrap_or_default();
        let value = match text.strip_prefix("--rules=") {
            Some(value) => Some(value.into()),
            None if argument == "--rules" => arguments.next(),
            None => None,
        };
        rules.extend(value.map(|value| Place::named(value.into())));
    }
    rules
}
