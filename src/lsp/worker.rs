//! The worker: what takes longer than a keystroke. Each order replaces the one before, which ends where it is.

use super::base::{Base, Read};
use super::effect::{self, Effect};
use super::findings::Carry;
use super::snapshot::Snapshot;
use crate::check::Found;
use crate::diagnostic::Diagnostic;
use crossbeam_channel::{Receiver, Sender, unbounded};
use rustc_hash::{FxHashMap, FxHashSet};
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
    proofs: FxHashMap<usize, Proofs>,
}

/// What could not be proved of each game of a snapshot, and what was found of each of its things.
struct Proofs {
    of: Arc<Snapshot>,
    /// All that could not be proved; nothing, where not everything was tried.
    games: FxHashMap<String, (Option<Vec<Diagnostic>>, Found)>,
}

/// What cannot be proved. A game of whose texts none is another is not proved again; of the others, only what changed.
fn proved(
    snapshot: &Arc<Snapshot>,
    known: Option<&Proofs>,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Proofs {
    let book = &snapshot.book;
    let mut carry = known.map(|known| Carry::between(&known.of, snapshot));
    let changed = known.map(|known| known.of.book.changed_games(book, true));
    let mut games = FxHashMap::default();
    for model in &book.games {
        let before = known.and_then(|known| known.games.get(&model.game));
        let before = before.zip(carry.as_mut());
        let is_same = |changed: &FxHashSet<&str>| !changed.contains(model.game.as_str());
        let proved = match before {
            Some(((Some(found), each), carry)) if changed.as_ref().is_some_and(is_same) => {
                let found = found.iter().cloned().filter_map(|own| carry.one(own));
                (Some(found.collect()), carry.all(each))
            }
            before => {
                let known =
                    before.map_or_else(Found::default, |((_, each), carry)| carry.all(each));
                let (found, mut each) = book.prove_while(model, &known, goes_on);
                if !goes_on() {
                    // What is not proved yet is known as it was.
                    for (imprint, found) in known {
                        each.entry(imprint).or_insert(found);
                    }
                }
                (goes_on().then_some(found), each)
            }
        };
        games.insert(model.game.clone(), proved);
    }
    let of = Arc::clone(snapshot);
    Proofs { of, games }
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
    let proofs = proved(&snapshot, known.proofs.get(&root), goes_on);
    let found = proofs
        .games
        .values()
        .filter_map(|(found, _)| found.as_ref());
    let found: Vec<Diagnostic> = found.flatten().cloned().collect();
    known.proofs.insert(root, proofs);
    goes_on().then_some(())?;
    tell.send(done(Report::Proved(found))).ok()?;
    let read = base.read(known.bases.get(&root))?;
    known.bases.insert(root, read.clone());
    goes_on().then_some(())?;
    let effect = effect::between(&read.book, &snapshot, &base, goes_on)?;
    goes_on().then_some(())?;
    tell.send(done(Report::Effect(effect))).ok()
}
