//! The lines of a batch, JSON each: what they ask, and what is answered to each.

use super::plain::{Given, Marked, Plain};
use super::terms::{refuse_dice, refuse_found};
use super::unique::Unique;
use super::{Named, Rulebook, request};
use crate::answer::memory::{self, Memory};
use crate::answer::{Asker, Ruling, Stated, TakenFact, begun};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::Leaf;
use crate::dice::{self, Hand, Terms};
use crate::model::{Model, Procedure, Process, QuestionId, VariableId};
use crate::render::answer::{self, Line};
use crate::render::told::{self, Facts, Told};
use crate::render::visible::for_programs;
use crate::turn::{Run, Situation};
use rustc_hash::FxHashMap;
use serde_json::error::Category;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// What a line asks.
type Asked = Map<String, Value>;

/// The most names, and values of a fact, of which it is remembered what they stand for.
const MOST_KNOWN: usize = 10_000;

/// Where more nodes than these were made for lines that tell little, they are made anew.
const MOST_NODES: usize = 1_000_000;

/// Answers lines, each for itself.
#[derive(Debug)]
pub struct Lines<'r> {
    rulebook: &'r Rulebook,
    tables: Vec<Table<'r>>,
    /// What the line at hand asks, and a place to write in: kept, so that they are not made for each line.
    asked: Vec<u32>,
    scratch: String,
    /// What the names of questions stand for that were asked before.
    named: FxHashMap<String, (&'r Model, Named)>,
    /// Whether the reasons are added.
    pub why: bool,
    /// Whether nothing is taken as usual, whatever a line says.
    pub strict: bool,
    /// What a suggested command needs to work on the same rulebook.
    pub options: Vec<String>,
}

/// What answers the questions of a game, and what is known there before a line is read.
#[derive(Debug)]
struct Table<'r> {
    asker: Asker<'r>,
    known: Situation,
    /// The same with what the line at hand tells.
    now: Situation,
    /// What names and values of facts stand for that were given before.
    told: FxHashMap<String, FxHashMap<String, Vec<(VariableId, u32)>>>,
    /// What was answered before, as it is written, without the end of its line.
    memory: Memory<(String, bool)>,
}

impl<'r> Lines<'r> {
    /// What answers the lines of a rulebook.
    #[must_use]
    pub fn new(rulebook: &'r Rulebook) -> Self {
        let table = |model| Table {
            asker: Asker::of_runs(model),
            known: Situation::new(model),
            now: Situation::new(model),
            told: FxHashMap::default(),
            memory: Memory::default(),
        };
        Self {
            rulebook,
            tables: rulebook.games.iter().map(table).collect(),
            asked: Vec::new(),
            scratch: String::new(),
            named: FxHashMap::default(),
            why: false,
            strict: false,
            options: Vec::new(),
        }
    }

    /// Another one that answers the same, for another thread.
    #[must_use]
    pub fn another(&self) -> Self {
        let mut other = Self {
            options: self.options.clone(),
            why: self.why,
            strict: self.strict,
            ..Self::new(self.rulebook)
        };
        for (table, own) in other.tables.iter_mut().zip(&self.tables) {
            table.known = own.known.clone();
            table.now = own.known.clone();
        }
        other
    }

    /// Takes readings another way than their defaults, in the games that have them.
    ///
    /// # Errors
    ///
    /// Where no game has one.
    pub fn read_so(&mut self, readings: &[String]) -> Result<(), Diagnostic> {
        request::refuse_two_ways(readings)?;
        for reading in readings {
            let taken = self.tables.iter_mut().map(|table| {
                let taken = request::read_so(table.asker.model, &mut table.known, reading);
                table.now = table.known.clone();
                taken
            });
            let taken = Vec::from_iter(taken);
            // The game that has the reading tells what is wrong with its option.
            let is_other = |refused: &Diagnostic| refused.code == Code::UnknownReading;
            let refused = |taken: Result<(), Diagnostic>| taken.err();
            if taken.iter().all(Result::is_err) {
                let (other, own): (Vec<_>, Vec<_>) =
                    taken.into_iter().filter_map(refused).partition(is_other);
                own.into_iter().chain(other).next().map_or(Ok(()), Err)?;
            }
        }
        Ok(())
    }

    /// Lets something more be known of each game.
    pub fn know(&mut self, mut fill: impl FnMut(&Model, &mut Situation)) {
        for table in &mut self.tables {
            fill(table.asker.model, &mut table.known);
            table.now = table.known.clone();
        }
    }

