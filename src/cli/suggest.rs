//! Commands that a message suggests, completed so that they can be pasted. The layers below name a command, in backticks; which
//! rulebook it is about is known only here.

use crate::diagnostic::Diagnostic;
use crate::source::Place;

/// The commands that work on no rulebook, or name theirs in another way.
const ALONE: [&str; 3] = ["explain", "diff", "new"];

/// A text with options added to each command in backticks: `` `chartroom check` ``.
pub(super) fn complete(text: &str, options: &str) -> String {
    const START: &str = "`chartroom ";
    let mut done = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(START) {
        let Some((command, behind)) = after.split_once('`') else {
            break;
        };
        done.push_str(before);
        done.push_str(START);
        done.push_str(command);
        let is_alone = command
            .split(' ')
            .next()
            .is_some_and(|first| ALONE.contains(&first));
        if !is_alone && !command.split(' ').any(|word| word == "--rules") {
            done.push_str(options);
        }
        done.push('`');
        rest = behind;
    }
    done.push_str(rest);
    done
}

/// Findings with the commands in what they say completed.
pub(super) fn completed(found: &[Diagnostic], options: &str) -> Vec<Diagnostic> {
    let one = |found: &Diagnostic| Diagnostic {
        message: complete(&found.message, options),
        help: found
            .help
            .iter()
            .map(|line| complete(line, options))
            .collect(),
        ..found.clone()
    };
    found.iter().map(one).collect()
}

/// The options that name places: ` --rules embedded --rules my-packs`.
pub(super) fn rules(places: &[Place]) -> String {
    places
        .iter()
        .map(|place| format!(" --rules {}", quoted(&place.to_string())))
        .collect()
}

/// A command with its arguments: `chartroom odds fog month=jan`.
pub(super) fn command<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(quoted).collect();
    format!("`chartroom {}`", words.join(" "))
}

/// Another command for the same question or process and its facts.
pub(super) fn instead(name: &str, of: &str, facts: &[String]) -> String {
    command(
        [name, of]
            .into_iter()
            .chain(facts.iter().map(String::as_str)),
    )
}

/// A word as a shell takes it.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:=,+@%\\".contains(letter);
    let is_plain = |letter| is_plain(letter) && (letter != '\\' || cfg!(windows));
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if cfg!(windows) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::{complete, quoted};

    #[test]
    fn commands_are_completed_and_all_else_is_left() {
        let options = " --rules my-packs";
        assert_eq!(
            complete(
                "`x` is none; `chartroom check` shows it, `chartroom explain gap` why",
                options
            ),
            "`x` is none; `chartroom check --rules my-packs` shows it, `chartroom explain gap` why"
        );
        assert_eq!(
            complete("`chartroom check --rules a`", options),
            "`chartroom check --rules a`"
        );
        assert_eq!(
            complete("an odd `chartroom check", options),
            "an odd `chartroom check"
        );
    }

    #[cfg(unix)]
    #[test]
    fn words_with_spaces_are_quoted() {
        assert_eq!(quoted("my-packs"), "my-packs");
        assert_eq!(quoted("my packs"), "'my packs'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
