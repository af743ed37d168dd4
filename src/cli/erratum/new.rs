//! `chartroom erratum new`: an erratum from the command line.

use super::{Outcome, Output, Session, Stop, impact, need_files, need_folder, put, refuse};
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::overlay::{Draft, Operation, Status, is_date, name_from, says_at};
use crate::render::style::{BOLD, CITE, FAINT, VALUE, styled};
use crate::rulebook::Rulebook;
use clap::{ArgGroup, Args};
use std::time::{SystemTime, UNIX_EPOCH};

/// The arguments of `erratum new`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("place").required(true), group = ArgGroup::new("deed").required(true))]
pub(super) struct Arguments {
    /// What is changed: `e3/temperate-weather[2, dec..feb]`
    #[arg(long, value_name = "ADDRESS", group = "place")]
    at: Option<String>,
    /// With --add: what stands after it
    #[arg(long, value_name = "ADDRESS", group = "place", requires = "add")]
    before: Option<String>,
    /// With --add: what stands before it
    #[arg(long, value_name = "ADDRESS", group = "place", requires = "add")]
    after: Option<String>,
    /// The new value in the place of the old one: a text, or a TOML value with its brackets
    #[arg(long, value_name = "VALUE", group = "deed", allow_hyphen_values = true)]
    becomes: Option<String>,
    /// What is added: a text, or a TOML value with its brackets
    #[arg(long, value_name = "VALUE", group = "deed", allow_hyphen_values = true)]
    add: Option<String>,
    /// Take it away
    #[arg(long, group = "deed")]
    remove: bool,
    /// Who said so
    #[arg(long, value_name = "TEXT")]
    source: String,
    /// Its name; one that is there gets one more change
    #[arg(long, value_name = "NAME")]
    id: Option<String>,
    /// What it is worth: official, unofficial, disputed
    #[arg(long, value_name = "STATUS", default_value = "official", value_parser = status)]
    status: Status,
    /// When it was said; today, if not told
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    date: Option<String>,
    /// What it does, in words
    #[arg(long, value_name = "TEXT")]
    says: Option<String>,
    /// The pack that is to hold it; that of the address, if not told
    #[arg(long, value_name = "PACK")]
    pack: Option<String>,
    /// Write nothing; only show what it would change
    #[arg(long)]
    dry_run: bool,
}

fn status(text: &str) -> Result<Status, String> {
    Status::parse(text)
        .ok_or_else(|| format!("the statuses: {}", Status::ALL.map(Status::name).join(", ")))
}

fn date(text: &str) -> Result<String, String> {
    if is_date(text) {
        Ok(text.to_owned())
    } else {
        Err("write the day as `2024-05-31`".to_owned())
    }
}

/// Runs the command.
pub(super) fn run(
    arguments: &Arguments,
    rulebook: &Rulebook,
    session: &mut Session,
) -> Result<Outcome, Stop> {
    let (global, output) = (&session.global, &mut session.output);
    need_folder(global)?;
    let draft = draft(arguments, rulebook);
    let rewritten = match rulebook.draft(&draft, &global.errata) {
        Ok(rewritten) => rewritten,
        Err(refused) => return Err(refuse(&refused.found, &refused.sources, output)),
    };
    let drafted = &rewritten.written;
    if !rewritten.found.is_empty() {
        return Err(refuse(&rewritten.found, &drafted.sources, output));
    }
    let help = "name a pack of your own that requires it, with --pack";
    need_files(&drafted.sources, &[drafted.file], help)?;
    if !arguments.dry_run {
        put(&rulebook.sources, &drafted.sources, &[drafted.file])?;
    }
    let lead = if arguments.dry_run {
        "would write"
    } else {
        "wrote"
    };
    output.line(&format!(
        "{lead} {} into {}",
        styled(BOLD, &draft.id),
        styled(FAINT, drafted.sources.path(drafted.file))
    ));
    output.line(&format!("  {}", styled(CITE, &draft.at)));
    if let Some(was) = &drafted.was {
        output.line(&format!("    was  {was}"));
    }
    if draft.operation != Operation::Remove {
        output.line(&format!("    now  {}", styled(VALUE, &draft.value)));
    }
    output.line("");
    let diffs = impact::difference(rulebook, &rewritten.after);
    impact::show(&diffs, rulebook, &rewritten.after, &draft.id, output);
    Ok(broken_examples(rulebook, &rewritten.after, output))
}