    /// What is told of a line that is refused.
    #[must_use]
    pub fn failed(&self, problem: &Diagnostic) -> Line {
        Line::failed(&problem.completed(&self.options))
    }

    /// Writes what is answered to a line, and tells whether that is a whole answer: none of which a fact is missing, that the source
    /// lost, or whose situation cannot be.
    pub fn answer(&mut self, line: &[u8], out: &mut String) -> bool {
        let line = line.trim_ascii_end();
        if let Some(plain) = Plain::read(line)
            && let Some(is_whole) = self.plainly(&plain, out)
        {
            return is_whole;
        }
        let answered = self.any(line);
        out.push_str(&told::line(&answered));
        answered.is_whole
    }

    /// The same for a line of which each word was heard before; nothing where one was not.
    fn plainly(&mut self, plain: &Plain<'_>, out: &mut String) -> Option<bool> {
        let (model, Named::Question(question)) = *self.named.get(plain.question)? else {
            return None;
        };
        let strict = self.strict || plain.strict.unwrap_or(false);
        let mut tables = self.tables.iter_mut();
        let table = tables.find(|table| std::ptr::eq(table.asker.model, model))?;
        let mut asked = std::mem::take(&mut self.asked);
        asked.clear();
        asked.push(0);
        let is_heard = table.hear(&plain.facts, &mut asked, &mut self.scratch);
        let is_whole = is_heard.map(|()| {
            let key = memory::key(question.0, strict, &mut asked);
            let plain = (question, strict, key);
            table.plainly(self.rulebook, plain, (self.why, &self.options), out)
        });
        if is_whole.is_some() {
            if let Some(id) = &plain.id {
                out.extend([",\"id\":", &for_programs(id.get())]);
            }
            out.push_str("}\n");
        }
        table.forget(&asked);
        self.asked = asked;
        is_whole
    }

    /// What is answered to any line.
    fn any(&mut self, line: &[u8]) -> Line {
        let mut request = match serde_json::from_slice(line) {
            Ok(Unique(Value::Object(request))) => request,
            Ok(_) => {
                let message = "a line holds an object with `question`";
                return self.failed(&Diagnostic::request(message));
            }
            Err(error) => {
                let column = error.column();
                let message = match error.classify() {
                    Category::Data => {
                        let told = error.to_string();
                        let told = told.split(" at line ").next().unwrap_or_default();
                        format!("this line cannot be taken: {told}, at column {column}")
                    }
                    _ => format!("this line is no JSON, from column {column} on"),
                };
                return self.failed(&Diagnostic::request(message));
            }
        };
        request.remove("id");
        let answered = self.request(&request);
        let mut answered = answered.unwrap_or_else(|problem| self.failed(&problem));
        let marked = serde_json::from_slice(line).ok();
        answered.id = marked.and_then(|Marked { id }| id.map(RawValue::to_owned));
        answered
    }

    fn named(&mut self, name: &str) -> Result<(&'r Model, Named), Diagnostic> {
        if let Some(known) = self.named.get(name) {
            return Ok(*known);
        }
        let named = self.rulebook.named(name)?;
        if self.named.len() >= MOST_KNOWN {
            self.named.clear();
        }
        self.named.insert(name.to_owned(), named);
        Ok(named)
    }

    fn request(&mut self, request: &Asked) -> Result<Line, Diagnostic> {
        let Some(Value::String(name)) = request.get("question") else {
            let message = "a line holds `question`, the name of a question";
            return Err(Diagnostic::request(message));
        };
        let (model, named) = self.named(name)?;
        let known: &[&str] = match named {
            Named::Question(_) => &["question", "facts", "strict"],
            Named::Process(_) => &["question", "start", "turns", "strict"],
            Named::Procedure(_) => &["question", "start", "rolls", "strict"],
        };
        if let Some(other) = request.keys().find(|key| !known.contains(&key.as_str())) {
            let message = format!("`{other}` means nothing here");
            let known = known.iter().copied();
            return Err(
                Diagnostic::request(message).nearest_or(other, known.clone(), || {
                    format!("known here: id, {}", known.collect::<Vec<_>>().join(", "))
                }),
            );
        }
        let strict = match request.get("strict") {
            None => false,
            Some(Value::Bool(strict)) => *strict,
            Some(_) => return Err(Diagnostic::request("`strict` is true or false")),
        };
        let (rulebook, options) = (self.rulebook, &self.options);
        let mut tables = self.tables.iter_mut();
        let Some(table) = tables.find(|table| table.asker.model.game == model.game) else {
            return Err(Diagnostic::in_rulebook("it"));
        };
        table.begin(self.strict || strict);
        match named {
            Named::Question(question) => {
                let stated = table.stated(request.get("facts"))?;
                refuse_dice(model, &stated)?;
                Ok(table.question(rulebook, (question, stated), (self.why, options)))
            }
            Named::Process(process) => table.process(&model.processes[process], request),
            Named::Procedure(procedure) => {
                table.procedure(rulebook, &model.procedures[procedure], request)
            }
        }
    }
}

