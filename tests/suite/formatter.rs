//! `chartroom fmt`: one form of TOML, RON and the expressions in them, whatever the blanks; and every comment where it was.

use crate::common;

use chartroom::analysis::diff::diff;
use chartroom::pack::format::{Rewrite, formatted};
use chartroom::rulebook::Rulebook;
use chartroom::source::{FileId, Sources};
use chartroom::syntax::spaced;
use common::{chartroom, chartroom_in, folder};
use proptest::prelude::*;
use std::fs;

/// Signs, brackets, strings and comments in every place where TOML has them.
const TOML: &str = include_str!("formatter/loose.toml");
/// The same for RON.
const RON: &str = include_str!("formatter/loose.ron");

fn form(path: &str, text: &str) -> String {
    formatted(path, text, FileId(0), Rewrite::Layout)
        .unwrap_or_else(|found| panic!("{found:?}:\n{text}"))
}

/// A text without its blanks: all its tokens and comments, in their order.
fn dense(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The form of a text that can be read, which has the same tokens and is a form itself.
#[track_caller]
fn gated(path: &str, text: &str) -> String {
    let told = form(path, text);
    assert_eq!(dense(&told), dense(text), "{text}\n---\n{told}");
    assert_eq!(form(path, &told), told, "{text}\n---\n{told}");
    told
}

/// Holds a text equal to another, and tells the first line that differs.
#[track_caller]
fn same(told: &str, expected: &str, path: &str) {
    let mut lines = told.lines().zip(expected.lines()).enumerate();
    let other = lines.find(|(_, (told, expected))| told != expected);
    assert!(told == expected, "{path}: {other:?}");
}

/// A text taken apart: what stands in quotes, comments, and all else.
fn parts<'t>(text: &'t str, comment: &str) -> Vec<(&'t str, bool)> {
    let (mut parts, mut plain, mut at) = (Vec::new(), 0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let quote = ["\"\"\"", "\"", "'"]
            .into_iter()
            .find(|quote| rest.starts_with(quote));
        let end = match quote {
            Some(quote) => rest[quote.len()..]
                .find(quote)
                .map(|end| end + 2 * quote.len()),
            None if rest.starts_with(comment) => Some(rest.find('\n').unwrap_or(rest.len())),
            None => None,
        };
        let length = rest.chars().next().map_or(0, char::len_utf8);
        if let Some(end) = end {
            parts.push((&text[plain..at], true));
            parts.push((&rest[..end], false));
            plain = at + end;
        }
        at += end.unwrap_or(length);
    }
    parts.push((&text[plain..], true));
    parts
}

/// A text with other blanks: more of them, and some where none are needed; tables without any around their bars.
fn scrambled(path: &str, text: &str) -> String {
    let is_toml = path.ends_with(".toml");
    let loosen = |(part, is_plain): (&str, bool)| {
        if !is_plain {
            let is_table = part.starts_with("\"\"\"") && part.contains(" | ");
            return if is_table {
                part.replace(" | ", "|")
            } else {
                part.to_owned()
            };
        }
        let mut loose = part.replace(' ', "   ");
        for sign in ["=", ",", "{", "}", ")", ":"] {
            loose = loose.replace(sign, &format!("  {sign} "));
        }
        if !is_toml {
            loose = loose.replace('(', "( ").replace("\n\n", "\n\n\n");
        }
        loose
    };
    parts(text, if is_toml { "#" } else { "//" })
        .into_iter()
        .map(loosen)
        .collect()
}

#[test]
fn the_shipped_packs_are_in_their_form_and_in_the_notation_of_today() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/rules");
    let ran = chartroom(&["fmt", "--upgrade", "--check", "--rules", rules]);
    assert_eq!(ran.code, 0, "run `chartroom fmt --upgrade`: {}", ran.out);
}

#[test]
fn whatever_the_blanks_the_form_of_a_shipped_file_is_one() {
    let sources = Sources::embedded();
    for file in sources.files() {
        let (path, text) = (sources.path(file), sources.text(file));
        let loose = scrambled(path, text);
        assert_ne!(loose, text);
        same(&gated(path, &loose), text, path);
    }
}

