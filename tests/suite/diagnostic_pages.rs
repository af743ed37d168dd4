//! The pages of the diagnostic codes: each explains its code, and its samples are run.

use crate::common;

use chartroom::diagnostic::Code;
use chartroom::rulebook::Rulebook;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The files of a page's fences, with their paths: `wrong/…` and `right/…`.
fn files(page: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut open = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(info) => match info.split_once(' ') {
                Some((_, path)) => {
                    open = true;
                    files.push((path.to_owned(), String::new()));
                }
                None => assert_eq!(
                    info.trim_end(),
                    if info.is_empty() { "" } else { "console" }
                ),
            },
            None if open => files.last_mut().unwrap().1.push_str(&format!("{line}\n")),
            None => {}
        }
    }
    files
}

/// The rulebook of one side of a page, with a `pack.toml` supplied if it has none.
fn rulebook(page: &str, side: &str) -> Option<Rulebook> {
    let mut files = files(page);
    files.retain(|(path, _)| path.starts_with(&format!("{side}/")));
    if files.is_empty() {
        return None;
    }
    if !files.iter().any(|(path, _)| path.ends_with("/pack.toml")) {
        let head = "id = \"sample\"\ngame = \"sample\"\ntitle = \"Sample\"\n";
        files.push((format!("{side}/pack.toml"), head.to_owned()));
    }
    let files = files
        .into_iter()
        .map(|(path, text)| (path.replacen(&format!("{side}/"), "", 1), text));
    Some(Rulebook::texts(files))
}

/// Everything found in a rulebook, read, resolved and proved: the codes, and what a person sees.
fn findings(rulebook: &Rulebook) -> (BTreeSet<Code>, String) {
    let found = common::found(rulebook);
    (
        found.iter().map(|found| found.code).collect(),
        common::told(&found, &rulebook.sources),
    )
}

#[test]
fn every_page_explains_its_code() {
    for code in Code::ALL {
        let page = code.page();
        assert!(
            page.starts_with(&format!("# {}\n\n", code.name())),
            "{code}"
        );
        assert!(page.contains("```"), "{code} has no sample");
        assert_eq!(
            rulebook(page, "wrong").is_some(),
            rulebook(page, "right").is_some(),
            "{code}"
        );
    }
}

#[test]
fn every_wrong_sample_has_its_code_and_every_right_one_nothing() {
    let mut wrong_pages = Vec::new();
    for code in Code::ALL {
        let (Some(wrong), Some(right)) = (
            rulebook(code.page(), "wrong"),
            rulebook(code.page(), "right"),
        ) else {
            continue;
        };
        let (found, shown) = findings(&wrong);
        if found != BTreeSet::from([*code]) {
            wrong_pages.push(format!("{code}, wrong:\n{shown}"));
        }
        insta::with_settings!({ snapshot_path => "snapshots/diagnostics", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(code.name(), shown);
        });
        let (found, shown) = findings(&right);
        if !found.is_empty() {
            wrong_pages.push(format!("{code}, right:\n{shown}"));
        }
    }
    assert!(wrong_pages.is_empty(), "{}", wrong_pages.join("\n"));
}

/// The rulebook in which the console samples of the pages play.
const PLAYGROUND: [(&str, &str); 4] = [
    (
        "rules/asl/f11/pack.toml",
        "id = \"f11\"\ngame = \"asl\"\ntitle = \"Arid Climatic Conditions\"\n",
    ),
    (
        "rules/asl/f11/62-heat-haze.toml",
        r#"
[fact.attack]
domain = "small-arms | ordnance | oba | melee"

[fact.range]
domain = "0..=20"

[question.heat-haze-drm]
cite   = "F11.62"
asks   = "What Heat Haze DRM does the attack take?"
from   = ["attack", "range"]
only   = { attack = "small-arms, ordnance, oba" }
answer = "number"
gives  = "(range - 12) / 6 FRU"
"#,
    ),
    (
        "rules/asl/f7/pack.toml",
        "id = \"f7\"\ngame = \"asl\"\ntitle = \"Sand\"\n",
    ),
    (
        "rules/asl/f7/10-sand.toml",
        "[fact.sand]\ndomain = \"bool\"\n",
    ),
];

/// Runs each command of a console sample where the playground is, and tells what is really seen.
fn played(sample: &str) -> String {
    let folder = common::folder(
        PLAYGROUND
            .into_iter()
            .chain([("home/notes.toml", "# notes\n")]),
    );
    let program = Path::new(env!("CARGO_BIN_EXE_chartroom")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut seen = String::new();
    for command in sample.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("exec 2>&1; {command}")])
            .current_dir(folder.path());
        shell
            .env("PATH", &path)
            .env("HOME", folder.path().join("home"))
            .env("CHARTROOM_RULES", "rules")
            .env("CHARTROOM_CACHE", "");
        let output = String::from_utf8(shell.output().unwrap().stdout).unwrap();
        seen.push_str(&format!("$ {command}\n{output}"));
    }
    seen
}

#[cfg(unix)]
#[test]
fn every_console_sample_is_what_is_seen() {
    for code in Code::ALL {
        for sample in code.page().split("```console\n").skip(1) {
            let sample = sample.split("```").next().unwrap();
            let lines = |text: &str| {
                text.lines()
                    .map(str::trim_end)
                    .collect::<Vec<_>>()
                    .join("\n")
            };
            assert_eq!(
                lines(sample),
                lines(&played(sample)),
                "{code}:\n{}",
                played(sample)
            );
        }
    }
}