impl<'r> Table<'r> {
    /// What is known with the facts that a line gives.
    fn stated(&mut self, facts: Option<&Value>) -> Result<Stated, Diagnostic> {
        let mut stated = Stated::new(self.known.clone());
        self.state(&mut stated, facts)?;
        Ok(stated)
    }

    fn state(&mut self, stated: &mut Stated, facts: Option<&Value>) -> Result<(), Diagnostic> {
        let model = self.asker.model;
        for (name, value) in facts_of(facts)?.into_iter().flatten() {
            let value = text(name, value)?;
            let known = self.told.get(name).and_then(|own| own.get(&value));
            if let Some(told) = known {
                request::state_told(model, stated, (name, &value), told)?;
                continue;
            }
            let told = request::fact(model, name, &value)?;
            request::state_told(model, stated, (name, &value), &told)?;
            if self.told.len() >= MOST_KNOWN {
                self.told.clear();
            }
            let own = self.told.entry(name.to_owned()).or_default();
            if own.len() >= MOST_KNOWN {
                own.clear();
            }
            own.insert(value, told);
        }
        Ok(())
    }

    fn question(
        &mut self,
        rulebook: &'r Rulebook,
        (question, stated): (QuestionId, Stated),
        (why, options): (bool, &[String]),
    ) -> Line {
        let model = self.asker.model;
        let mut notes = answer::otherwise(model, &self.asker.otherwise(&stated.situation));
        let mut answered = self.asker.answer(&rulebook.sources, question, stated);
        answered.ruling = answered.ruling.completed(options);
        // What is left of a sum of which a part is lost is told whether or not anybody asks why.
        if why || matches!(answered.ruling, Ruling::Gap(_)) {
            self.asker.complete(&mut answered);
        }
        notes.extend(self.asker.beware(&answered));
        let why = why.then(|| answered.why());
        Line::of(&answered, notes, why)
    }

    /// Begins a line: each is a run, and however many there are, none is refused for those before it. Only what they compile they
    /// compile within one budget, each question once: otherwise as many lines could keep the program as long as they please.
    fn begin(&mut self, strict: bool) {
        if self.asker.compiler.store.len() > MOST_NODES {
            self.asker = self.asker.emptied();
            self.memory = Memory::default();
        }
        self.asker.set_strict(strict);
        self.asker.compiler.store.renew_run();
    }

    /// Takes facts of which names and values were heard before, and adds them to what is asked; nothing where one was not, or is
    /// told twice, brings others along, or has words of its own.
    fn hear(
        &mut self,
        given: &Given<'_>,
        asked: &mut Vec<u32>,
        scratch: &mut String,
    ) -> Option<()> {
        let model = self.asker.model;
        for (name, value) in &given.0 {
            let [(fact, index)] = *self.told.get(*name)?.get(value.text(scratch))?.as_slice()
            else {
                return None;
            };
            let variable = &model.variables[fact];
            let is_text = variable.domain.is_text();
            // Whether a single die can have fallen so is looked at besides.
            let is_die = variable
                .roll
                .as_ref()
                .is_some_and(|roll| roll.die_of.is_some());
            if is_text || is_die || asked.get(1..).unwrap_or_default().contains(&fact.0) {
                return None;
            }
            asked.push(fact.0);
            self.now.set(fact, Some(index));
        }
        Some(())
    }

    /// Forgets the facts that were heard.
    fn forget(&mut self, asked: &[u32]) {
        for fact in asked.iter().skip(1).copied().map(VariableId) {
            self.now.set(fact, self.known.value(fact));
        }
    }

