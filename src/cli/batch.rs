//! `chartroom ask --batch`: JSON Lines in, JSON Lines out, one line at a time and in order.

use super::{Outcome, Output};
use crate::answer::{Answer, Asker, Evaluator, Found};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::Leaf;
use crate::dice::{self, Hand, Terms};
use crate::model::{Model, ProcedureId, Process, ProcessId, QuestionId, VariableId};
use crate::render::answer_json;
use crate::rulebook::request;
use crate::rulebook::{Named, Rulebook};
use crate::source::open_lines;
use crate::turn::{Run, Situation};
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Read};
use std::path::Path;

/// The longest line that is read.
pub(super) const MAX_LINE_BYTES: u64 = 1 << 20;

/// How all lines are answered.
#[derive(Clone, Copy)]
pub(super) struct Settings<'s> {
    /// The readings taken another way than their defaults.
    pub(super) readings: &'s [String],
    /// Whether the reasons are added.
    pub(super) why: bool,
    /// Whether nothing is taken as usual, whatever a line says.
    pub(super) strict: bool,
}

/// Runs the batch.
pub(super) fn run(
    rulebook: &Rulebook,
    file: &str,
    settings: Settings<'_>,
    output: &mut Output,
) -> Result<Outcome, Diagnostic> {
    let mut input: Box<dyn BufRead> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        let unread = |error| Diagnostic::request(format!("`{file}` cannot be read: {error}"));
        Box::new(open_lines(Path::new(file)).map_err(unread)?)
    };
    let mut batch = Batch::new(rulebook, settings, output.options())?;
    let mut outcome = Outcome::Clean;
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input
            .by_ref()
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut line);
        let unread = |error| Diagnostic::request(format!("the input cannot be read: {error}"));
        if read.map_err(unread)? == 0 {
            return Ok(outcome);
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let answered = if line.len() as u64 == MAX_LINE_BYTES && line.last() != Some(&b'\n') {
            skip_line(&mut input);
            batch.failed(&Diagnostic::error_nowhere(
                Code::OverLimit,
                format!("the line is longer than {MAX_LINE_BYTES} bytes"),
            ))
        } else {
            batch.line(&line)
        };
        if answered.get("error").is_some() {
            outcome = Outcome::Findings;
        }
        output.json_line(&answered);
        if output.is_broken() {
            return Ok(outcome);
        }
    }
}

fn skip_line(input: &mut dyn BufRead) {
    let mut rest = Vec::new();
    while matches!(input.take(MAX_LINE_BYTES).read_until(b'\n', &mut rest), Ok(read) if read > 0)
        && rest.last() != Some(&b'\n')
    {
        rest.clear();
    }
}

struct Batch<'r> {
    rulebook: &'r Rulebook,
    askers: Vec<Asker<'r>>,
    bases: Vec<Situation>,
    settings: Settings<'r>,
    /// What a suggested command needs to work on the same rulebook.
    options: Vec<String>,
}

impl<'r> Batch<'r> {
    fn new(
        rulebook: &'r Rulebook,
        settings: Settings<'r>,
        options: &[String],
    ) -> Result<Self, Diagnostic> {
        let mut bases: Vec<Situation> = rulebook.games.iter().map(Situation::new).collect();
        for reading in settings.readings {
            let mut last = None;
            let taken = rulebook.games.iter().zip(&mut bases).any(|(model, base)| {
                match request::read_so(model, base, reading) {
                    Ok(()) => true,
                    Err(problem) => {
                        last = Some(problem);
                        false
                    }
                }
            });
            if let (false, Some(problem)) = (taken, last) {
                return Err(problem);
            }
        }
        Ok(Self {
            rulebook,
            askers: rulebook.games.iter().map(Asker::new).collect(),
            bases,
            settings,
            options: options.to_owned(),
        })
    }

    fn failed(&self, problem: &Diagnostic) -> Value {
        let message = problem.completed(&self.options).to_string();
        json!({"answer": null, "error": {"code": problem.code.name(), "message": message}})
    }

    fn line(&mut self, line: &[u8]) -> Value {
        let request: Value = match serde_json::from_slice(line.trim_ascii_end()) {
            Ok(request) => request,
            Err(error) => {
                let message = format!("this line is no JSON, from column {} on", error.column());
                return self.failed(&Diagnostic::request(message));
            }
        };
        let Value::Object(mut request) = request else {
            return self.failed(&Diagnostic::request(
                "a line holds an object with `question`",
            ));
        };
        let id = request.remove("id");
        let mut answered = self
            .request(&request)
            .unwrap_or_else(|problem| self.failed(&problem));
        if let (Some(id), Value::Object(fields)) = (id, &mut answered) {
            fields.insert("id".to_owned(), id);
        }
        answered
    }

