//! `chartroom diff`: exactly what changed between two rulebooks.

use super::format::Format;
use super::{Outcome, Output, Session, Stop, count, suggest};
use crate::diagnostic::{Advice, Command, Diagnostic};
use crate::pack::ErrataSet;
use crate::rulebook::Rulebook;
use crate::source::Place;
use clap::Args;
use std::path::{Path, PathBuf};

/// The most names of questions that are told of an error.
const MOST_NAMES: usize = 6;

/// The arguments of `diff`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The rulebook before: a folder of packs, a git revision such as `HEAD~1:rules`, `embedded`, or several of these with `+`
    /// between them: `embedded+my-packs`
    #[arg(value_name = "OLD")]
    old: String,
    /// The rulebook now: the same
    #[arg(value_name = "NEW")]
    new: String,
    /// Which errata apply to OLD, where not those of --errata
    #[arg(long, value_name = "SET")]
    old_errata: Option<ErrataSet>,
    /// The most regions told of a question, the widest; what lies beyond is counted
    #[arg(long, value_name = "REGIONS", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..))]
    limit: u16,
    /// How to show the difference
    #[arg(long, value_parser = Format::among(&Format::TEXT), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    if !session.global.said().is_empty() {
        let message =
            "`diff` compares the two rulebooks that it is given, and `--rules` names neither";
        let help = "packs that belong to both are added to each: `embedded+my-packs`";
        return Err(Diagnostic::request(message).help(help).into());
    }
    let errata = &session.global.errata;
    let old_errata = arguments.old_errata.as_ref().unwrap_or(errata);
    let (old, new) = rayon::join(
        || Side::open(&arguments.old, old_errata),
        || Side::open(&arguments.new, errata),
    );
    // An erratum that is asked for may be new: what NEW does not have is unknown.
    session.need_errata(&new.rulebook)?;
    if arguments.old_errata.is_some() {
        session.need_errata(&old.rulebook)?;
    }
    let output = &mut session.output;
    let is_unreadable = [
        old.tell_unreadable(&new, output),
        new.tell_unreadable(&old, output),
    ];
    if is_unreadable.contains(&true) {
        return Ok(Outcome::Usage);
    }
    need_all_packs([&old, &new], output)?;
    let is_old_broken = old.tell_errors(output);
    let is_broken = (new.name != old.name && new.tell_errors(output)) || is_old_broken;
    let difference = old
        .rulebook
        .diff_within(&new.rulebook, usize::from(arguments.limit));
    output.show(&difference.view(old.name, new.name), arguments.format);
    Ok(Outcome::clean_if(difference.is_empty() && !is_broken))
}

/// A rulebook as the user named it.
struct Side<'a> {
    name: &'a str,
    places: Vec<Place>,
    rulebook: Rulebook,
}

impl<'a> Side<'a> {
    fn open(name: &'a str, errata: &ErrataSet) -> Self {
        let places = places(name);
        Self {
            name,
            rulebook: Rulebook::of_places(&places, errata),
            places,
        }
    }

    /// The errors of the rulebook that are its own.
    fn errors(&self) -> Vec<Diagnostic> {
        self.rulebook.own_errors().cloned().collect()
    }

    /// Tells why the rulebook cannot be read, if that is so.
    fn tell_unreadable(&self, other: &Side<'_>, output: &mut Output) -> bool {
        if !self.rulebook.is_unreadable() && !self.rulebook.games.is_empty() {
            return false;
        }
        let mut errors = self.errors();
        let name = self.name;
        let is_path = name == Place::EMBEDDED || name.contains(':') || Path::new(name).exists();
        if !is_path && let Some(first) = errors.first_mut() {
            let folder = match other.name {
                folder if Path::new(folder).is_dir() => folder.trim_end_matches('/'),
                _ => "rules",
            };
            first.help.push(Advice::from(format!(
                "a git revision is written with the folder of its packs: `{name}:{folder}`"
            )));
        }
        output.diagnostics(&errors, &self.rulebook.sources);
        true
    }

    /// Tells of errors in a rulebook that can be compared, if there are any: what they are about is not compared.
    fn tell_errors(&self, output: &mut Output) -> bool {
        let errors = self.errors();
        if errors.is_empty() {
            return false;
        }
        let broken: Vec<String> = self
            .rulebook
            .broken()
            .map(|name| format!("`{name}`"))
            .collect();
        let mut message = format!("`{}` has {}", self.name, count(errors.len(), "error"));
        if !broken.is_empty() {
            let shown = broken.get(..MOST_NAMES).unwrap_or(&broken).join(", ");
            message += &format!(", and what these say is not compared: {shown}");
        }
        if let rest @ 1.. = broken.len().saturating_sub(MOST_NAMES) {
            message += &format!(", and {rest} more");
        }
        let mut told = Diagnostic::request(message);
        if !self
            .places
            .iter()
            .any(|place| matches!(place, Place::Revision(_)))
        {
            let them = if errors.len() == 1 { "it" } else { "them" };
            let rules = suggest::rules(&self.places);
            let check = Command::alone(std::iter::once("check".to_owned()).chain(rules));
            told = told.help(check.then(format!(" shows {them}")));
        }
        output.refuse(&told);
        true
    }
}

/// The places that a name means: `embedded`, a folder, a git revision, or several with `+` between them.
fn places(name: &str) -> Vec<Place> {
    let is_there = |name: &str| Path::new(name).exists();
    let is_revision = |name: &str| !is_there(name) && name.contains(':');
    let place = |name: &str| match is_revision(name) {
        true => Place::Revision(name.to_owned()),
        false => Place::named(PathBuf::from(name)),
    };
    // A folder, or a branch, may have a `+` in its name.
    let is_known = |part: &str| part == Place::EMBEDDED || is_there(part) || is_revision(part);
    if !is_there(name) && name.split('+').all(is_known) {
        return name.split('+').map(place).collect();
    }
    vec![place(name)]
}

/// Refuses to compare where a pack is missing: what the others answer without it is not what they say.
fn need_all_packs(sides: [&Side<'_>; 2], output: &mut Output) -> Result<(), Stop> {
    let missing = sides.map(|side| side.rulebook.missing_packs());
    if missing.iter().all(Vec::is_empty) {
        return Ok(());
    }
    let mut told: Vec<&str> = Vec::new();
    for (side, missing) in sides.iter().zip(&missing) {
        if !missing.is_empty() && !told.contains(&side.name) {
            told.push(side.name);
            let missing: Vec<String> = missing.iter().map(|name| format!("`{name}`")).collect();
            let missing = missing.join(", ");
            output.problem(&format!(
                "`{}` lacks packs that it requires: {missing}",
                side.name
            ));
        }
    }
    let whole = sides.map(|side| {
        if side.rulebook.missing_packs().is_empty() {
            return Some(side.name.to_owned());
        }
        let is_whole = side.rulebook.is_whole_with_shipped();
        is_whole.then(|| format!("{}+{}", Place::EMBEDDED, side.name))
    });
    let help = match &whole {
        [Some(old), Some(new)] => {
            let diff = Command::alone(["diff", old, new]);
            Advice::from("the shipped rulebook has them: ").then(diff)
        }
        _ => "name the folders that have them too, with `+` between: `FOLDER+OTHER`".into(),
    };
    let refused = Diagnostic::request("nothing is compared until all packs are there");
    Err(refused.help(help).into())
}
