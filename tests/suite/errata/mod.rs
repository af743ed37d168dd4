//! Errata: every operation, status and conflict, on a small pack; what is told of each; that their order means nothing; and
//! how they are written and folded.

mod book;
mod conflicts;
mod desk;
mod editing;
mod edits;
mod folding;
mod in_form;
mod life;
mod maintainer;
mod mods;
mod no_longer;
mod operations;
mod orders;
mod refusals;
mod settles;
mod silent;
mod support;
mod usual;
