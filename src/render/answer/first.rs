//! An answer in few lines: the value, what adds to it, the exceptions that took effect, what was taken as usual and what would
//! change it.

use super::super::style::{BOLD, CITE, FAINT, VALUE, styled};
use super::super::table::wrapped;
use super::super::{fold, words};
use super::{Shown, why};
use crate::answer::{Change, Part, ReadingTaken, Ruling};
use crate::diagram::Leaf;
use crate::model::{Model, VariableId};
use crate::value::{DomainKind, Value};
use unicode_width::UnicodeWidthStr;

/// How many lines there are, at most.
const MOST_LINES: usize = 12;

/// How many things of a kind are told, at most, and in at least how many lines where there are too many for the page.
const MOST_PARTS: usize = 6;
const LEAST_PARTS: usize = 3;
const MOST_EXCEPTIONS: usize = 2;
const MOST_CHANGES: usize = 3;

/// How many facts that are taken as usual are named.
const MOST_USUAL: usize = 3;

/// The answer first, and what it rests on in few lines of so many columns.
#[must_use]
pub fn first(shown: &Shown<'_>, width: usize) -> String {
    let answer = shown.answer;
    let (Ruling::Value(_) | Ruling::Gap(_)) = &answer.ruling else {
        return why::human(shown);
    };
    let question = &answer.model.questions[answer.question];
    let head = Section::of(width, [why::head(shown, question).trim_end().to_owned()]);
    let usual = Section::of(width, usual(shown, width));
    let mut sections = [
        Section {
            least: LEAST_PARTS,
            ..parts(shown, width)
        },
        Section::of(width, taken_away(shown, width)),
        Section::of(width, readings(shown, width)),
        Section::of(
            width,
            shown
                .notes
                .iter()
                .map(|note| format!("  {} {note}", styled(FAINT, "note:"))),
        ),
    ];
    let room = MOST_LINES.saturating_sub(head.lines() + usual.lines());
    let mut over = (sections.iter().map(Section::lines).sum::<usize>()
        + usize::from(!shown.changes.is_empty()))
    .saturating_sub(room);
    for section in sections.iter_mut().rev() {
        over = over.saturating_sub(section.shrink_by(over));
    }
    let taken: usize = sections.iter().map(Section::lines).sum();
    let changes = would_change(
        shown,
        width,
        room.saturating_sub(taken).clamp(1, MOST_CHANGES),
    );
    let [parts, taken_away, readings, notes] = sections;
    let all = [
        head,
        parts,
        taken_away,
        readings,
        usual,
        Section::of(width, changes),
        notes,
    ];
    all.into_iter()
        .flat_map(|section| section.items)
        .map(|item| item + "\n")
        .collect()
}

/// Things of one kind, each in one line or more.
struct Section {
    items: Vec<String>,
    /// To how many lines it may be shortened.
    least: usize,
}

impl Section {
    fn of(width: usize, items: impl IntoIterator<Item = String>) -> Self {
        let items = items.into_iter().map(|item| fold(&item, width));
        Self {
            items: items.collect(),
            least: 1,
        }
    }

    fn lines(&self) -> usize {
        self.items.iter().map(|item| item.lines().count()).sum()
    }

    /// Leaves out what takes so many lines too many, as far as it may; how many fewer it takes.
    fn shrink_by(&mut self, over: usize) -> usize {
        let before = self.lines();
        let most = before.saturating_sub(over).max(self.least);
        if most >= before {
            return 0;
        }
        let mut left_out = 0;
        while self.lines() + 1 > most && self.items.pop().is_some() {
            left_out += 1;
        }
        self.items.push(more(left_out));
        before.saturating_sub(self.lines())
    }
}

fn more(count: usize) -> String {
    format!("  {}", styled(FAINT, &format!("and {count} more: --why")))
}

/// What an answer is made of.
fn parts(shown: &Shown<'_>, width: usize) -> Section {
    // What is no sum and comes to 0 has that part alone.
    let is_nought = !shown.parts.is_sum && shown.parts.all.iter().all(Part::is_zero);
    let all: Vec<&Part> = shown
        .parts
        .all
        .iter()
        .filter(|part| !part.is_zero() || is_nought)
        .collect();
    let model = shown.answer.model;
    let whole = shown.answer.value();
    let question = |part: &Part| model.question_names.get(&part.question).copied();
    let is_long = |value: &Value, text: &str| match value {
        Value::Set(_) => true,
        Value::Word(_) => text.width() > width / 4,
        Value::Bool(_) | Value::Number(_) => false,
    };
    let amount = |part: &Part| match &part.leaf {
        Leaf::Gap(_) => "lost".to_owned(),
        // What is long and stands above already is not said again.
        Leaf::Value(value)
            if is_long(value, &part.gives.words) && whole.as_ref() == Some(&part.gives.words) =>
        {
            String::new()
        }
        Leaf::Value(value) => question(part).map_or_else(
            || part.gives.words.clone(),
            |question| model.answer_of(question, value),
        ),
        _ => part.gives.words.clone(),
    };
    let cite = |part: &Part| {
        let place = part
            .exception_to
            .as_ref()
            .filter(|rule| **rule != part.cite);
        let place = place.map_or_else(String::new, |rule| format!(", not {rule}"));
        format!("{}{place}", part.cite)
    };
    let rows: Vec<[String; 3]> = all
        .iter()
        .take(MOST_PARTS)
        .map(|part| [amount(part), part.says.clone(), cite(part)])
        .collect();
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    };
    let is_wide = widest(0) > width / 3;
    let amounts = if is_wide { 0 } else { widest(0) };
    let room = width.saturating_sub(amounts + widest(2) + 7).max(16);
    let column = widest(1).min(room);
    let errata = all.iter().map(|part| why::errata(&part.errata));
    let mut items: Vec<String> = Vec::new();
    for ([amount, says, cite], errata) in rows.iter().zip(errata) {
        let says = shortened(says, column);
        let after = " ".repeat(column - says.width());
        let before = " ".repeat(amounts.saturating_sub(amount.width()));
        let (amount, cite) = (styled(VALUE, amount), styled(CITE, cite));
        let line = format!("{says}{after}   {cite}{errata}");
        items.push(match (is_wide, amounts) {
            (true, _) => format!("  {line}\n    {amount}"),
            (false, 0) => format!("  {line}"),
            (false, _) => format!("  {before}{amount}  {line}"),
        });
    }
    items.extend(
        all.len()
            .checked_sub(MOST_PARTS)
            .filter(|count| *count > 0)
            .map(more),
    );
    if shown.parts.all.is_empty() && matches!(shown.answer.ruling, Ruling::Value(_)) {
        let none = styled(FAINT, "no rule applies: --why tells why not");
        items.push(format!("  {none}"));
    }
    Section::of(width, items)
}

