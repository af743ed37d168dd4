//! The worker: what takes longer than a keystroke. Each order replaces the one before, which ends where it is.

use super::base::{Base, Read};
use super::effect::{self, Effect};
use super::snapshot::Snapshot;
use crate::diagnostic::Diagnostic;
use crate::rulebook::Proofs;
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

/// What the worker tells.
#[derive(Debug)]
pub enum Told {
    Done(Done),
    /// Of the orders of this number nothing more is told.
    End(u64),
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
    pub told: Receiver<Told>,
}

impl Worker {
    pub fn start() -> Self {
        let (orders, ordered) = unbounded::<(u64, Vec<Order>)>();
        let (tell, told) = unbounded();
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
                tell.send(Told::End(number)).ok();
            }
        });
        Self {
            orders,
            latest,
            told,
        }
    }

    /// Ends what is under way, and orders anew.
    pub fn order(&self, orders: Vec<Order>) {
        let number = self.latest.fetch_add(1, Ordering::Relaxed) + 1;
        self.orders.send((number, orders)).ok();
    }

    /// Whether no orders came after those of this number.
    pub fn is_latest(&self, number: u64) -> bool {
        self.latest.load(Ordering::Relaxed) == number
    }
}

/// What was found out before, of each rulebook.
#[derive(Default)]
struct Known {
    bases: FxHashMap<usize, Read>,
    proofs: FxHashMap<usize, Proofs>,
}

/// Proves first, then compares; nothing, where that is no longer wanted.
fn work(
    order: Order,
    goes_on: &(dyn Fn() -> bool + Sync),
    known: &mut Known,
    tell: &Sender<Told>,
) -> Option<()> {
    let Order {
        root,
        snapshot,
        base,
    } = order;
    let done = |report| {
        Told::Done(Done {
            root,
            snapshot: Arc::clone(&snapshot),
            report,
        })
    };
    let proofs = Proofs::of(&snapshot.book, known.proofs.get(&root), goes_on);
    let findings = proofs.found();
    known.proofs.insert(root, proofs);
    goes_on().then_some(())?;
    tell.send(done(Report::Proved(findings))).ok()?;
    let read = base.read(known.bases.get(&root))?;
    known.bases.insert(root, read.clone());
    goes_on().then_some(())?;
    let effect = effect::between(&read.book, &snapshot, &base, goes_on)?;
    goes_on().then_some(())?;
    tell.send(done(Report::Effect(effect))).ok()
}
