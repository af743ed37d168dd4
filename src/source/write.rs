//! Writing a text so that a file is never half written: first beside it, then in its place.

use super::basket::MAX_DEPTH;
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The mark with which some editors begin a text.
const MARK: &str = "\u{feff}";

/// A text to be written.
#[derive(Debug, Clone, Copy)]
pub struct Writing<'t> {
    /// The path of the file.
    pub path: &'t Path,
    /// The text that was read from it; nothing for a new file.
    pub before: Option<&'t str>,
    /// The text that is to be in it.
    pub text: &'t str,
}

/// Writes all texts or none. Where a file holds another text by now than was read from it, nothing is written.
///
/// # Errors
///
/// The path of the file that has changed, or that cannot be written, and why.
pub fn write(writings: &[Writing<'_>]) -> Result<(), (PathBuf, io::Error)> {
    let made = missing_folders(writings);
    write_all(writings).inspect_err(|_| {
        // A folder that was made for nothing goes again; one in which there is something stays.
        made.iter()
            .rev()
            .for_each(|folder| drop(fs::remove_dir(folder)));
    })
}

/// The folders that are yet to be made, those around others first.
fn missing_folders(writings: &[Writing<'_>]) -> BTreeSet<PathBuf> {
    let around = writings
        .iter()
        .flat_map(|writing| writing.path.ancestors().skip(1));
    let missing = around.filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    missing.map(Path::to_owned).collect()
}

fn write_all(writings: &[Writing<'_>]) -> Result<(), (PathBuf, io::Error)> {
    let _locks = lock_folders(writings)?;
    let mut staged: Vec<Staged> = Vec::new();
    for writing in writings {
        match stage(writing) {
            Ok(own) => staged.push(own),
            Err(error) => {
                // What is left beside the files is of no use, and the error is told.
                staged
                    .iter()
                    .for_each(|staged| drop(fs::remove_file(&staged.beside)));
                return Err((writing.path.to_owned(), error));
            }
        }
    }
    let plan = plan(&staged);
    for (place, own) in staged.iter().enumerate() {
        if let Err(error) = fs::rename(&own.beside, &own.path) {
            staged
                .iter()
                .skip(place)
                .for_each(|staged| drop(fs::remove_file(&staged.beside)));
            staged.iter().take(place).for_each(Staged::take_back);
            plan.iter().for_each(|plan| drop(fs::remove_file(plan)));
            return Err((own.path.clone(), error));
        }
    }
    plan.iter().for_each(|plan| drop(fs::remove_file(plan)));
    Ok(())
}

/// The list of the files that are put in their places together: each in a line after that in which its text is. It is there
/// while that is done, so that what a program that is killed leaves undone can be done later.
const PLAN: &str = ".chartroom-writing";

/// Writes the list beside the first of several files. Without it, as where it cannot be written, only a kill is not mended.
fn plan(staged: &[Staged]) -> Option<PathBuf> {
    let [first, _, ..] = staged else { return None };
    let mut text = String::new();
    for own in staged {
        for path in [&own.beside, &own.path] {
            text.push_str(std::path::absolute(path).ok()?.to_str()?);
            text.push('\n');
        }
    }
    let plan = first.path.with_file_name(PLAN);
    let beside = first.path.with_file_name(format!("{PLAN}.new"));
    put(&beside, &text, &first.path).ok()?;
    fs::rename(beside, &plan).ok()?;
    Some(plan)
}

/// Puts the files in their places that a program which was killed meanwhile has left, in a folder and those within it.
pub fn finish(folder: &Path) {
    finish_within(folder, MAX_DEPTH + 1);
}

fn finish_within(folder: &Path, depth: usize) {
    let plan = folder.join(PLAN);
    if let Ok(text) = fs::read_to_string(&plan) {
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.chunks_exact(2) {
            if let [beside, path] = pair {
                drop(fs::rename(beside, path));
            }
        }
        drop(fs::remove_file(plan));
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    for inner in folders.filter(|_| depth > 0) {
        finish_within(&inner.path(), depth - 1);
    }
}

/// How often a lock is tried, and how long is waited between: ten seconds in all.
const TRIES: u32 = 500;
const PAUSE: Duration = Duration::from_millis(20);

/// Locks the folders of the files, so that no other program of this kind writes between the look at a file and the change of it.
/// Where a system has no locks of folders, it is written without.
fn lock_folders(writings: &[Writing<'_>]) -> Result<Vec<File>, (PathBuf, io::Error)> {
    let folder = |writing: &Writing<'_>| {
        let path = fs::canonicalize(writing.path).unwrap_or_else(|_| writing.path.to_owned());
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        fs::canonicalize(folder.unwrap_or_else(|| Path::new("."))).ok()
    };
    let folders: BTreeSet<PathBuf> = writings.iter().filter_map(folder).collect();
    let locks = folders.into_iter().map(|folder| match lock(&folder) {
        Ok(lock) => Ok(lock),
        Err(error) => Err((folder, error)),
    });
    locks.filter_map(Result::transpose).collect()
}

fn lock(folder: &Path) -> io::Result<Option<File>> {
    let Ok(file) = File::open(folder) else {
        return Ok(None);
    };
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
    Err(io::Error::new(
        io::ErrorKind::TimedOut,
        "another program is writing in this folder",
    ))
}

/// A text beside the file that it is to take the place of.
struct Staged {
    path: PathBuf,
    beside: PathBuf,
    /// What the file holds, byte for byte.
    before: Option<String>,
}

impl Staged {
    /// Puts back what the file held, as well as that can be done.
    fn take_back(&self) {
        drop(match &self.before {
            Some(before) => fs::write(&self.path, before),
            None => fs::remove_file(&self.path),
        });
    }
}

fn stage(writing: &Writing<'_>) -> io::Result<Staged> {
    let there = match fs::read_to_string(writing.path) {
        Ok(there) => Some(there),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let own = there
        .as_deref()
        .map(|there| there.strip_prefix(MARK).unwrap_or(there));
    if own != writing.before {
        return Err(io::Error::other("the file has been changed meanwhile"));
    }
    if let Some(folder) = writing.path.parent() {
        fs::create_dir_all(folder)?;
    }
    // What a link leads to is written, not the link.
    let path = fs::canonicalize(writing.path).unwrap_or_else(|_| writing.path.to_owned());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let mark = if there
        .as_deref()
        .is_some_and(|there| there.starts_with(MARK))
    {
        MARK
    } else {
        ""
    };
    let written = put(&beside, &format!("{mark}{}", writing.text), &path);
    if written.is_err() {
        drop(fs::remove_file(&beside));
    }
    written.map(|()| Staged {
        path,
        beside,
        before: there,
    })
}

fn put(beside: &Path, text: &str, path: &Path) -> io::Result<()> {
    let mut file = File::create(beside)?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = fs::metadata(path) {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}
