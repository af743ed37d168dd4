//! Texts, spans and lines: what goes in is folders, git revisions of them, and the rulebook embedded in the binary; what comes
//! out is texts and the places in them. The only place that reads or writes a disk; it never knows TOML or RON.

mod basket;
#[cfg(feature = "cli")]
mod cache;
mod folder;
mod git;
mod journal;
mod load;
mod lock;
mod pins;
mod place;
mod read;
#[cfg(feature = "lsp")]
mod reference;
#[cfg(feature = "lsp")]
mod shift;
mod vacant;
mod write;

#[cfg(feature = "internals")]
pub use basket::MAX_DEPTH;
pub use basket::{BUDGET, most_file_bytes, over_bytes};
#[cfg(feature = "cli")]
pub use cache::{Cache, Key};
#[cfg(feature = "lsp")]
pub use git::tree;
pub use journal::{Journal, read_journal};
pub use load::Sources;
pub use lock::PATIENCE;
pub use pins::{PINS_FOLDER, read_pins, remove_pin, write_pin};
pub use place::Place;
pub use read::{given_text, open_bytes, text_there};
#[cfg(feature = "lsp")]
pub use reference::{code_page, copied, page_to_show};
#[cfg(feature = "lsp")]
pub use shift::Shift;
pub use vacant::{holds_only_packs, need_same_kind, need_vacant};
#[cfg(feature = "internals")]
pub use write::write_watched;
pub use write::{MARK, Writing, write};

pub use crate::span::{FileId, Span, Spanned, Text};