    fn request(&mut self, request: &Map<String, Value>) -> Result<Value, Diagnostic> {
        let Some(Value::String(name)) = request.get("question") else {
            return Err(Diagnostic::request(
                "a line holds `question`, the name of a question",
            ));
        };
        let (model, named) = super::ask::find_here(self.rulebook, name)?;
        let game = self
            .rulebook
            .games
            .iter()
            .position(|own| own.game == model.game)
            .unwrap_or(0);
        match named {
            Named::Question(question) => self.question(model, game, question, request),
            Named::Process(process) => self.process(model, game, process, request),
            Named::Procedure(procedure) => self.procedure(model, game, procedure, request),
        }
    }

    fn question(
        &mut self,
        model: &Model,
        game: usize,
        question: QuestionId,
        request: &Map<String, Value>,
    ) -> Result<Value, Diagnostic> {
        let mut given = Given::new(
            self.bases
                .get(game)
                .cloned()
                .unwrap_or_else(|| Situation::new(model)),
        );
        if let Some(facts) = request.get("facts") {
            given.facts(model, facts)?;
        }
        let Some(asker) = self.askers.get_mut(game) else {
            return Ok(Value::Null);
        };
        asker.set_strict(self.settings.strict || strict(request)?);
        let (answer, found) = asker.ask(question, &mut given.situation);
        let answer = answer.completed(&self.options);
        let text = match &answer {
            Answer::Value(value @ crate::value::Value::Word(_)) => {
                let text = value.show(&model.words, false);
                text.contains('{').then(|| {
                    model.fill_in(&text, &|fact| super::ask::text_given(&given.texts, fact))
                })
            }
            _ => None,
        };
        let mut object = answer_json::answer(model, &answer, text.as_deref());
        if matches!(answer, Answer::Gap(_)) {
            let parts = Evaluator::new(model).parts(question, &given.situation);
            object.extend(answer_json::rest(model, &parts));
        }
        object.extend(answer_json::assumed(model, &found));
        object.extend(
            asker
                .impossible(&given.situation)
                .map(answer_json::impossible),
        );
        if self.settings.why {
            let evaluator = Evaluator::with_texts(model, &self.rulebook.sources);
            let explanation = evaluator.explain_found(question, &given.situation, &found);
            object.insert(
                "why".to_owned(),
                answer_json::why(model, &self.rulebook.sources, &explanation),
            );
        }
        Ok(Value::Object(object))
    }

    fn process(
        &mut self,
        model: &Model,
        game: usize,
        id: ProcessId,
        request: &Map<String, Value>,
    ) -> Result<Value, Diagnostic> {
        let Some(process) = model.processes.at(id.index()) else {
            return Ok(Value::Null);
        };
        let mut given = Given::new(
            self.bases
                .get(game)
                .cloned()
                .unwrap_or_else(|| Situation::new(model)),
        );
        given.facts(model, request.get("start").unwrap_or(&Value::Null))?;
        let Some(asker) = self.askers.get_mut(game) else {
            return Ok(Value::Null);
        };
        asker.set_strict(self.settings.strict || strict(request)?);
        let has_first = |fact: &VariableId| process.initially.iter().any(|(own, _)| own == fact);
        let start = process.start.iter().filter(|fact| !has_first(fact));
        let mut found = fill(asker, start, &mut given.situation);
        let missing = missing_facts(model, process, &process.start, &given.situation);
        if !missing.is_empty() {
            return Ok(json!({"answer": null, "needs": missing}));
        }
        let Some(Value::Array(turns)) = request.get("turns") else {
            return Err(Diagnostic::request(
                "a process is asked with `turns`, a list of objects",
            ));
        };
        let mut run = Run::new(model, process, given.situation.clone());
        let mut states = Vec::with_capacity(turns.len());
        for (number, turn) in turns.iter().enumerate() {
            let mut given = Given::new(Situation::new(model));
            given.facts(model, turn)?;
            let mut known = run.situation.clone();
            for fact in &process.turn {
                known.set(*fact, given.situation.get(*fact));
            }
            found.extend(fill(asker, &process.turn, &mut known));
            for fact in &process.turn {
                given.situation.set(*fact, known.get(*fact));
            }
            let missing = missing_facts(model, process, &process.turn, &given.situation);
            if !missing.is_empty() {
                return Ok(json!({"answer": null, "needs": missing, "turn": number + 1}));
            }
            let facts: Vec<(VariableId, u32)> = process
                .turn
                .iter()
                .filter_map(|fact| Some((*fact, given.situation.get(*fact)?)))
                .collect();
            let shown = run.step(&facts, &mut |question, situation| {
                asker.leaf(question, situation)
            });
            let mut state = Map::new();
            for (name, leaf) in shown {
                if !matches!(leaf, Leaf::Value(_) | Leaf::Gap(_)) {
                    let message = format!(
                        "`{name}` leaves its declared domain, or has no answer, in turn {}",
                        number + 1
                    );
                    return Err(Diagnostic::error_nowhere(Code::OutsideDomain, message));
                }
                state.insert(name.to_owned(), answer_json::leaf(model, &leaf));
            }
            states.push(Value::Object(state));
        }
        let mut answered = Map::from_iter([("answer".to_owned(), Value::Array(states))]);
        answered.extend(answer_json::assumed(model, &found));
        Ok(Value::Object(answered))
    }

