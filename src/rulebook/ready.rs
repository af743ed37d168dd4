//! A question put many times over: facts in columns go in, for each row the number of its answer comes out.

use super::question::{Asked, Question};
use super::request;
use crate::Error;
use crate::answer::{Answer, Asker};
use crate::diagram::NodeId;
use crate::model::VariableId;
use crate::value::DomainKind;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The most rows that can differ for which it is remembered what each is answered.
const MOST_REMEMBERED: u64 = 1 << 22;

/// How many rows are looked up at a time.
const BLOCK: usize = 512;

/// What stands in the table where nothing was asked yet.
const UNASKED: u32 = u32::MAX;

/// The bit that no number of an answer has: they are far fewer.
const HIGHEST: u32 = 1 << 31;

/// A question with columns of facts, for many rows at once.
///
/// Made by [`Question::columns`](crate::Question::columns). In a column each value is a number, [`Ready::number`]; each answer is
/// one too, and [`Ready::answer`] tells what it says. A row is answered as [`Question::answer`](crate::Question::answer) would
/// answer it, once; whatever row is the same is then looked up.
///
/// ```
/// let book = chartroom::Rulebook::shipped();
/// let mut ready = book.ask("arid-weather").columns(["month", "weather-dr"])?;
/// let (may, twelve) = (ready.number(0, "may")?, ready.number(1, "12")?);
/// let mut answers = [0; 2];
/// ready.answers(&[&[may, may], &[twelve, twelve - 1]], &mut answers)?;
/// assert_eq!(ready.answer(answers[0]).map(|answer| answer.text()), Some("overcast"));
/// # Ok::<(), chartroom::Error>(())
/// ```
#[derive(Debug)]
pub struct Ready<'r> {
    asked: Asked<'r>,
    asker: Asker<'r>,
    columns: Vec<Column>,
    /// The number of the answer to each row that there can be, the last column counting fastest; empty where they are too many.
    table: Vec<u32>,
    /// Where they are too many: the diagram, if the columns alone decide, and the numbers of the answers at its leaves.
    root: Option<NodeId>,
    leaves: FxHashMap<NodeId, u32>,
    answers: IndexSet<RowAnswer, FxBuildHasher>,
}

#[derive(Debug, Clone, Copy)]
struct Column {
    fact: VariableId,
    size: u32,
    /// For how many values there is room in the table: a power of two, if these make no table too large.
    room: u32,
}

impl Column {
    /// Adds its values to the places of rows in the table, and tells whether there is room for all of them.
    fn add(self, places: &mut [u32], values: &[u32]) -> bool {
        let mut all = 0;
        let rows = places.iter_mut().zip(values);
        if self.room.is_power_of_two() {
            let bits = self.room.trailing_zeros();
            for (place, value) in rows {
                *place = place.wrapping_shl(bits) | value;
                all |= value;
            }
        } else {
            for (place, value) in rows {
                *place = place.wrapping_mul(self.room).wrapping_add(*value);
                all = all.max(*value);
            }
        }
        all < self.room
    }
}

/// What is answered to a row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RowAnswer {
    text: String,
    value: Option<String>,
    found: Vec<(String, String)>,
    impossible: Option<(String, String)>,
}

impl RowAnswer {
    /// As a player says it: `+2 DRM`, `overcast`, `depends on range`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value without its unit; none where there is no value.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// The facts that no column holds and that were found by the rules or taken as usual: names and values.
    pub fn found(&self) -> impl Iterator<Item = (&str, &str)> {
        let found = self.found.iter();
        found.map(|(fact, value)| (fact.as_str(), value.as_str()))
    }

    /// Why the row cannot be, if it cannot, and the paragraph that says so.
    #[must_use]
    pub fn impossible(&self) -> Option<(&str, &str)> {
        let impossible = self.impossible.as_ref();
        impossible.map(|(says, cite)| (says.as_str(), cite.as_str()))
    }

    fn of(answer: &Answer<'_>) -> Self {
        let found = answer.found();
        Self {
            text: answer.to_string(),
            value: answer.value(),
            found: found
                .map(|(fact, value)| (fact.to_owned(), value))
                .collect(),
            impossible: answer
                .impossible()
                .map(|(says, cite)| (says.to_owned(), cite.to_owned())),
        }
    }
}

