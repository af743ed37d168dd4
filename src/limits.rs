//! How large what is read and made may be: so many times the usual limits, which stand where they are kept.

use std::sync::atomic::{AtomicU32, Ordering};

/// How many times the usual is allowed, for all that is read and made from now on.
static TIMES: AtomicU32 = AtomicU32::new(1);

/// Allows so many times the usual, of everything.
pub fn allow(times: u32) {
    TIMES.store(times.max(1), Ordering::Relaxed);
}

/// How many times the usual is allowed.
pub fn times() -> u32 {
    TIMES.load(Ordering::Relaxed)
}

/// A usual limit as many times as is allowed.
pub fn scaled(usual: u64) -> u64 {
    usual.saturating_mul(times().into())
}

/// The same, of what is counted in memory.
pub fn many(usual: usize) -> usize {
    usual.saturating_mul(usize::try_from(times()).unwrap_or(usize::MAX))
}
