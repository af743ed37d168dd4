//! What was resolved once is kept for the next time: it answers the same, a changed pack is read anew, nothing that is broken or
//! that others can write is believed, and what judges packs never looks at it.

use crate::common::{folder, program, write};
use chartroom::model::{Budget, Mentions, Model};
use chartroom::pack::ErrataSet;
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;
use std::fs;
use std::path::{Path, PathBuf};

const ASKED: &[&[&str]] = &[
    &[
        "ask",
        "heat-haze-drm",
        "heat-haze=intense",
        "range=17",
        "target=infantry",
        "attack=ordnance",
    ],
    &[
        "ask",
        "heat-haze-drm",
        "--why",
        "heat-haze=normal",
        "range=9",
        "month=july",
    ],
    &["ask", "weather", "colour=blue"],
    &["ask", "no-such-question"],
    &["ask", "sand-cost", "truck", "sand", "--format", "json"],
    &["odds", "arid-weather", "month=apr"],
    &["find", "F11.62"],
    &["find", "how likely is mud in October", "--format", "json"],
    &["ask", "a shot at 14 hexes in light dust"],
    &["--errata", "none", "find", "deep snow", "--all"],
    &[
        "card",
        "scenario",
        "weather=overcast",
        "region=north-africa",
        "month=apr",
    ],
    &[
        "--errata",
        "none",
        "ask",
        "arid-weather",
        "month=may",
        "weather-dr=5",
    ],
];

/// The folder and all in it, both streams of each command in it.
fn seen(cache: &Path, commands: &[&[&str]]) -> Vec<String> {
    let told = |arguments: &&[&str]| {
        let output = program(arguments)
            .env("CHARTROOM_CACHE", cache)
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        format!(
            "{:?}\n{}{}",
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr)
        )
    };
    commands.iter().map(told).collect()
}

fn files(cache: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(cache).map(|all| all.map(|file| file.unwrap().path()).collect());
    all.unwrap_or_default()
}

#[test]
fn what_was_resolved_before_answers_the_same() {
    let home = folder([("home.md", "")]);
    let cache = home.path().join("cache");
    let plain = seen(Path::new(""), ASKED);
    assert_eq!(seen(&cache, ASKED), plain, "the first time");
    assert!(files(&cache).len() >= 5, "{:?}", files(&cache));
    assert_eq!(seen(&cache, ASKED), plain, "the second time");
}

#[test]
fn every_game_is_kept_whole() {
    let (sources, errata) = (Sources::embedded(), ErrataSet::Official);
    let made = Rulebook::for_answers((sources.clone(), Vec::new()), &errata);
    let kept = Rulebook::of_kept(&sources, &errata, &made.to_keep().unwrap()).unwrap();
    // In what order a map tells its entries is nobody's affair.
    let told = |rulebook: &Rulebook| {
        let plain = |model: &Model| Model {
            mentions: Mentions::default(),
            budget: Budget::default(),
            // For proofs alone, of which nothing is kept.
            blanks: Default::default(),
            ..model.clone()
        };
        let told = format!(
            "{:#?}",
            rulebook.games.iter().map(plain).collect::<Vec<_>>()
        );
        let mut lines: Vec<String> = told.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let (made, kept) = (told(&made), told(&kept));
    let other = made.iter().zip(&kept).find(|(one, other)| one != other);
    assert_eq!((made.len(), other), (kept.len(), None));
}

#[test]
fn a_changed_pack_is_read_anew() {
    let pack = |cell: &str| {
        [
            (
                "packs/first/pack.toml",
                "id = \"first\"\ngame = \"sample\"\n".to_owned(),
            ),
            (
                "packs/first/topic.toml",
                format!(
                    "[fact.roll]\ndomain = \"1..=6\"\n[question.hits]\ncite = \"1\"\nanswer = \"bool\"\ngives = \"roll >= {cell}\"\n"
                ),
            ),
        ]
    };
    let home = folder(pack("5"));
    let cache = home.path().join("cache");
    let packs = home.path().join("packs");
    let ask: &[&str] = &["--rules", packs.to_str().unwrap(), "ask", "hits", "roll=4"];
    let first = seen(&cache, &[ask]);
    assert!(first[0].contains("Hits: No"), "{first:?}");
    assert_eq!(seen(&cache, &[ask]), first);
    assert_eq!(files(&cache).len(), 1);
    write(home.path(), pack("4"));
    let second = seen(&cache, &[ask]);
    assert!(second[0].contains("Hits: Yes"), "{second:?}");
}

#[test]
fn what_is_broken_is_made_anew() {
    let home = folder([("home.md", "")]);
    let cache = home.path().join("cache");
    let asked = ASKED.get(..1).unwrap();
    let right = seen(&cache, asked);
    let file = files(&cache).pop().unwrap();
    let whole = fs::read(&file).unwrap();
    let mut bent = whole.clone();
    bent[whole.len() / 2] ^= 1;
    for broken in [&bent[..], &whole[..whole.len() / 2], &[], &[0; 40]] {
        fs::write(&file, broken).unwrap();
        assert_eq!(seen(&cache, asked), right);
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
}

#[test]
fn what_judges_packs_keeps_nothing_and_looks_at_nothing() {
    let home = folder([("home.md", "")]);
    let cache = home.path().join("cache");
    seen(
        &cache,
        &[
            &["check", "b25"],
            &["test", "b25"],
            &["diff", "embedded", "embedded"],
        ],
    );
    assert!(files(&cache).is_empty());
}

#[cfg(unix)]
#[test]
fn a_folder_that_others_can_write_is_not_believed() {
    use std::os::unix::fs::PermissionsExt;
    let home = folder([("home.md", "")]);
    let cache = home.path().join("cache");
    fs::create_dir(&cache).unwrap();
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).unwrap();
    seen(&cache, ASKED.get(..1).unwrap());
    assert!(files(&cache).is_empty());
}

/// Only what was kept there is ever taken away, and nothing is taken for what was kept under another key.
#[test]
fn files_of_others_in_the_folder_stay() {
    let home = folder([("home.md", "")]);
    let cache = home.path().join("cache");
    seen(&cache, ASKED.get(..1).unwrap());
    let own = files(&cache).pop().unwrap();
    for number in 0..450 {
        fs::write(cache.join(format!("note-{number}.txt")), "mine").unwrap();
        fs::write(cache.join(format!("{number:064x}")), "kept").unwrap();
    }
    fs::create_dir(cache.join("notes")).unwrap();
    seen(&cache, ASKED);
    let names = files(&cache).into_iter();
    let names = names.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    let names: Vec<String> = names.collect();
    let notes = names.iter().filter(|name| name.starts_with("note-"));
    assert_eq!(notes.count(), 450);
    assert!(names.contains(&"notes".to_owned()));
    let kept = names.iter().filter(|name| name.len() == 64).count();
    assert!((100..=400).contains(&kept), "{kept}");

    // One file in the place of another is not believed.
    fs::remove_dir_all(&cache).unwrap();
    let month = *ASKED.last().unwrap();
    let right = seen(&cache, &[month]);
    let other = files(&cache);
    fs::write(&own, "").unwrap();
    fs::copy(&other[0], &own).unwrap();
    let asked = ASKED.get(..1).unwrap();
    assert_eq!(seen(&cache, asked), seen(Path::new(""), asked));
    assert_eq!(seen(&cache, &[month]), right);
}