#[test]
fn a_formatted_pack_has_the_same_model() {
    let sources = Sources::embedded();
    let of_game = |file: &FileId| sources.path(*file).starts_with("rules/battle-for-moscow");
    let files: Vec<(&str, String)> = sources
        .files()
        .filter(of_game)
        .map(|file| {
            (
                sources.path(file),
                scrambled(sources.path(file), sources.text(file)),
            )
        })
        .collect();
    assert!(files.len() > 5);
    let loose = Rulebook::texts(files.clone());
    let told = Rulebook::texts(files.iter().map(|(path, text)| (*path, form(path, text))));
    assert!(common::found(&loose).is_empty() && common::found(&told).is_empty());
    let difference = diff(&loose.games[0], &told.games[0], 9);
    assert!(difference.is_empty(), "{difference:#?}");
}

#[test]
fn loose_texts_get_their_form() {
    insta::assert_snapshot!(format!(
        "{}\n\n{}",
        gated("a.toml", TOML),
        gated("a.ron", RON)
    ));
}

#[test]
fn a_comment_at_every_token_boundary_stays_between_the_same_tokens() {
    let samples = [
        ("a.toml", TOML, "#", &["# here\n"][..]),
        (
            "a.toml",
            include_str!("notation/long.toml"),
            "#",
            &["# here\n"],
        ),
        (
            "a.ron",
            RON,
            "//",
            &["// here\n", "/* here */", "/* here\n and /* here */ */"],
        ),
    ];
    for (path, text, sign, comments) in samples {
        let mut boundaries: Vec<usize> = Vec::new();
        let mut at = 0;
        for (part, is_plain) in parts(text, sign) {
            // Between two letters, or two blanks, no token ends.
            let is_inside = |at: usize| {
                let [before, after] = [part[..at].chars().next_back(), part[at..].chars().next()];
                let both = |is: fn(char) -> bool| before.is_some_and(is) && after.is_some_and(is);
                both(char::is_alphanumeric) || both(char::is_whitespace)
            };
            let starts = part.char_indices().map(|(start, _)| start);
            let starts = starts
                .filter(|start| is_plain && !is_inside(*start))
                .map(|start| at + start);
            boundaries.extend(starts);
            at += part.len();
            boundaries.push(at);
        }
        let mut tried = 0;
        for (comment, place) in comments
            .iter()
            .flat_map(|comment| boundaries.iter().map(move |at| (comment, *at)))
        {
            let with = format!("{}{comment}{}", &text[..place], &text[place..]);
            let readable = formatted(path, &with, FileId(0), Rewrite::Layout).is_ok();
            if readable && form(path, &with).contains("here") {
                gated(path, &with);
                tried += 1;
            }
        }
        assert!(tried > 150, "{path}: {tried}");
    }
}

/// What a formatter of TOML is known to have done to comments and entries, each with the form here.
const KNOWN_FAULTS: &[(&str, &str, &str)] = &[
    (
        "the only thing in an array is a comment",
        "a = [\n# nothing yet\n]\n",
        "a = [\n  # nothing yet\n]\n",
    ),
    (
        "a comment leaves its array",
        "a = [ 1, # one\n    2 # two\n  # the end\n]\nb = 1\n",
        "a = [1,  # one\n  2      # two\n  # the end\n]\nb = 1\n",
    ),
    (
        "a comment behind the bracket leaves its line",
        "a = [# all of them\n1, 2]# no more\n",
        "a = [    # all of them\n  1, 2]  # no more\n",
    ),
    (
        "a comment is tied to the key below it",
        "[x]\na = 1\n# b = 2\n\n# about y\n[y]\nc=1\n",
        "[x]\na = 1\n# b = 2\n\n# about y\n[y]\nc = 1\n",
    ),
    (
        "a comment at the end of the file goes to the first key",
        "[x]\na = 1\n\n# the end",
        "[x]\na = 1\n\n# the end\n",
    ),
    (
        "an entry is swallowed by the comment before it",
        "a = [1, # one\n2, 3]\n",
        "a = [1,  # one\n  2, 3]\n",
    ),
    (
        "a comment in a group swallows what closes it",
        "a = { b = 1, # one\n c = 2 }\n",
        "a = { b = 1,  # one\n  c = 2 }\n",
    ),
    (
        "a sign in a text is taken for a comment",
        "a = [\"# no comment\", 'nor # this']\n",
        "a = [\"# no comment\", 'nor # this']\n",
    ),
    (
        "the lines of a text are set in",
        "a = [\"\"\"\none\n  two\"\"\",\n'''\n three''']\n",
        "a = [\"\"\"\none\n  two\"\"\",\n  '''\n three''']\n",
    ),
    (
        "blank lines pile up or vanish",
        "[x]\n\na = 1\n\n\n# about b\nb = 2\n\n\n\n[y]\n",
        "[x]\na = 1\n\n# about b\nb = 2\n\n[y]\n",
    ),
    (
        "keys with dots lose them",
        "[ x . \"y.z\" ]\na . b = 1\n\"c.d\" = 2\n",
        "[x.\"y.z\"]\na.b = 1\n\"c.d\" = 2\n",
    ),
];

