//! What several tests share: rulebooks made for a test, the program run as a user runs it, and what a person sees.

use chartroom::diagnostic::Diagnostic;
use chartroom::render::{PAGE_WIDTH, diagnostic};
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;
use std::fs::{self, DirEntry};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;
use tempfile::TempDir;

/// How the program ended, and what it wrote.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) error: String,
}

impl Ran {
    /// Both streams, the results first.
    pub(crate) fn both(&self) -> String {
        format!("{}{}", self.out, self.error)
    }

    /// Both streams, without lines that are blank and blanks at the ends of lines.
    pub(crate) fn dense(&self) -> String {
        let all = self.both();
        let lines = all.lines().map(str::trim_end);
        lines
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Whether either stream says this, on however many lines.
    pub(crate) fn says(&self, text: &str) -> bool {
        flat(&self.both()).contains(&flat(text))
    }

    /// Standard output as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.both()))
    }
}

/// Whether the run of the tests that a folder was made by has ended; where a system does not say so, after an hour.
fn is_over(process: &str, folder: &DirEntry) -> bool {
    if Path::new("/proc/self").exists() {
        return !Path::new("/proc").join(process).exists();
    }
    let written = folder.metadata().and_then(|about| about.modified());
    let age = written.ok().and_then(|at| at.elapsed().ok());
    age.is_some_and(|age| age > Duration::from_secs(3600))
}

/// A folder for what the program keeps from one run to the next, as it does for people: a new one each time the tests run, for a
/// program that is built otherwise may keep something else. Those of earlier times are taken away.
pub(crate) fn kept() -> &'static Path {
    static KEPT: LazyLock<PathBuf> = LazyLock::new(|| {
        let all = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let before = fs::read_dir(all).into_iter().flatten().flatten();
        for entry in before {
            let name = entry.file_name();
            let process = name.to_str().and_then(|name| name.strip_prefix("kept-"));
            if process.is_some_and(|process| is_over(process, &entry)) {
                fs::remove_dir_all(entry.path()).ok();
            }
        }
        let folder = all.join(format!("kept-{}", std::process::id()));
        fs::remove_dir_all(&folder).ok();
        folder
    });
    &KEPT
}

/// The program with these arguments, on the rulebook within it if they name no other.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chartroom"));
    command
        .args(arguments)
        .env_remove("CHARTROOM_RULES")
        .env("CHARTROOM_CACHE", kept())
        .stdin(Stdio::null());
    command
}

/// Runs the program.
pub(crate) fn chartroom(arguments: &[&str]) -> Ran {
    ran(&mut program(arguments))
}

/// Runs the program in a folder.
pub(crate) fn chartroom_in(folder: &Path, arguments: &[&str]) -> Ran {
    ran(program(arguments).current_dir(folder))
}

/// Runs a command of plain words in a folder whose packs stand in `g`.
pub(crate) fn in_packs(place: &TempDir, command: &str) -> Ran {
    let words = command.split_whitespace().chain(["--rules", "g"]);
    chartroom_in(place.path(), &words.collect::<Vec<_>>())
}

/// Runs the program with this on its standard input.
pub(crate) fn chartroom_with(input: &str, arguments: &[&str]) -> Ran {
    let mut command = program(arguments);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    // A program that ends before it has read everything has done so on purpose.
    pipe.write_all(input.as_bytes()).ok();
    drop(pipe);
    told_by(child.wait_with_output().unwrap())
}

fn ran(command: &mut Command) -> Ran {
    told_by(command.output().unwrap())
}

fn told_by(output: std::process::Output) -> Ran {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: text(output.stdout),
        error: text(output.stderr),
    }
}

/// Writes files below a folder, each with its path.
pub(crate) fn write(
    folder: &Path,
    files: impl IntoIterator<Item = (impl AsRef<Path>, impl AsRef<[u8]>)>,
) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// A folder with these files.
pub(crate) fn folder(
    files: impl IntoIterator<Item = (impl AsRef<Path>, impl AsRef<[u8]>)>,
) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), files);
    folder
}

/// What `check` finds in the packs of these files, below a folder `g`; what is proved of the rest is left out.
pub(crate) fn findings(
    files: impl IntoIterator<Item = (impl AsRef<Path>, impl AsRef<[u8]>)>,
) -> String {
    let ran = chartroom_in(folder(files).path(), &["check", "--rules", "g"]);
    match ran.error.as_str() {
        "" => "nothing\n".to_owned(),
        found => found.to_owned(),
    }
}

/// Everything found in a rulebook: read, resolved and proved.
pub(crate) fn found(rulebook: &Rulebook) -> Vec<Diagnostic> {
    let proved = rulebook
        .prove()
        .into_iter()
        .flat_map(|proof| proof.diagnostics);
    rulebook.diagnostics.iter().cloned().chain(proved).collect()
}

/// Diagnostics as a person sees them without color.
pub(crate) fn told(found: &[Diagnostic], sources: &Sources) -> String {
    diagnostic::human(found, sources, PAGE_WIDTH, false)
}

/// The rulebook of these texts, in which reading and resolving must find nothing.
#[track_caller]
pub(crate) fn rulebook(
    texts: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>,
) -> Rulebook {
    let rulebook = Rulebook::texts(texts);
    assert!(
        rulebook.diagnostics.is_empty(),
        "{}",
        told(&rulebook.diagnostics, &rulebook.sources)
    );
    rulebook
}

/// The text with every run of white space as one blank, so that a phrase may stand over the end of a line.
pub(crate) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text as a person sees it without color.
pub(crate) fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
