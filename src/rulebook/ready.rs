//! A question put many times over: facts in columns go in, for each row the number of its answer comes out.

use super::question::{Asked, Question};
use super::request;
use super::terms::refuse_dice;
use crate::Error;
use crate::answer::{Answer, Asker};
use crate::diagram::NodeId;
use crate::model::{Type, VariableId};
use indexmap::IndexSet;
use itertools::Itertools as _;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::ops::Range;

/// The most rows that can differ for which it is remembered what each is answered.
const MOST_REMEMBERED: u64 = 1 << 24;

/// How many rows are looked up at a time.
const BLOCK: usize = 512;

/// What stands for no answer, where nothing was asked yet.
const UNASKED: u32 = u32::MAX;

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
    table: Table,
    /// Once a row was not found there: the diagram, if the columns alone decide.
    root: Option<Option<NodeId>>,
    /// The numbers of the answers at its leaves.
    leaves: FxHashMap<NodeId, u32>,
    answers: IndexSet<RowAnswer, FxBuildHasher>,
}

#[derive(Debug, Clone, Copy)]
struct Column {
    fact: VariableId,
    size: u32,
    /// For how many values there is room in the table: a power of two, if these make no table too large.
    room: u32,
    /// The only value that it can have, where a reading is settled.
    settled: Option<u32>,
}

/// The number of the answer to each row that there can be, the last column counting fastest; empty where they are too many.
///
/// The highest number of its width says that nothing was asked yet. It alone has the highest bit.
#[derive(Debug)]
enum Table {
    /// Of up to 128 answers, as most questions have: four times as much of it is near at hand.
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

impl Table {
    fn get(&self, place: u32) -> Option<u32> {
        let place = place as usize;
        match self {
            Self::Narrow(table) => {
                let number = table.get(place).filter(|own| **own != u8::MAX);
                number.map(|own| (*own).into())
            }
            Self::Wide(table) => table.get(place).copied().filter(|own| *own != UNASKED),
        }
    }

    const fn has_room(&self) -> bool {
        match self {
            Self::Narrow(table) => !table.is_empty(),
            Self::Wide(table) => !table.is_empty(),
        }
    }

    fn set(&mut self, place: u32, number: u32) {
        let place = place as usize;
        if let Self::Narrow(table) = self {
            match u8::try_from(number) {
                Ok(number) if number <= u8::MAX >> 1 => {
                    if let Some(own) = table.get_mut(place) {
                        *own = number;
                    }
                    return;
                }
                _ => *self = Self::Wide(table.iter().map(|own| widened(*own)).collect()),
            }
        }
        if let Self::Wide(table) = self
            && let Some(own) = table.get_mut(place)
        {
            *own = number;
        }
    }

    /// Puts the numbers at some places in their stead; whether there is one at each.
    fn look_up(&self, places: &mut [u32]) -> bool {
        match self {
            Self::Narrow(table) => look_up(table, u8::MAX, places),
            Self::Wide(table) => look_up(table, UNASKED, places),
        }
    }
}

fn widened(number: u8) -> u32 {
    match number {
        u8::MAX => UNASKED,
        number => number.into(),
    }
}

fn look_up<N: Copy + Into<u32>>(table: &[N], unasked: N, places: &mut [u32]) -> bool {
    let mut all = 0;
    for place in places {
        let number = table.get(*place as usize).copied();
        *place = number.unwrap_or(unasked).into();
        all |= *place;
    }
    all <= unasked.into() >> 1
}

/// The places of rows in the table: several columns at a time, so that a place is seldom taken up again. Whether there is room for
/// all values.
fn place(columns: &[Column], values: &[&[u32]], begin: usize, places: &mut [u32]) -> bool {
    let rows = begin..begin + places.len();
    let mut is_within = true;
    let (mut columns, mut values) = (columns, values);
    // What the first columns give need not be added to anything.
    let mut before = 0;
    loop {
        (columns, values) = match (columns, values) {
            ([a, b, c, rest @ ..], [of_a, of_b, of_c, others @ ..])
                if [a, b, c].iter().all(|own| own.is_power()) =>
            {
                let of = [of_a, of_b, of_c].map(|own| within(own, &rows));
                is_within &= add_three([*a, *b, *c], of, places, before);
                (rest, others)
            }
            ([a, b, rest @ ..], [of_a, of_b, others @ ..]) if a.is_power() && b.is_power() => {
                let of = [of_a, of_b].map(|own| within(own, &rows));
                is_within &= add_two([*a, *b], of, places, before);
                (rest, others)
            }
            ([a, rest @ ..], [of_a, others @ ..]) => {
                is_within &= a.add(within(of_a, &rows), places, before);
                (rest, others)
            }
            _ => return is_within,
        };
        before = u32::MAX;
    }
}

fn within<'c>(values: &'c [u32], rows: &Range<usize>) -> &'c [u32] {
    values.get(rows.clone()).unwrap_or_default()
}

