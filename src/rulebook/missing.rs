//! Packs that others require and that are not there: each is told once, and what its names would have answered is not told.

use super::Rulebook;
use crate::diagnostic::{Advice, Code, Command, Diagnostic, did_you_mean, nearest};
use crate::pack::{self, Pack};
use crate::source::{FileId, Place, Sources, Text};
use crate::value::Shared;
#[cfg(any(feature = "lsp", feature = "book"))]
use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;

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

/// The game and the name of a pack, as far as they could be read.
fn address(pack: &Pack) -> (&str, &str) {
    let [game, id] = [&pack.game, &pack.id].map(|text| text.as_ref().map(|text| &*text.value));
    (game.unwrap_or_default(), id.unwrap_or_default())
}

fn has(packs: &Shared<Pack>, wanted: (&str, &str)) -> bool {
    packs.iter().any(|pack| address(pack) == wanted)
}

/// The packs that others name and that are not there.
fn missing(packs: &Shared<Pack>) -> Vec<Missing<'_>> {
    let there: FxHashSet<(&str, &str)> = packs.iter().map(address).collect();
    let mut all: Vec<Missing<'_>> = Vec::new();
    for pack in packs {
        let (game, _) = address(pack);
        for place in pack
            .requires
            .iter()
            .chain(pack.over.iter().map(|over| &over.pack))
        {
            let name = place.value.as_str();
            if there.contains(&(game, name)) {
                continue;
            }
            match all
                .iter_mut()
                .find(|other| (other.game, other.name) == (game, name))
            {
                Some(missing) => missing.places.push(place),
                None => all.push(Missing {
                    game,
                    name,
                    places: vec![place],
                }),
            }
        }
    }
    all
}

/// Tells of each pack that is not there, once.
pub fn tell(written: &pack::Rulebook, sources: &Sources) -> Vec<Diagnostic> {
    let missing = missing(&written.packs);
    if missing.is_empty() {
        return Vec::new();
    }
    let shipped = shipped(sources);
    missing
        .iter()
        .filter_map(|each| each.report(&written.packs, &shipped))
        .collect()
}

/// The shipped packs by their heads, unless they are among those that are read.
fn shipped(sources: &Sources) -> Shared<Pack> {
    if sources.places().contains(&Place::Embedded) {
        return Shared::default();
    }
    let embedded = Sources::embedded();
    let heads = embedded
        .files()
        .filter(|file| embedded.path(*file).ends_with("/pack.toml"));
    let heads = heads.map(|file| (embedded.path(file), embedded.text(file)));
    pack::read(&Sources::from_texts(heads)).0.packs
}

impl Missing<'_> {
    fn report(&self, packs: &Shared<Pack>, shipped: &Shared<Pack>) -> Option<Diagnostic> {
        let (first, others) = self.places.split_first()?;
        let message = format!(
            "there is no pack `{}` in the game `{}`",
            self.name, self.game
        );
        let finding = Diagnostic::error(Code::MissingPack, first.span, message);
        let finding = others.iter().fold(finding, |finding, place| {
            finding.label(place.span, "and here")
        });
        Some(finding.help(self.help(packs, shipped)))
    }

    fn help(&self, packs: &Shared<Pack>, shipped: &Shared<Pack>) -> Advice {
        let add = || Command::options(["--rules", Place::EMBEDDED]);
        if has(shipped, (self.game, self.name)) {
            return Advice::from("the shipped rulebook has it: add ").then(add());
        }
        let near = |packs: &Shared<Pack>| {
            let addresses = packs
                .iter()
                .map(address)
                .filter(|(game, _)| *game == self.game);
            nearest(self.name, addresses.map(|(_, name)| name)).map(str::to_owned)
        };
        let elsewhere = |packs: &Shared<Pack>| {
            let mut addresses = packs.iter().map(address);
            addresses
                .find(|(_, name)| *name == self.name)
                .map(|(game, _)| game.to_owned())
        };
        if let Some(near) = near(packs) {
            did_you_mean(near).into()
        } else if let Some(near) = near(shipped) {
            let meant = format!("did you mean `{near}` of the shipped rulebook? then add ");
            Advice::from(meant).then(add())
        } else if let Some(game) = elsewhere(packs) {
            format!("it is in the game `{game}`; a pack requires packs of its own game").into()
        } else if let Some(game) = elsewhere(shipped) {
            format!("the shipped rulebook has it in the game `{game}`").into()
        } else {
            "name the folder that has it with one more `--rules`".into()
        }
    }
}

impl Rulebook {
    /// The packs that others require and that are not there, as `game/pack`.
    pub(crate) fn missing_packs(&self) -> Vec<String> {
        let missing = missing(&self.written.packs);
        missing
            .iter()
            .map(|each| format!("{}/{}", each.game, each.name))
            .collect()
    }

