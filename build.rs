//! The packs in `rules/` are part of the binary: it is built anew when one of them changes. What it is built of is known to it by a
//! number, so that what another build kept is never taken for its own.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

/// All that the program is made of.
const PARTS: [&str; 5] = ["src", "rules", "grammar", "Cargo.toml", "Cargo.lock"];

fn main() {
    let mut files = Vec::new();
    for part in PARTS {
        println!("cargo::rerun-if-changed={part}");
        gather(Path::new(part), &mut files);
    }
    files.sort();
    // Two sums of 64 bits each: nobody makes them meet by chance.
    let sums = [1_u8, 2].map(|number| {
        let mut sum = DefaultHasher::new();
        number.hash(&mut sum);
        for file in &files {
            (file, fs::read(file).unwrap_or_default()).hash(&mut sum);
        }
        sum.finish()
    });
    println!("cargo::rustc-env=BUILT_OF={:016x}{:016x}", sums[0], sums[1]);
}

fn gather(path: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(folder) => {
            for entry in folder.flatten() {
                gather(&entry.path(), files);
            }
        }
        Err(_) => files.push(path.to_owned()),
    }
}
