//! The layer rule: an import goes only to a lower layer. The layers stand in `src/lib.rs`, lowest first.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The layers as `lib.rs` lists them.
fn layers() -> Vec<String> {
    let lib = fs::read_to_string(root().join("lib.rs")).expect("src/lib.rs");
    lib.lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .map(str::to_owned)
        .collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)
        .expect("a folder of the sources")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found
}

/// The layers that a text names: `crate::NAME`.
fn named(text: &str) -> Vec<String> {
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            // `use crate::{a::B, c};`: the names at the first level of the braces.
            Some(list) => found.extend(first_level(list)),
            None => found.push(name_at(rest)),
        }
    }
    found
}

fn name_at(text: &str) -> String {
    text.chars()
        .take_while(|letter| letter.is_ascii_lowercase() || *letter == '_')
        .collect()
}

fn first_level(list: &str) -> Vec<String> {
    let (mut depth, mut start, mut found) = (0, true, Vec::new());
    for (place, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => start = true,
            _ if start && letter.is_ascii_lowercase() => {
                found.push(name_at(&list[place..]));
                start = false;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn an_import_goes_only_to_a_lower_layer() {
    let layers = layers();
    let place = |name: &str| layers.iter().position(|layer| layer == name);
    let mut wrong = Vec::new();
    for path in files(&root()) {
        let inside = path.strip_prefix(root()).expect("a path below src");
        let own = inside
            .components()
            .next()
            .map(|part| part.as_os_str().to_string_lossy().replace(".rs", ""))
            .unwrap_or_default();
        let Some(own) = place(&own) else { continue };
        let text = fs::read_to_string(&path).expect("a source file");
        for name in named(&text) {
            if place(&name).is_some_and(|named| named > own) {
                wrong.push(format!("{} uses {name}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_file_is_longer_than_a_person_reads_at_once() {
    let long: Vec<String> = files(&root())
        .into_iter()
        .filter_map(|path| {
            let lines = fs::read_to_string(&path).ok()?.lines().count();
            (lines > 600).then(|| format!("{}: {lines} lines", path.display()))
        })
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}