#[test]
fn known_faults_of_formatters_are_none_of_ours() {
    for (fault, text, expected) in KNOWN_FAULTS {
        assert_eq!(gated("a.toml", text), *expected, "{fault}");
    }
}

#[test]
fn expressions_have_one_form() {
    let samples = [
        ("range+2", "range + 2"),
        ("(range-2)*3", "(range-2) * 3"),
        ("( range - 2 )*3", "(range - 2) * 3"),
        ("mp/2 exact", "mp / 2 exact"),
        ("1/2", "1/2"),
        ("3  1/2 of range FRU", "3 1/2 of range FRU"),
        ("range>=-2", "range >= -2"),
        ("range - -2", "range - -2"),
        ("range -2", "range - 2"),
        ("attack in{oba ,dc}", "attack in {oba, dc}"),
        ("range in { 0,7 .. 12, >=40 }", "range in {0, 7..12, >= 40}"),
        (
            "haze with range=13,dust  =  light",
            "haze with range = 13, dust = light",
        ),
        (
            "+1   per 6 hexes FRU beyond 12",
            "+1 per 6 hexes FRU beyond 12",
        ),
        ("overlay is 'two  words'", "overlay is 'two  words'"),
        ("not(gusts)and deep", "not (gusts) and deep"),
        ("half(range)FRU", "half (range) FRU"),
        // What cannot be read is left as it is.
        ("range   ++", "range   ++"),
    ];
    for (loose, expected) in samples {
        assert_eq!(spaced(loose), expected);
        assert_eq!(spaced(expected), expected);
    }
    let text = "[[rule]]\nwhen = [\"a+b>1\", 'a=1']\nnote = \"a+b\"\nexcept = [{ cite = \"F1\", when = \"a=2\" }]\n";
    let told = gated("a.toml", text);
    for part in ["[\"a + b > 1\", 'a = 1']", "\"a+b\"", "\"a = 2\""] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn the_ends_of_lines_stay_what_they_are() {
    for (path, text) in [("a.toml", TOML), ("a.ron", RON)] {
        let windows = text.replace('\n', "\r\n");
        assert_eq!(form(path, &windows), form(path, text).replace('\n', "\r\n"));
    }
}

#[test]
fn a_broken_file_is_told_and_nothing_is_written() {
    let good = "id=\"a\"\ngame = \"b\"\n";
    let place = folder([
        ("a/pack.toml", good),
        ("a/10-x.toml", "[question.x\n"),
        ("a/20-x.ron", "Chart("),
    ]);
    let path = place.path().to_str().unwrap();
    let ran = chartroom(&["fmt", "--rules", path]);
    assert_eq!(ran.code, 2);
    for part in ["10-x.toml:1:", "20-x.ron:1:", "^"] {
        assert!(ran.error.contains(part), "{}", ran.both());
    }
    assert_eq!(
        fs::read_to_string(place.path().join("a/pack.toml")).unwrap(),
        good
    );
}

#[test]
fn check_tells_the_files_and_lines_and_writes_nothing() {
    let place = folder([("a/pack.toml", "id   = \"a\"\ngame = \"b\"\ntitle=\"c\"\n")]);
    let path = place.path().to_str().unwrap();
    let file = place.path().join("a/pack.toml");
    let before = fs::read_to_string(&file).unwrap();
    let ran = chartroom(&["fmt", "--check", "--rules", path]);
    assert_eq!((ran.code, ran.out), (1, format!("{path}/a/pack.toml:1\n")));
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    assert_eq!(chartroom(&["fmt", "--rules", path]).code, 0);
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "id    = \"a\"\ngame  = \"b\"\ntitle = \"c\"\n"
    );
    let ran = chartroom(&["fmt", "--check", "--rules", path]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
}

/// A value of TOML with any blanks, comments and ends of lines that may stand in it.
fn value() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "1",
        "true",
        "\"a # b\"",
        "'c'",
        "\"\"\"\nd | e\n\"\"\"",
        "+2.5",
    ]);
    leaf.prop_map(str::to_owned)
        .prop_recursive(3, 12, 4, |inner| {
            let gap =
                prop::sample::select(vec!["", " ", "   ", "\n", "\n\n\n", " # c\n", "#d\n\n"]);
            let element = (gap.clone(), inner.clone(), gap.clone());
            let list = (prop::collection::vec(element, 0..4), gap).prop_map(|(elements, gap)| {
                let each = elements
                    .into_iter()
                    .map(|(before, value, after)| format!("{before}{value}{after}"));
                format!("[{}{gap}]", each.collect::<Vec<_>>().join(","))
            });
            let group = prop::collection::vec(inner, 0..3).prop_map(|values| {
                let fields = values.iter().enumerate();
                let fields = fields.map(|(number, value)| format!("k{number}={value}"));
                format!("{{{}}}", fields.collect::<Vec<_>>().join(" ,"))
            });
            prop_oneof![list, group]
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_toml_passes_the_gates(
        values in prop::collection::vec((value(), prop::sample::select(vec!["\n", " # c\n", "\n\n# d\n", "\n# e\n\n[h.i]\n", "\n[[j]] # f\n"])), 1..5),
    ) {
        let mut text = String::new();
        for (number, (value, behind)) in values.iter().enumerate() {
            let behind = behind.replace("h.i", &format!("h.i{number}"));
            text.push_str(&format!("key{number}  ={value}{behind}"));
        }
        if formatted("a.toml", &text, FileId(0), Rewrite::Layout).is_ok() {
            gated("a.toml", &text);
        }
    }

    #[test]
    fn spacing_twice_is_spacing_once(
        text in "([ ]{0,2}(range|dust|not|and|is|in|if|,|else|\\(|\\)|\\{|\\}|\\+|-|\\*|/|<=|\\.\\.|[0-9]|'a  b'|half|FRU|of|with|=)){1,9}",
    ) {
        let once = spaced(&text);
        prop_assert_eq!(dense(&once), dense(&text));
        prop_assert_eq!(spaced(&once), once);
    }
}

#[test]
fn a_comment_that_ends_in_a_carriage_return_is_laid_out_once_for_all() {
    let text = "Chart(s: [(\"1\", [\"x\", \"y\"])]) // with \r";
    gated("a.ron", text);
}

/// A file is named as an editor or a shell names it.
#[test]
fn one_file_is_formatted_by_its_path() {
    let erratum = "[erratum.calm]\nsource=\"us\"\nstatus   = \"open\"\nsays = \"calm\"\n";
    let place = folder([
        ("a/pack.toml", "id=\"a\"\ngame=\"b\"\n"),
        ("a/10-x.toml", "[fact.x]\ndomain=\"bool\"\n"),
        ("a/errata/e.toml", erratum),
    ]);
    for (within, path) in [
        (".", "a/errata/e.toml"),
        ("a", "./10-x.toml"),
        ("a", "errata/e.toml"),
        ("a", "."),
    ] {
        let before = |path: &str| fs::read_to_string(place.path().join(path)).unwrap();
        let ran = chartroom_in(&place.path().join(within), &["fmt", "--check", path]);
        assert!(
            ran.code == 1 && ran.out.contains(".toml:"),
            "{within} {path}: {}",
            ran.both()
        );
        assert_eq!(before("a/errata/e.toml"), erratum);
    }
    let ran = chartroom_in(place.path(), &["fmt", "a/errata/e.toml"]);
    assert_eq!(
        (ran.code, &*ran.out),
        (0, "wrote a/errata/e.toml\n"),
        "{}",
        ran.both()
    );
}
