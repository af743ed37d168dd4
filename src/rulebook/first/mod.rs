//! A first pack for somebody who begins: a question, a chart that answers it and an example, in which nothing is wrong.

use super::Rulebook;
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::pack::format::{Rewrite, formatted};
use crate::pack::overlay::name_from;
use crate::pack::{ErrataSet, Pack};
use crate::source::FileId;

/// The files of a first pack, each with what it holds; `{…}` is filled in.
const FILES: [(&str, &str, &str); 3] = [
    ("pack.toml", "what the pack is", include_str!("pack.toml")),
    (
        "10-first.toml",
        "a question, and an example",
        include_str!("10-first.toml"),
    ),
    (
        "10-first.ron",
        "the chart that answers it",
        include_str!("10-first.ron"),
    ),
];

/// What is wanted of a first pack.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// The name of the pack.
    pub name: &'a str,
    /// The game it belongs to; that of the packs that it requires, or one of its own, if not said.
    pub game: Option<&'a str>,
    /// The packs that it requires: `vocabulary` or `asl/vocabulary`.
    pub requires: &'a [String],
}

/// A first pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct First {
    /// Its name.
    pub name: String,
    /// The game it belongs to.
    pub game: String,
    /// Whether the rulebook has packs of that game.
    pub is_known_game: bool,
    /// Its files: the name, what it holds in words, and the text.
    pub files: Vec<(&'static str, &'static str, String)>,
    /// A question with the facts that it takes, to be asked.
    pub ask: [String; 2],
}

impl Rulebook {
    /// A first pack beside the packs of this rulebook.
    ///
    /// # Errors
    ///
    /// Where its name is none or taken, or what it requires is not there.
    pub fn first(&self, wish: Wish<'_>) -> Result<First, Diagnostic> {
        let name = name(wish.name)?;
        let game = self.game_of_first(wish)?;
        let packs = || {
            self.written
                .packs
                .iter()
                .filter(|pack| game_of(pack) == game)
        };
        if packs().any(|pack| id_of(pack) == name) {
            let message = format!("the game `{game}` has a pack `{name}` already");
            return Err(
                Diagnostic::error_nowhere(Code::PackTwice, message).help("take another name")
            );
        }
        for required in wish.requires {
            let own = required.rsplit('/').next().unwrap_or_default();
            if !packs().any(|pack| id_of(pack) == own) {
                return Err(no_pack(own, &game, packs().map(id_of)));
            }
        }
        let ask = [format!("{name}-result"), format!("{name}-roll=6")];
        let first = First {
            is_known_game: packs().next().is_some(),
            files: files(&name, &game, wish.requires),
            name,
            game,
            ask,
        };
        Ok(first)
    }

    /// What would be found in a first pack, were it written into a folder.
    pub fn findings_of_first(&self, first: &First, folder: &str) -> (Vec<Diagnostic>, Self) {
        let mut sources = self.sources.clone();
        let old = sources.files().count();
        for (file, _, text) in &first.files {
            // No file of this number is there: the texts are in no place.
            sources = sources.with_new(FileId(u32::MAX), format!("{folder}/{file}"), text.clone());
        }
        let with = Self::from_sources(sources, &ErrataSet::Official);
        let is_new = |found: &&Diagnostic| {
            found
                .labels
                .iter()
                .any(|label| label.span.file.0 as usize >= old)
        };
        let found = with.diagnostics.iter().filter(is_new).cloned().collect();
        (found, with)
    }

