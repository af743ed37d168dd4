//! `chartroom diff`: exactly what changed between two rulebooks.

use super::format::Format;
use super::{Outcome, Output, Session, Stop, suggest};
use crate::analysis::diff;
use crate::diagnostic::{Advice, Code, Command, Diagnostic, Severity};
use crate::pack::ErrataSet;
use crate::render::diff::{Shown, Version, view};
use crate::rulebook::Rulebook;
use crate::source::Place;
use clap::Args;
use std::path::{Path, PathBuf};

/// The arguments of `diff`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
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
    #[arg(long, value_name = "REGIONS", default_value_t = 40)]
    limit: usize,
    /// How to show the difference
    #[arg(long, value_parser = Format::among(&Format::TEXT), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let global = &session.global;
    let old_errata = arguments.old_errata.as_ref().unwrap_or(&global.errata);
    let (old, new) = rayon::join(
        || open(&arguments.old, old_errata),
        || open(&arguments.new, &global.errata),
    );
    // An erratum that is asked for may be new: what NEW does not have is unknown.
    session.need_errata(&new)?;
    let output = &mut session.output;
    let sides = [(&arguments.old, &old), (&arguments.new, &new)];
    let unreadable = sides.map(|(name, found)| tell_unreadable(name, found, arguments, output));
    if unreadable.contains(&true) || !has_all_packs(arguments, &old, &new, output) {
        return Ok(Outcome::Usage);
    }
    let is_old_broken = tell_errors(&arguments.old, &old, output);
    let is_broken = (arguments.new != arguments.old && tell_errors(&arguments.new, &new, output))
        || is_old_broken;
    let diffs = diff::games(&old.games, &new.games, arguments.limit.max(1));
    let shown = Shown {
        diffs: &diffs,
        old: version(&arguments.old, &old),
        new: version(&arguments.new, &new),
    };
    output.show(&view(&shown), arguments.format);
    let is_same = diffs.iter().all(diff::Diff::is_empty) && !is_broken;
    Ok(Outcome::clean_if(is_same))
}

const fn version<'a>(name: &'a str, rulebook: &'a Rulebook) -> Version<'a> {
    Version {
        name,
        games: rulebook.games.as_slice(),
        sources: &rulebook.sources,
    }
}

/// The places that a name means: `embedded`, a folder, a git revision, or several with `+` between them.
fn places(name: &str) -> Vec<Place> {
    let is_revision = |name: &str| !Path::new(name).exists() && name.contains(':');
    let one = |name: &str| {
        if is_revision(name) {
            Place::Revision(name.to_owned())
        } else {
            Place::named(PathBuf::from(name))
        }
    };
    // A folder, or a branch, may have a `+` in its name.
    let is_known =
        |part: &str| part == Place::EMBEDDED || Path::new(part).exists() || is_revision(part);
    if !Path::new(name).exists() && name.split('+').all(is_known) {
        return name.split('+').map(one).collect();
    }
    vec![one(name)]
}

fn open(name: &str, errata: &ErrataSet) -> Rulebook {
    Rulebook::of_places(&places(name), errata)
}

/// Tells why a rulebook cannot be read, if that is so.
fn tell_unreadable(
    name: &str,
    rulebook: &Rulebook,
    arguments: &Arguments,
    output: &mut Output,
) -> bool {
    if !rulebook.is_unreadable() && !rulebook.games.is_empty() {
        return false;
    }
    let mut errors = errors(rulebook);
    let is_path = name == Place::EMBEDDED || name.contains(':') || Path::new(name).exists();
    if !is_path && let Some(first) = errors.first_mut() {
        let other = if arguments.old == name {
            &arguments.new
        } else {
            &arguments.old
        };
        let folder = if Path::new(other).is_dir() {
            other.trim_end_matches('/')
        } else {
            "rules"
        };
        first.help.push(Advice::from(format!(
            "a git revision is written with the folder of its packs: `{name}:{folder}`"
        )));
    }
    output.diagnostics(&errors, &rulebook.sources);
    true
}

/// Refuses to compare where a pack is missing: what the others answer without it is not what they say.
fn has_all_packs(
    arguments: &Arguments,
    old: &Rulebook,
    new: &Rulebook,
    output: &mut Output,
) -> bool {
    let mut told: Vec<&String> = Vec::new();
    let sides = [(&arguments.old, old), (&arguments.new, new)].map(|(name, rulebook)| {
        let missing = rulebook.missing_packs();
        if !missing.is_empty() && !told.contains(&name) {
            told.push(name);
            let missing: Vec<String> = missing.iter().map(|name| format!("`{name}`")).collect();
            output.problem(&format!(
                "`{name}` lacks packs that it requires: {}",
                missing.join(", ")
            ));
        }
        (name, rulebook, missing.is_empty())
    });
    if sides.iter().all(|(_, _, is_whole)| *is_whole) {
        return true;
    }
    let whole = sides.map(|(name, rulebook, is_whole)| match is_whole {
        true => Some(name.clone()),
        false => rulebook
            .is_whole_with_shipped()
            .then(|| format!("{}+{name}", Place::EMBEDDED)),
    });
    let help = match &whole {
        [Some(old), Some(new)] => {
            let diff = Command::alone(["diff", old, new]);
            Advice::from("the shipped rulebook has them: ").then(diff)
        }
        _ => "name the folders that have them too, with `+` between: `FOLDER+OTHER`".into(),
    };
    let refused = Diagnostic::request("nothing is compared until all packs are there");
    output.refuse(&refused.help(help));
    false
}

/// Tells of errors in a rulebook that can be compared, if there are any: what they are about is not compared.
fn tell_errors(name: &str, rulebook: &Rulebook, output: &mut Output) -> bool {
    let errors = errors(rulebook);
    if errors.is_empty() {
        return false;
    }
    let found = super::count(errors.len(), "error");
    let broken: Vec<String> = rulebook.broken().map(|name| format!("`{name}`")).collect();
    let left_out = match broken.as_slice() {
        [] => String::new(),
        names => format!(", and what these say is not compared: {}", first_of(names)),
    };
    let places = places(name);
    let can_check = !places
        .iter()
        .any(|place| matches!(place, Place::Revision(_)));
    let mut told = Diagnostic::request(format!("`{name}` has {found}{left_out}"));
    if can_check {
        let them = if errors.len() == 1 { "it" } else { "them" };
        let check = Command::alone(
            ["check".to_owned()]
                .into_iter()
                .chain(suggest::rules(&places)),
        );
        told = told.help(check.then(format!(" shows {them}")));
    }
    output.refuse(&told);
    true
}

/// The first of some names, and how many more there are.
fn first_of(names: &[String]) -> String {
    const MOST: usize = 6;
    let shown = names.get(..MOST).unwrap_or(names).join(", ");
    let rest = names.len().saturating_sub(MOST);
    if rest == 0 {
        shown
    } else {
        format!("{shown}, and {rest} more")
    }
}

/// The errors of a rulebook that are its own.
fn errors(rulebook: &Rulebook) -> Vec<Diagnostic> {
    let errors = rulebook
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error);
    errors
        .filter(|found| found.code != Code::UnknownErratum || !found.labels.is_empty())
        .cloned()
        .collect()
}
