//! Packs that others require and that are not there: each is told once, and what its names would have answered is not told.

use super::Rulebook;
use crate::diagnostic::{Advice, Code, Command, Diagnostic, did_you_mean, nearest};
use crate::pack::{self, Pack};
use crate::source::{FileId, Place, Sources, Text};

/// What is wrong with a text whatever the names in it mean: it is told even where a pack is missing.
const OF_TEXT: [Code; 8] = [
    Code::BadDomain,
    Code::BrokenExpression,
    Code::Cycle,
    Code::DuplicateName,
    Code::MissingRounding,
    Code::OverLimit,
    Code::PackCycle,
    Code::WasOutsideProcess,
];

/// A pack that is not there, and where it is named.
struct Missing<'w> {
    game: &'w str,
    name: &'w str,
    places: Vec<&'w Text>,
}

/// A name of a pack or game that may not have been found.
fn named(text: Option<&Text>) -> &str {
    text.map_or("", |text| text.value.as_str())
}

fn game_of(pack: &Pack) -> &str {
    named(pack.game.as_ref())
}

fn id_of(pack: &Pack) -> &str {
    named(pack.id.as_ref())
}

fn has(packs: &[Pack], game: &str, name: &str) -> bool {
    packs
        .iter()
        .any(|pack| game_of(pack) == game && id_of(pack) == name)
}

/// The packs that others name and that are not there.
fn missing(packs: &[Pack]) -> Vec<Missing<'_>> {
    let mut found: Vec<Missing<'_>> = Vec::new();
    for pack in packs {
        let game = game_of(pack);
        for place in pack
            .requires
            .iter()
            .chain(pack.over.iter().map(|over| &over.pack))
        {
            let name = place.value.as_str();
            if has(packs, game, name) {
                continue;
            }
            match found
                .iter_mut()
                .find(|missing| missing.game == game && missing.name == name)
            {
                Some(missing) => missing.places.push(place),
                None => found.push(Missing {
                    game,
                    name,
                    places: vec![place],
                }),
            }
        }
    }
    found
}

/// Tells of each pack that is not there, once.
pub(super) fn tell(written: &pack::Rulebook, sources: &Sources) -> Vec<Diagnostic> {
    let missing = missing(&written.packs);
    if missing.is_empty() {
        return Vec::new();
    }
    let shipped = shipped(sources);
    missing
        .iter()
        .filter_map(|missing| missing.report(&written.packs, &shipped))
        .collect()
}

/// The shipped packs by their heads, unless they are among those that are read.
fn shipped(sources: &Sources) -> Vec<Pack> {
    if sources.places().contains(&Place::Embedded) {
        return Vec::new();
    }
    let embedded = Sources::embedded();
    let is_head = |file: &FileId| embedded.path(*file).ends_with("/pack.toml");
    let heads = embedded
        .files()
        .filter(is_head)
        .map(|file| (embedded.path(file), embedded.text(file)));
    pack::read(&Sources::from_texts(heads)).0.packs
}

impl Missing<'_> {
    fn report(&self, packs: &[Pack], shipped: &[Pack]) -> Option<Diagnostic> {
        let (first, others) = self.places.split_first()?;
        let message = format!(
            "there is no pack `{}` in the game `{}`",
            self.name, self.game
        );
        let found = Diagnostic::error(Code::MissingPack, first.span, message);
        let found = others
            .iter()
            .fold(found, |found, place| found.label(place.span, "and here"));
        Some(found.help(self.help(packs, shipped)))
    }

    fn help(&self, packs: &[Pack], shipped: &[Pack]) -> Advice {
        let add = || Command::options(["--rules", Place::EMBEDDED]);
        if has(shipped, self.game, self.name) {
            return Advice::from("the shipped rulebook has it: add ").then(add());
        }
        let of_game = |pack: &&Pack| game_of(pack) == self.game;
        if let Some(near) = nearest(self.name, packs.iter().filter(of_game).map(id_of)) {
            return did_you_mean(near).into();
        }
        if let Some(near) = nearest(self.name, shipped.iter().filter(of_game).map(id_of)) {
            let meant = format!("did you mean `{near}` of the shipped rulebook? then add ");
            return Advice::from(meant).then(add());
        }
        let elsewhere = |pack: &&Pack| id_of(pack) == self.name;
        if let Some(other) = packs.iter().find(elsewhere) {
            return format!(
                "it is in the game `{}`; a pack requires packs of its own game",
                game_of(other)
            )
            .into();
        }
        if let Some(other) = shipped.iter().find(elsewhere) {
            return format!(
                "the shipped rulebook has it in the game `{}`",
                game_of(other)
            )
            .into();
        }
        "name the folder that has it with one more `--rules`".into()
    }
}

