//! The book: rulebooks go in, one page of HTML comes out that holds the rules, answers in a browser, and prints. It needs no
//! server and no net: the compiled diagrams go along as data, and a script walks through them. No text of a pack stands in it
//! but as data or escaped.

mod content;
mod export;
mod memo;
mod packed;
mod page;
#[cfg(feature = "watch")]
mod saved;
mod states;

pub use self::page::{Kept, page};
#[cfg(feature = "watch")]
pub use self::saved::saved;
pub use self::states::{Book, State, states, titles};
