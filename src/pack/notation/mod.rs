//! The short notations, turned into the one form that everything above reads, before errata are laid over it: a rule that
//! stands in its question becomes a `[[rule]]`, a row of a table an `[[example]]`, a condition alone an exception, a tuple a
//! group of named fields. Every part keeps the place at which it is written.

pub mod combination;
mod example;
mod exception;
mod grid;
mod rule;

pub use exception::{given, opened_in};
pub use grid::is_cell;

use super::node::{Form, Node, Problems, unplaced};
use super::nouns::{Line, Noun as _, Row, called, known_here, unknown_key_or};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Text;
use rustc_hash::FxHashMap;

/// Turns what a file says into the one form.
pub fn in_one_form(root: &mut Node, form: Form, file: &str, problems: &Problems) {
    if form == Form::Grid {
        for (_, item) in root.fields_mut().into_iter().flatten() {
            exception::opened_in(item, None);
            named_rows(item);
        }
        return;
    }
    refuse_misspelt(root, problems);
    let (mut rules, mut examples, mut laws) = (Vec::new(), Vec::new(), Vec::new());
    let mut cites = FxHashMap::default();
    for (name, question) in things(root, "question") {
        combination::opened(name, question);
        rules.append(&mut rule::taken_from(name, question, file, problems));
        examples.append(&mut example::taken_from(name, question, file, problems));
        laws.append(&mut laws_of(question));
        cites.extend(
            question
                .cite()
                .map(|cite| (name.value.clone(), cite.clone())),
        );
    }
    for kind in CHOICES {
        things(root, kind).for_each(|(_, reading)| first_by_default(reading));
    }
    for (_, process) in things(root, "process") {
        elements(process, "step").for_each(|step| exception::opened_in(step, None));
    }
    if let Some((_, tables)) = root.take("examples") {
        examples.append(&mut example::tables(tables, &cites, file, problems));
    }
    elements(root, "example").for_each(|example| example::open_turns(example, file, problems));
    elements(root, "rule").for_each(|rule| exception::opened_in(rule, None));
    join(root, "rule", rules);
    join(root, "example", examples);
    join(root, "law", laws);
}

/// What may stand under headers of its own below the question, or the process, that it belongs to.
const BELOW: [(&str, &[&str]); 2] = [
    ("question", &["rule", "law", "examples"]),
    ("process", &["step", "keeps"]),
];

/// Tells of the parts of questions and processes that the file does not have, and takes them out.
fn refuse_misspelt(root: &mut Node, problems: &Problems) {
    for (kind, below) in BELOW {
        let things = root.get_mut(kind).and_then(Node::fields_mut);
        let is_part = |node: &Node| {
            let mut fields = node.fields().iter();
            node.is_table()
                && fields.len() > 0
                && fields.all(|(key, _)| below.contains(&key.value.as_str()))
        };
        let Some(things) = things else { continue };
        let (parts, own): (Vec<_>, Vec<_>) = std::mem::take(things)
            .into_iter()
            .partition(|(_, node)| is_part(node));
        for (name, node) in &parts {
            let part = node.fields().first();
            let part = part.map_or("", |(key, _)| key.value.as_str());
            let message = format!("no {kind} of this file is called `{}`", name.value);
            let known = own.iter().map(|(name, _)| name.value.as_str());
            let code = match kind {
                "question" => Code::UnknownQuestion,
                _ => Code::UnknownName,
            };
            let finding = Diagnostic::error(code, name.span, message);
            problems.report(finding.nearest_or(&name.value, known, || match part {
                "examples" => stands_alone(&format!("[examples.{}]", name.value)),
                "step" | "keeps" => format!(
                    "its steps stand with the process: `[process.{}]`",
                    name.value
                ),
                part => stands_alone(&format!("[[{part}]]")),
            }));
        }
        *things = own;
    }
}

fn stands_alone(header: &str) -> String {
    format!("what belongs to a question of another file stands alone: `{header}`")
}

/// Takes the laws out of a question: each has its first paragraph where it names none.
fn laws_of(question: &mut Node) -> Vec<Node> {
    let cite = question.cite().cloned();
    let laws = question.take("law").map(|(_, laws)| laws.into_elements());
    let mut laws = laws.unwrap_or_default();
    for law in laws.iter_mut().filter(|law| law.is_table()) {
        if let Some(cite) = &cite {
            law.fill(0, "cite", cite.clone());
        }
    }
    laws
}

