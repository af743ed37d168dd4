//! One change of an erratum, found in the trees: whether the base says what the change expects, what it touches, and how the
//! trees are edited.

use super::super::forest::{Forest, Path};
use super::super::node::{Kind, Node, Problems};
use super::address::Address;
use super::apply::{Edit, Task};
use super::find::{Finder, Found, Place};
use super::plain::Plain;
use super::{Change, ChangeId, Erratum, Operation};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;

mod add;
mod column;
mod growth;

/// A change that fits.
#[derive(Debug, Clone)]
pub(in crate::pack) struct Resolved {
    /// Which change.
    pub(in crate::pack) id: ChangeId,
    /// All that it touches.
    pub(in crate::pack) touches: Vec<Datum>,
    /// The chart whose rows or columns it adds, takes away or writes anew.
    pub(in crate::pack) shape: Option<(Path, Side)>,
    /// What is done.
    pub(in crate::pack) edits: Vec<Edit>,
}

/// A side of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pack) enum Side {
    Rows,
    Columns,
}

/// Something that only one erratum may touch, with all that is within it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::pack) struct Datum {
    /// The file's tree; nothing for what is in no file yet.
    pub(in crate::pack) tree: Option<usize>,
    pub(in crate::pack) steps: Vec<Step>,
}

/// One level of a datum's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::pack) enum Step {
    /// A field or element that is there.
    At(usize),
    /// Something new with a name: there can be one only.
    Named(String),
    /// Something new of which there can be many.
    Fresh(ChangeId, usize),
}

impl Datum {
    fn at(path: &Path) -> Self {
        Self {
            tree: Some(path.tree),
            steps: path.steps.iter().map(|step| Step::At(*step)).collect(),
        }
    }

    fn then(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Whether one is the other, or within it.
    pub(in crate::pack) fn meets(&self, other: &Self) -> bool {
        self.tree == other.tree
            && self
                .steps
                .iter()
                .zip(&other.steps)
                .all(|(one, other)| one == other)
    }
}

/// The changes of an erratum that fit, and whether all do.
pub(super) fn resolve(
    forest: &Forest,
    index: usize,
    erratum: &Erratum,
    problems: &Problems,
) -> (Vec<Resolved>, bool) {
    let mut resolved = Vec::new();
    for (number, change) in erratum.changes.iter().enumerate() {
        let id = ChangeId {
            erratum: index,
            change: number,
        };
        match (Resolver {
            forest,
            erratum,
            change,
            id,
        })
        .resolve()
        {
            Ok(made) => resolved.push(made),
            Err(found) => problems.report(found),
        }
    }
    let fits = resolved.len() == erratum.changes.len();
    (resolved, fits)
}

/// What the base says where a change of an erratum replaces or takes away, as a TOML value.
pub(super) fn old_value(
    forest: &Forest,
    erratum: &Erratum,
    change: &Change,
) -> Result<String, Diagnostic> {
    let id = ChangeId {
        erratum: 0,
        change: 0,
    };
    let resolver = Resolver {
        forest,
        erratum,
        change,
        id,
    };
    let place = resolver.place()?;
    resolver.says(&place).map(|says| says.to_string())
}

#[derive(Clone, Copy)]
struct Resolver<'f> {
    forest: &'f Forest,
    erratum: &'f Erratum,
    change: &'f Change,
    id: ChangeId,
}

type Made<T> = Result<T, Diagnostic>;

