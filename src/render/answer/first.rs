//! An answer in few lines: the value, what adds to it, the exceptions that took effect, what was taken as usual and what would
//! change it.

use super::super::style::{BOLD, CITE, FAINT, VALUE, styled};
use super::super::table::wrapped;
use super::super::{fold, words};
use super::usual::{as_told, usual_told};
use super::{Shown, open, why};
use crate::answer::{Change, Evaluator, Part, ReadingTaken, Ruling};
use crate::diagram::Leaf;
use crate::model::{Combine, RuleId};
use crate::value::{DomainKind, Value};
use itertools::Itertools;
use unicode_width::UnicodeWidthStr;

/// How many lines there are, at most.
const MOST_LINES: usize = 12;

/// How many things of a kind are told, at most, and in at least how many lines where there are too many for the page.
const MOST_PARTS: usize = 6;
const LEAST_PARTS: usize = 3;
const MOST_EXCEPTIONS: usize = 2;
const MOST_CHANGES: usize = 3;

/// Of how many rules that do not apply it is told where they would.
const MOST_TOLD: usize = 2;

/// The answer first, and what it rests on in few lines of so many columns.
#[must_use]
pub fn first(shown: &Shown<'_>, width: usize) -> String {
    let answer = shown.answer;
    let (Ruling::Value(_) | Ruling::Gap(_)) = &answer.ruling else {
        let changed = match &answer.ruling {
            Ruling::Needs(needs) => open::changed_by(answer.model, needs),
            _ => None,
        };
        let below = usual(shown, width).into_iter().chain(changed);
        let below = below.map(|line| line + "\n");
        return why::page(shown, &[]) + &below.collect::<String>();
    };
    let question = &answer.model.questions[answer.question];
    let is_made = shown.parts.all.iter().any(|part| !part.is_zero());
    let is_cited = !is_made || matches!(answer.ruling, Ruling::Gap(_));
    let head = why::head(shown, question, is_cited);
    let head = Section::of(width, [head.trim_end().to_owned()]);
    let usual = Section::of(width, usual(shown, width));
    let part_lines = |is_whole| Section {
        least: LEAST_PARTS,
        ..parts(shown, width, is_whole)
    };
    let mut sections = [
        part_lines(true),
        Section::of(width, excepted(shown, width)),
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
    let changes = usize::from(!shown.changes.is_empty());
    let over = |sections: &[Section]| {
        let lines: usize = sections.iter().map(Section::lines).sum();
        (lines + changes).saturating_sub(room)
    };
    if over(&sections) > 0 {
        // What a part is may be told in fewer words, but none is left out for that.
        let [parts, ..] = &mut sections;
        *parts = part_lines(false);
    }
    let mut over = over(&sections);
    for section in sections.iter_mut().rev() {
        over = over.saturating_sub(section.shrink_by(over));
    }
    let taken: usize = sections.iter().map(Section::lines).sum();
    let changes = would_change(
        shown,
        width,
        room.saturating_sub(taken).clamp(1, MOST_CHANGES),
    );
    let [parts, excepted, readings, notes] = sections;
    let all = [
        head,
        parts,
        excepted,
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

/// What an answer is made of; what each part is in one line, unless the whole of it is wanted.
fn parts(shown: &Shown<'_>, width: usize, is_whole: bool) -> Section {
    // What is no sum and comes to 0 has that part alone.
    let is_nought = !shown.parts.is_sum && shown.parts.all.iter().all(Part::is_zero);
    let all = shown.parts.all.iter();
    let all: Vec<&Part> = all.filter(|part| !part.is_zero() || is_nought).collect();
    let is_of_words = |part: &&Part| matches!(part.leaf, Leaf::Value(Value::Set(_)));
    let rows = all.iter().map(|part| Row::of(shown, part, width));
    let (rows, left_out) = match all.iter().all(is_of_words) {
        true => (by_paragraph(rows), 0),
        false => {
            let taken: Vec<Row> = rows.take(MOST_PARTS).collect();
            let left_out = all.len() - taken.len();
            let with_made_of = all.iter().zip(taken).flat_map(|(part, row)| {
                let of = part.of.iter().map(|each| Row::made_of(shown, each, width));
                std::iter::once(row).chain(of)
            });
            (with_made_of.take(MOST_PARTS).collect(), left_out)
        }
    };
    let mut items = lines(&rows, width, is_whole);
    items.extend(Some(left_out).filter(|count| *count > 0).map(more));
    if shown.parts.all.is_empty() && matches!(shown.answer.ruling, Ruling::Value(_)) {
        let model = shown.answer.model;
        let nothing = match model.questions[shown.answer.question].combine {
            _ if shown.parts.is_open => "so it is whatever is not known",
            Combine::Sum => "nothing adds to it",
            Combine::All => "nothing stands against it",
            Combine::Any => "nothing makes it so",
            // A rule that applies may give a sum of nothing.
            _ if !shown.answer.why().applied.is_empty() => "nothing adds to it",
            _ => "no rule applies",
        };
        let only = only_where(shown, width);
        if only.is_empty() {
            let why = if shown.parts.is_open { "" } else { " why not" };
            let none = styled(FAINT, &format!("{nothing}: --why tells{why}"));
            items.push(format!("  {none}"));
        } else {
            items.extend(lines(&only, width, is_whole));
        }
    }
    Section::of(width, items)
}

/// Where the few rules of a question would apply, of which none does.
fn only_where(shown: &Shown<'_>, width: usize) -> Vec<Row> {
    let model = shown.answer.model;
    let question = &model.questions[shown.answer.question];
    let is_told = matches!(question.combine, Combine::Sum | Combine::Any);
    if !is_told || question.rules.len() > MOST_TOLD || !shown.excepted.is_empty() {
        return Vec::new();
    }
    let prose = Evaluator::with_texts(model, shown.answer.sources).prose();
    let row = |id: &RuleId| {
        let rule = &model.rules[*id];
        let by = shown.answer.takes_away(rule);
        let (lead, when, cite) = match by {
            Some(by) => ("not where", by.when.as_ref()?, &by.cite),
            None => ("only where", rule.when.as_ref()?, &rule.cite),
        };
        let says = format!("{lead} {}", prose.words(when));
        (says.width() < 2 * width).then_some(())?;
        let amount = match (question.combine, rule.outcome.gives()?) {
            (Combine::Any, _) => "yes".to_owned(),
            (_, gives) => prose.gives(rule.question, gives),
        };
        Some(Row {
            amount,
            says,
            cite: cite.clone(),
            errata: String::new(),
        })
    };
    let rows: Option<Vec<Row>> = question.rules.iter().map(row).collect();
    rows.unwrap_or_default()
}

/// A part of an answer in words.
struct Row {
    amount: String,
    says: String,
    cite: String,
    errata: String,
}

impl Row {
    fn of(shown: &Shown<'_>, part: &Part, width: usize) -> Self {
        let model = shown.answer.model;
        let question = model.question_names.get(&part.question).copied();
        let gives = &part.gives.words;
        let is_long = |value: &Value| matches!(value, Value::Word(_)) && gives.width() > width / 4;
        let amount = match &part.leaf {
            Leaf::Gap(_) => "lost".to_owned(),
            // What is long and stands above already is not said again.
            Leaf::Value(value)
                if is_long(value) && shown.answer.value().as_ref() == Some(gives) =>
            {
                String::new()
            }
            Leaf::Value(value) => question.map_or_else(
                || gives.clone(),
                |question| model.answer_of(question, value),
            ),
            _ => gives.clone(),
        };
        let instead = part.exception_to.as_ref();
        let instead = instead.filter(|rule| **rule != part.cite);
        let instead = instead.map_or_else(String::new, |rule| format!(", not {rule}"));
        Self {
            amount,
            says: part.says.clone(),
            cite: format!("{}{instead}", part.cite),
            errata: why::errata(&part.errata),
        }
    }
}

impl Row {
    /// A part of a modifier that a condition looks at.
    fn made_of(shown: &Shown<'_>, part: &Part, width: usize) -> Self {
        let row = Self::of(shown, part, width);
        let says = format!("  {} {}", row.amount, row.says);
        let amount = String::new();
        Self {
            amount,
            says,
            ..row
        }
    }
}

/// Parts in lines: amounts, what they are and paragraphs, each below the other.
fn lines(rows: &[Row], width: usize, is_whole: bool) -> Vec<String> {
    let widest = |cell: fn(&Row) -> &String| {
        let cells = rows.iter().map(|row| cell(row).width());
        cells.max().unwrap_or(0)
    };
    let is_wide = widest(|row| &row.amount) > width / 3;
    let amounts = if is_wide {
        0
    } else {
        widest(|row| &row.amount)
    };
    let room = width.saturating_sub(amounts + widest(|row| &row.cite) + 7);
    let column = widest(|row| &row.says).min(room.max(16));
    let line = |row: &Row| {
        let (says, rest) = match (is_whole, wrapped(&row.says, column).as_slice()) {
            (true, [first, rest @ ..]) => (first.clone(), rest.to_vec()),
            _ => (shortened(&row.says, column), Vec::new()),
        };
        let after = " ".repeat(column.saturating_sub(says.width()));
        let before = " ".repeat(amounts.saturating_sub(row.amount.width()));
        let (amount, cite) = (styled(VALUE, &row.amount), styled(CITE, &row.cite));
        let line = format!("{says}{after}   {cite}{}", row.errata);
        let pad = " ".repeat(if amounts == 0 { 2 } else { amounts + 4 });
        let rest = rest.iter().map(|line| format!("\n{pad}{line}"));
        let rest: String = rest.collect();
        match (is_wide, amounts) {
            (true, _) => format!("  {line}{rest}\n    {amount}"),
            (false, 0) => format!("  {line}{rest}"),
            (false, _) => format!("  {before}{amount}  {line}{rest}"),
        }
    };
    rows.iter().map(line).collect()
}

/// What sets hold, the words of one paragraph together.
fn by_paragraph(parts: impl Iterator<Item = Row>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for part in parts {
        let words = part.amount.trim_matches(['{', '}']).to_owned();
        let same = |row: &&mut Row| row.cite == part.cite && row.errata == part.errata;
        match rows.iter_mut().find(same) {
            Some(row) => row.says = format!("{}, {words}", row.says),
            None => rows.push(Row {
                amount: String::new(),
                says: words,
                ..part
            }),
        }
    }
    rows
}

fn excepted(shown: &Shown<'_>, width: usize) -> Vec<String> {
    let told = shown.excepted.iter().take(MOST_EXCEPTIONS);
    told.map(|each| {
        let when = each
            .when
            .as_ref()
            .map_or_else(String::new, |when| format!(": {when}"));
        let told = format!("{} {}, by {}{when}", each.says, each.cite, each.by);
        let head = styled(BOLD, "excepted:");
        format!("  {head} {}", shortened(&told, width - 12))
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
            if taken
                .iter()
                .all(|reading_taken| reading_taken.variable != reading.variable)
            {
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
    let told = match usual_told(shown.answer)? {
        Ok(told) => told,
        Err(many) => format!("{many} facts, --why names them"),
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
    let mut told: Vec<(String, String)> = by_fact
        .filter_map(|changes| change(shown, changes))
        .collect();
    // Those that lead to one answer stand together, and what leads to no answer behind all that does.
    let first_of: Vec<String> = told.iter().map(|(_, answer)| answer.clone()).collect();
    told.sort_by_key(|(_, answer)| {
        (
            answer == MORE,
            *answer == gap(),
            first_of.iter().position(|text| text == answer),
        )
    });
    let fits = |count: usize| {
        let more = told.len() - count;
        let more = (more > 0).then(|| format!("and {more} more"));
        let kept = told.get(..count).unwrap_or_default();
        let groups = kept.chunk_by(|one, other| one.1 == other.1);
        let together = groups.clone().any(|own| own.len() > 1);
        let all: Vec<String> = groups.map(led_to).chain(more).collect();
        let lines = wrapped(
            &all.join(if together { "; " } else { ", " }),
            width - HEAD.len() - 3,
        );
        (lines.len() <= most).then_some(lines)
    };
    // No fact and answer take less room than two columns.
    let may_fit = told.len().min(most * width / 2);
    let lines = (1..=may_fit).rev().find_map(fits)?;
    let pad = " ".repeat(HEAD.len() + 3);
    Some(format!(
        "  {} {}",
        styled(BOLD, HEAD),
        lines.join(&format!("\n{pad}"))
    ))
}

/// What an answer is where more has to be told.
const MORE: &str = "→ more to tell";

fn gap() -> String {
    format!("→ {}", words::GAP)
}

/// `emplaced +2`, `raining or EC mud → 6`
fn led_to(changes: &[(String, String)]) -> String {
    let facts: Vec<&str> = changes.iter().map(|(fact, _)| fact.as_str()).collect();
    let answer = changes.first().map_or("", |(_, answer)| answer);
    match facts.as_slice() {
        [first @ .., last] if !first.is_empty() => {
            format!("{} or {last} {answer}", first.join(", "))
        }
        _ => format!("{} {answer}", facts.concat()),
    }
}

/// A fact with the first of its values that gives another answer, and that answer: `emplaced`, `+2`.
fn change(shown: &Shown<'_>, changes: &[Change]) -> Option<(String, String)> {
    let model = shown.answer.model;
    let first = changes.first()?;
    let mut fact = as_told(model, first.fact, first.index);
    if matches!(
        model.variables[first.fact].domain.kind,
        DomainKind::Numbers { .. } | DomainKind::Listed(_)
    ) {
        let same = changes
            .iter()
            .take_while(|other| other.ruling == first.ruling);
        let label = |index| model.label_of(first.fact, index);
        // A value between two of them that changes nothing, or cannot be, is none of them.
        let runs = same.map(|own| own.index..=own.index).coalesce(|one, next| {
            match one.end() + 1 == *next.start() {
                true => Ok(*one.start()..=*next.end()),
                false => Err((one, next)),
            }
        });
        for (place, run) in runs.enumerate() {
            if place > 0 {
                fact = format!("{fact}, {}", label(*run.start()));
            }
            if run.end() > run.start() {
                fact = format!("{fact} to {}", label(*run.end()));
            }
        }
    }
    let answer = match &first.ruling {
        Ruling::Value(value) => match model.answer_of(shown.answer.question, value) {
            text if text.starts_with(['+', '-']) => text,
            text => format!("→ {text}"),
        },
        Ruling::Gap(_) => gap(),
        _ => MORE.to_owned(),
    };
    Some((fact, answer))
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