fn taken_away(shown: &Shown<'_>, width: usize) -> Vec<String> {
    let mut all = shown.parts.taken_away.clone();
    all.dedup();
    let told = all.iter().take(MOST_EXCEPTIONS);
    told.map(|away| {
        format!(
            "  {} {}",
            styled(BOLD, "excepted:"),
            shortened(away, width - 12)
        )
    })
    .collect()
}

/// The readings of which another would change the answer.
fn readings(shown: &Shown<'_>, width: usize) -> Vec<String> {
    let mut waiting = vec![&shown.why];
    let mut taken: Vec<&ReadingTaken> = Vec::new();
    while let Some(why) = waiting.pop() {
        waiting.extend(&why.because);
        for reading in &why.readings {
            if taken.iter().all(|own| own.variable != reading.variable) {
                taken.push(reading);
            }
        }
    }
    let told = taken.into_iter().map(|taken| {
        let (name, cite) = (
            format!(" {} = {}: ", taken.reading, taken.option),
            taken.cite.join(", "),
        );
        let room = width.saturating_sub("  read as   ".len() + name.width() + cite.width());
        let says = shortened(&taken.says, room.max(16));
        format!(
            "  {}{name}{says}   {}",
            styled(BOLD, taken.lead()),
            styled(CITE, &cite)
        )
    });
    told.collect()
}

/// What was taken as usual: named where it is little.
fn usual(shown: &Shown<'_>, width: usize) -> Option<String> {
    let model = shown.answer.model;
    let assumed = shown
        .answer
        .found
        .iter()
        .filter(|found| found.is_assumed(model));
    let told: Vec<String> = assumed
        .map(|found| as_told(model, found.fact, found.index))
        .collect();
    let told = match told.len() {
        0 => return None,
        1..=MOST_USUAL => told.join(", "),
        many => format!("{many} facts, --why names them"),
    };
    Some(format!(
        "  {} {}",
        styled(BOLD, "as usual:"),
        shortened(&told, width - 12)
    ))
}

/// What would change the answer, in at most so many lines.
fn would_change(shown: &Shown<'_>, width: usize, most: usize) -> Option<String> {
    const HEAD: &str = "would change it:";
    let by_fact = shown.changes.chunk_by(|one, other| one.fact == other.fact);
    let told: Vec<String> = by_fact.map(|changes| change(shown, changes)).collect();
    let fits = |count: usize| {
        let more = told.len() - count;
        let more = (more > 0).then(|| format!("and {more} more"));
        let all: Vec<String> = told.iter().take(count).cloned().chain(more).collect();
        let lines = wrapped(&all.join(", "), width - HEAD.len() - 3);
        (lines.len() <= most).then_some(lines)
    };
    let lines = (1..=told.len()).rev().find_map(fits)?;
    let pad = " ".repeat(HEAD.len() + 3);
    Some(format!(
        "  {} {}",
        styled(BOLD, HEAD),
        lines.join(&format!("\n{pad}"))
    ))
}

/// A fact with the first of its values that gives another answer, and that answer: `emplaced +2`.
fn change(shown: &Shown<'_>, changes: &[Change]) -> String {
    let model = shown.answer.model;
    let Some(first) = changes.first() else {
        return String::new();
    };
    let mut fact = as_told(model, first.fact, first.index);
    let same = changes.iter().take_while(|own| own.ruling == first.ruling);
    if let Some(last) = same.last().filter(|last| last.index > first.index)
        && matches!(
            model.variables[first.fact].domain.kind,
            DomainKind::Numbers { .. } | DomainKind::Listed(_)
        )
    {
        fact = format!("{fact} to {}", model.label_of(last.fact, last.index));
    }
    match &first.ruling {
        Ruling::Value(value) => match model.answer_of(shown.answer.question, value) {
            text if text.starts_with(['+', '-']) => format!("{fact} {text}"),
            text => format!("{fact} → {text}"),
        },
        Ruling::Gap(_) => format!("{fact} → {}", words::GAP),
        _ => format!("{fact} → more to tell"),
    }
}

/// A fact as people tell it: `emplaced`, `not emplaced`, `Hex terrain woods`.
fn as_told(model: &Model, fact: VariableId, index: u32) -> String {
    let title = model.title_of(fact);
    let is_bool = model.variables[fact].domain.kind == DomainKind::Bool;
    match (is_bool, model.label_of(fact, index).as_str()) {
        (true, "yes") => title,
        (true, _) => format!("not {title}"),
        (false, label) => format!("{title} {label}"),
    }
}

/// A text in so many columns.
fn shortened(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while kept.width() + 1 > room && kept.pop().is_some() {}
    format!("{}…", kept.trim_end())
}