    /// The game that is said, or that has all packs which are required.
    fn game_of_first(&self, wish: Wish<'_>) -> Result<String, Diagnostic> {
        let said = wish
            .requires
            .iter()
            .filter_map(|required| required.split_once('/'))
            .map(|(game, _)| game);
        let mut said: Vec<&str> = said.chain(wish.game).collect();
        said.sort_unstable();
        said.dedup();
        match said.as_slice() {
            [one] => return name_of_game(one),
            [] if wish.requires.is_empty() => return Ok(wish.name.to_owned()),
            [] => {}
            several => {
                let message = format!(
                    "a pack belongs to one game, not to `{}`",
                    several.join("` and `")
                );
                return Err(Diagnostic::request(message));
            }
        }
        let mut games: Vec<&str> = self.written.packs.iter().map(game_of).collect();
        games.sort_unstable();
        games.dedup();
        let has = |game: &str, name: &String| {
            self.written
                .packs
                .iter()
                .any(|pack| game_of(pack) == game && id_of(pack) == name)
        };
        let all = games
            .iter()
            .filter(|game| wish.requires.iter().all(|name| has(game, name)));
        match all.copied().collect::<Vec<_>>().as_slice() {
            [one] => Ok((*one).to_owned()),
            [] => {
                let missing = wish
                    .requires
                    .iter()
                    .find(|name| !games.iter().any(|game| has(game, name)));
                let name = missing.or(wish.requires.first()).map_or("", String::as_str);
                Err(no_pack(
                    name,
                    &games.join("` or `"),
                    self.written.packs.iter().map(id_of),
                ))
            }
            several => {
                let ways: Vec<String> = several
                    .iter()
                    .map(|game| format!("`--game {game}`"))
                    .collect();
                let message = "more than one game has the packs that are required";
                Err(Diagnostic::request(message).help(format!("say which: {}", ways.join(" or "))))
            }
        }
    }
}

fn game_of(pack: &Pack) -> &str {
    pack.game.as_ref().map_or("", |game| game.value.as_str())
}

fn id_of(pack: &Pack) -> &str {
    pack.id.as_ref().map_or("", |id| id.value.as_str())
}

fn name(written: &str) -> Result<String, Diagnostic> {
    let mended = name_from(written);
    if mended.as_deref() == Some(written) {
        return Ok(written.to_owned());
    }
    let problem = Diagnostic::error_nowhere(
        Code::BadName,
        format!("`{written}` is not a name for a pack"),
    );
    Err(problem.help(match mended {
        Some(mended) => format!("write `{mended}`"),
        None => {
            "a name has lower-case letters, digits and single hyphens, and begins with a letter"
                .to_owned()
        }
    }))
}

fn name_of_game(written: &str) -> Result<String, Diagnostic> {
    name(written).map_err(|problem| problem.says(format!("`{written}` is not a name for a game")))
}

fn no_pack<'p>(name: &str, game: &str, known: impl Iterator<Item = &'p str>) -> Diagnostic {
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    known.dedup();
    let problem = Diagnostic::error_nowhere(
        Code::MissingPack,
        format!("there is no pack `{name}` in the game `{game}`"),
    );
    problem.nearest_or(name, known.iter().copied(), || match known.as_slice() {
        [] => Command::new(["list", "packs"]).then(" lists them"),
        known => format!("there are {}", known.join(", ")).into(),
    })
}

fn files(name: &str, game: &str, requires: &[String]) -> Vec<(&'static str, &'static str, String)> {
    let requires: Vec<String> = requires
        .iter()
        .map(|required| format!("{:?}", required.rsplit('/').next().unwrap_or_default()))
        .collect();
    let fill = |text: &str| {
        text.replace("{id}", name)
            .replace("{game}", game)
            .replace("{title}", &title(name))
            .replace("{cite}", &cite(name))
            .replace("{requires}", &requires.join(", "))
    };
    // The columns of its table stand below each other whatever its name.
    let in_form =
        |file: &str, text: String| formatted(file, &text, Rewrite::Layout).unwrap_or(text);
    FILES
        .iter()
        .map(|(file, what, text)| (*file, *what, in_form(file, fill(text))))
        .collect()
}

/// `My theatre` for `my-theatre`.
fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The number of its paragraph: `MT1` for `my-theatre`.
fn cite(name: &str) -> String {
    let initials = name.split('-').filter_map(|word| word.chars().next());
    format!(
        "{}1",
        initials
            .map(|letter| letter.to_ascii_uppercase())
            .collect::<String>()
    )
}