/// The kinds of things that have options, one of which is taken.
pub const CHOICES: [&str; 2] = ["reading", "switch"];

/// Takes the first option, where none is said to be taken.
pub fn first_by_default(reading: &mut Node) {
    let first = reading
        .get("options")
        .and_then(|options| options.fields().first());
    if let Some((option, _)) = first {
        let first = Node::text(option);
        reading.fill(usize::MAX, "default", first);
    }
}

/// Takes out what proves a pack and makes no answer.
pub fn without_trials(root: &mut Node) {
    for trials in ["example", "examples", "law"] {
        root.take(trials);
    }
    for (_, question) in things(root, "question") {
        for trials in ["examples", "law"] {
            question.take(trials);
        }
    }
}

/// Puts elements into the list of a file's root, in the order of the text.
fn join(root: &mut Node, list: &str, mut elements: Vec<Node>) {
    if elements.is_empty() {
        return;
    }
    let near = root.span;
    let (name, place) = match root.take(list) {
        Some((name, node)) => {
            let place = node.span;
            elements = [node.into_elements(), elements].concat();
            (name, place)
        }
        None => (unplaced(list, near), near),
    };
    elements.sort_by_key(|node| node.span.start);
    if let Some(fields) = root.fields_mut() {
        fields.push((name, Node::list(elements, place)));
    }
}

/// The named things of a kind, as `[question.NAME]` has them.
fn things<'n>(root: &'n mut Node, kind: &str) -> impl Iterator<Item = (&'n Text, &'n mut Node)> {
    let things = root.get_mut(kind).and_then(Node::fields_mut);
    let things = things.into_iter().flatten();
    things.map(|(name, node)| (&*name, node))
}

/// The elements of a field that is a list.
fn elements<'n>(node: &'n mut Node, field: &str) -> impl Iterator<Item = &'n mut Node> {
    let list = node.get_mut(field).map(Node::elements_mut);
    list.into_iter().flatten()
}

/// Rows that are tuples, as groups of fields. A tuple of more or fewer parts stays what it is, and is told where it is read.
fn named_rows(chart: &mut Node) {
    let row = if chart.is_grid() {
        Row::DECLARED
    } else {
        Line::DECLARED
    };
    let names = row.keys();
    let least = row
        .written()
        .iter()
        .filter(|field| field.is_needed())
        .count();
    let Some(rows) = chart.get_mut("rows").filter(|rows| rows.is_list()) else {
        return;
    };
    for row in rows.elements_mut().iter_mut().filter(|row| row.is_list()) {
        let span = row.span;
        let parts = row.elements();
        if (least..=names.len()).contains(&parts.len()) {
            let names = names.iter().map(|name| unplaced(name, span));
            *row = Node::table(names.zip(parts.to_vec()).collect(), span);
        }
    }
}

/// Whether each of some names is another one for a key that is known.
fn are_called_so(names: &[&Text], known: &[&str]) -> bool {
    let mut names = names.iter();
    names.all(|name| called(&name.value, known).is_some())
}

/// Tells of the names among these that are not known.
pub fn told_unknown<'t>(
    names: impl IntoIterator<Item = &'t Text>,
    what: &str,
    known: &[&str],
    problems: &Problems,
) {
    told_unknown_or(names, (what, known), problems, |_| known_here(known));
}

/// The same, with what to say where no known one is near.
pub fn told_unknown_or<'t>(
    names: impl IntoIterator<Item = &'t Text>,
    (what, known): (&str, &[&str]),
    problems: &Problems,
    otherwise: impl Fn(&str) -> String,
) {
    let names: Vec<&Text> = names.into_iter().collect();
    let is_known = |name: &&&Text| known.contains(&name.value.as_str());
    let unknown: Vec<_> = names.iter().filter(|name| !is_known(name)).collect();
    match (unknown.as_slice(), names.as_slice()) {
        ([first, _, ..], all) if unknown.len() == all.len() && !are_called_so(all, known) => {
            let message = format!("{what} are missing: this is a row already");
            let finding = Diagnostic::error(Code::WrongShape, first.span, message);
            problems.report(finding.help(format!(
                "put a line above it that says what its columns are, of: {}",
                known.join(", ")
            )));
        }
        (unknown, _) => unknown.iter().for_each(|name| {
            let found = unknown_key_or(name, what, known, || otherwise(&name.value));
            problems.report(found);
        }),
    }
}
