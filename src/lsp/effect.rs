//! What an edit does: for each block that was written otherwise, the situations in which its questions answer otherwise now,
//! and the examples that flip. Of a chart's cell: how likely it is, which examples reach it, and who reads it.

use super::base::Base;
use super::scan;
use super::snapshot::Snapshot;
use crate::analysis::diff::{Changed, Diff, Fate, Flip, Thing};
use crate::model::{Model, QuestionId};
use crate::render::View as _;
use crate::render::count::{of_situations, thousands};
use crate::rulebook::{Difference, Rulebook};
use crate::source::{FileId, Shift, Span};
use gen_lsp_types::{CodeLens, Command};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::json;
use std::ops::Range;
use std::sync::Arc;

/// The command of a lens: its argument is the place of the lens among those of the file.
pub const SHOW: &str = "chartroom.showEffect";

/// The difference from a base.
#[derive(Debug)]
pub struct Effect {
    pub of: Arc<Snapshot>,
    pub base: Arc<Rulebook>,
    blocks: FxHashMap<FileId, Vec<Told>>,
    /// The questions that changed by themselves, each with its game.
    changed: Vec<(String, String)>,
    /// All that changed, as a page.
    pub page: String,
}

/// What a changed block does.
#[derive(Debug, Clone)]
struct Told {
    header: Range<usize>,
    says: String,
    path: Vec<String>,
    /// The questions that it changes by itself.
    changed: Vec<String>,
}

impl Effect {
    /// The questions that a block changes by itself; those of the game, where no block is meant or it is not known which.
    pub fn changed_in(&self, game: &str, file: FileId, block: Option<&scan::Block>) -> Vec<String> {
        let mut told = self.blocks.get(&file).into_iter().flatten();
        let own = block.and_then(|block| told.find(|other| other.path == block.path));
        match own.filter(|other| !other.changed.is_empty()) {
            Some(own) => own.changed.clone(),
            None => {
                let all = self.changed.iter().filter(|(text, _)| text == game);
                all.map(|(_, name)| name.clone()).collect()
            }
        }
    }
}