/// Of what stood at the places before, these bits are kept.
fn add_three([a, b, c]: [Column; 3], of: [&[u32]; 3], places: &mut [u32], kept: u32) -> bool {
    let [by_a, by_b, by_c] = [a, b, c].map(Column::bits);
    let (mut all_a, mut all_b, mut all_c) = (0, 0, 0);
    let rows = places.iter_mut().zip(of[0]).zip(of[1]).zip(of[2]);
    for (((place, of_a), of_b), of_c) in rows {
        let first = (*place & kept) << by_a | of_a;
        *place = (first << by_b | of_b) << by_c | of_c;
        all_a |= of_a;
        all_b |= of_b;
        all_c |= of_c;
    }
    all_a < a.room && all_b < b.room && all_c < c.room
}

fn add_two([a, b]: [Column; 2], of: [&[u32]; 2], places: &mut [u32], kept: u32) -> bool {
    let [by_a, by_b] = [a, b].map(Column::bits);
    let (mut all_a, mut all_b) = (0, 0);
    for ((place, of_a), of_b) in places.iter_mut().zip(of[0]).zip(of[1]) {
        *place = ((*place & kept) << by_a | of_a) << by_b | of_b;
        all_a |= of_a;
        all_b |= of_b;
    }
    all_a < a.room && all_b < b.room
}

impl Column {
    const fn is_power(&self) -> bool {
        self.room.is_power_of_two()
    }

    /// How far its values shift the places of rows.
    const fn bits(self) -> u32 {
        self.room.trailing_zeros()
    }

