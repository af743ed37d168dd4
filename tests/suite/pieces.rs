//! Small pieces that much else rests on, each alone.

use chartroom::diagnostic::Command;
use chartroom::diagnostic::advice::quoted;
use chartroom::game::{Entry, Event};
use chartroom::render::count::{UNCOUNTED, of_situations, situations};
use chartroom::render::fold::fold;
use chartroom::render::visible::{for_people, for_programs};
use chartroom::value::{Spelling, folded};

#[test]
fn names_are_written_as_people_do() {
    let mut spelling = Spelling::default();
    for text in ["LOS", "DRM", "North Africa"] {
        spelling.learn(text);
    }
    assert_eq!(spelling.of_name("clear-and-gusty"), "Clear and gusty");
    assert_eq!(spelling.of_name("los-hindrance-drm"), "LOS hindrance DRM");
    assert_eq!(spelling.of_value("in-north-africa"), "in North Africa");
    assert_eq!(spelling.of_name(""), "");
}

#[test]
fn names_are_read_as_anybody_writes_them() {
    assert_eq!(folded("Clear & Gusty"), "clear-and-gusty");
    assert_eq!(folded(" very_dry "), "very-dry");
    assert_eq!(folded("asl/Sand Cost"), "asl/sand-cost");
}

#[test]
fn lines_are_read_as_they_are_written() {
    for line in [
        "set weather=mud gear=\"{rope, spade}\" dust=",
        "roll set-up month=may : weather-dr=3+2 > weather=clear",
        "play rain : > raining=yes",
        "undo",
    ] {
        let told = Event::read(line).map(|event| event.to_string());
        assert_eq!(told.as_deref(), Ok(line));
    }
    let by_hand = "play rain: wind-dr=7 > raining=yes";
    let written = "play rain : wind-dr=7 > raining=yes";
    assert_eq!(Event::read(by_hand), Event::read(written));
}

#[test]
fn a_line_may_begin_with_its_time() {
    let entry = Entry::read(9, "2026-05-01T19:30:00Z undo");
    let told = entry.map(|entry| (entry.time, entry.event));
    let time = "2026-05-01T19:30:00Z".to_owned();
    assert_eq!(told, Ok((Some(time), Event::Undo)));
}

#[test]
fn what_is_no_event_is_told() {
    for (line, says) in [
        ("sett a=b", "`sett` is no event"),
        ("set", "needs a fact"),
        ("set a", "`a` is no `fact=value`"),
        ("roll", "does not say what"),
        ("undo twice", "stands alone"),
        ("set a=\"b", "quotation mark"),
    ] {
        let error = Event::read(line).err().unwrap_or_default();
        assert!(error.contains(says), "{line}: {error}");
    }
}

#[test]
fn what_was_not_counted_is_told_as_that() {
    assert_eq!(situations(UNCOUNTED - 1).len(), 62);
    assert_eq!(situations(UNCOUNTED), "more than 10^38 situations");
    let of = |part| of_situations(part, UNCOUNTED);
    assert_eq!(of(3), "3 of more than 10^38 situations");
    let all = of(UNCOUNTED);
    assert_eq!(all, "more than 10^38 of more than 10^38 situations");
}

#[test]
fn what_does_not_fit_goes_on_below() {
    let text = "short\n  by \x1b[1mbold\x1b[0m words that are longer than forty columns   rules/a-file-name.toml:5\n";
    assert_eq!(
        fold(text, 40),
        "short\n  by \x1b[1mbold\x1b[0m words that are longer than\n      forty columns\n      rules/a-file-name.toml:5\n"
    );
    assert_eq!(
        fold(
            "  no fact `wether`; did you mean `the weather`?\n  chartroom ask attack-drm --rules mine\n",
            36
        ),
        "  no fact `wether`; did you mean\n      `the weather`?\n  chartroom ask attack-drm --rules \\\n      mine\n"
    );
    assert_eq!(
        fold("  chartroom new --source 'the club'\\''s own sheet'\n", 40),
        "  chartroom new --source \\\n      'the club'\\''s own sheet'\n"
    );
    assert_eq!(fold(text, 200), text);
    assert_eq!(fold(text, 10), text);
}

#[test]
fn what_would_work_on_a_terminal_is_shown_and_our_styles_stay() {
    let hostile = "\x1b[1;32m+2\x1b[0m\tfog\n\x1b]52;c;x\x07\x1b[2J\x1b[8m\u{9b}2J\u{202e}txt\r";
    let shown = "\x1b[1;32m+2\x1b[0m\tfog\n\\u{1b}]52;c;x\\u{7}\\u{1b}[2J\\u{1b}[8m\\u{9b}2J\\u{202e}txt\\u{d}";
    assert_eq!(for_people(hostile), shown);
    assert_eq!(for_programs("\"a\u{9b}\u{2066}\""), "\"a\\u009b\\u2066\"");
}

#[test]
fn a_command_about_the_rulebook_is_completed_and_all_else_is_left() {
    let options = ["--rules".to_owned(), "my packs".to_owned()];
    let check = Command::new(["check"]).then(" shows it");
    let shown = check.completed(&options).to_string();
    assert_eq!(shown, "`chartroom check --rules 'my packs'` shows it");
    let explain = Command::alone(["explain", "gap"]).completed(&options);
    assert_eq!(explain.to_string(), "chartroom explain gap");
    let told = Command::new(["check", "--rules", "a"]).completed(&options);
    assert_eq!(told.to_string(), "chartroom check --rules a");
}

#[cfg(unix)]
#[test]
fn words_with_spaces_are_quoted() {
    assert_eq!(quoted("my-packs"), "my-packs");
    assert_eq!(quoted("my packs"), "'my packs'");
    assert_eq!(quoted("it's"), r"'it'\''s'");
}