/// What became of a rulebook since its base.
pub fn between(
    old: &Arc<Rulebook>,
    snapshot: &Arc<Snapshot>,
    base: &Base,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Option<Effect> {
    let new = &snapshot.book;
    let is_known = |model: &Model| old.games.iter().any(|other| other.game == model.game);
    let is_new = !new.games.iter().all(is_known);
    if is_new || new.is_unreadable() || !new.missing_packs().is_empty() {
        return None;
    }
    let gone = old.sources.not_in(&new.sources, &|_, _| true).into_iter();
    let known: FxHashSet<&str> = gone.flat_map(|file| bodies(old, file)).collect();
    let mut changed: Vec<(FileId, Vec<scan::Block>)> = Vec::new();
    for file in new.sources.not_in(&old.sources, &|_, _| true) {
        let text = new.sources.text(file);
        let blocks = scan::shape(new.sources.path(file), text).blocks;
        let is_new = |block: &scan::Block| {
            let body = text.get(block.body.clone()).unwrap_or_default();
            !known.contains(body.trim())
        };
        let blocks: Vec<_> = blocks.into_iter().filter(is_new).collect();
        if !blocks.is_empty() {
            changed.push((file, blocks));
        }
    }
    let games = old.changed_games(new, false);
    let difference = Difference::of_games([old, new], &|game| games.contains(game), goes_on);
    goes_on().then_some(())?;
    let mut blocks = FxHashMap::default();
    for (file, own) in changed {
        let told = own
            .iter()
            .filter_map(|block| told(new, difference.games(), file, block));
        blocks.insert(file, told.collect());
    }
    let page = difference.view(&base.name(), "what is written");
    Some(Effect {
        of: Arc::clone(snapshot),
        base: Arc::clone(old),
        blocks,
        changed: changed_of(difference.games()),
        page: base.shortened(&page.page().markdown()),
    })
}

/// The questions that changed by themselves, each with its game.
fn changed_of(games: &[Diff]) -> Vec<(String, String)> {
    let all = games.iter().flat_map(|diff| {
        let own = diff.questions.iter().filter(|changed| changed.by_itself);
        own.map(|changed| (diff.game.clone(), changed.name.clone()))
    });
    all.collect()
}

fn bodies(book: &Rulebook, file: FileId) -> Vec<&str> {
    let text = book.sources.text(file);
    let blocks = scan::shape(book.sources.path(file), text).blocks;
    let bodies = blocks.into_iter().filter_map(|block| text.get(block.body));
    bodies.map(str::trim).collect()
}

/// What a changed block does, if it is one that can do anything.
fn told(book: &Rulebook, games: &[Diff], file: FileId, block: &scan::Block) -> Option<Told> {
    let kind = match block.path.as_slice() {
        [first, _, last] if first == "question" && last == "law" => "law",
        path => path.first().map_or("", String::as_str),
    };
    if matches!(
        kind,
        "example" | "examples" | "law" | "defect" | "guide" | "paragraphs" | "Card"
    ) {
        return None;
    }
    let is_within = |span: Span| span.file == file && block.body.contains(&(span.start as usize));
    let (mut said, mut names) = (Vec::new(), Vec::new());
    for diff in games {
        let Some(model) = book.games.iter().find(|model| model.game == diff.game) else {
            continue;
        };
        said.extend(otherwise(model, diff, &is_within));
        let own = diff.questions.iter().filter(|other| other.by_itself);
        let here: Vec<&Changed> = own
            .filter(|other| places(model, other.new).into_iter().any(is_within))
            .collect();
        let alone = diff
            .questions
            .iter()
            .filter(|other| other.by_itself)
            .count()
            == 1;
        for changed in here {
            said.push(in_short(changed, &diff.flips, alone));
            names.push(changed.name.clone());
        }
    }
    let uncompared = games.iter().flat_map(|diff| &diff.uncompared);
    let unknown: Vec<&str> = uncompared
        .map(|not_compared| not_compared.question.as_str())
        .collect();
    let is_told = !names.is_empty();
    said.extend(if is_told {
        None
    } else if !unknown.is_empty() || book.has_errors() {
        Some("not compared: there is an error in it".to_owned())
    } else if games.iter().all(|diff| diff.questions.is_empty()) {
        let same = match said.as_slice() {
            [] => "",
            _ => " to the same facts",
        };
        Some(format!("no answer{same} changes: proved"))
    } else {
        Some("no answer of its own changes".to_owned())
    });
    Some(Told {
        header: block.header.clone(),
        says: said.join(" · "),
        path: block.path.clone(),
        changed: names,
    })
}

/// Where what answers a question is written.
fn places(model: &Model, id: QuestionId) -> Vec<Span> {
    let question = &model.questions[id];
    let rules = question.rules.iter().map(|rule| model.rules[*rule].span);
    let from = question.from.iter().map(|fact| model.variables[*fact].span);
    std::iter::once(question.span)
        .chain(rules)
        .chain(from)
        .collect()
}

/// The facts and readings of a block that are declared otherwise: "usual value of haze: none, was normal".
fn otherwise(model: &Model, diff: &Diff, is_within: &dyn Fn(Span) -> bool) -> Vec<String> {
    let told = diff.listed.iter().filter_map(|listed| {
        let Fate::Changed { what, before, now } = &listed.fate else {
            return None;
        };
        let known = &model.variables[*model.variable_names.get(&listed.name)?];
        let usually = known.usually.iter().map(|usual| usual.span);
        let mut spans = usually.chain([known.span]);
        let is_here = spans.any(is_within) && matches!(listed.thing, Thing::Fact | Thing::Reading);
        is_here.then(|| format!("{what} of {}: {now}, was {before}", listed.name))
    });
    told.collect()
}

/// "arid-weather: 5 of 132 situations (3.7%), 4 in 36 by the dice; 2 examples flip"
fn in_short(changed: &Changed, flips: &[Flip], alone: bool) -> String {
    let name = &changed.name;
    let mut text = format!(
        "{name}: {}",
        of_situations(changed.situations, changed.asked)
    );
    let chances = changed
        .regions
        .iter()
        .filter_map(|changed_region| changed_region.chance);
    let most = chances.max_by_key(|(ways, of)| ways.saturating_mul(1_000_000) / of.max(&1));
    if let Some((ways, of)) = most {
        let most = if changed.regions.len() > 1 {
            "up to "
        } else {
            ""
        };
        text += &format!(
            ", {most}{} in {} by the dice",
            thousands(ways),
            thousands(of)
        );
    }
    let is_own = |flip: &&Flip| alone || flip.says.contains(name.as_str());
    let flips: Vec<&Flip> = flips.iter().filter(is_own).collect();
    for (holds, words) in [(false, "flip"), (true, "hold now")] {
        let count = flips.iter().filter(|flip| flip.holds_now == holds).count();
        match (count, holds) {
            (0, _) => {}
            (1, false) => text += "; 1 example flips",
            (1, true) => text += "; 1 example holds now",
            (count, _) => text += &format!("; {count} examples {words}"),
        }
    }
    text
}

/// The lenses of a file, where its blocks are now.
pub fn lenses(effect: &Effect, snapshot: &Snapshot, file: FileId) -> Vec<CodeLens> {
    let Some(page) = snapshot.page(file) else {
        return Vec::new();
    };
    let path = &page.path;
    let mut files = effect.of.pages.iter().zip(0..);
    let Some((was, place)) = files.find(|(other, _)| other.path == *path) else {
        return Vec::new();
    };
    let shift = Shift::between(&was.now.text, &page.now.text);
    let blocks = effect.blocks.get(&FileId(place)).into_iter().flatten();
    let lens = |told: &Told| {
        let at = |offset| shift.map_or(offset, |shift| shift.carry(offset));
        CodeLens {
            range: page.now.range(at(told.header.start), at(told.header.end)),
            command: Some(Command {
                title: told.says.clone(),
                tooltip: None,
                command: SHOW.to_owned(),
                arguments: Some(vec![json!(page.uri)]),
            }),
            data: None,
        }
    };
    blocks.map(lens).collect()
}
