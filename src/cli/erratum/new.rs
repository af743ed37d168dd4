//! `chartroom erratum new`: an erratum from the command line.

use super::{
    Outcome, Session, Stop, broken_examples, need_files, need_folder, put, refuse, show_difference,
};
use crate::diagnostic::{Command, Diagnostic};
use crate::pack::overlay::{Deed, Draft, Operation, Status, is_date, name_from};
use crate::render::style::{BOLD, CITE, FAINT, VALUE, styled};
use crate::rulebook::Rulebook;
use clap::{ArgGroup, Args};
use std::time::SystemTime;

/// The arguments of `erratum new`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("place").required(true), group = ArgGroup::new("deed").required(true))]
pub struct Arguments {
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
    /// With --at a reading: the one option that may be taken from then on
    #[arg(long, value_name = "OPTION", group = "deed", requires = "at")]
    settles: Option<String>,
    /// With --at something that the source lost: the answer
    #[arg(
        long,
        value_name = "VALUE",
        group = "deed",
        requires = "at",
        allow_hyphen_values = true
    )]
    fills: Option<String>,
    /// The questions that it is meant to change, with commas between them; any other change is an error then
    #[arg(long, value_name = "QUESTIONS", value_delimiter = ',')]
    changes: Vec<String>,
    /// Within which condition it is meant to change them
    #[arg(long, value_name = "CONDITION")]
    when: Option<String>,
    /// Who said so
    #[arg(long, value_name = "TEXT")]
    source: String,
    /// Its name; one that is there gets one more change
    #[arg(long, value_name = "NAME")]
    id: Option<String>,
    /// What it is worth: official, unofficial, disputed, open; official, if not told
    #[arg(long, value_name = "STATUS", value_parser = status)]
    status: Option<Status>,
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

pub fn status(text: &str) -> Result<Status, String> {
    let names = Status::ALL.map(Status::name);
    Status::parse(text).ok_or_else(|| format!("the statuses: {}", names.join(", ")))
}

pub fn date(text: &str) -> Result<String, String> {
    let date = is_date(text).then(|| text.to_owned());
    date.ok_or_else(|| "write the day as `2024-05-31`".to_owned())
}

/// Runs the command.
pub fn run(
    arguments: &Arguments,
    rulebook: &Rulebook,
    session: &mut Session,
) -> Result<Outcome, Stop> {
    let (global, output) = (&session.global, &mut session.output);
    need_folder(global)?;
    if arguments.status == Some(Status::Incorporated) {
        let message = "what a new erratum says is not in the packs yet";
        let help = Command::new(["erratum", "fold", "ID"]).then(" writes it into them afterwards");
        return Err(Diagnostic::request(message).help(help).into());
    }
    refuse_head(arguments, rulebook)?;
    let draft = draft(arguments, rulebook);
    let rewritten = rulebook
        .draft(&draft, &global.errata)
        .map_err(|refused| refuse(&refused.findings, &refused.sources, output))?;
    let (drafted, after) = (&rewritten.written, &rewritten.after);
    if !rewritten.findings.is_empty() {
        return Err(refuse(&rewritten.findings, &drafted.sources, output));
    }
    let (is_dry, files) = (arguments.dry_run, [drafted.file]);
    let help = "name a pack of your own that requires it, with --pack";
    need_files(&drafted.sources, &files, help)?;
    if !is_dry {
        put(&rulebook.sources, &drafted.sources, &files)?;
    }
    let lead = if is_dry { "would write" } else { "wrote" };
    let path = styled(FAINT, drafted.sources.path(drafted.file));
    output.line(&format!("{lead} {} into {path}", styled(BOLD, &draft.id)));
    for (deed, was) in draft.deeds.iter().zip(&drafted.was) {
        output.line(&format!("  {}", styled(CITE, &deed.at)));
        if let Some(was) = was {
            output.line(&format!("    was  {was}"));
        }
        if deed.operation != Operation::Remove {
            output.line(&format!("    now  {}", styled(VALUE, &deed.value)));
        }
    }
    if let Some(kept) = other_source(arguments, rulebook) {
        output.note(&format!("`{}` keeps its own source, `{kept}`", draft.id));
    }
    output.line("");
    let now = format!("with {}", draft.id);
    show_difference(&rulebook.diff(after), &now, output);
    let named = (draft.id.as_str(), draft.source.as_str());
    Ok(broken_examples(rulebook, after, named, output))
}

