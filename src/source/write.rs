//! Writing a text so that a file is never half written: first beside it, then in its place.

use super::basket::{is_pack_file, most_file_bytes};
use super::lock::{PATIENCE, wait_for};
use super::read::text_there;
use rustc_hash::FxHasher;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

/// The mark with which some editors begin a text.
pub const MARK: &str = "\u{feff}";

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
    write_watched(writings, &mut || {})
}

/// The same; what is given is called after each step, as a test wants that stops the program there.
///
/// # Errors
///
/// As for [`write`].
pub fn write_watched(
    writings: &[Writing<'_>],
    step: &mut dyn FnMut(),
) -> Result<(), (PathBuf, io::Error)> {
    let made = missing_folders(writings);
    write_all(writings, step).inspect_err(|_| {
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

fn write_all(writings: &[Writing<'_>], step: &mut dyn FnMut()) -> Result<(), (PathBuf, io::Error)> {
    let _locks = lock_folders(writings)?;
    let mut staged: Vec<Staged> = Vec::new();
    for writing in writings {
        match stage(writing) {
            Ok(own) => {
                staged.push(own);
                step();
            }
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
    step();
    for (place, own) in staged.iter().enumerate() {
        // Somebody may have saved it since it was looked at.
        let moved = own.need_as_before();
        if let Err(error) = moved.and_then(|()| fs::rename(&own.beside, &own.path)) {
            staged
                .iter()
                .skip(place)
                .for_each(|staged| drop(fs::remove_file(&staged.beside)));
            staged.iter().take(place).for_each(Staged::take_back);
            plan.iter().for_each(|plan| drop(fs::remove_file(plan)));
            return Err((own.path.clone(), error));
        }
        step();
    }
    plan.iter().for_each(|plan| drop(fs::remove_file(plan)));
    Ok(())
}

/// The list of the files that are put in their places together: of each the file in which its new text is, itself, and the marks of
/// what it holds before and after, a line each. The paths are as they lie from the folder of the list, which may be moved with them.
/// It is there while that is done, so that what a program that is killed leaves undone can be done later.
pub const PLAN: &str = ".chartroom-writing";

/// Writes the list beside the first of several files. Without it, as where it cannot be written, only a kill is not mended.
fn plan(staged: &[Staged]) -> Option<PathBuf> {
    let [first, _, ..] = staged else { return None };
    let folder = std::path::absolute(first.path.parent()?).ok()?;
    let mut text = String::new();
    for own in staged {
        for path in [&own.beside, &own.path] {
            let path = from(&folder, &std::path::absolute(path).ok()?);
            text.push_str(path.to_str()?);
            text.push('\n');
        }
        let marks = [own.before.as_deref(), Some(&own.after)].map(mark);
        marks.iter().for_each(|mark| text += &format!("{mark}\n"));
    }
    let plan = first.path.with_file_name(PLAN);
    let beside = first.path.with_file_name(format!("{PLAN}.new"));
    put(&beside, &text, &first.path).ok()?;
    fs::rename(beside, &plan).ok()?;
    Some(plan)
}

/// By what it is known that a file holds a text.
fn mark(text: Option<&str>) -> String {
    let Some(text) = text else {
        return "nothing".to_owned();
    };
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    format!("{} {:016x}", text.len(), hasher.finish())
}

/// A path as it lies from a folder: `../errata/one.toml`.
fn from(folder: &Path, path: &Path) -> PathBuf {
    let shared = folder
        .components()
        .zip(path.components())
        .take_while(|(own, other)| own == other)
        .count();
    let up = folder
        .components()
        .skip(shared)
        .map(|_| Component::ParentDir);
    up.chain(path.components().skip(shared)).collect()
}

/// The place of such a path, which has no `..` left.
fn place(folder: &Path, path: &Path) -> PathBuf {
    let mut place = folder.to_owned();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(place.pop()),
            part => place.push(part),
        }
    }
    place
}

/// What became of files that a program which was killed had left half written.
pub enum Finished {
    /// Nothing was left, or another program is at it.
    Nothing,
    /// All of them hold their new texts now; these did not.
    Whole(Vec<PathBuf>),
    /// Not all of them are there, or one is no file of a pack within the rulebook: all is as it was.
    Missing,
    /// This one holds neither what it was found with nor its new text: all is as it was.
    Changed(PathBuf),
}

/// A file of the list, with what it is to hold.
struct Listed {
    beside: PathBuf,
    path: PathBuf,
    before: String,
    after: String,
}

/// Puts the files in their places that a program which was killed meanwhile has left, by the list in a folder of a rulebook. Only
/// texts of packs within the rulebook are put in the place of older ones: the list is input like any other. Where it names a file
/// that is not there, or that somebody has changed since, none is, and the list stays.
pub fn finish(folder: &Path, root: &Path) -> Finished {
    let plan = folder.join(PLAN);
    // Whoever writes holds the lock, and has no need of help.
    let Ok(_lock) = lock(folder) else {
        return Finished::Nothing;
    };
    // What is a link, or no file, was not put there by this program.
    match fs::symlink_metadata(&plan) {
        Ok(found) if !found.is_file() => return Finished::Nothing,
        Ok(found) if found.len() > most_file_bytes() => return Finished::Missing,
        _ => {}
    }
    let Ok(Some(text)) = text_there(&plan) else {
        return Finished::Nothing;
    };
    let Ok(root) = fs::canonicalize(root) else {
        return Finished::Missing;
    };
    // Where a folder is a link, it may lead out of the rulebook.
    let is_within = |path: &Path| {
        let folder = path
            .parent()
            .and_then(|folder| fs::canonicalize(folder).ok());
        folder.is_some_and(|folder| folder.starts_with(&root))
    };
    let is_file = |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    let lines: Vec<&str> = text.lines().collect();
    let mut waiting = Vec::new();
    for part in lines.chunks(4) {
        let [beside, path, before, after] = *part else {
            return Finished::Missing;
        };
        let listed = Listed {
            beside: place(folder, Path::new(beside)),
            path: place(folder, Path::new(path)),
            before: before.to_owned(),
            after: after.to_owned(),
        };
        // One that is in its place has been put there.
        let is_found = is_file(&listed.beside) || is_file(&listed.path);
        if !is_staged(&listed.beside, &listed.path) || !is_within(&listed.path) || !is_found {
            return Finished::Missing;
        }
        let is_waiting = is_file(&listed.beside);
        match listed.is_as(is_waiting) {
            true if is_waiting => waiting.push(listed),
            true => {}
            false => return Finished::Changed(listed.path),
        }
    }
    let put = waiting
        .iter()
        .map(|own| fs::rename(&own.beside, &own.path))
        .filter(Result::is_err);
    match put.count() == 0 && fs::remove_file(plan).is_ok() {
        true => Finished::Whole(waiting.into_iter().map(|own| own.path).collect()),
        false => Finished::Missing,
    }
}

impl Listed {
    /// Whether the file, and its new text if that is still waiting, are what the list says.
    fn is_as(&self, is_waiting: bool) -> bool {
        let holds = |path: &Path, marked: &str| {
            let text = text_there(path);
            text.is_ok_and(|text| mark(text.as_deref()) == marked)
        };
        match is_waiting {
            true => holds(&self.path, &self.before) && holds(&self.beside, &self.after),
            false => holds(&self.path, &self.after),
        }
    }
}

/// Whether one file is the other's new text: `.10-first.toml.4711.new` that of `10-first.toml`, beside it.
fn is_staged(beside: &Path, path: &Path) -> bool {
    let name = |path: &Path| Some(path.file_name()?.to_str()?.to_owned());
    let (Some(new), Some(name)) = (name(beside), name(path)) else {
        return false;
    };
    let number = number_of(&new, &name);
    let is_plain = path
        .components()
        .all(|part| !matches!(part, Component::ParentDir));
    number.is_some() && is_plain && is_pack_file(&name) && beside.parent() == path.parent()
}

/// The number of the process that put down a new text for a file of this name.
fn number_of<'n>(new: &'n str, name: &str) -> Option<&'n str> {
    let number = new.strip_prefix('.')?.strip_prefix(name)?;
    let number = number.strip_prefix('.')?.strip_suffix(".new")?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number)
}

/// Takes the texts away that were put down for a file by programs which are gone: this one takes the place of them all. Where it
/// cannot be told who is gone, they stay.
fn clear(path: &Path, name: &str) {
    let processes = Path::new("/proc");
    let around = path.parent().and_then(|folder| fs::read_dir(folder).ok());
    let around = around.filter(|_| processes.join("self").exists());
    for entry in around.into_iter().flatten().filter_map(Result::ok) {
        let new = entry.file_name();
        let number = new.to_str().and_then(|new| number_of(new, name));
        if number.is_some_and(|number| !processes.join(number).exists()) {
            drop(fs::remove_file(entry.path()));
        }
    }
}

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
    wait_for(&file, File::try_lock, PATIENCE)?;
    Ok(Some(file))
}

/// A text beside the file that it is to take the place of.
struct Staged {
    path: PathBuf,
    beside: PathBuf,
    /// What the file holds, byte for byte.
    before: Option<String>,
    /// What it is to hold.
    after: String,
}

impl Staged {
    /// Refuses to go on where the file does not hold any more what it held.
    fn need_as_before(&self) -> io::Result<()> {
        match text_there(&self.path)? == self.before {
            true => Ok(()),
            false => Err(changed_meanwhile()),
        }
    }

    /// Puts back what the file held, as well as that can be done.
    fn take_back(&self) {
        drop(match &self.before {
            Some(before) => fs::write(&self.path, before),
            None => fs::remove_file(&self.path),
        });
    }
}

fn stage(writing: &Writing<'_>) -> io::Result<Staged> {
    let there = text_there(writing.path)?;
    let text = there
        .as_deref()
        .map(|there| there.strip_prefix(MARK).unwrap_or(there));
    if text != writing.before {
        return Err(changed_meanwhile());
    }
    if let Some(folder) = writing.path.parent() {
        fs::create_dir_all(folder)?;
    }
    // What a link leads to is written, not the link.
    let in_folder = || {
        let folder = writing
            .path
            .parent()
            .filter(|other| !other.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or_else(|| Path::new("."))).ok()?;
        Some(folder.join(writing.path.file_name()?))
    };
    let path = fs::canonicalize(writing.path).ok().or_else(in_folder);
    let path = path.unwrap_or_else(|| writing.path.to_owned());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    clear(&path, &name);
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let mark = if there
        .as_deref()
        .is_some_and(|there| there.starts_with(MARK))
    {
        MARK
    } else {
        ""
    };
    let after = format!("{mark}{}", writing.text);
    let written = put(&beside, &after, &path);
    if written.is_err() {
        drop(fs::remove_file(&beside));
    }
    written.map(|()| Staged {
        path,
        beside,
        before: there,
        after,
    })
}

fn changed_meanwhile() -> io::Error {
    io::Error::other("the file has been changed meanwhile")
}

/// A new file to write to: what bears its name already, as a link of somebody else's to another file, is taken away and never
/// written through.
fn new_file(path: &Path) -> io::Result<File> {
    let create = || File::options().write(true).create_new(true).open(path);
    create().or_else(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            create()
        }
        _ => Err(error),
    })
}

fn put(beside: &Path, text: &str, path: &Path) -> io::Result<()> {
    let mut file = new_file(beside)?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = fs::metadata(path) {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}
