//! `chartroom check --smt`: what is proved as files for solvers of another make.

use super::{Output, count};
use crate::diagnostic::Diagnostic;
use crate::rulebook::Rulebook;
use crate::smt::{Claim, each_claim};
use crate::source::need_vacant;
use std::fs;
use std::io;
use std::path::Path;

/// Writes a file for each claim, and tells how many, and what cannot be said.
pub fn write(rulebook: &Rulebook, folder: &Path, output: &mut Output) -> Result<(), Diagnostic> {
    let refused = |error: io::Error| {
        let message = format!("`{}` cannot be written: {error}", folder.display());
        Diagnostic::request(message)
    };
    need_vacant(folder).map_err(refused)?;
    let (mut written, mut unsaid, mut failed) = (0, Vec::new(), None);
    for game in &rulebook.games {
        each_claim(game, &mut |claim| match claim.text {
            _ if failed.is_some() => {}
            Ok(text) => match put(folder, &claim.path, &text) {
                Ok(()) => written += 1,
                Err(error) => failed = Some(error),
            },
            Err(why) => unsaid.push(Claim {
                text: Err(why),
                ..claim
            }),
        });
    }
    if let Some(error) = failed {
        return Err(refused(error));
    }
    for claim in &unsaid {
        let why = claim.text.as_ref().err().copied().unwrap_or_default();
        output.line(&format!("not said: {}: {why}", claim.path));
    }
    let (claims, unsaid) = (count(written, "claim"), unsaid.len());
    output.line(&format!(
        "{claims} written, {unsaid} that cannot be said; `unsat` from a solver says that one holds"
    ));
    Ok(())
}

fn put(folder: &Path, path: &str, text: &str) -> io::Result<()> {
    let path = folder.join(format!("{path}.smt2"));
    if let Some(around) = path.parent() {
        fs::create_dir_all(around)?;
    }
    fs::write(path, text)
}
