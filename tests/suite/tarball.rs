//! The archive of a release: made by its script, unpacked below a root where nothing else is, and run there.

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

/// Puts what a program needs of the system below a root, at the place where the system has it.
fn with_libraries(root: &Path, program: &str) {
    let told = run(Command::new("ldd").arg(program)).stdout;
    let told = String::from_utf8(told).unwrap();
    for library in told.split_whitespace().filter(|word| word.starts_with('/')) {
        let place = root.join(library.trim_start_matches('/'));
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::copy(library, place).unwrap();
    }
}

/// A command that takes a folder as the root of all files, where whoever tests may have one.
fn in_root(root: &Path) -> Option<Command> {
    let mut own = Command::new("unshare");
    own.args(["--map-root-user", "--wd", "/home", "--root"])
        .arg(root);
    let mut chroot = Command::new("chroot");
    chroot.arg(root);
    [own, chroot].into_iter().find_map(|mut command| {
        let tried = command.args(["/usr/bin/chartroom", "--version"]).output();
        let works = tried.is_ok_and(|tried| tried.status.success());
        let words: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
        let mut again = Command::new(command.get_program());
        again.args(words.get(..words.len() - 1)?);
        works.then_some(again)
    })
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

    // Nothing of this machine but the libraries that the system brings.
    with_libraries(place.path(), env!("CARGO_BIN_EXE_chartroom"));
    if in_root(place.path()).is_none() {
        eprintln!("nobody but root may have a root of their own here: passed over");
        return;
    }
    let clean = || {
        let mut command = in_root(place.path()).unwrap();
        command.env_clear().env("HOME", "/home").current_dir("/");
        command
    };
    let answer = run(clean().args(["ask", "arid-weather", "month=may", "weather-dr=5"]));
    assert!(
        String::from_utf8(answer.stdout)
            .unwrap()
            .starts_with("Arid Weather Chart: Clear & Gusty")
    );
    run(clean().args(["new", "/home/my-pack"]));
    run(clean().args(["check", "--rules", "/home/my-pack"]));
    run(clean().args(["book", "/home/my-pack/book.html"]));
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