/// The source of an erratum that is there and gets one more change, where that is said to come from another one.
fn other_source<'r>(arguments: &Arguments, rulebook: &'r Rulebook) -> Option<&'r str> {
    let all = rulebook.errata(arguments.id.as_deref()?);
    let is_one = all.iter().any(|own| own.source == arguments.source);
    let kept = all.first().filter(|_| !is_one)?;
    Some(&kept.source)
}

/// Refuses what stands in the head of an erratum where one that is there gets one more change.
fn refuse_head(arguments: &Arguments, rulebook: &Rulebook) -> Result<(), Diagnostic> {
    let there = arguments.id.as_deref();
    let Some(id) = there.filter(|id| !rulebook.errata(id).is_empty()) else {
        return Ok(());
    };
    let told = [
        ("--status", arguments.status.is_some()),
        ("--date", arguments.date.is_some()),
        ("--says", arguments.says.is_some()),
        ("--changes", !arguments.changes.is_empty()),
        ("--when", arguments.when.is_some()),
    ];
    let Some((option, _)) = told.iter().find(|(_, is_told)| *is_told) else {
        return Ok(());
    };
    let message =
        format!("`{id}` is there, and keeps its own `{option}` when it gets one more change");
    let edit = Command::new(["erratum", "edit", id, option, "…"]);
    Err(Diagnostic::request(message).help(edit.then(" writes it otherwise")))
}

fn draft(arguments: &Arguments, rulebook: &Rulebook) -> Draft {
    let Arguments {
        at,
        before,
        after,
        becomes,
        add,
        settles,
        fills,
        ..
    } = arguments;
    let operation = match (before, after, add.as_ref().or(settles.as_ref())) {
        _ if fills.is_some() => Operation::Fill,
        (Some(_), ..) => Operation::AddBefore,
        (_, Some(_), _) => Operation::AddAfter,
        (.., Some(_)) => Operation::Add,
        _ if arguments.remove => Operation::Remove,
        _ => Operation::Replace,
    };
    let at = at.as_ref().or(before.as_ref()).or(after.as_ref());
    let mut at = at.cloned().unwrap_or_default();
    if settles.is_some() {
        at.push_str(".settled");
    }
    let mut values = [becomes, add, settles, fills].into_iter();
    let value = values.find_map(Option::as_ref);
    let value = value.cloned().unwrap_or_default();
    let words = || in_words(operation, &at, &value);
    let name = || free_name(&at, rulebook);
    Draft {
        id: arguments.id.clone().unwrap_or_else(name),
        pack: arguments.pack.clone(),
        source: arguments.source.clone(),
        date: arguments.date.clone().unwrap_or_else(today),
        status: arguments.status.unwrap_or(Status::Official),
        says: arguments.says.clone().unwrap_or_else(words),
        scope: arguments.changes.clone(),
        when: arguments.when.clone(),
        deeds: vec![Deed {
            operation,
            at,
            value,
        }],
    }
}

fn in_words(operation: Operation, at: &str, value: &str) -> String {
    match operation {
        Operation::Replace => format!("change {at} to {value}"),
        Operation::Add => format!("add to {at}: {value}"),
        Operation::AddBefore => format!("add before {at}: {value}"),
        Operation::AddAfter => format!("add after {at}: {value}"),
        Operation::Remove => format!("take away {at}"),
        Operation::Fill => format!("what is lost at {at} is {value}"),
    }
}

/// A name after the address that no erratum has.
fn free_name(at: &str, rulebook: &Rulebook) -> String {
    let thing = at.split_once('/').map_or(at, |(_, thing)| thing);
    let name = name_from(thing).unwrap_or_else(|| "erratum".to_owned());
    let numbered = (2_u32..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    let free = names.find(|name| rulebook.errata(name).is_empty());
    free.unwrap_or(name)
}

/// The day it is, in the time of Greenwich.
fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or_default().to_owned()
}
