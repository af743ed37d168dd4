//! A process under way as `play --state` keeps it: the start, every turn, the state after the last, and the seed. It is read
//! with suspicion: a file that was cut short, changed by hand, written by a later version or under another rulebook is told
//! apart.

use crate::answer::Told;
use crate::diagnostic::{Command, Diagnostic};
use crate::diagram::Leaf;
use crate::dice::TurnTaken;
use crate::model::{Model, Process, Role, VariableId};
use crate::rulebook::request;
use crate::turn::{Slots, Thrown};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version of the form.
const VERSION: u64 = 1;

/// Facts by their names, with the texts of their values.
type Written = IndexMap<String, String>;

/// A process under way as its file keeps it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Saved {
    version: u64,
    game: String,
    process: String,
    pub seed: Option<u64>,
    /// How the readings are taken, where not by default.
    pub(super) readings: Written,
    /// What was known before the first turn.
    pub(super) start: Written,
    /// For each turn, the facts given and rolled.
    pub(super) turns: Vec<Written>,
    /// The states after the last turn, as the protocol has them.
    state: Map<String, Value>,
}

impl Saved {
    /// What is to be kept of a process that begins.
    pub fn new(model: &Model, process: &Process, slots: &Slots) -> Self {
        let known = |wanted: &dyn Fn(Role, u32) -> bool| {
            let all = model.variables.enumerated();
            let known = all.filter_map(|(id, variable)| {
                let index = slots.get(id).index()?;
                wanted(variable.role, index).then_some((id, index))
            });
            written(model, known)
        };
        Self {
            version: VERSION,
            game: model.game.clone(),
            process: process.name.clone(),
            readings: known(
                &|role, index| matches!(role, Role::Reading(default) if default != index),
            ),
            start: known(&|role, _| role == Role::Fact),
            ..Self::default()
        }
    }

    /// Adds a turn, dice included, and the states after it.
    pub fn add(&mut self, model: &Model, turn: &TurnTaken) {
        let thrown = turn.thrown.iter().flat_map(Thrown::facts);
        let facts = turn.given.iter().copied().chain(thrown);
        self.turns.push(written(model, facts));
        self.state = in_protocol(model, &turn.states);
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let Ok(Value::Object(mut body)) = serde_json::to_value(self) else {
            return String::new();
        };
        let seal = seal(&body);
        body.insert("seal".to_owned(), seal.into());
        let text = serde_json::to_string_pretty(&body).unwrap_or_default();
        format!("{text}\n")
    }

    /// Reads the text of a file, for a process of a model; `file` is what a command line calls it.
    pub fn read(
        text: &str,
        file: &str,
        model: &Model,
        process: &Process,
    ) -> Result<Self, Diagnostic> {
        let saved: Self = serde_json::from_value(Value::Object(body(text)?)).map_err(no_state)?;
        if saved.process == process.name && saved.game == model.game {
            return Ok(saved);
        }
        let play = Command::new(["play", &saved.process, "--state", file]);
        let message = format!(
            "it keeps a game of `{}`, not of `{}`",
            saved.process, process.name
        );
        Err(Diagnostic::request(message).help(play.then(" goes on with it")))
    }

    /// Tells of a state after the last turn that is not the one kept: then the rulebook is another one.
    pub(super) fn compare(
        &self,
        model: &Model,
        states: &[(String, Leaf)],
    ) -> Result<(), Diagnostic> {
        let plain = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let states = in_protocol(model, states);
        for (name, value) in &self.state {
            let now = states.get(name).unwrap_or(&Value::Null);
            if now != value {
                let (now, kept) = (plain(now), plain(value));
                let message = format!("its turns now lead to {name} = {now}, and it keeps {kept}");
                let help =
                    "the rulebook has changed since; play it with that rulebook, or begin anew";
                return Err(Diagnostic::request(message).help(help));
            }
        }
        Ok(())
    }
}

/// States as the protocol has them.
fn in_protocol(model: &Model, states: &[(String, Leaf)]) -> Map<String, Value> {
    let states = states.iter();
    states
        .map(|(name, leaf)| (name.clone(), Told::leaf(model, leaf, None).value))
        .collect()
}

fn written(model: &Model, facts: impl Iterator<Item = (VariableId, u32)>) -> Written {
    facts
        .map(|(fact, index)| {
            let name = model.variable_name(fact).to_owned();
            (name, model.show_index(fact, index))
        })
        .collect()
}

/// Facts, readings and states of the model, as they are written.
pub(super) fn read_facts(
    model: &Model,
    written: &Written,
) -> Result<Vec<(VariableId, u32)>, Diagnostic> {
    let read = written.iter().map(|(name, value)| {
        let variable = model.variable_names.get(name).copied();
        let variable = variable.ok_or_else(|| request::unknown_fact(model, name))?;
        Ok((variable, request::index(model, variable, value)?))
    });
    read.collect()
}

fn no_state(why: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::request(format!("it is no state of a game: {why}"))
}

/// The fields of a file, once it is known to be whole and of this version.
fn body(text: &str) -> Result<Map<String, Value>, Diagnostic> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        if error.is_eof() {
            Diagnostic::request("it was cut short").help("take a copy that is whole")
        } else {
            no_state(error)
        }
    })?;
    let Value::Object(mut body) = value else {
        return Err(Diagnostic::request("it is no state of a game"));
    };
    match body.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(later) if later > VERSION => {
            let message = format!(
                "it was written by a later version of chartroom (form {later}, this one knows {VERSION})"
            );
            return Err(Diagnostic::request(message).help("use that version"));
        }
        _ => return Err(no_state("it has no `version`")),
    }
    let kept = body.remove("seal");
    if kept.as_ref().and_then(Value::as_str) != Some(seal(&body).as_str()) {
        let help = "give changed facts with `--events`, and begin anew without the file";
        return Err(Diagnostic::request("it was changed after it was written").help(help));
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