/// Shows what held before the erratum and holds no longer.
fn broken_examples(before: &Rulebook, after: &Rulebook, output: &mut Output) -> Outcome {
    let new = after.holds_no_longer(before);
    if new.is_empty() {
        return Outcome::Clean;
    }
    // Examples and laws that flipped are part of the difference, which is shown already.
    let is_flip = |found: &Diagnostic| matches!(found.code, Code::ExampleFails | Code::LawRefuted);
    let (flips, others): (Vec<_>, Vec<_>) = new.into_iter().partition(is_flip);
    if !others.is_empty() {
        output.diagnostics(&others, &after.sources);
    }
    if !flips.is_empty() {
        output.note(
            "the erratum should change these too, with --id, or what it says is not meant so",
        );
    }
    for at in flips
        .iter()
        .filter_map(|found| says_at(&after.sources, found.labels.first()?.span))
    {
        output.note(&format!("  --at {}", styled(CITE, &format!("'{at}'"))));
    }
    Outcome::Findings
}

fn draft(arguments: &Arguments, rulebook: &Rulebook) -> Draft {
    let (operation, at) = match (&arguments.at, &arguments.before, &arguments.after) {
        (_, Some(before), _) => (Operation::AddBefore, before),
        (_, _, Some(after)) => (Operation::AddAfter, after),
        (Some(at), ..) if arguments.add.is_some() => (Operation::Add, at),
        (Some(at), ..) if arguments.remove => (Operation::Remove, at),
        (Some(at), ..) => (Operation::Replace, at),
        (None, None, None) => (Operation::Replace, &arguments.source),
    };
    let value = arguments
        .becomes
        .clone()
        .or_else(|| arguments.add.clone())
        .unwrap_or_default();
    let says = arguments
        .says
        .clone()
        .unwrap_or_else(|| in_words(operation, at, &value));
    Draft {
        id: arguments
            .id
            .clone()
            .unwrap_or_else(|| free_name(at, rulebook)),
        pack: arguments.pack.clone(),
        source: arguments.source.clone(),
        date: arguments.date.clone().unwrap_or_else(today),
        status: arguments.status,
        says,
        operation,
        at: at.clone(),
        value,
    }
}

fn in_words(operation: Operation, at: &str, value: &str) -> String {
    match operation {
        Operation::Replace => format!("change {at} to {value}"),
        Operation::Add => format!("add to {at}: {value}"),
        Operation::AddBefore => format!("add before {at}: {value}"),
        Operation::AddAfter => format!("add after {at}: {value}"),
        Operation::Remove => format!("take away {at}"),
    }
}

/// A name after the address that no erratum has.
fn free_name(at: &str, rulebook: &Rulebook) -> String {
    let thing = at.split_once('/').map_or(at, |(_, thing)| thing);
    let name = name_from(thing).unwrap_or_else(|| "erratum".to_owned());
    let numbered = (2_u32..).map(|number| format!("{name}-{number}"));
    let names = std::iter::once(name.clone()).chain(numbered);
    names
        .into_iter()
        .find(|name| rulebook.errata(name).is_empty())
        .unwrap_or(name)
}

/// The day it is, in the time of Greenwich.
fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let (year, twelfth, day) = civil(seconds / 86_400);
    format!("{year:04}-{twelfth:02}-{day:02}")
}

/// The date of a number of days since 1970: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
const fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let twelfth = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_era + era * 400 + if twelfth <= 2 { 1 } else { 0 };
    (year, twelfth, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(19_874), (2024, 5, 31));
    }
}
