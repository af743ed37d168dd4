//! Reading a rulebook from a git revision, `HEAD~1:rules`, through the command `git`: its tree is listed and its blobs are
//! read, nothing is checked out and no filter or hook of the repository runs. The limits are those of a folder.

use super::basket::{
    Basket, ERRATA_FOLDER, MAX_DEPTH, PACK_FILE, Texts, is_pack_file, most_bytes, most_entries,
};
use crate::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The texts of all packs in a revision, with their paths, and what could not be read. The repository is that of a folder; of the
/// current one, if none is said.
pub fn read(revision: &str, folder: Option<&Path>) -> (Texts, Vec<Diagnostic>) {
    let mut basket = Basket::default();
    let listed = listed(revision, folder);
    match basket.readable(listed, revision) {
        None => {}
        Some(None) => basket.fill(most_bytes(), "bytes in the list of its files"),
        Some(Some(entries)) if entries.len() > most_entries() => {
            basket.fill(most_entries() as u64, "files and folders");
        }
        Some(Some(entries)) => {
            let wanted = wanted(&mut basket, entries, revision);
            let read = blobs(&mut basket, wanted, folder);
            basket.readable(read, revision);
            basket.refuse_empty(revision, 0);
        }
    }
    (basket.texts, basket.problems)
}

/// The number by which git knows a tree.
#[cfg(feature = "lsp")]
pub fn tree(revision: &str, folder: &Path) -> Option<String> {
    let arguments = ["rev-parse", "--verify", "--quiet", revision];
    let mut child = git(&arguments, Some(folder), Stdio::null()).ok()?;
    let mut told = String::new();
    child
        .stdout
        .as_mut()?
        .take(4096)
        .read_to_string(&mut told)
        .ok()?;
    finish(child).ok()?;
    Some(told.trim().to_owned())
}

/// A file of a tree.
struct Entry {
    mode: String,
    object: String,
    size: u64,
    path: String,
}

fn git(arguments: &[&str], folder: Option<&Path>, requests: Stdio) -> Result<Child> {
    let mut command = Command::new("git");
    command
        .current_dir(folder.unwrap_or(Path::new(".")))
        .args(arguments)
        .env("LC_ALL", "C")
        .env("GIT_TERMINAL_PROMPT", "0");
    command
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_LAZY_FETCH", "1");
    command
        .stdin(requests)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error::other("the command `git` is not installed"),
        _ => error,
    })
}

/// Every file of the revision's tree; none where their list alone is too long.
fn listed(revision: &str, folder: Option<&Path>) -> Result<Option<Vec<Entry>>> {
    if revision.starts_with('-') {
        return Err(Error::other("it is not a revision"));
    }
    let mut child = git(
        &["ls-tree", "--full-tree", "-r", "-z", "-l", revision],
        folder,
        Stdio::null(),
    )?;
    let mut text = Vec::new();
    if let Some(out) = child.stdout.as_mut() {
        out.take(most_bytes() + 1).read_to_end(&mut text)?;
    }
    let finished = finish(child);
    if text.len() as u64 > most_bytes() {
        return Ok(None);
    }
    finished?;
    let lines = text.split(|byte| *byte == 0);
    let entries = lines.filter_map(|line| entry(std::str::from_utf8(line).ok()?));
    Ok(Some(entries.collect()))
}

/// Waits for git, and tells what it said where it failed. It may still be writing what nobody reads.
fn finish(mut child: Child) -> Result<()> {
    drop(child.stdin.take());
    drop(child.stdout.take());
    let mut said = String::new();
    if let Some(error) = child.stderr.as_mut() {
        error.take(4096).read_to_string(&mut said)?;
    }
    if child.wait()?.success() {
        return Ok(());
    }
    let line = said.lines().next().unwrap_or("git failed");
    Err(Error::other(line.trim_start_matches("fatal: ")))
}

/// `100644 blob 1234abcd     567\tpath`
fn entry(line: &str) -> Option<Entry> {
    let (head, path) = line.split_once('\t')?;
    let mut words = head.split_whitespace().map(str::to_owned);
    let (mode, _kind, object, size) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let (size, path) = (size.parse().unwrap_or(0), path.to_owned());
    Some(Entry {
        mode,
        object,
        size,
        path,
    })
}

/// The folder and the name of a path.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// The files of packs, in the order of their paths, each as its object and the path shown.
fn wanted(basket: &mut Basket, mut entries: Vec<Entry>, revision: &str) -> Vec<(String, String)> {
    entries.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    let paths = entries.iter().map(|entry| split(&entry.path));
    let packs = paths.filter(|(_, name)| *name == PACK_FILE);
    let packs: BTreeSet<String> = packs.map(|(folder, _)| folder.to_owned()).collect();
    let mut wanted = Vec::new();
    for entry in entries {
        let (folder, name) = split(&entry.path);
        let around = folder
            .strip_suffix(ERRATA_FOLDER)
            .and_then(|pack| pack.strip_suffix('/'));
        let is_hidden = entry.path.split('/').any(|part| part.starts_with('.'));
        let is_wanted = is_pack_file(name) && packs.contains(around.unwrap_or(folder));
        if is_hidden || !is_wanted || basket.full {
            continue;
        }
        let shown = join(revision, &entry.path);
        if entry.path.split('/').count() > MAX_DEPTH + 1 {
            basket.too_deep(&shown);
        } else if !entry.mode.starts_with("100") {
            basket.unreadable(&shown, &"it is not a regular file");
        } else if basket.admit(entry.size, &shown) {
            wanted.push((entry.object, shown));
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
fn blobs(basket: &mut Basket, wanted: Vec<(String, String)>, folder: Option<&Path>) -> Result<()> {
    if wanted.is_empty() {
        return Ok(());
    }
    let mut child = git(&["cat-file", "--batch"], folder, Stdio::piped())?;
    let pipes = child.stdin.take().zip(child.stdout.take());
    let (mut requests, answers) = pipes.ok_or_else(|| Error::other("git cannot be spoken to"))?;
    let mut answers = BufReader::new(answers);
    for (object, shown) in wanted {
        writeln!(requests, "{object}")?;
        requests.flush()?;
        basket.text(blob(&mut answers)?, shown);
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
    let size = size.filter(|size| *size <= most_bytes());
    let size = size.ok_or_else(|| Error::other("git does not have one of its files"))?;
    let mut bytes = Vec::new();
    answers.by_ref().take(size).read_to_end(&mut bytes)?;
    answers.read_exact(&mut [0])?;
    Ok(bytes)
}