impl Resolver<'_> {
    fn place(self) -> Made<Place> {
        let at = &self.change.at;
        let address = Address::parse(&at.value).map_err(|broken| {
            let place = at.span.within(broken.at, at.value.len());
            let found = Diagnostic::error(Code::BrokenErratum, place, broken.message);
            found.help("an address is `pack/question#cite`, `pack/chart[row, column]`, `pack/fact:name.domain`, …")
        })?;
        Finder::new(self.forest, self.erratum.owner)
            .place(&address)
            .map_err(|miss| {
                let message = format!(
                    "the erratum `{}` changes nothing: {}",
                    self.erratum.id.value, miss.message
                );
                let code = miss.code;
                miss.says(message).of(code, at.span)
            })
    }

    fn resolve(self) -> Made<Resolved> {
        if let Some(made) = self.growth()? {
            return Ok(made);
        }
        let place = self.place()?;
        match self.change.operation {
            Operation::Replace => self.replace(place),
            Operation::Remove => self.remove(place),
            Operation::Add => self.add(place),
            Operation::AddBefore => self.add_beside(place, 0),
            Operation::AddAfter => self.add_beside(place, 1),
        }
    }

    fn made(self, touches: Vec<Datum>, edits: Vec<Task>) -> Resolved {
        let edits = edits.into_iter().map(|task| Edit { by: self.id, task });
        Resolved {
            id: self.id,
            touches,
            shape: None,
            edits: edits.collect(),
        }
    }

    fn broken<T>(self, message: &str, help: &str) -> Made<T> {
        Err(Diagnostic::error(Code::BrokenErratum, self.change.at.span, message).help(help))
    }

    /// The new value, which the reader has made sure is there.
    fn new_value(self) -> Made<Node> {
        match &self.change.new {
            Some(node) => Ok(node.clone()),
            None => self.broken("the change has no new value", "write `now` or `add`"),
        }
    }

    fn replace(self, place: Place) -> Made<Resolved> {
        match place {
            Place::Node(found) => {
                let old = self.node(&found)?;
                self.expect(old, &found)?;
                let new = self.as_rule(self.new_value()?, &found, Some(old));
                let is_row = !found.names.is_empty();
                let chart = self.chart_of(&found.path);
                let made = self.made(
                    vec![Datum::at(&found.path)],
                    vec![Task::Replace(found.path, new)],
                );
                Ok(Resolved {
                    shape: chart.filter(|_| is_row).map(|chart| (chart, Side::Rows)),
                    ..made
                })
            }
            Place::Column(columns, index) => self.replace_column(&columns, index),
            Place::Missing(found, field) => self.not_there(&found, &field),
            _ => self.broken(
                "the address names a whole list",
                "name one of its elements, or add to it with `add`",
            ),
        }
    }

    fn remove(self, place: Place) -> Made<Resolved> {
        match place {
            Place::Node(found) => {
                self.expect(self.node(&found)?, &found)?;
                let chart = self
                    .chart_of(&found.path)
                    .filter(|_| !found.names.is_empty());
                let made = self.made(vec![Datum::at(&found.path)], vec![Task::Remove(found.path)]);
                Ok(Resolved {
                    shape: chart.map(|chart| (chart, Side::Rows)),
                    ..made
                })
            }
            Place::Column(columns, index) => self.remove_column(&columns, index),
            Place::Missing(found, field) => self.not_there(&found, &field),
            _ => self.broken("the address names a whole list", "name one of its elements"),
        }
    }

    fn not_there<T>(self, found: &Found, field: &str) -> Made<T> {
        let message = format!(
            "the erratum `{}` changes nothing: there is no `{field}` here",
            self.erratum.id.value
        );
        let error = Diagnostic::error(Code::ErratumMatchesNothing, self.change.at.span, message);
        let node = self.node(found)?;
        let known: Vec<&str> = match &node.kind {
            Kind::Table(fields) => fields.iter().map(|(name, _)| name.value.as_str()).collect(),
            _ => found.names.to_vec(),
        };
        let address = self.change.at.value.trim();
        let near =
            nearest(field, known).and_then(|near| Some((address.strip_suffix(field)?, near)));
        Err(error
            .meant(near.map(|(before, near)| format!("{before}{near}")))
            .label(node.span, "this has none")
            .help("to add one, write `add` in place of `was` and `now`"))
    }

    fn node(&self, found: &Found) -> Made<&Node> {
        match self.forest.node(&found.path) {
            Some(node) => Ok(node),
            None => self.broken("the address names nothing", "name something that is there"),
        }
    }

    /// What the base says where a change replaces or takes away.
    fn says(self, place: &Place) -> Made<Plain> {
        match place {
            Place::Node(found) => {
                let says = Plain::of(self.node(found)?, found.names);
                Ok(if found.question.is_some() {
                    says.without("answers")
                } else {
                    says
                })
            }
            Place::Column(columns, index) => Ok(self.column_says(columns, *index)),
            Place::Missing(found, field) => self.not_there(found, field),
            _ => self.broken(
                "the address names a whole list",
                "name one of its elements, or add to it with `add`",
            ),
        }
    }

    /// Whether the base says what the change expects.
    fn expect(self, base: &Node, found: &Found) -> Made<()> {
        let expected = self
            .change
            .old
            .as_ref()
            .map(|old| Plain::of(old, found.names));
        let Some(expected) = expected else {
            return Ok(());
        };
        let mut says = Plain::of(base, found.names);
        if found.question.is_some() && !expected.has("answers") {
            says = says.without("answers");
        }
        if says.is(&expected) {
            Ok(())
        } else {
            Err(self.mismatch(&says, &expected, base.span))
        }
    }

    fn mismatch(self, says: &Plain, expected: &Plain, base: Span) -> Diagnostic {
        let message = format!(
            "the erratum `{}` expects {}, and the pack says {}",
            self.erratum.id.value,
            shown(expected),
            shown(says)
        );
        let place = self
            .change
            .old
            .as_ref()
            .map_or(self.change.at.span, |old| old.span);
        Diagnostic::error(Code::ErratumMismatch, place, message)
            .here("the erratum expects this")
            .label(base, "the pack says this")
            .help("the pack may hold another edition, or the erratum may be in it already")
            .help("write what the pack says in `was`, or give the erratum the status `incorporated` or `obsolete`")
    }

    /// A rule without its question is a rule of the question by which it was addressed.
    fn as_rule(self, mut new: Node, found: &Found, old: Option<&Node>) -> Node {
        let Some(question) = found
            .question
            .as_ref()
            .filter(|_| self.is_root_element(found, "rule"))
        else {
            return new;
        };
        let own = old
            .and_then(|old| old.field("answers"))
            .map(|(_, node)| node.clone());
        with_answers(&mut new, question, own);
        new
    }

    fn is_root_element(self, found: &Found, list: &str) -> bool {
        let root = found
            .path
            .steps
            .first()
            .and_then(|first| self.field_name(&Path::root(found.path.tree), *first));
        root.as_deref() == Some(list) && found.path.steps.len() <= 2
    }

    fn field_name(self, table: &Path, step: usize) -> Option<String> {
        match &self.forest.node(table)?.kind {
            Kind::Table(fields) => fields.get(step).map(|(name, _)| name.value.clone()),
            _ => None,
        }
    }

    /// The name of the field at a place; nothing for an element of a list.
    fn own_field(self, path: &Path) -> Option<String> {
        let mut around = path.clone();
        let step = around.steps.pop()?;
        self.field_name(&around, step)
    }

    /// The chart in which a place is.
    fn chart_of(self, path: &Path) -> Option<Path> {
        let tree = self.forest.trees.get(path.tree)?;
        let item = *path.steps.first()?;
        (tree.form == super::super::forest::Form::Grid).then(|| Path::root(path.tree).then(item))
    }
}

/// A value as a message shows it: a text in backticks, all else as TOML.
fn shown(value: &Plain) -> String {
    match value {
        Plain::Text(text) => format!("`{text}`"),
        other => format!("`{other}`"),
    }
}

fn with_answers(rule: &mut Node, question: &str, own: Option<Node>) {
    let span = rule.span;
    if let Kind::Table(fields) = &mut rule.kind
        && !fields.iter().any(|(name, _)| name.value == "answers")
    {
        let answers = own.unwrap_or_else(|| Node {
            kind: Kind::Text(question.to_owned()),
            span: Span {
                end: span.start,
                ..span
            },
        });
        fields.insert(
            0,
            (super::super::forest::unplaced("answers", span), answers),
        );
    }
}
