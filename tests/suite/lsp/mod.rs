//! The language server, asked as an editor asks it: a caret in a text, and what comes.

mod again;
mod comes_later;
mod editor;
mod effect;
mod findings;
mod moving;
mod naming;
mod process;
mod seeing;
mod storm;
mod writing;

const TOPIC: &str = "haze/10-haze.toml";
const CHART: &str = "haze/20-weather.ron";