    /// Writes the answer to what was heard, but for the end of the line, and tells whether it is a whole one.
    fn plainly(
        &mut self,
        rulebook: &'r Rulebook,
        (question, strict, asked): (QuestionId, bool, &[u32]),
        wanted: (bool, &[String]),
        out: &mut String,
    ) -> bool {
        self.begin(strict);
        if let Some((text, is_whole)) = self.memory.recall(&mut self.asker, asked, &self.now) {
            out.push_str(text);
            return *is_whole;
        }
        let mut stated = Stated::new(self.now.clone());
        let told = asked.iter().skip(1).copied().map(VariableId);
        let is_worth = self.memory.is_worth(asked);
        let looks = is_worth.then(|| stated.situation.watched(told));
        let answered = self.question(rulebook, (question, stated), wanted);
        let text = told::line(&answered);
        let text = text.strip_suffix("}\n").unwrap_or(&text);
        out.push_str(text);
        if let Some(looks) = looks.filter(|_| !answered.is_broken()) {
            let came = (text.to_owned(), answered.is_whole);
            let looks = memory::noted(&looks);
            self.memory
                .keep(&mut self.asker, (asked, &self.now), looks, came);
        }
        answered.is_whole
    }

    /// A process with its start and all its turns in order: the states after each.
    fn process(&mut self, process: &'r Process, request: &Asked) -> Result<Line, Diagnostic> {
        if process.broken {
            return Err(Diagnostic::in_rulebook("it"));
        }
        let model = self.asker.model;
        let has_first =
            |fact: &VariableId| process.initially.iter().any(|(other, _)| other == fact);
        let is_wanted = |fact: &&VariableId| !has_first(fact);
        let mut known = self.stated(request.get("start"))?.situation;
        let begun = begun(model, process, &mut known);
        let mut taken = self.fill(process.start.iter().filter(is_wanted), &mut known);
        if let Some(needs) = needs(model, process.start.iter().filter(is_wanted), &known) {
            return Ok(Line::needs(needs, None));
        }
        let Some(Value::Array(turns)) = request.get("turns") else {
            let message = "a process is asked with `turns`, a list of objects";
            return Err(Diagnostic::request(message));
        };
        let mut impossible = self.asker.impossible(&known);
        let mut run = Run::new(model, process, known);
        let mut states = Vec::with_capacity(turns.len());
        let mut is_known = true;
        for (number, turn) in (1..).zip(turns) {
            let names = facts_of(Some(turn))?.into_iter().flat_map(Map::keys);
            for (name, fact) in names.filter_map(|name| Some((name, model.fact_named(name)?))) {
                refuse_foreign(model, process, (name, fact))?;
            }
            let mut stated = Stated::new(Situation::new(model));
            self.state(&mut stated, Some(turn))?;
            let mut known = run.begin_turn(|fact| stated.situation.get(fact));
            taken.extend(self.fill(&process.turn, &mut known));
            let needs = needs(model, process.turn.iter().filter(is_wanted), &known);
            let facts = run.facts_of_turn(&known);
            let shown = run.step(&facts, &mut |question, known| {
                self.asker.leaf(question, known)
            });
            // A roll that this turn does not ask for may be missing.
            let is_told = |leaf: &Leaf| matches!(leaf, Leaf::Value(_) | Leaf::Gap(_));
            let mut steps = process.steps.iter();
            let is_whole = shown.iter().all(|(_, leaf)| is_told(leaf))
                && steps.all(|(fact, _)| run.situation.is_known(*fact));
            if let Some(needs) = needs.filter(|_| !is_whole) {
                return Ok(Line::needs(needs, Some(number)));
            }
            is_known &= shown.iter().all(|(_, leaf)| leaf.value().is_some());
            let state = shown.into_iter().map(|(name, leaf)| match leaf {
                Leaf::Value(_) | Leaf::Gap(_) => {
                    Ok((name.to_owned(), Told::leaf(model, &leaf, None)))
                }
                _ => {
                    let wrong = "leaves its declared domain, or has no answer, in turn";
                    let message = format!("`{name}` {wrong} {number}");
                    Err(Diagnostic::error_nowhere(Code::OutsideDomain, message))
                }
            });
            states.push(state.collect::<Result<Facts, _>>()?);
            impossible = impossible.or_else(|| self.asker.impossible(&run.situation));
        }
        taken.extend(begun);
        Ok(Line::process(model, (states, is_known), &taken, impossible))
    }

