//! `chartroom erratum edit`: an erratum written otherwise, in the file that holds it.

use super::super::Global;
use super::{
    Outcome, Output, Session, Stop, broken_examples, need_files, need_folder, new, put, refuse,
    show_difference,
};
use crate::diagnostic::{Command, Diagnostic};
use crate::pack::ErrataSet;
use crate::pack::overlay::{self, Revision, Status};
use crate::render::style::{BOLD, FAINT, styled};
use crate::rulebook::Rulebook;
use clap::{ArgGroup, Args};

/// The arguments of `erratum edit`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").required(true).multiple(true), group = ArgGroup::new("meant").multiple(true))]
pub struct Arguments {
    /// The name of the erratum
    id: String,
    /// What it does, in words
    #[arg(long, value_name = "TEXT", group = "what")]
    says: Option<String>,
    /// Who said so
    #[arg(long, value_name = "TEXT", group = "what")]
    source: Option<String>,
    /// When it was said; `unknown`, if nobody knows
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date, group = "what")]
    date: Option<String>,
    /// What it is worth: official, unofficial, disputed, open, obsolete
    #[arg(long, value_name = "STATUS", value_parser = new::status, group = "what")]
    status: Option<Status>,
    /// The questions that it is meant to change, with commas between them; `none` lifts the guard
    #[arg(long, value_name = "QUESTIONS", value_delimiter = ',', group = "what")]
    changes: Vec<String>,
    /// Within which condition it is meant to change them; `none` lifts it
    #[arg(long, value_name = "CONDITION", group = "what")]
    when: Option<String>,
    /// The errata in whose place it stands, with commas between them; `none` for none
    #[arg(long, value_name = "ERRATA", value_delimiter = ',', group = "what")]
    supersedes: Vec<String>,
    /// The change that is meant by --becomes and --expect-pack: its address
    #[arg(long, value_name = "ADDRESS", requires = "meant")]
    at: Option<String>,
    /// With --at: the new value of that change
    #[arg(
        long,
        value_name = "VALUE",
        requires = "at",
        groups = ["what", "meant"],
        allow_hyphen_values = true
    )]
    becomes: Option<String>,
    /// With --at: the change expects what the pack says now
    #[arg(long, requires = "at", groups = ["what", "meant"])]
    expect_pack: bool,
    /// Take the change at this address out of it
    #[arg(long, value_name = "ADDRESS", group = "what")]
    drop: Option<String>,
    /// Write nothing; only show what would be changed
    #[arg(long)]
    dry_run: bool,
}

fn date(text: &str) -> Result<String, String> {
    match text {
        "unknown" => Ok(text.to_owned()),
        text => new::date(text),
    }
}

/// Whether the packs hold what an erratum says: with it they are what they are without it.
fn is_held(rulebook: &Rulebook, id: &str, global: &Global) -> bool {
    let with = |set: &ErrataSet| Rulebook::from_sources(rulebook.sources.clone(), set);
    let without = ErrataSet::But(Box::new(global.errata.clone()), id.to_owned());
    let (without, with) = (with(&without), with(&global.errata.and(id)));
    without.diff(&with).is_of_examples()
}

/// Runs the command.
pub fn run(
    arguments: &Arguments,
    rulebook: &Rulebook,
    session: &mut Session,
) -> Result<Outcome, Stop> {
    let (global, output) = (&session.global, &mut session.output);
    need_folder(global)?;
    let id = arguments.id.as_str();
    let rewritten = rulebook.revise(id, &revisions(arguments), &global.errata)?;
    let (revised, after) = (&rewritten.written, &rewritten.after);
    let help = "errata of your own stand in a pack of your own";
    need_files(&revised.sources, &revised.changed, help)?;
    if !rewritten.findings.is_empty() {
        return Err(refuse(&rewritten.findings, &revised.sources, output));
    }
    let is_in = arguments.status == Some(Status::Incorporated);
    if is_in && !is_held(rulebook, id, global) {
        let message = format!("the packs do not hold what `{id}` says");
        let fold = Command::new(["erratum", "fold", id]);
        let help = fold.then(" writes it into them, and marks it so");
        return Err(Diagnostic::request(message).help(help).into());
    }
    if !arguments.dry_run {
        put(&rulebook.sources, &revised.sources, &revised.changed)?;
    }
    told(arguments, revised, output);
    show_difference(&rulebook.diff(after), &format!("with {id}"), output);
    let source = after
        .errata(id)
        .first()
        .map(|erratum| erratum.source.clone());
    let named = (id, source.unwrap_or_default());
    Ok(broken_examples(
        rulebook,
        after,
        (named.0, &named.1),
        output,
    ))
}

fn told(arguments: &Arguments, revised: &overlay::Folded, output: &mut Output) {
    let lead = if arguments.dry_run {
        "would change"
    } else {
        "changed"
    };
    for file in &revised.changed {
        let path = styled(FAINT, revised.sources.path(*file));
        output.line(&format!("{lead} {} in {path}", styled(BOLD, &arguments.id)));
    }
    output.line("");
}

fn revisions(arguments: &Arguments) -> Vec<Revision> {
    let texts = [
        ("says", &arguments.says),
        ("source", &arguments.source),
        ("when", &arguments.when),
    ];
    let none = |text: &str| (text != "none").then(|| text.to_owned());
    let texts = texts.into_iter().filter_map(|(field, text)| {
        let text = text.as_ref()?;
        Some(Revision::Field(field, none(text)))
    });
    let date = arguments.date.clone();
    let date = date.map(|date| Revision::Field("date", Some(date)));
    let status = arguments.status.map(|status| status.name().to_owned());
    let status = status.map(|status| Revision::Field("status", Some(status)));
    let lists = [
        ("changes", &arguments.changes),
        ("supersedes", &arguments.supersedes),
    ];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    let lists = lists.map(|(field, names)| {
        let is_none = names.as_slice() == ["none"];
        let list = (!is_none).then(|| format!("{names:?}"));
        Revision::Field(field, list)
    });
    let at = arguments.at.clone().unwrap_or_default();
    let value = arguments.becomes.clone();
    let value = value.map(|value| Revision::Value(at.clone(), value));
    let expects = arguments.expect_pack.then(|| Revision::Expect(at.clone()));
    let gone = arguments.drop.clone().map(Revision::Drop);
    let changes = [expects, value, gone].into_iter().flatten();
    texts
        .chain(date)
        .chain(status)
        .chain(lists)
        .chain(changes)
        .collect()
}
