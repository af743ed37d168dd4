//! The layer rule: an import goes only to a lower layer. The layers stand in `src/lib.rs`, lowest first.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The layers as `lib.rs` lists them.
fn layers() -> Vec<String> {
    let lib = fs::read_to_string(root().join("lib.rs")).expect("src/lib.rs");
    let (_, list) = lib.split_once("\nlayers! {").expect("the list of layers");
    let (list, _) = list.split_once('}').expect("its end");
    let named = list
        .lines()
        .filter_map(|line| line.trim().strip_suffix(';'));
    let layers: Vec<String> = named.map(str::to_owned).collect();
    assert!(layers.len() > 10, "{layers:?}");
    layers
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

/// The files and folders of a folder, by the names of their modules.
fn modules(folder: &Path) -> BTreeMap<String, Vec<PathBuf>> {
    let entries = fs::read_dir(folder)
        .expect("a folder of the sources")
        .flatten();
    let module = |path: PathBuf| {
        let name = path.file_stem()?.to_str()?.to_owned();
        let inner = if path.is_dir() {
            files(&path)
        } else {
            vec![path.clone()]
        };
        let is_rust = path.is_dir() || path.extension().is_some_and(|end| end == "rs");
        (is_rust && name != "mod" && !inner.is_empty()).then_some((name, inner))
    };
    // A file and the folder of its name are one module.
    let mut all: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (name, inner) in entries.filter_map(|entry| module(entry.path())) {
        all.entry(name).or_default().extend(inner);
    }
    all
}

/// The modules of a folder that one of its files names: by `super`, as often as it lies deep.
fn neighbours(file: &Path, folder: &Path) -> Vec<String> {
    let inside = file.strip_prefix(folder).expect("a file of the folder");
    let is_mod = file.file_name().is_some_and(|name| name == "mod.rs");
    let way = "super::".repeat(inside.components().count() - usize::from(is_mod));
    let text = fs::read_to_string(file).expect("a source file");
    let code: Vec<&str> = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let code = code.join("\n");
    let starts = code
        .match_indices(&way)
        .filter(|(at, _)| !code[..*at].ends_with("super::"));
    starts
        .flat_map(|(at, _)| {
            let rest = &code[at + way.len()..];
            match rest.strip_prefix('{') {
                Some(list) => first_level(list),
                None => vec![name_at(rest)],
            }
        })
        .collect()
}

/// Whether one module needs another, near or far.
fn reaches(needs: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let mut waiting: Vec<&String> = needs.get(from).into_iter().flatten().collect();
    let mut seen = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if name == to {
            return true;
        }
        if seen.insert(name) {
            waiting.extend(needs.get(name).into_iter().flatten());
        }
    }
    false
}

#[test]
fn no_files_of_a_folder_need_each_other_in_a_circle() {
    let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
    for file in files(&root()) {
        folders.insert(file.parent().expect("its folder").to_owned());
    }
    let mut circles = Vec::new();
    for folder in folders.iter().filter(|folder| **folder != root()) {
        let modules = modules(folder);
        let needs: BTreeMap<String, BTreeSet<String>> = modules
            .iter()
            .map(|(name, files)| {
                let named = files.iter().flat_map(|file| neighbours(file, folder));
                let others = named.filter(|other| other != name && modules.contains_key(other));
                (name.clone(), others.collect())
            })
            .collect();
        let in_circle: Vec<&String> = needs
            .keys()
            .filter(|name| reaches(&needs, name, name))
            .collect();
        let shown = folder.strip_prefix(root()).expect("a folder below src");
        if !in_circle.is_empty() {
            circles.push(format!("{}: {in_circle:?}", shown.display()));
        }
    }
    assert!(circles.is_empty(), "{}", circles.join("\n"));
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

/// What `.ci/faults` puts in the place of something has to be able to: each seeded fault stands in its file.
#[test]
fn each_seeded_fault_has_its_place() {
    let list = std::fs::read_to_string("tests/faults/list").unwrap();
    let mut lines = list.lines();
    let mut count = 0;
    while let Some(path) = lines.find(|line| line.starts_with("src/")) {
        let was = lines
            .next()
            .and_then(|line| line.strip_prefix("- "))
            .expect(path);
        let text = std::fs::read_to_string(path).expect(path);
        assert!(text.contains(was), "{path}: {was}");
        count += 1;
    }
    assert!(count > 80, "{count}");
}