    /// A procedure with its start and all its rolls in order: what comes out of it.
    fn procedure(
        &mut self,
        rulebook: &Rulebook,
        procedure: &Procedure,
        request: &Asked,
    ) -> Result<Line, Diagnostic> {
        let model = self.asker.model;
        let stated = self.stated(request.get("start"))?;
        refuse_found(model, procedure, |fact| stated.is_said(fact))?;
        let mut known = stated.situation;
        let taken = self.fill(&procedure.start, &mut known);
        if let Some(needs) = needs(model, &procedure.start, &known) {
            return Ok(Line::needs(needs, None));
        }
        let terms = Terms {
            known: known.clone(),
            ..Terms::new(model)
        };
        let mut hand = Hand::told(&rolls(request)?);
        let rolled = dice::roll(model, &rulebook.sources, procedure, &terms, &mut hand)?;
        let is_known = rolled.is_known();
        let outcome = rolled.outcome.iter().map(|(fact, slot)| {
            let told = Told::leaf(model, &slot.leaf(model, *fact), None);
            (model.variable_name(*fact).to_owned(), told)
        });
        let excluded = self.asker.impossible(&known).cloned();
        let impossible = excluded.or_else(|| Some(rolled.impossible(&mut self.asker, known)?.1));
        let outcome = outcome.collect();
        Ok(Line::procedure(
            model,
            (outcome, is_known),
            &taken,
            impossible.as_ref(),
        ))
    }

    /// Fills in the facts that are missing, where they can be known.
    fn fill<'f>(
        &mut self,
        facts: impl IntoIterator<Item = &'f VariableId>,
        situation: &mut Situation,
    ) -> Vec<TakenFact> {
        facts
            .into_iter()
            .flat_map(|fact| self.asker.fill(*fact, situation))
            .collect()
    }
}

/// The facts that are missing, if any are.
fn needs<'f>(
    model: &Model,
    facts: impl IntoIterator<Item = &'f VariableId>,
    known: &Situation,
) -> Option<Vec<String>> {
    let missing = facts.into_iter().filter(|fact| known.get(**fact).is_none());
    let missing: Vec<String> = missing
        .map(|fact| model.variable_name(*fact).to_owned())
        .collect();
    (!missing.is_empty()).then_some(missing)
}

/// The rolls of a line, as they are told.
fn rolls(request: &Asked) -> Result<String, Diagnostic> {
    let Some(Value::Array(rolls)) = request.get("rolls") else {
        return Err(Diagnostic::request(
            "a procedure is asked with `rolls`, a list",
        ));
    };
    let told = rolls.iter().map(|roll| match roll {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(Diagnostic::request(
            "a roll is a total, or its dice as \"5+2\"",
        )),
    });
    Ok(told.collect::<Result<Vec<_>, _>>()?.join(","))
}

/// The facts of a line.
fn facts_of(facts: Option<&Value>) -> Result<Option<&Asked>, Diagnostic> {
    match facts {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(facts)) => Ok(Some(facts)),
        Some(_) => Err(Diagnostic::request(
            "facts are an object of names and values",
        )),
    }
}

/// Refuses a fact that the turns of a process are not told.
///
/// # Errors
///
/// Where it is none of them.
pub fn refuse_foreign(
    model: &Model,
    process: &Process,
    (name, fact): (&str, VariableId),
) -> Result<(), Diagnostic> {
    if process.turn.contains(&fact) {
        return Ok(());
    }
    let known = process.turn.iter().map(|fact| model.variable_name(*fact));
    let message = format!("`{name}` is no fact of a turn of `{}`", process.name);
    let help = format!("its facts: {}", known.collect::<Vec<_>>().join(", "));
    Err(Diagnostic::request(message).help(help))
}

/// A value as a person writes it.
///
/// # Errors
///
/// Where it is nothing that a fact can be.
pub fn text(name: &str, value: &Value) -> Result<String, Diagnostic> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Bool(truth) => Ok(truth.to_string()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Array(list) => {
            let words: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
            let wrong = || Diagnostic::request(format!("`{name}` is a list of other than texts"));
            Ok(words.ok_or_else(wrong)?.join(","))
        }
        Value::Null | Value::Object(_) => {
            let message = format!("`{name}` is neither text, number, truth nor list");
            Err(Diagnostic::request(message))
        }
    }
}
