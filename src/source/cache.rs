//! What was made of texts before, in a folder of the user's own: safe to delete, and a start made sooner.

use super::{Place, Sources};
use sha2::{Digest, Sha256};
use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The most things that are kept; of more, those made first go.
const MOST: usize = 400;

/// How many bytes a sum has.
const SUM: usize = 32;
/// The largest that is taken back.
const MOST_BYTES: u64 = 256 << 20;

/// What this program is built of, by a number.
const BUILT_OF: &str = env!("BUILT_OF");

/// The folder.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// What a thing is kept under: the program that made it, the texts that it was made of, and what it is.
#[derive(Debug, Clone)]
pub struct Key(String);

impl Key {
    /// Nothing, where it cannot be told which program this is.
    #[must_use]
    pub fn new(sources: &Sources, what: &[&str]) -> Option<Self> {
        let program = fs::metadata(std::env::current_exe().ok()?).ok()?;
        let built = program.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let mut sum = Sha256::new();
        let mut add = |part: &[u8]| {
            sum.update(part.len().to_le_bytes());
            sum.update(part);
        };
        // Two builds may have one time and one size: times are often set.
        add(BUILT_OF.as_bytes());
        add(&built.as_nanos().to_le_bytes());
        add(&program.len().to_le_bytes());
        what.iter().for_each(|part| add(part.as_bytes()));
        for place in sources.places() {
            add(place.to_string().as_bytes());
        }
        // Which texts are in the program, what it is built of says.
        let is_given = |file: &_| sources.place(*file) != Some(&Place::Embedded);
        for file in sources.files().filter(is_given) {
            add(sources.path(file).as_bytes());
            add(sources.text(file).as_bytes());
        }
        let sum = sum.finalize();
        Some(Self(sum.iter().map(|byte| format!("{byte:02x}")).collect()))
    }
}

impl Key {
    /// The sum of what is kept under this key and no other.
    fn sum(&self, bytes: &[u8]) -> Vec<u8> {
        let sum = Sha256::new().chain_update(&self.0).chain_update(bytes);
        sum.finalize().to_vec()
    }

    /// Whether a name is that of something kept, or of what is being written.
    fn is_one(name: &str) -> bool {
        let (key, by) = name.split_once('.').unwrap_or((name, "0"));
        let is_key = key.len() == 2 * SUM && key.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_key && by.bytes().all(|digit| digit.is_ascii_digit())
    }
}

impl Cache {
    /// That in a folder, which need not be there.
    #[must_use]
    pub const fn in_folder(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// What is kept under a key, if it is as it was written.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        if !is_own(&self.folder) {
            return None;
        }
        let path = self.folder.join(&key.0);
        let found = fs::symlink_metadata(&path).ok()?;
        if !found.is_file() || found.len() > MOST_BYTES {
            return None;
        }
        let mut kept = fs::read(path).ok()?;
        let end = kept.len().checked_sub(SUM)?;
        let sum = kept.split_off(end);
        (key.sum(&kept) == sum).then_some(kept)
    }

    /// Keeps something. Where that cannot be done, nothing is kept.
    pub fn put(&self, key: &Key, bytes: &[u8]) {
        drop(self.try_put(key, bytes));
    }

    fn try_put(&self, key: &Key, bytes: &[u8]) -> io::Result<()> {
        make_own(&self.folder)?;
        if !is_own(&self.folder) {
            return Ok(());
        }
        let sum = key.sum(bytes);
        // Another run may write the same at the same time: each moves a whole file to its place.
        let unfinished = self
            .folder
            .join(format!("{}.{}", key.0, std::process::id()));
        fs::write(&unfinished, [bytes, &sum].concat())?;
        let moved = fs::rename(&unfinished, self.folder.join(&key.0));
        moved.inspect_err(|_| drop(fs::remove_file(&unfinished)))?;
        self.prune()
    }

    /// Takes away what is too much, of what was kept here alone: others may have files in the folder.
    fn prune(&self) -> io::Result<()> {
        let all = fs::read_dir(&self.folder)?.filter_map(Result::ok);
        let own = all.filter(|entry| entry.file_name().to_str().is_some_and(Key::is_one));
        let mut made: Vec<_> = own
            .filter_map(|entry| {
                let found = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((found.modified().ok()?, entry.path()))
            })
            .collect();
        if made.len() <= MOST {
            return Ok(());
        }
        made.sort_unstable();
        let gone = made.len() - MOST / 2;
        for (_, path) in made.iter().take(gone) {
            // What cannot be taken away stays, and the others go.
            fs::remove_file(path).ok();
        }
        Ok(())
    }
}

#[cfg(unix)]
fn make_own(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_own(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).create(folder)
}

/// Whether a folder is one into which no other user writes.
#[cfg(unix)]
fn is_own(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let user = rustix::process::geteuid().as_raw();
    let found = fs::metadata(folder);
    found.is_ok_and(|found| found.mode() & 0o022 == 0 && found.uid() == user)
}

#[cfg(not(unix))]
fn is_own(folder: &Path) -> bool {
    folder.is_dir()
}
