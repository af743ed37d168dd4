//! A game under way as a file keeps it: the start, every turn, the state after the last, and the seed. It is read with suspicion:
//! a file that was cut short, changed by hand, written by a later version or under another rulebook is told apart.

use crate::diagnostic::{Command, Diagnostic};
use crate::diagram::Leaf;
use crate::model::{Model, Process, VariableId};
use crate::render::answer_json;
use crate::rulebook::request;
use serde_json::{Map, Value, json};

/// The version of the form.
const VERSION: u64 = 1;

/// A game as a file keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The game (of rules) it is played in.
    pub game: String,
    /// The process.
    pub process: String,
    /// The seed of its dice, where it has one.
    pub seed: Option<u64>,
    /// How the readings are taken, where not by default.
    pub readings: Vec<(VariableId, u32)>,
    /// What was known before the first turn.
    pub start: Vec<(VariableId, u32)>,
    /// For each turn, the facts given and rolled.
    pub turns: Vec<Vec<(VariableId, u32)>>,
    /// The states after the last turn, as the protocol has them.
    pub states: Map<String, Value>,
}

impl Saved {
    /// The text of the file.
    #[must_use]
    pub fn text(&self, model: &Model) -> String {
        let facts = |facts: &[(VariableId, u32)]| -> Map<String, Value> {
            facts
                .iter()
                .map(|(fact, index)| named(model, *fact, *index))
                .collect()
        };
        let mut body = Map::new();
        body.insert("version".to_owned(), json!(VERSION));
        body.insert("game".to_owned(), json!(self.game));
        body.insert("process".to_owned(), json!(self.process));
        body.insert("seed".to_owned(), json!(self.seed));
        body.insert("readings".to_owned(), Value::Object(facts(&self.readings)));
        body.insert("start".to_owned(), Value::Object(facts(&self.start)));
        let turns = self
            .turns
            .iter()
            .map(|turn| Value::Object(facts(turn)))
            .collect();
        body.insert("turns".to_owned(), Value::Array(turns));
        body.insert("state".to_owned(), Value::Object(self.states.clone()));
        let seal = seal(&body);
        body.insert("seal".to_owned(), json!(seal));
        let text = serde_json::to_string_pretty(&Value::Object(body)).unwrap_or_default();
        format!("{text}\n")
    }

    /// Reads the text of a file, for a process of a model; `file` is what a command line calls it.
    pub fn read(
        text: &str,
        file: &str,
        model: &Model,
        process: &Process,
    ) -> Result<Self, Diagnostic> {
        let body = body(text)?;
        let text_of = |key: &str| {
            body.get(key)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        if text_of("process") != process.name || text_of("game") != model.game {
            let message = format!(
                "it keeps a game of `{}`, not of `{}`",
                text_of("process"),
                process.name
            );
            return Err(wrong(message).help(
                Command::new(["play", &text_of("process"), "--state", file])
                    .then(" goes on with it"),
            ));
        }
        let facts = |value: Option<&Value>| -> Result<Vec<(VariableId, u32)>, Diagnostic> {
            value
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
                .map(|(name, value)| fact(model, name, value))
                .collect()
        };
        let turns = body
            .get("turns")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        Ok(Self {
            game: text_of("game"),
            process: text_of("process"),
            seed: body.get("seed").and_then(Value::as_u64),
            readings: facts(body.get("readings"))?,
            start: facts(body.get("start"))?,
            turns: turns
                .map(|turn| facts(Some(turn)))
                .collect::<Result<_, _>>()?,
            states: body
                .get("state")
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default(),
        })
    }

    /// Tells of a state after the last turn that is not the one kept: then the rulebook is another one.
    pub fn compare(&self, states: &Map<String, Value>) -> Result<(), Diagnostic> {
        for (name, value) in &self.states {
            let now = states.get(name).unwrap_or(&Value::Null);
            if now != value {
                let message = format!(
                    "its turns now lead to {name} = {}, and it keeps {}",
                    plain(now),
                    plain(value)
                );
                return Err(wrong(message).help(
                    "the rulebook has changed since; play it with that rulebook, or begin anew",
                ));
            }
        }
        Ok(())
    }
}

/// The states after a turn as the protocol has them.
#[must_use]
pub fn states_json(model: &Model, states: &[(String, Leaf)]) -> Map<String, Value> {
    states
        .iter()
        .map(|(name, leaf)| (name.clone(), answer_json::leaf(model, leaf)))
        .collect()
}

fn named(model: &Model, fact: VariableId, index: u32) -> (String, Value) {
    (
        model.variable_name(fact).to_owned(),
        json!(model.show_index(fact, index)),
    )
}

/// A fact or state of its own, by name and value.
fn fact(model: &Model, name: &str, value: &Value) -> Result<(VariableId, u32), Diagnostic> {
    let variable = model
        .variable_names
        .get(name)
        .copied()
        .ok_or_else(|| request::unknown_fact(model, name))?;
    Ok((
        variable,
        request::index(model, variable, value.as_str().unwrap_or_default())?,
    ))
}

fn wrong(message: impl Into<String>) -> Diagnostic {
    Diagnostic::request(message)
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// The fields of a file, once it is known to be whole and of this version.
fn body(text: &str) -> Result<Map<String, Value>, Diagnostic> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        if error.is_eof() {
            wrong("it was cut short").help("take a copy that is whole")
        } else {
            wrong(format!("it is no state of a game: {error}"))
        }
    })?;
    let Value::Object(mut body) = value else {
        return Err(wrong("it is no state of a game"));
    };
    match body.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(later) if later > VERSION => {
            let message = format!(
                "it was written by a later version of chartroom (form {later}, this one knows {VERSION})"
            );
            return Err(wrong(message).help("use that version"));
        }
        _ => return Err(wrong("it is no state of a game: it has no `version`")),
    }
    let kept = body.remove("seal");
    if kept.as_ref().and_then(Value::as_str) != Some(seal(&body).as_str()) {
        return Err(wrong("it was changed after it was written")
            .help("give changed facts with `--events`, and begin anew without the file"));
    }
    Ok(body)
}

/// A seal over the fields: FNV-1a of 64 bits over their text. It is there against accidents, not against fraud.
fn seal(body: &Map<String, Value>) -> String {
    let text = serde_json::to_string(body).unwrap_or_default();
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}