impl<'r> Question<'r> {
    /// The question for many rows at once: these facts are told in columns, what is told so far is so in every row.
    ///
    /// # Errors
    ///
    /// Where no question has the name, or no pack declares a fact; where a fact is told already, or is free text.
    pub fn columns<N: AsRef<str>>(
        &self,
        facts: impl IntoIterator<Item = N>,
    ) -> Result<Ready<'r>, Error> {
        Ready::new(self.asked.clone()?, self.strict, facts)
    }
}

impl<'r> Ready<'r> {
    fn new<N: AsRef<str>>(
        asked: Asked<'r>,
        is_strict: bool,
        facts: impl IntoIterator<Item = N>,
    ) -> Result<Self, Error> {
        let model = asked.model;
        let mut columns: Vec<Column> = Vec::new();
        for name in facts {
            let name = name.as_ref();
            let fact = request::named(model, name)?;
            let is_column = columns.iter().any(|column| column.fact == fact);
            if is_column || asked.stated.is_said(fact) {
                return Err(Error::request(format!("`{name}` is given twice")));
            }
            if matches!(model.variables[fact].domain.kind, DomainKind::Text(_)) {
                let message = format!("`{name}` is free text, which has no numbers");
                return Err(Error::request(message).help("tell it as a fact of all rows"));
            }
            let size = model.variables[fact].domain.size();
            columns.push(Column {
                fact,
                size,
                room: size,
            });
        }
        if columns.is_empty() {
            return Err(Error::request("columns are of one fact at least"));
        }
        let room = |columns: &[Column]| {
            let rooms = columns.iter().map(|column| u64::from(column.room));
            rooms.fold(1, u64::saturating_mul)
        };
        let mut wide = columns.clone();
        for column in &mut wide {
            column.room = column.size.next_power_of_two();
        }
        if room(&wide) <= MOST_REMEMBERED {
            columns = wide;
        }
        let rows = room(&columns);
        let is_small = rows <= MOST_REMEMBERED;
        let mut asker = Asker::apart(model);
        asker.set_strict(is_strict);
        let mut ready = Self {
            table: vec![UNASKED; if is_small { rows as usize } else { 0 }],
            asked,
            asker,
            columns,
            root: None,
            leaves: FxHashMap::default(),
            answers: IndexSet::default(),
        };
        if !is_small {
            ready.root = ready.decided();
        }
        Ok(ready)
    }

    /// The diagram for what all rows share, if nothing but the columns decides in it, and none of them can make a row impossible.
    fn decided(&mut self) -> Option<NodeId> {
        let columns: Vec<VariableId> = self.columns.iter().map(|column| column.fact).collect();
        let root = self.asker.compiler.question(self.asked.question).ok()?;
        let root = self
            .asker
            .restricted(root, &self.asked.stated.situation)
            .ok()?;
        let is_decided = self
            .asker
            .support(root)
            .iter()
            .all(|fact| columns.contains(fact));
        let may_be_impossible = (0..self.asked.model.impossible.len()).any(|place| {
            let excluded = self.asker.excluded(place);
            !excluded.is_ok_and(|other| columns.iter().all(|fact| !other.decides(*fact)))
        });
        (is_decided && !may_be_impossible).then_some(root)
    }

    /// The number of a value in a column.
    ///
    /// # Errors
    ///
    /// Where the fact has no such value, with the nearest, or there is no such column.
    pub fn number(&self, column: usize, value: &str) -> Result<u32, Error> {
        let Some(Column { fact, .. }) = self.columns.get(column) else {
            return Err(Error::request(format!("there is no column {column}")));
        };
        request::index(self.asked.model, *fact, value)
    }

    /// The values of a column by their numbers.
    pub fn values(&self, column: usize) -> impl Iterator<Item = String> {
        let columns = self.columns.get(column).into_iter();
        columns.flat_map(|Column { fact, size, .. }| {
            (0..*size).map(|index| self.asked.model.show_index(*fact, index))
        })
    }

