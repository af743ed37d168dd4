//! The worker: what takes longer than a keystroke. Each order replaces the one before, which ends where it is.

use super::base::{Base, Read};
use super::effect::{self, Effect};
use super::findings;
use super::snapshot::Snapshot;
use crate::diagnostic::Diagnostic;
use crate::model::Model;
use crate::rulebook::Rulebook;
use crate::source::FileId;
use crossbeam_channel::{Receiver, Sender, unbounded};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// A rulebook to prove, and to compare with its base.
#[derive(Debug)]
pub struct Order {
    pub root: usize,
    pub snapshot: Arc<Snapshot>,
    pub base: Base,
}

/// What was found out.
#[derive(Debug)]
pub struct Done {
    pub root: usize,
    pub snapshot: Arc<Snapshot>,
    pub report: Report,
}

#[derive(Debug)]
pub enum Report {
    /// What cannot be proved.
    Proved(Vec<Diagnostic>),
    /// What the edit does.
    Effect(Effect),
}

/// The worker, as the main loop has it.
#[derive(Debug)]
pub struct Worker {
    orders: Sender<(u64, Vec<Order>)>,
    latest: Arc<AtomicU64>,
    pub done: Receiver<Done>,
}

impl Worker {
    pub fn start() -> Self {
        let (orders, ordered) = unbounded::<(u64, Vec<Order>)>();
        let (tell, done) = unbounded();
        let latest = Arc::new(AtomicU64::new(0));
        let current = Arc::clone(&latest);
        thread::spawn(move || {
            let mut known = Known::default();
            for (number, orders) in ordered {
                let goes_on = || current.load(Ordering::Relaxed) == number;
                for order in orders {
                    let is_heard = work(order, &goes_on, &mut known, &tell);
                    if is_heard.is_none() {
                        break;
                    }
                }
            }
        });
        Self {
            orders,
            latest,
            done,
        }
    }

    /// Ends what is under way, and orders anew.
    pub fn order(&self, orders: Vec<Order>) {
        let number = self.latest.fetch_add(1, Ordering::Relaxed) + 1;
        self.orders.send((number, orders)).ok();
    }
}

/// What was found out before, of each rulebook.
#[derive(Default)]
struct Known {
    bases: FxHashMap<usize, Read>,
    /// What could not be proved of each game.
    proofs: FxHashMap<usize, Proofs>,
}

type Proofs = (Arc<Snapshot>, Vec<Vec<Diagnostic>>);

/// What cannot be proved of each game. A game of whose texts none is another is not proved again.
fn proved(
    snapshot: &Snapshot,
    known: Option<&Proofs>,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Vec<Vec<Diagnostic>> {
    let book = &snapshot.book;
    let known_of = |game: &str| {
        let (before, found) = known?;
        let place = before.book.games.iter().position(|own| own.game == game)?;
        let is_same = texts(&before.book, game).eq(texts(book, game));
        let found = found.get(place).filter(|_| is_same)?;
        Some(findings::carried(found, before, snapshot))
    };
    let of_game =
        |model: &Model| known_of(&model.game).unwrap_or_else(|| book.prove_while(model, goes_on));
    book.games.iter().map(of_game).collect()
}

/// The texts of a game's packs, each with its path.
fn texts<'b>(book: &'b Rulebook, game: &'b str) -> impl Iterator<Item = (&'b str, &'b str)> {
    let is_own = move |file: &FileId| {
        let pack = book.pack_of(*file).and_then(|pack| pack.game.as_ref());
        pack.is_some_and(|own| own.value == game)
    };
    let files = book.sources.files().filter(is_own);
    files.map(|file| (book.sources.path(file), book.sources.text(file)))
}

/// Proves first, then compares; nothing, where that is no longer wanted.
fn work(
    order: Order,
    goes_on: &(dyn Fn() -> bool + Sync),
    known: &mut Known,
    tell: &Sender<Done>,
) -> Option<()> {
    let Order {
        root,
        snapshot,
        base,
    } = order;
    let done = |report| Done {
        root,
        snapshot: Arc::clone(&snapshot),
        report,
    };
    let found = proved(&snapshot, known.proofs.get(&root), goes_on);
    goes_on().then_some(())?;
    tell.send(done(Report::Proved(found.concat()))).ok()?;
    known.proofs.insert(root, (Arc::clone(&snapshot), found));
    let read = base.read(known.bases.get(&root))?;
    known.bases.insert(root, read.clone());
    goes_on().then_some(())?;
    let effect = effect::between(&read.1, &snapshot, &base)?;
    goes_on().then_some(())?;
    tell.send(done(Report::Effect(effect))).ok()
}
