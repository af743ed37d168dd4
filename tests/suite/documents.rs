//! The samples of the documents are run: each line after `$ ` in a `console` block, with the output that stands below it. A
//! block that names a file after `toml` or `ron` is that file from there on. A document's samples run in order in one folder
//! of their own, beside a copy of `rules/`. `UPDATE_DOCUMENTS=1` writes what came out.

use crate::common;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder for the copy");
    for entry in fs::read_dir(from).expect("a folder to copy").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a file to copy");
        }
    }
}

/// What a command prints, on both streams, in a folder where `chartroom` is the program under test.
fn run(command: &str, folder: &Path) -> String {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_chartroom"));
    let bin = program
        .parent()
        .expect("the folder of the program")
        .to_owned();
    let path = format!(
        "{}:{}",
        bin.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "120")
        .env_remove("CHARTROOM_RULES")
        .env("CHARTROOM_CACHE", common::kept())
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned()
}

/// The file that a block is to be written to, if its first line names one: "```toml theatre/pack.toml".
fn file_of_block(line: &str) -> Option<&str> {
    let (language, file) = line.strip_prefix("```")?.split_once(' ')?;
    (["toml", "ron"].contains(&language) && file.contains('/')).then_some(file)
}

fn write_file(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().expect("the folder of a file"))
        .expect("a folder for the file");
    fs::write(path, text).expect("a file of the document, written");
}

/// The document with the output of each sample as it is now.
fn replayed(document: &str, folder: &Path) -> String {
    let mut made = String::new();
    let mut lines = document.lines().peekable();
    let mut in_console = false;
    while let Some(line) = lines.next() {
        made.push_str(line);
        made.push('\n');
        if let Some(file) = file_of_block(line).filter(|_| !in_console) {
            let mut text = String::new();
            while let Some(line) = lines.next_if(|next| !next.starts_with("```")) {
                text.push_str(line);
                text.push('\n');
            }
            write_file(folder, file, &text);
            made.push_str(&text);
        }
        in_console = if in_console {
            !line.starts_with("```")
        } else {
            line == "```console"
        };
        if let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) {
            while lines
                .next_if(|next| !next.starts_with("$ ") && !next.starts_with("```"))
                .is_some()
            {}
            let output = run(command, folder);
            if !output.is_empty() {
                made.push_str(&output);
                made.push('\n');
            }
            if lines.peek().is_some_and(|next| next.starts_with("$ ")) {
                made.push('\n');
            }
        }
    }
    made
}

fn check(name: &str) {
    let path = Path::new(ROOT).join(name);
    let written = fs::read_to_string(&path).expect("the document");
    let folder = tempfile::tempdir().expect("a folder for the samples");
    copy(&Path::new(ROOT).join("rules"), &folder.path().join("rules"));
    let found = replayed(&written, folder.path());
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(&path, &found).expect("the document, written");
    } else {
        let same = written == found;
        assert!(
            same,
            "{name} is not what comes out; UPDATE_DOCUMENTS=1 cargo test --test suite documents writes it\n{found}"
        );
    }
}

#[test]
fn the_samples_of_the_readme_are_true() {
    check("README.md");
}

#[test]
fn the_samples_of_the_guide_are_true() {
    check("rules/README.md");
}

#[test]
fn the_samples_of_battle_for_moscow_are_true() {
    check("rules/battle-for-moscow/README.md");
}

#[test]
fn the_table_of_ratios_has_a_row_for_each_task_that_is_measured() {
    let read = |file: &str| fs::read_to_string(Path::new(ROOT).join(file)).expect("a text");
    let (script, readme) = (read(".ci/ratios"), read("README.md"));
    let tasks = script.split("TASKS = {").nth(1).expect("the tasks");
    let tasks = tasks.split('}').next().expect("their end").lines();
    let tasks: Vec<(&str, &str)> = tasks
        .filter_map(|line| line.trim().split_once(": "))
        .collect();
    let benches = read("benches/answers.rs") + &read("benches/odds.rs");
    assert!(tasks.len() >= 6);
    for (name, says) in tasks {
        assert!(benches.contains(&format!("mod {} {{", name.trim_matches('"'))));
        let row = format!("\n| {} | ", says.trim_matches(['"', ',']));
        let cells = readme.split(&row).nth(1).expect("a row of the task");
        let cells: Vec<&str> = cells
            .lines()
            .next()
            .expect("the row")
            .split(" | ")
            .collect();
        assert!(cells.len() == 3 && cells.iter().take(2).all(|cell| cell.contains('s')));
    }
}