impl Rulebook {
    /// The packs that others require and that are not there, as `game/pack`.
    #[must_use]
    pub fn missing_packs(&self) -> Vec<String> {
        missing(&self.written.packs)
            .iter()
            .map(|missing| format!("{}/{}", missing.game, missing.name))
            .collect()
    }

    /// Whether the shipped rulebook, laid beside this one, has each of the packs that are missing here, and none that is here.
    #[must_use]
    pub fn is_whole_with_shipped(&self) -> bool {
        let shipped = shipped(&self.sources);
        let here = |pack: &Pack| has(&self.written.packs, game_of(pack), id_of(pack));
        let is_there = |missing: &Missing<'_>| has(&shipped, missing.game, missing.name);
        missing(&self.written.packs).iter().all(is_there) && !shipped.iter().any(here)
    }

    /// Whether a game lacks a pack that one of its packs requires: then not all is there that could answer.
    #[must_use]
    pub fn lacks_packs(&self, game: &str) -> bool {
        missing(&self.written.packs)
            .iter()
            .any(|missing| missing.game == game)
    }

    /// The pack to which a file belongs.
    #[must_use]
    pub fn pack_of(&self, file: FileId) -> Option<&Pack> {
        pack_of(&self.written, &self.sources, file)
    }
}

fn pack_of<'w>(written: &'w pack::Rulebook, sources: &Sources, file: FileId) -> Option<&'w Pack> {
    let folder = |file: FileId| {
        sources
            .path(file)
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder)
    };
    let own = folder(file);
    let around = own.strip_suffix("errata");
    let around = around
        .filter(|around| around.is_empty() || around.ends_with('/'))
        .map(|path| path.trim_end_matches('/'));
    let is_head = |pack: &&Pack| {
        let head = pack.id.as_ref().map(|id| id.span.file);
        head.is_some_and(|head| {
            let folder = folder(head);
            sources.place_index(head) == sources.place_index(file)
                && (folder == own || Some(folder) == around)
        })
    };
    written.packs.iter().find(is_head)
}

/// The findings that are no consequence of a missing pack.
pub(super) fn without_consequences(
    found: Vec<Diagnostic>,
    written: &pack::Rulebook,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let missing = missing(&written.packs);
    if missing.is_empty() {
        return found;
    }
    let is_own = |found: &Diagnostic| {
        let place = found
            .labels
            .first()
            .and_then(|label| pack_of(written, sources, label.span.file));
        OF_TEXT.contains(&found.code) || place.is_none_or(|pack| !leans_on(written, &missing, pack))
    };
    found.into_iter().filter(is_own).collect()
}

/// Whether a pack requires one that is not there, be it by way of others.
fn leans_on(written: &pack::Rulebook, missing: &[Missing<'_>], pack: &Pack) -> bool {
    let game = game_of(pack);
    let mut waiting = vec![pack];
    let mut seen: Vec<&str> = Vec::new();
    while let Some(pack) = waiting.pop() {
        if seen.contains(&id_of(pack)) {
            continue;
        }
        seen.push(id_of(pack));
        for required in &pack.requires {
            if missing
                .iter()
                .any(|missing| missing.game == game && missing.name == required.value)
            {
                return true;
            }
            waiting.extend(
                written
                    .packs
                    .iter()
                    .filter(|other| game_of(other) == game && id_of(other) == required.value),
            );
        }
    }
    false
}
