//! The tests of the whole program, in one binary: it is linked once, and they share what they are made with.

#![allow(
    clippy::expect_used,
    clippy::format_push_string,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::too_many_lines,
    clippy::type_complexity,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod agreement;
mod answer_regions;
mod answer_tables;
mod as_it_is_said;
mod at_table;
mod batches;
mod beginners;
mod book;
mod cards;
mod chart_columns;
mod common;
mod completions;
mod crate_face;
mod dead_cells;
mod denials;
mod diagnostic_pages;
mod diagnostic_rendering;
mod dice;
mod documents;
mod embedded;
mod errata;
mod exceptions;
mod explanations;
mod find;
mod findings_elsewhere;
mod first_evening;
mod first_fact;
mod first_theatre;
mod folders;
mod formatter;
mod game;
mod hostile;
mod import;
mod impossible_ways;
mod in_words;
mod inferred_facts;
mod kept;
mod kept_sums;
mod kept_turns;
mod language;
mod large;
mod layers;
mod limits;
mod longer_domains;
mod look_ahead;
mod lsp;
mod meant_otherwise;
mod modding;
mod mutants;
mod names;
mod neighbours;
mod never_counts;
mod notation;
mod one_fault;
mod one_question;
mod one_slip;
mod other_scripts;
mod pack_reading;
mod page_width;
mod pieces;
mod pins;
mod players_words;
mod precedence;
mod procedure_examples;
mod prose;
mod random_tables;
mod requests;
mod rulebook_diff;
mod scales;
mod schemas;
mod second_edition;
mod sets;
mod show_and_list;
mod silent;
mod slips;
mod smt;
mod strange_packs;
mod strangers;
mod successive;
mod switches;
mod syntax;
mod tarball;
mod tasks;
mod test_and_coverage;
mod told_alike;
mod told_rightly;
mod top_level;
mod turn_facts;
mod twelve_lines;
mod usual_values;

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
