//! What a pack breaks in others is told where only that pack is checked.

use crate::common;

use std::fs;

const BASE: &str = r#"
id = "base"
game = "sample"
[unit.DRM]
[fact.night]
domain = "bool"
[question.spotting]
answer = "DRM"
otherwise = "+0"
[[rule]]
answers = "spotting"
when = "night"
gives = "+1"
[[example]]
cite = "B1"
given = { night = "yes" }
ask = "spotting"
expect = "+1"
[[law]]
cite = "B2"
says = "never more than +1"
always = "spotting <= 1"
"#;

const MONSOON: &str = r#"
id = "monsoon"
game = "sample"
requires = ["base"]
over = [{ pack = "base", cite = "M1" }]
[[rule]]
answers = "spotting"
cite = "M2"
when = "night"
gives = "+2"
"#;

const BESIDE: &str = r#"
id = "beside"
game = "sample"
requires = ["base"]
[fact.fog]
domain = "bool"
"#;

/// `check` of one pack beside the base.
fn checked(base: &str, name: &str, pack: &str) -> common::Ran {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("base", base), (name, pack)] {
        let pack = folder.path().join("sample").join(name);
        fs::create_dir_all(&pack).unwrap();
        fs::write(pack.join("pack.toml"), text).unwrap();
    }
    common::chartroom_in(folder.path(), &["check", name, "--rules", "."])
}

#[test]
fn a_pack_that_breaks_examples_and_laws_of_another_fails() {
    let ran = checked(BASE, "monsoon", MONSOON);
    assert_eq!(ran.code, 1, "{}", ran.both());
    insta::assert_snapshot!(ran.both());
}

#[test]
fn what_is_wrong_elsewhere_without_the_pack_is_not_told() {
    let wrong = BASE.replace("expect = \"+1\"", "expect = \"+3\"");
    let ran = checked(&wrong, "beside", BESIDE);
    assert_eq!(ran.code, 0, "{}", ran.both());
}
