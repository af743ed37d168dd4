//! A first pack for somebody who begins: a question, a chart that answers it and an example, in which nothing is wrong.

use super::Rulebook;
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::pack::ErrataSet;
use crate::pack::format::{Rewrite, formatted};
use crate::pack::overlay::name_from;
use crate::render::words::capital;
use crate::source::{FileId, Text};
use itertools::Itertools;
use std::collections::BTreeSet;

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
    pub name: &'a str,
    /// The game it belongs to; that of the packs that it requires, or one of its own, if not said.
    pub game: Option<&'a str>,
    /// The packs that it requires: `vocabulary` or `asl/vocabulary`.
    pub requires: &'a [String],
}

/// A first pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct First {
    pub name: String,
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
    #[doc(hidden)]
    pub fn first(&self, wish: Wish<'_>) -> Result<First, Diagnostic> {
        let name = name(wish.name)?;
        let game = self.game_of_first(wish)?;
        let packs = self.written.packs.iter();
        let packs = packs.filter(|pack| text(&pack.game) == game);
        let known: Vec<&str> = packs.map(|pack| text(&pack.id)).collect();
        if known.contains(&name.as_str()) {
            let message = format!("the game `{game}` has a pack `{name}` already");
            let taken = Diagnostic::error_nowhere(Code::PackTwice, message);
            return Err(taken.help("take another name"));
        }
        let required = wish.requires.iter().map(|required| own_name(required));
        if let Some(missing) = required.clone().find(|other| !known.contains(other)) {
            return Err(no_pack(missing, &game, known));
        }
        Ok(First {
            is_known_game: !known.is_empty(),
            files: files(&name, &game, required),
            ask: [format!("{name}-result"), format!("{name}-roll=6")],
            name,
            game,
        })
    }

    /// What would be found in a first pack, were it written into a folder.
    #[doc(hidden)]
    pub fn findings_of_first(&self, first: &First, folder: &str) -> (Vec<Diagnostic>, Self) {
        let mut sources = self.sources.clone();
        let old = sources.files().count();
        for (file, _, text) in &first.files {
            // No file of this number is there: the texts are in no place.
            sources = sources.with_new(FileId(u32::MAX), format!("{folder}/{file}"), text.clone());
        }
        let with = Self::from_sources(sources, &ErrataSet::Official);
        let is_new = |finding: &&Diagnostic| {
            let mut files = finding.labels.iter().map(|label| label.span.file);
            files.any(|file| file.0 as usize >= old)
        };
        let findings = with.diagnostics.iter().filter(is_new).cloned().collect();
        (findings, with)
    }

    /// The game that is said, or that has all packs which are required.
    fn game_of_first(&self, wish: Wish<'_>) -> Result<String, Diagnostic> {
        let required = wish.requires.iter();
        let said = required.filter_map(|required| required.split_once('/'));
        let said: BTreeSet<&str> = said.map(|(game, _)| game).chain(wish.game).collect();
        let said = Vec::from_iter(said);
        match said.as_slice() {
            [game] => {
                let is_no_name =
                    |wrong: Diagnostic| wrong.says(format!("`{game}` is not a name for a game"));
                return name(game).map_err(is_no_name);
            }
            [] if wish.requires.is_empty() => return Ok(wish.name.to_owned()),
            [] => {}
            several => {
                let games = several.join("` and `");
                let message = format!("a pack belongs to one game, not to `{games}`");
                return Err(Diagnostic::request(message));
            }
        }
        let packs = &self.written.packs;
        let games: BTreeSet<&str> = packs.iter().map(|pack| text(&pack.game)).collect();
        let has = |game: &str, name: &str| {
            let mut packs = packs.iter();
            packs.any(|pack| text(&pack.game) == game && text(&pack.id) == name)
        };
        let has_all = |game: &&str| wish.requires.iter().all(|name| has(game, name));
        let fitting: Vec<&str> = games.iter().copied().filter(has_all).collect();
        match fitting.as_slice() {
            [game] => Ok((*game).to_owned()),
            [] => {
                let is_nowhere = |name: &&String| !games.iter().any(|game| has(game, name));
                let mut required = wish.requires.iter();
                let Some(missing) = required.find(is_nowhere) else {
                    let message = format!(
                        "no game has all of `{}`: a pack requires packs of one game",
                        wish.requires.iter().format("` and `")
                    );
                    return Err(Diagnostic::request(message));
                };
                let games = Vec::from_iter(games).join("` or `");
                let known = packs.iter().map(|pack| text(&pack.id));
                Err(no_pack(missing, &games, known))
            }
            several => {
                let ways = several.iter().map(|game| format!("`--game {game}`"));
                let ways = ways.collect::<Vec<_>>().join(" or ");
                let message = "more than one game has the packs that are required";
                Err(Diagnostic::request(message).help(format!("say which: {ways}")))
            }
        }
    }
}

fn text(text: &Option<Text>) -> &str {
    text.as_ref().map_or("", |text| text.value.as_str())
}

/// The name of a pack without its game.
fn own_name(required: &str) -> &str {
    required.rsplit('/').next().unwrap_or_default()
}

fn name(written: &str) -> Result<String, Diagnostic> {
    let help = match name_from(written) {
        Some(mended) if mended == written => return Ok(mended),
        Some(mended) => format!("write `{mended}`"),
        None => {
            "a name has lower-case letters, digits and single hyphens, and begins with a letter"
                .to_owned()
        }
    };
    let message = format!("`{written}` is not a name for a pack");
    Err(Diagnostic::error_nowhere(Code::BadName, message).help(help))
}

fn no_pack<'p>(name: &str, game: &str, known: impl IntoIterator<Item = &'p str>) -> Diagnostic {
    let known: Vec<&str> = Vec::from_iter(known.into_iter().collect::<BTreeSet<_>>());
    let message = format!("there is no pack `{name}` in the game `{game}`");
    let missing = Diagnostic::error_nowhere(Code::MissingPack, message);
    missing.nearest_or(name, known.iter().copied(), || match known.as_slice() {
        [] => Command::new(["list", "packs"]).then(" lists them"),
        known => format!("there are {}", known.join(", ")).into(),
    })
}

fn files<'r>(
    name: &str,
    game: &str,
    requires: impl Iterator<Item = &'r str>,
) -> Vec<(&'static str, &'static str, String)> {
    let requires: Vec<String> = requires.map(|required| format!("{required:?}")).collect();
    // `MT1` is the paragraph of `my-theatre`.
    let initials = name.split('-').filter_map(|word| word.chars().next());
    let cite: String = initials.map(|letter| letter.to_ascii_uppercase()).collect();
    let fill = |text: &str| {
        text.replace("{id}", name)
            .replace("{game}", game)
            .replace("{title}", &capital(&name.replace('-', " ")))
            .replace("{cite}", &format!("{cite}1"))
            .replace("{requires}", &requires.join(", "))
    };
    let files = FILES.iter().map(|(file, what, text)| {
        let text = fill(text);
        // The columns of its table stand below each other whatever its name.
        let in_form = formatted(file, &text, FileId(0), Rewrite::Layout);
        (*file, *what, in_form.unwrap_or(text))
    });
    files.collect()
}
