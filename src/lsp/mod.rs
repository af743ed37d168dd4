//! The language server: what an editor shows while a pack is written. Texts come in as they lie open, saved or not; findings,
//! names, completions and the effect of an edit go out. It writes no file: an edit is the editor's to make.
//!
//! The main loop is synchronous: every message is handled in its order, on one thread. Proofs and comparisons are a worker's,
//! and the next edit ends them.

mod actions;
mod addresses;
mod base;
mod colors;
mod complete;
mod corrected;
mod desk;
mod dispatch;
mod edits;
mod effect;
mod findings;
mod fixes;
mod folders;
mod folding;
mod hints;
mod hover;
mod index;
mod moving;
mod place;
mod rename;
mod replaced;
mod rows;
mod ruling;
mod scan;
mod schema;
mod server;
mod signature;
mod snapshot;
mod snippets;
mod stdio;
mod symbols;
mod things;
mod unapplied;
mod wanted;
mod worker;

pub use lsp_server::Connection;
#[cfg(feature = "internals")]
pub use lsp_server::{Message, Notification, Request, RequestId, Response};
pub use server::run;

use crate::pack::ErrataSet;
use crate::source::Place;
use std::error::Error;

/// What the arguments say.
#[derive(Debug, Clone)]
pub struct Setting {
    /// Where the packs are; found around each file, if it is empty.
    pub places: Vec<Place>,
    pub errata: ErrataSet,
    /// What the effect of an edit is told against; the last commit, if nothing is said.
    pub base: Option<String>,
}

impl Setting {
    /// Takes what an editor is set to: `rules`, a list of places, and `base`.
    fn take(&mut self, options: &serde_json::Value) {
        let rules = options.get("rules").and_then(|rules| rules.as_array());
        let rules = rules.into_iter().flatten().filter_map(|rule| rule.as_str());
        let rules: Vec<Place> = rules.map(|rule| Place::named(rule.into())).collect();
        if self.places.is_empty() {
            self.places = rules;
        }
        let base = options.get("base").and_then(|base| base.as_str());
        let base = base.filter(|base| !base.is_empty()).map(str::to_owned);
        self.base = self.base.take().or(base);
    }
}

/// What ends the server before its time.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Serves an editor over standard input and output, until it ends: whether it ended as the protocol has it, told so before.
///
/// # Errors
///
/// Where the editor does not speak the protocol, or goes away in the middle of it.
pub fn serve(setting: Setting) -> Result<bool, Failure> {
    let (connection, threads): (Connection, stdio::Threads) = stdio::connect();
    let served = run(&connection, setting);
    drop(connection);
    let is_ended = served?;
    threads.join()?;
    Ok(is_ended)
}