    /// What an answer's number says.
    #[must_use]
    pub fn answer(&self, number: u32) -> Option<&RowAnswer> {
        self.answers.get_index(number as usize)
    }

    /// The numbers of the answers to rows, of which each column holds a value of its fact.
    ///
    /// # Errors
    ///
    /// Where there are not as many columns as facts, or not all of them and `out` are equally long; where a number stands for no
    /// value of its fact. The rows before that are answered.
    pub fn answers(&mut self, columns: &[&[u32]], out: &mut [u32]) -> Result<(), Error> {
        let wanted = (self.columns.len(), out.len());
        if columns.len() != wanted.0 || columns.iter().any(|own| own.len() != wanted.1) {
            let message = format!("{} columns of {} rows are wanted", wanted.0, wanted.1);
            return Err(Error::request(message));
        }
        for (begin, out) in (0..).step_by(BLOCK).zip(out.chunks_mut(BLOCK)) {
            self.block(columns, begin, out)?;
        }
        Ok(())
    }

    /// Some rows that follow each other.
    fn block(&mut self, columns: &[&[u32]], begin: usize, out: &mut [u32]) -> Result<(), Error> {
        let (rows, mut is_known) = (begin..begin + out.len(), true);
        // First the places in the table, then what stands there: each a loop that works on several rows at once.
        out.fill(0);
        for (column, values) in self.columns.iter().zip(columns) {
            is_known &= column.add(out, values.get(rows.clone()).unwrap_or_default());
        }
        let mut all = 0;
        for out in out.iter_mut() {
            *out = self.table.get(*out as usize).copied().unwrap_or(UNASKED);
            all |= *out;
        }
        // Of all numbers only the one that stands for no answer has the highest bit.
        if is_known && all & HIGHEST == 0 {
            return Ok(());
        }
        for (row, out) in (begin..).zip(out.iter_mut()) {
            let leaf = self.leaf(columns, row);
            if let Some(known) = leaf.and_then(|leaf| self.leaves.get(&leaf)) {
                *out = *known;
                continue;
            }
            let own = columns.iter().map(|own| own.get(row).copied().unwrap_or(0));
            *out = self.ask(row, own)?;
            self.leaves.extend(leaf.map(|leaf| (leaf, *out)));
        }
        Ok(())
    }

    /// The number of the answer to a row.
    fn ask(&mut self, row: usize, values: impl Iterator<Item = u32>) -> Result<u32, Error> {
        let Asked {
            rulebook,
            model,
            question,
            ..
        } = self.asked;
        let (mut stated, mut place) = (self.asked.stated.clone(), 0_u32);
        for (Column { fact, size, room }, index) in self.columns.iter().zip(values) {
            if index >= *size {
                let name = model.variable_name(*fact);
                let message = format!("{index} in row {row} is no value of `{name}`");
                return Err(Error::request(message)
                    .help(format!("its values have the numbers 0 to {}", size - 1)));
            }
            request::refuse_closed_index(model, *fact, index)?;
            stated.situation.set(*fact, Some(index));
            place = place.wrapping_mul(*room).wrapping_add(index);
        }
        if let Some(number) = self
            .table
            .get(place as usize)
            .filter(|own| **own != UNASKED)
        {
            return Ok(*number);
        }
        // Each row is a run, as each line of a batch.
        self.asker.compiler.store.renew_run();
        let answer = self.asker.answer(&rulebook.sources, question, stated);
        let (number, _) = self.answers.insert_full(RowAnswer::of(&answer));
        let number = u32::try_from(number).unwrap_or(UNASKED);
        if let Some(known) = self.table.get_mut(place as usize) {
            *known = number;
        }
        Ok(number)
    }

    /// Where the diagram leads in a row.
    fn leaf(&self, columns: &[&[u32]], row: usize) -> Option<NodeId> {
        let value_of = |fact| {
            let mut own = self.columns.iter().zip(columns);
            let (Column { size, .. }, column) = own.find(|(other, _)| other.fact == fact)?;
            column.get(row).copied().filter(|index| index < size)
        };
        let store = &self.asker.compiler.store;
        store.reach(self.root?, value_of).ok()
    }
}
