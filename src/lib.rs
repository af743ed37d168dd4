//! Chartroom: a rules interpreter for wargame rulebooks.
//!
//! A rulebook is data: packs of TOML and RON in the words of the hobby. Ask it a question, and every answer comes with the
//! rules that made it and their paragraphs.
//!
//! ```
//! let book = chartroom::Rulebook::shipped();
//! let facts = [
//!     ("heat-haze", "intense"),
//!     ("range", "17"),
//!     ("target", "infantry"),
//!     ("attack", "ordnance"),
//!     ("los-within-one-building", "no"),
//! ];
//! let answer = book.ask("heat-haze-drm").facts(facts)?.answer()?;
//! assert_eq!(answer.to_string(), "+2 DRM");
//! for part in answer.parts() {
//!     println!("{} {}", part.says(), part.cite());
//! }
//! for reason in answer.reasons() {
//!     println!("{} {}", reason.cite(), reason.says());
//! }
//!
//! let odds = book.ask("arid-weather").fact("month", "apr")?.odds()?;
//! assert_eq!(odds.chances().next().map(|chance| chance.fraction()), Some("1/2".to_owned()));
//! # Ok::<(), chartroom::Error>(())
//! ```
//!
//! A game remembers what was told, rolled and played, and its text is a journal that a file can keep:
//!
//! ```
//! use chartroom::Throws;
//!
//! let book = chartroom::Rulebook::shipped();
//! let mut game = book.game("asl")?;
//! for (fact, value) in [("region", "north-africa"), ("desert-boards", "all"), ("month", "jul")] {
//!     game.tell(fact, Some(value))?;
//! }
//! let set_up = game.roll("arid-set-up", &[], Throws::Seed(5))?;
//! for (fact, value) in &set_up.came {
//!     println!("{fact} is {value}");
//! }
//! game.play("wind-by-turn", &[("wind-blows-to", "0")], Throws::Told("6+6"))?;
//! for line in game.in_effect("scenario")? {
//!     println!("{line}");
//! }
//! let weather = game.known().find(|(fact, _)| *fact == "weather");
//! assert!(weather.is_some());
//! assert!(book.resume(game.text())?.known().eq(game.known()));
//! # Ok::<(), chartroom::Error>(())
//! ```
//!
//! A rulebook of one's own is opened from folders, or made of texts:
//!
//! ```
//! let book = chartroom::Rulebook::texts([(
//!     "sample/first/pack.toml",
//!     r#"
//!     id = "first"
//!     game = "sample"
//!     [fact.roll]
//!     domain = "1..=6"
//!     [question.hits]
//!     cite   = "1.1"
//!     answer = "bool"
//!     gives  = "roll >= 5"
//!     "#,
//! )]);
//! assert!(book.check().is_empty());
//! assert_eq!(book.ask("hits").fact("roll", "5")?.answer()?.to_string(), "yes");
//!
//! let wrong = book.ask("hits").fact("rol", "5");
//! assert_eq!(
//!     wrong.unwrap_err().to_string(),
//!     "no pack declares a fact `rol`; did you mean `roll`?"
//! );
//! # Ok::<(), chartroom::Error>(())
//! ```
//!
//! What it holds is listed by name, and what comes of it is written by `serde` as the program writes it with `--format json`:
//!
//! ```
//! let book = chartroom::Rulebook::shipped();
//! let questions = book.list("questions")?;
//! let haze = questions.iter().find(|question| question.name() == "heat-haze-drm");
//! let haze = haze.expect("a question of that name");
//! assert_eq!((haze.game(), haze.pack()), ("asl", "f11"));
//! assert!(haze.texts("from").any(|fact| fact == "los-within-one-building"));
//!
//! let dry = book.ask("arid-weather").facts([("month", "jul"), ("weather-dr", "7")])?;
//! let json = serde_json::to_value(dry.answer()?).expect("an answer is plain data");
//! assert_eq!(json["answer"], "clear");
//! # Ok::<(), chartroom::Error>(())
//! ```
//!
//! # Features
//!
//! `cli` (the program `chartroom`), `plot` (odds drawn as SVG), `book` (a page of HTML that answers by itself) and `lsp` (the
//! language server) are on unless they are turned off; `watch` (a preview of the book while packs are edited) is off unless it
//! is turned on.
//!
//! # Layers
//!
//! A text becomes an answer in one direction, and the modules stand in that order, which is also the order in which one may use
//! another. They are no part of what the crate promises: only what stands on this page is.
//!
//! ```text
//! rules/*.toml, *.ron ─► source ─► pack ─► model ─► diagram ─► answer
//!                       (text)   (as      (checked) (compiled) (value, gap or conflict, with reasons)
//!                                written)
//! ```

#![cfg_attr(
    not(feature = "cli"),
    allow(
        dead_code,
        unused_imports,
        reason = "some of it is for the program alone"
    )
)]

mod span;

/// The layers, lowest first: private, but for the tests of this crate, which look into them.
macro_rules! layers {
    ($($(#[$on:meta])* $layer:ident;)*) => {$(
        $(#[$on])*
        #[cfg(feature = "internals")]
        #[doc(hidden)]
        #[allow(missing_docs, reason = "no part of what the crate promises")]
        pub mod $layer;

        $(#[$on])*
        #[cfg(not(feature = "internals"))]
        mod $layer;
    )*};
}

layers! {
    limits;
    diagnostic;
    source;
    syntax;
    value;
    pack;
    search;
    model;
    diagram;
    turn;
    check;
    #[cfg(feature = "cli")]
    smt;
    answer;
    dice;
    analysis;
    render;
    rulebook;
    game;
    #[cfg(feature = "book")]
    book;
    #[cfg(feature = "lsp")]
    lsp;
}

// The same for `rustfmt`, which does not look into macros; never compiled.
#[cfg(rustfmt)]
mod analysis;
#[cfg(rustfmt)]
mod answer;
#[cfg(rustfmt)]
mod book;
#[cfg(rustfmt)]
mod check;
#[cfg(rustfmt)]
mod diagnostic;
#[cfg(rustfmt)]
mod diagram;
#[cfg(rustfmt)]
mod dice;
#[cfg(rustfmt)]
mod game;
#[cfg(rustfmt)]
mod limits;
#[cfg(rustfmt)]
mod lsp;
#[cfg(rustfmt)]
mod model;
#[cfg(rustfmt)]
mod pack;
#[cfg(rustfmt)]
mod render;
#[cfg(rustfmt)]
mod rulebook;
#[cfg(rustfmt)]
mod search;
#[cfg(rustfmt)]
mod smt;
#[cfg(rustfmt)]
mod source;
#[cfg(rustfmt)]
mod syntax;
#[cfg(rustfmt)]
mod turn;
#[cfg(rustfmt)]
mod value;

#[cfg(feature = "cli")]
mod cli;

pub use self::diagnostic::Diagnostic as Error;
#[doc(hidden)]
#[cfg(feature = "cli")]
pub use cli::main;
pub use game::{Game, Happened, InEffect, Throws};
pub use render::list::Entry;
pub use rulebook::{
    Answer, Chance, Change, Difference, Odds, Other, Part, Question, Ready, Reason, RowAnswer,
    Rulebook,
};
