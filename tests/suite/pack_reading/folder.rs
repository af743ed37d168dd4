//! Reading a folder: only the files of packs, and nothing outside it.

use super::HEAD;
use chartroom::diagnostic::{Code, Diagnostic};
use chartroom::source::{MAX_DEPTH, Sources, most_file_bytes};
use std::fs;
use std::path::Path;

/// A folder with one pack, and what to put beside it.
fn folder(prepare: impl Fn(&Path)) -> (Vec<String>, Vec<Diagnostic>) {
    let around = tempfile::tempdir().unwrap();
    fs::write(around.path().join("secret.toml"), "secret = 1").unwrap();
    let root = around.path().join("rules");
    fs::create_dir_all(root.join("game/desert")).unwrap();
    fs::write(root.join("game/desert/pack.toml"), HEAD).unwrap();
    prepare(&root);
    let (sources, problems) = Sources::folder(&root);
    let diagnostics = problems;
    let shown = root.to_string_lossy().into_owned();
    (
        sources
            .files()
            .map(|file| sources.path(file).replace(&shown, ""))
            .collect(),
        diagnostics,
    )
}

#[test]
fn only_the_files_of_packs_are_read() {
    let (paths, diagnostics) = folder(|root| {
        for name in [
            "game/desert/b.ron",
            "game/desert/a.toml",
            "game/desert/.hidden.toml",
            "game/desert/a.md",
            "game/a.toml",
        ] {
            fs::write(root.join(name), "x").unwrap();
        }
    });
    assert_eq!(
        paths,
        [
            "/game/desert/a.toml",
            "/game/desert/b.ron",
            "/game/desert/pack.toml"
        ]
    );
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
}

#[test]
fn a_file_to_which_an_editor_added_an_ending_is_told() {
    let (paths, diagnostics) = folder(|root| {
        fs::write(root.join("game/desert/b.ron.txt"), "x").unwrap();
    });
    assert_eq!(paths, ["/game/desert/pack.toml"]);
    let told: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].ends_with("b.ron.txt` is not read; did you mean `b.ron`?"),
        "{told:?}"
    );
}

/// Reads a folder with one mistake.
fn refused(code: Code, prepare: impl Fn(&Path)) {
    let (paths, diagnostics) = folder(prepare);
    let codes: Vec<_> = diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, [code], "{diagnostics:#?}");
    assert!(!paths.iter().any(|path| path.contains("bad")), "{paths:?}");
}

#[test]
fn files_that_cannot_be_trusted_are_refused() {
    refused(Code::NotUtf8, |root| {
        fs::write(root.join("game/desert/bad.toml"), b"a = \"\xff\"").unwrap()
    });
    refused(Code::OverLimit, |root| {
        let large = usize::try_from(most_file_bytes()).unwrap() + 1;
        fs::write(root.join("game/desert/bad.toml"), "#".repeat(large)).unwrap();
    });
    refused(Code::OverLimit, |root| {
        let deep = root.join(["a"; MAX_DEPTH + 1].join("/"));
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("pack.toml"), "bad").unwrap();
    });
    refused(Code::UnreadableFile, |root| {
        fs::create_dir_all(root.join("x"))
            .and_then(|()| fs::remove_dir_all(root))
            .unwrap()
    });
}

#[cfg(unix)]
#[test]
fn links_are_followed_only_within_the_rulebook() {
    use std::os::unix::fs::symlink;
    refused(Code::OutsideFolder, |root| {
        symlink("../../../secret.toml", root.join("game/desert/bad.toml")).unwrap()
    });
    refused(Code::OutsideFolder, |root| {
        symlink("/etc", root.join("game/desert/bad")).unwrap()
    });
    refused(Code::UnreadableFile, |root| {
        symlink("nowhere", root.join("game/desert/bad.toml")).unwrap()
    });
    refused(Code::UnreadableFile, |root| {
        let made = std::process::Command::new("mkfifo")
            .arg(root.join("game/desert/bad.toml"))
            .status();
        assert!(made.unwrap().success());
    });
    let (paths, diagnostics) = folder(|root| {
        symlink("../..", root.join("game/desert/round")).unwrap();
        symlink("pack.toml", root.join("game/desert/same.toml")).unwrap();
    });
    assert_eq!(paths, ["/game/desert/pack.toml", "/game/desert/same.toml"]);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
}

#[test]
fn a_folder_without_packs_is_told() {
    let empty = tempfile::tempdir().unwrap();
    let (_, problems) = Sources::folder(empty.path());
    let diagnostics = problems;
    assert_eq!(diagnostics[0].code, Code::MissingPack);
}