    /// A procedure with its start and all its rolls in order: what comes out of it.
    fn procedure(
        &mut self,
        model: &Model,
        game: usize,
        id: ProcedureId,
        request: &Map<String, Value>,
    ) -> Result<Value, Diagnostic> {
        let (Some(procedure), Some(asker)) = (model.procedure(id), self.askers.get_mut(game))
        else {
            return Ok(Value::Null);
        };
        let mut given = Given::new(
            self.bases
                .get(game)
                .cloned()
                .unwrap_or_else(|| Situation::new(model)),
        );
        given.facts(model, request.get("start").unwrap_or(&Value::Null))?;
        asker.set_strict(self.settings.strict || strict(request)?);
        let found = fill(asker, &procedure.start, &mut given.situation);
        let unknown = |fact: &&VariableId| given.situation.get(**fact).is_none();
        let missing: Vec<&str> = procedure
            .start
            .iter()
            .filter(unknown)
            .map(|fact| model.variable_name(*fact))
            .collect();
        if !missing.is_empty() {
            return Ok(json!({"answer": null, "needs": missing}));
        }
        let mut terms = Terms::new(model);
        terms.known = given.situation;
        let mut hand = Hand::told(&rolls(request)?);
        let rolled = dice::roll(model, &self.rulebook.sources, procedure, &terms, &mut hand)?;
        let outcome = rolled.outcome.iter().map(|(fact, slot)| {
            let leaf = slot.leaf(model, *fact);
            (
                model.variable_name(*fact).to_owned(),
                answer_json::leaf(model, &leaf),
            )
        });
        let outcome = Value::Object(outcome.collect());
        let mut answered = Map::from_iter([("answer".to_owned(), outcome)]);
        answered.extend(answer_json::assumed(model, &found));
        Ok(Value::Object(answered))
    }
}

/// Fills in the facts that are missing, where they can be known.
fn fill<'f>(
    asker: &mut Asker<'_>,
    facts: impl IntoIterator<Item = &'f VariableId>,
    situation: &mut Situation,
) -> Vec<Found> {
    let mut found = Vec::new();
    for fact in facts {
        found.append(&mut asker.fill(*fact, situation));
    }
    found
}

/// The rolls of a line, as they are told.
fn rolls(request: &Map<String, Value>) -> Result<String, Diagnostic> {
    let told = match request.get("rolls") {
        Some(Value::Array(rolls)) => rolls.iter().map(|roll| match roll {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }),
        _ => {
            return Err(Diagnostic::request(
                "a procedure is asked with `rolls`, a list",
            ));
        }
    };
    let told: Option<Vec<String>> = told.collect();
    told.map(|rolls| rolls.join(","))
        .ok_or_else(|| Diagnostic::request("a roll is a total, or its dice as \"5+2\""))
}

/// Whether a line takes nothing as usual.
fn strict(request: &Map<String, Value>) -> Result<bool, Diagnostic> {
    match request.get("strict") {
        None => Ok(false),
        Some(Value::Bool(strict)) => Ok(*strict),
        Some(_) => Err(Diagnostic::request("`strict` is true or false")),
    }
}

fn missing_facts<'m>(
    model: &'m Model,
    process: &Process,
    facts: &[VariableId],
    situation: &Situation,
) -> Vec<&'m str> {
    let has_first = |fact: &VariableId| process.initially.iter().any(|(own, _)| own == fact);
    facts
        .iter()
        .filter(|fact| situation.get(**fact).is_none() && !has_first(fact))
        .map(|fact| model.variable_name(*fact))
        .collect()
}

/// What a line gives.
struct Given {
    situation: Situation,
    texts: Vec<(VariableId, String)>,
}

impl Given {
    const fn new(situation: Situation) -> Self {
        Self {
            situation,
            texts: Vec::new(),
        }
    }

    fn facts(&mut self, model: &Model, facts: &Value) -> Result<(), Diagnostic> {
        let facts = match facts {
            Value::Object(facts) => facts,
            Value::Null => return Ok(()),
            _ => {
                return Err(Diagnostic::request(
                    "facts are an object of names and values",
                ));
            }
        };
        for (name, value) in facts {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Bool(truth) => truth.to_string(),
                Value::Number(number) => number.to_string(),
                Value::Array(list) => list
                    .iter()
                    .map(|item| item.as_str().unwrap_or("?"))
                    .collect::<Vec<_>>()
                    .join(","),
                Value::Null | Value::Object(_) => {
                    return Err(Diagnostic::request(format!(
                        "`{name}` is neither text, number, truth nor list"
                    )));
                }
            };
            let (variable, index) = request::fact(model, name, &text)?;
            self.situation.set(variable, Some(index));
            if request::is_text(model, variable) {
                self.texts.push((variable, text));
            }
        }
        Ok(())
    }
}
