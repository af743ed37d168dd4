//! The packs in `rules/` are part of the binary: it is built anew when one of them changes.

fn main() {
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=grammar");
}
