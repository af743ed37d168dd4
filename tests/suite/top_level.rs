//! The top level of the tree holds what a person looks for there, and nothing else.

use std::collections::BTreeSet;
use std::process::Command;

const TOP_LEVEL: [&str; 17] = [
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "benches",
    "build.rs",
    "clippy.toml",
    "grammar",
    "rules",
    "rustfmt.toml",
    "src",
    "tests",
];

/// What is kept, and what lies there without being kept and without being ignored; nothing where the tree is not git's.
fn in_the_tree() -> BTreeSet<String> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let listed = listed.map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&listed)
        .lines()
        .filter_map(|path| path.split('/').next().map(str::to_owned))
        .collect()
}

#[test]
fn the_top_level_holds_the_project_alone() {
    let allowed: BTreeSet<String> = TOP_LEVEL.map(str::to_owned).into();
    let foreign: Vec<String> = in_the_tree().difference(&allowed).cloned().collect();
    assert!(foreign.is_empty(), "not of the project: {foreign:?}");
}

#[test]
fn both_licenses_that_the_manifest_names_are_there() {
    let manifest = include_str!("../../Cargo.toml");
    assert!(manifest.contains("license = \"MIT OR Apache-2.0\""));
    assert!(include_str!("../../LICENSE-MIT").contains("Permission is hereby granted"));
    assert!(include_str!("../../LICENSE-APACHE").contains("Version 2.0, January 2004"));
}