    /// Whether the shipped rulebook, laid beside this one, has each of the packs that are missing here, and none that is here.
    pub(crate) fn is_whole_with_shipped(&self) -> bool {
        let shipped = shipped(&self.sources);
        let missing = missing(&self.written.packs);
        missing
            .iter()
            .all(|other| has(&shipped, (other.game, other.name)))
            && !shipped
                .iter()
                .any(|pack| has(&self.written.packs, address(pack)))
    }

    /// Whether a game lacks a pack that one of its packs requires: then not all is there that could answer.
    pub(crate) fn lacks_packs(&self, game: &str) -> bool {
        missing(&self.written.packs)
            .iter()
            .any(|missing| missing.game == game)
    }

    /// The game of each file, in their order; nothing for one of no pack.
    #[cfg(any(feature = "lsp", feature = "book"))]
    pub(super) fn games_of_files(&self) -> Vec<&str> {
        let sources = &self.sources;
        let packs = self.written.packs.iter().filter_map(|pack| {
            let head = pack.id.as_ref()?.span.file;
            Some((
                (sources.place_index(head), folder(sources, head)),
                address(pack).0,
            ))
        });
        let by_folder: FxHashMap<_, &str> = packs.collect();
        let game = |file| {
            let (place, text) = (sources.place_index(file), folder(sources, file));
            let game = by_folder.get(&(place, text));
            game.or_else(|| by_folder.get(&(place, around(text)?)))
        };
        let games = sources.files().map(|file| game(file).copied());
        games.map(Option::unwrap_or_default).collect()
    }

    /// The games with a text that another version of this rulebook does not have, or the other way around; a text is the same
    /// wherever it stands, unless its path counts too.
    #[cfg(feature = "lsp")]
    pub(crate) fn changed_games<'b>(
        &'b self,
        now: &'b Self,
        with_paths: bool,
    ) -> FxHashSet<&'b str> {
        let (before, after) = (self.games_of_files(), now.games_of_files());
        let game = |games: &[&'b str], file: FileId| games.get(file.0 as usize).copied();
        let is_too = |old, new| {
            let is_there = !with_paths || self.sources.path(old) == now.sources.path(new);
            is_there && game(&before, old) == game(&after, new)
        };
        let gone = self.sources.not_in(&now.sources, &is_too).into_iter();
        let come = now
            .sources
            .not_in(&self.sources, &|new, old| is_too(old, new));
        let gone = gone.filter_map(|file| game(&before, file));
        let come = come.into_iter().filter_map(|file| game(&after, file));
        gone.chain(come).collect()
    }

    /// The pack to which a file belongs.
    pub(crate) fn pack_of(&self, file: FileId) -> Option<&Pack> {
        pack_of(&self.written, &self.sources, file)
    }
}

fn folder(sources: &Sources, file: FileId) -> &str {
    let folder = sources.path(file).rsplit_once('/');
    folder.map_or("", |(folder, _)| folder)
}

/// The folder around one of errata.
fn around(folder: &str) -> Option<&str> {
    let path = folder.strip_suffix("errata")?;
    if path.is_empty() {
        return Some(path);
    }
    path.strip_suffix('/')
}

/// The pack whose head lies beside a file, or around its folder of errata.
fn pack_of<'w>(written: &'w pack::Rulebook, sources: &Sources, file: FileId) -> Option<&'w Pack> {
    let folder = |file| folder(sources, file);
    let text = folder(file);
    let around = around(text);
    written.packs.iter().find(|pack| {
        let head = pack.id.as_ref().map(|id| id.span.file);
        head.is_some_and(|head| {
            sources.place_index(head) == sources.place_index(file)
                && (folder(head) == text || Some(folder(head)) == around)
        })
    })
}

/// The findings that are no consequence of a missing pack.
pub fn without_consequences(
    mut findings: Vec<Diagnostic>,
    written: &pack::Rulebook,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let missing = missing(&written.packs);
    if !missing.is_empty() {
        findings.retain(|finding| {
            let label = finding.labels.first();
            let pack = label.and_then(|label| pack_of(written, sources, label.span.file));
            OF_TEXT.contains(&finding.code)
                || pack.is_none_or(|pack| !leans_on(written, &missing, pack))
        });
    }
    findings
}

/// Whether a pack requires one that is not there, be it by way of others.
fn leans_on(written: &pack::Rulebook, missing: &[Missing<'_>], pack: &Pack) -> bool {
    let (game, _) = address(pack);
    let mut waiting = vec![pack];
    let mut seen: Vec<&str> = Vec::new();
    while let Some(pack) = waiting.pop() {
        let (_, name) = address(pack);
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        for required in &pack.requires {
            let wanted = (game, required.value.as_str());
            if missing
                .iter()
                .any(|missing| (missing.game, missing.name) == wanted)
            {
                return true;
            }
            waiting.extend(
                written
                    .packs
                    .iter()
                    .filter(|other| address(other) == wanted),
            );
        }
    }
    false
}
