//! Rules that stand in their question.

use super::super::node::{Kind, Node, Problems, unplaced};
use super::super::nouns::known_here;
use super::{exception, grid};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::Text;

/// The columns of a question's `rules`.
const COLUMNS: &[&str] = &["when", "gives", "gap", "except", "cite"];

/// What the rules of a question have from it.
struct Shared<'q> {
    question: &'q Text,
    cite: Option<Node>,
    except: Vec<Node>,
}

/// Takes the rules out of a question: those of its `when`, of its `rules`, and each `[[question.NAME.rule]]`.
pub fn taken_from(name: &Text, question: &mut Node, file: &str, problems: &Problems) -> Vec<Node> {
    let (when, except) = (question.take("when"), question.take("except"));
    let (rows, blocks) = (question.take("rules"), question.take("rule"));
    let is_alone = except.is_some() && rows.is_none() && blocks.is_none();
    let mut rules = Vec::new();
    if when.is_some() || is_alone {
        let gives = question.take("gives").or_else(|| question.take("gap"));
        let rule = |when: Option<(Text, Node)>, span| {
            Node::table(when.into_iter().chain(gives.clone()).collect(), span)
        };
        match (&when, &except) {
            (Some((key, conditions)), _) => rules.extend(
                conditions
                    .elements()
                    .iter()
                    .map(|each| rule(Some((key.clone(), each.clone())), each.span)),
            ),
            // What a chart answers has its exceptions there; `any` and `all` say yes and no without a word.
            (None, Some((key, _))) if gives.is_none() && !is_truth(question) => {
                let message = format!(
                    "`{}` has no rule of its own to be an exception of",
                    name.value
                );
                let finding = Diagnostic::error(Code::MissingKey, key.span, message);
                problems.report(finding.help("where a chart answers it, `except` stands in that chart; else say what it `gives`"));
            }
            (None, except) => {
                let place = except.as_ref().map_or(name.span, |(key, _)| key.span);
                rules.push(rule(None, place));
            }
        }
    }
    let rows = rows.map(|(key, rows)| match meant(&rows) {
        Some((other, what)) => {
            let message = format!("`rules` is a table of lines, and this is {what}");
            let finding = Diagnostic::error(Code::WrongShape, key.span, message);
            problems.report(finding.help(did_you_mean(other)));
            Vec::new()
        }
        None => of_rows(&rows, file, problems),
    });
    rules.extend(rows.into_iter().flatten());
    rules.extend(
        blocks
            .into_iter()
            .flat_map(|(_, blocks)| blocks.into_elements()),
    );
    let shared = Shared {
        question: name,
        cite: question.cite().cloned(),
        except: except.map_or_else(Vec::new, |(_, node)| node.into_elements()),
    };
    if rules.len() > 1 && combine(question) == Some("sum") {
        shared.note_counted_often(problems);
    }
    rules.iter_mut().for_each(|rule| shared.complete(rule));
    rules
}

/// How the rules of a question make its answer, where it says so.
fn combine(question: &Node) -> Option<&str> {
    question.get("combine")?.written()
}

/// A rule as it is said, `if range > 6 then +1`, as a table of one line.
fn written_alone(head: &str, cell: &str) -> Option<String> {
    let said = head.strip_prefix("if ")?;
    let (rest, gives) = cell.split_once(" then ")?;
    Some(format!("when = {said} = {rest} | gives = {gives}"))
}

/// What is meant by `rules` that are no table of lines: the key, and what stands there.
fn meant(rows: &Node) -> Option<(&'static str, &'static str)> {
    let first = rows.elements().first()?;
    let is_condition =
        |each: &Node| matches!(&each.kind, Kind::Text(text) if !text.contains(['|', '\n']));
    match &first.kind {
        Kind::Table(_) => Some(("rule", "rules in full")),
        Kind::Text(_) if rows.is_list() && rows.elements().iter().all(is_condition) => {
            Some(("when", "a list of conditions"))
        }
        _ => None,
    }
}

/// Whether a rule that says nothing gives yes or no.
fn is_truth(question: &Node) -> bool {
    matches!(combine(question), Some("any" | "all"))
}

impl Shared<'_> {
    /// Notes an exception of all rules of a sum that gives something: each rule adds that.
    fn note_counted_often(&self, problems: &Problems) {
        let given = self.except.iter().flat_map(exception::given);
        let is_something = |gives: &&Node| !matches!(gives.written(), Some("0" | "+0"));
        for gives in given.filter(is_something) {
            let message = "of a sum, this counts once for each rule in whose place it stands";
            let note = Diagnostic::note(Code::ToldTwice, gives.span, message);
            problems.report(note.help(format!(
                "what counts once, however many those are, is `[[exception]]` with `of = [\"{}\"]`",
                self.question.value
            )));
        }
    }

    /// Gives a rule what its question says already.
    fn complete(&self, rule: &mut Node) {
        if !rule.is_table() {
            return;
        }
        rule.fill(0, "answers", Node::text(self.question));
        if let Some(cite) = &self.cite {
            rule.fill(1, "cite", cite.clone());
        }
        exception::opened_in(rule, None);
        if self.except.is_empty() {
            return;
        }
        let cite = rule.cite().cloned();
        let nodes = rule.take("except").map(|(_, node)| node.into_elements());
        let mut all = nodes.unwrap_or_default();
        for shared in &self.except {
            let mut shared = shared.clone();
            exception::open(&mut shared, cite.as_ref());
            all.push(shared);
        }
        rule.fill(usize::MAX, "except", Node::list(all, rule.span));
    }
}

/// How what stands under a head that `rules` do not have is said there.
fn of_unknown_head(grid: &grid::Grid, head: &str) -> String {
    let first = grid.rows.first().and_then(|row| {
        let mut cells = grid.heads.iter().zip(&row.cells);
        cells.find(|(own, cell)| own.value == head && !cell.value.is_empty())
    });
    let cell = first.map_or("…", |(_, cell)| &cell.value);
    if let Some(line) = written_alone(head, cell) {
        return format!("a rule on one line is written `{line}`");
    }
    let asked = match cell {
        range if range.contains("..") => format!("{head} in {range}"),
        several if several.contains(',') => format!("{head} in {{{several}}}"),
        value => format!("{head} = {value}"),
    };
    let known = known_here(COLUMNS);
    format!("a fact is asked for under `when`, `{asked}`; a table by facts is a chart; {known}")
}

fn of_rows(rows: &Node, file: &str, problems: &Problems) -> Vec<Node> {
    let Some(grid) = grid::grid(rows, file, problems) else {
        return Vec::new();
    };
    let heads = ("the heads of `rules`", COLUMNS);
    super::told_unknown_or(&grid.heads, heads, problems, |head| {
        of_unknown_head(&grid, head)
    });
    let rule = |row: &grid::GridRow| {
        let note = row.note.iter();
        let note = note.map(|note| (unplaced("note", note.span), Node::text(note)));
        let known = row
            .filled(&grid.heads)
            .filter(|(head, _)| COLUMNS.contains(&head.value.as_str()));
        let fields = known.map(|(head, cell)| (head.clone(), Node::text(cell)));
        Node::table(fields.chain(note).collect(), row.span)
    };
    grid.rows.iter().map(rule).collect()
}
