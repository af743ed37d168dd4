//! The archive of a release: made by its script, unpacked below a prefix where nothing else is, and run there.

use crate::common::folder;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
    output
}

/// The path of every file below a folder.
fn files(folder: &Path, all: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() => files(&path, all),
            path => all.push(path.to_str().unwrap().to_owned()),
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_archive_works_in_a_clean_root() {
    let place = folder([("home/.keep", "")]);
    let (root, home) = (place.path().join("usr"), place.path().join("home"));
    fs::create_dir(&root).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/tarball");
    // The package of the crate has no scripts.
    if !Path::new(script).exists() {
        return;
    }
    let made = run(Command::new(script).args([
        place.path().to_str().unwrap(),
        env!("CARGO_BIN_EXE_chartroom"),
    ]));
    let archive = String::from_utf8(made.stdout).unwrap();
    run(Command::new("tar")
        .args(["-xzf", archive.trim(), "--strip-components=1", "-C"])
        .arg(&root));

    let mut held = Vec::new();
    files(&root, &mut held);
    for file in [
        "bin/chartroom",
        "share/man/man1/chartroom-ask.1",
        "share/bash-completion/completions/chartroom",
        "share/zsh/site-functions/_chartroom",
        "share/fish/vendor_completions.d/chartroom.fish",
        "share/chartroom/schemas/topic.toml.json",
        "share/doc/chartroom/book.html",
        "share/doc/chartroom/README.md",
        "share/doc/chartroom/LICENSE-MIT",
        "share/doc/chartroom/LICENSE-APACHE",
    ] {
        let size = fs::metadata(root.join(file))
            .unwrap_or_else(|error| panic!("{file}: {error}"))
            .len();
        assert!(size > 100, "{file}: {size} bytes");
    }
    let licenses = held
        .iter()
        .filter(|file| file.contains("/licenses/") && !file.ends_with("/list"));
    assert!(licenses.count() > 80, "{held:#?}");

    // Nothing of this machine but what the system brings.
    let clean = |program: &str| {
        let mut command = Command::new(root.join("bin").join(program));
        command.env_clear().env("HOME", &home).current_dir(&home);
        command
    };
    let answer = run(clean("chartroom").args(["ask", "arid-weather", "month=may", "weather-dr=5"]));
    assert!(
        String::from_utf8(answer.stdout)
            .unwrap()
            .starts_with("Arid Weather Chart: Clear & Gusty")
    );
    run(clean("chartroom").args(["new", "my-pack"]));
    run(clean("chartroom").args(["check", "--rules", "my-pack"]));
    let mut left = Vec::new();
    files(&home, &mut left);
    assert!(
        left.iter().all(|file| {
            let is_known = ["my-pack/", ".cache/chartroom/", ".keep"];
            is_known.iter().any(|known| file.contains(known))
        }),
        "{left:?}"
    );
}
