//! Reading a rulebook from a git revision, `HEAD~1:rules`, through the command `git`: its tree is listed and its blobs are
//! read, nothing is checked out and no filter or hook of the repository runs. The limits are those of a folder.

use super::basket::{Basket, ERRATA_FOLDER, MAX_DEPTH, MAX_RULEBOOK_BYTES, PACK_FILE};
use super::folder::MAX_ENTRIES;
use super::load::is_pack_file;
use crate::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Error, Read, Result, Write};
use std::process::{Child, Command, Stdio};

/// The texts of all packs in a revision, with their paths, and what could not be read.
pub(super) fn read(revision: &str) -> (Vec<(String, String)>, Vec<Diagnostic>) {
    let mut basket = Basket::default();
    match listed(revision) {
        Err(error) => basket.unreadable(&revision, &error),
        Ok(entries) if entries.len() > MAX_ENTRIES => {
            basket.fill(format!(
                "there are more than {MAX_ENTRIES} files and folders"
            ));
        }
        Ok(entries) => {
            let wanted = wanted(&mut basket, entries, revision);
            if let Err(error) = blobs(&mut basket, &wanted) {
                basket.unreadable(&revision, &error);
            }
            basket.refuse_empty(revision, 0);
        }
    }
    (basket.take_texts(), basket.into_problems())
}

/// A file of a tree.
struct Entry {
    mode: String,
    object: String,
    size: u64,
    path: String,
}

/// A file to be read: its object and the path shown.
struct Wanted {
    object: String,
    shown: String,
}

fn git(arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command
        .args(arguments)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_TERMINAL_PROMPT", "0");
    command
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn failed(reason: impl Into<String>) -> Error {
    Error::other(reason.into())
}

/// Every file of the revision's tree.
fn listed(revision: &str) -> Result<Vec<Entry>> {
    if revision.starts_with('-') {
        return Err(failed("it is not a revision"));
    }
    let mut child = git(&["ls-tree", "-r", "-z", "-l", revision])
        .spawn()
        .map_err(no_git)?;
    let mut text = Vec::new();
    if let Some(out) = child.stdout.as_mut() {
        out.take(MAX_RULEBOOK_BYTES).read_to_end(&mut text)?;
    }
    finish(child)?;
    Ok(text
        .split(|byte| *byte == 0)
        .filter_map(|line| entry(std::str::from_utf8(line).ok()?))
        .collect())
}

fn no_git(error: Error) -> Error {
    if error.kind() == std::io::ErrorKind::NotFound {
        failed("the command `git` is not installed")
    } else {
        error
    }
}

/// Waits for git, and tells what it said where it failed.
fn finish(mut child: Child) -> Result<()> {
    drop(child.stdin.take());
    let mut said = String::new();
    if let Some(error) = child.stderr.as_mut() {
        error.take(4096).read_to_string(&mut said)?;
    }
    drop(child.stdout.take());
    if child.wait()?.success() {
        return Ok(());
    }
    let line = said.lines().next().unwrap_or("git failed");
    Err(failed(line.trim_start_matches("fatal: ").to_owned()))
}

/// `100644 blob 1234abcd     567\tpath`
fn entry(line: &str) -> Option<Entry> {
    let (head, path) = line.split_once('\t')?;
    let mut words = head.split_whitespace();
    let (mode, _kind, object, size) = (words.next()?, words.next()?, words.next()?, words.next()?);
    Some(Entry {
        mode: mode.to_owned(),
        object: object.to_owned(),
        size: size.parse().unwrap_or(0),
        path: path.to_owned(),
    })
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The folder of the pack to which a file belongs, if there is a pack in it.
fn pack_of(path: &str) -> &str {
    let folder = folder_of(path);
    folder
        .strip_suffix(ERRATA_FOLDER)
        .and_then(|pack| pack.strip_suffix('/'))
        .unwrap_or(folder)
}

/// The files of packs, in the order of their paths.
fn wanted(basket: &mut Basket, mut entries: Vec<Entry>, revision: &str) -> Vec<Wanted> {
    entries.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    let is_head = |entry: &&Entry| entry.path.rsplit('/').next() == Some(PACK_FILE);
    let packs: BTreeSet<String> = entries
        .iter()
        .filter(is_head)
        .map(|entry| folder_of(&entry.path).to_owned())
        .collect();
    let mut wanted = Vec::new();
    for entry in entries {
        let name = entry.path.rsplit('/').next().unwrap_or_default();
        let is_hidden = entry.path.split('/').any(|part| part.starts_with('.'));
        if is_hidden || !is_pack_file(name) || !packs.contains(pack_of(&entry.path)) || basket.full
        {
            continue;
        }
        let shown = join(revision, &entry.path);
        if entry.path.split('/').count() > MAX_DEPTH + 1 {
            basket.over(format!("`{shown}` lies more than {MAX_DEPTH} folders down"));
        } else if !entry.mode.starts_with("100") {
            basket.unreadable(&shown, &"it is not a regular file");
        } else if basket.admit(entry.size, &shown) {
            wanted.push(Wanted {
                object: entry.object,
                shown,
            });
        }
    }
    wanted
}

/// `HEAD~1:rules` and a path in it.
fn join(revision: &str, path: &str) -> String {
    let revision = revision.trim_end_matches('/');
    match revision.split_once(':') {
        None => format!("{revision}:{path}"),
        Some((_, "")) => format!("{revision}{path}"),
        Some(_) => format!("{revision}/{path}"),
    }
}

/// Reads the blobs, one after the other: git answers each request before it reads the next.
fn blobs(basket: &mut Basket, wanted: &[Wanted]) -> Result<()> {
    if wanted.is_empty() {
        return Ok(());
    }
    let mut child = git(&["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .spawn()
        .map_err(no_git)?;
    let pipes = child.stdin.take().zip(child.stdout.take());
    let Some((mut requests, answers)) = pipes else {
        return Err(failed("git cannot be spoken to"));
    };
    let mut answers = BufReader::new(answers);
    for Wanted { object, shown } in wanted {
        writeln!(requests, "{object}")?;
        requests.flush()?;
        let bytes = blob(&mut answers)?;
        basket.text(bytes, shown.clone());
    }
    drop(requests);
    finish(child)
}

/// `object blob size`, a line, then so many bytes and an end of line.
fn blob(answers: &mut impl BufRead) -> Result<Vec<u8>> {
    let mut head = String::new();
    answers.by_ref().take(4096).read_line(&mut head)?;
    let size = head
        .split_whitespace()
        .nth(2)
        .and_then(|size| size.parse::<u64>().ok());
    let size = size
        .filter(|size| *size <= MAX_RULEBOOK_BYTES)
        .ok_or_else(|| failed("git does not have one of its files"))?;
    let mut bytes = Vec::new();
    answers.by_ref().take(size).read_to_end(&mut bytes)?;
    let mut end = [0];
    answers.read_exact(&mut end)?;
    Ok(bytes)
}