    /// Adds its values to the places of rows, and tells whether there is room for all of them.
    fn add(self, values: &[u32], places: &mut [u32], kept: u32) -> bool {
        let mut all = 0;
        let rows = places.iter_mut().zip(values);
        if self.is_power() {
            let bits = self.bits();
            for (place, value) in rows {
                *place = (*place & kept) << bits | value;
                all |= value;
            }
        } else {
            for (place, value) in rows {
                *place = (*place & kept).wrapping_mul(self.room).wrapping_add(*value);
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
            if model.variables[fact].domain.is_text() {
                let message = format!("`{name}` is free text, which has no numbers");
                return Err(Error::request(message).help("tell it as a fact of all rows"));
            }
            let size = model.variables[fact].domain.size();
            columns.push(Column {
                fact,
                size,
                room: size,
                settled: model.variables[fact].settled(),
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
        let rows = if rows <= MOST_REMEMBERED { rows } else { 0 };
        let mut asker = Asker::apart(model);
        asker.set_strict(is_strict);
        Ok(Self {
            table: Table::Narrow(vec![u8::MAX; rows as usize]),
            asked,
            asker,
            columns,
            root: None,
            leaves: FxHashMap::default(),
            answers: IndexSet::default(),
        })
    }

    /// The diagram for what all rows share, if nothing but the columns decides in it, and none of them can make a row impossible.
    /// What a text names in braces, and what says in which of several units an answer counts, is in no diagram.
    fn decided(&mut self) -> Option<NodeId> {
        let answer = &self.asked.model.questions[self.asked.question].answer;
        let unit = answer.unit_id().map(|unit| &self.asked.model.units[unit]);
        if matches!(answer, Type::Text)
            || unit.is_some_and(|unit| unit.which.is_some())
            || self.may_fall_apart()
        {
            return None;
        }
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

    /// Whether a row may tell of one roll several things, which cannot fall together.
    fn may_fall_apart(&self) -> bool {
        let model = self.asked.model;
        let told = self.asked.stated.situation.known_variables();
        let facts = self.columns.iter().map(|column| column.fact).chain(told);
        let rolls = facts.filter_map(|fact| model.roll_of(fact));
        rolls.duplicates().next().is_some()
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
    /// value of its fact, or dice cannot fall so. The rows before that are answered; what then stands behind them in `out` means
    /// nothing.
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
        // First the places in the table, then what stands there: each a loop that works on several rows at once.
        if self.table.has_room()
            && place(&self.columns, columns, begin, out)
            && self.table.look_up(out)
        {
            return Ok(());
        }
        let root = self.root.unwrap_or_else(|| self.decided());
        self.root = Some(root);
        for (row, out) in (begin..).zip(out.iter_mut()) {
            let values = columns.iter().map(|own| own.get(row).copied().unwrap_or(0));
            let place = self.place_of(values.clone());
            if let Some(number) = place.and_then(|place| self.table.get(place)) {
                *out = number;
                continue;
            }
            let leaf = root
                .filter(|_| place.is_some())
                .and_then(|root| self.leaf(root, columns, row));
            let known = leaf.and_then(|leaf| self.leaves.get(&leaf).copied());
            *out = match known {
                Some(known) => known,
                None => self.ask(row, values)?,
            };
            self.leaves.extend(leaf.map(|leaf| (leaf, *out)));
            if let Some(place) = place {
                self.table.set(place, *out);
            }
        }
        Ok(())
    }

    /// The place of a row in the table; none where a value is none of its fact, or of a reading that is settled otherwise.
    fn place_of(&self, values: impl Iterator<Item = u32>) -> Option<u32> {
        let mut place = 0_u32;
        for (column, index) in self.columns.iter().zip(values) {
            if index >= column.size || column.settled.is_some_and(|right| right != index) {
                return None;
            }
            place = place.wrapping_mul(column.room).wrapping_add(index);
        }
        Some(place)
    }

    /// The number of the answer to a row.
    fn ask(&mut self, row: usize, values: impl Iterator<Item = u32>) -> Result<u32, Error> {
        let Asked {
            rulebook,
            model,
            question,
            ..
        } = self.asked;
        let mut stated = self.asked.stated.clone();
        for (Column { fact, size, .. }, index) in self.columns.iter().zip(values) {
            if index >= *size {
                let name = model.variable_name(*fact);
                let message = format!("{index} in row {row} is no value of `{name}`");
                return Err(Error::request(message)
                    .help(format!("its values have the numbers 0 to {}", size - 1)));
            }
            request::refuse_closed_index(model, *fact, index)?;
            stated.set(model, *fact, index, &model.show_index(*fact, index));
        }
        refuse_dice(model, &stated)?;
        // Each row is a run, as each line of a batch.
        self.asker.compiler.store.renew_run();
        let answer = self.asker.answer(&rulebook.sources, question, stated);
        let (number, _) = self.answers.insert_full(RowAnswer::of(&answer));
        Ok(u32::try_from(number).unwrap_or(UNASKED))
    }

    /// Where the diagram leads in a row.
    fn leaf(&self, root: NodeId, columns: &[&[u32]], row: usize) -> Option<NodeId> {
        let value_of = |fact| {
            let mut own = self.columns.iter().zip(columns);
            let (_, column) = own.find(|(other, _)| other.fact == fact)?;
            column.get(row).copied()
        };
        let store = &self.asker.compiler.store;
        store.reach(root, value_of).ok()
    }
}
