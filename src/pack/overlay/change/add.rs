//! What is added: to a list, beside an element, a field that was not there, an element of a topic.

use super::super::super::forest::Path;
use super::super::super::node::{Kind, Node};
use super::super::apply::Task;
use super::super::find::{Found, Place, Slot};
use super::super::plain::Plain;
use super::{Datum, Made, Resolved, Resolver, Side, Step, shown, with_answers};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;

/// Fields that hold one text or several.
pub(super) const TEXT_LISTS: [&str; 8] = [
    "cite", "from", "alias", "answers", "start", "turn", "state", "any-of",
];
/// Fields that hold groups of fields.
pub(super) const GROUP_LISTS: [&str; 8] = [
    "except", "step", "steps", "notes", "over", "turns", "states", "rows",
];

impl Resolver<'_> {
    pub(super) fn add(self, place: Place) -> Made<Resolved> {
        match place {
            Place::Node(found) => self.add_to(&found),
            Place::Missing(found, field) => self.add_field(found, field),
            Place::Rules(slot, question) => self.add_element(slot, Some(&question)),
            Place::All(slot) => self.add_element(slot, None),
            Place::Columns(columns) => self.add_column(&columns, columns.count),
            Place::Column(..) => {
                self.broken("this column is there already", "name the list: `.columns`")
            }
            Place::Unnamed(pack, kind, name) => {
                let steps = vec![
                    Step::Named(format!("{pack}")),
                    Step::Named(kind.clone()),
                    Step::Named(name.clone()),
                ];
                let name = Spanned::new(name, self.change.at.span);
                let new = self.new_value()?;
                Ok(self.made(
                    vec![Datum { tree: None, steps }],
                    vec![Task::Named {
                        pack,
                        kind,
                        name,
                        node: new,
                    }],
                ))
            }
        }
    }

    /// Adds to a list that is there.
    fn add_to(self, found: &Found) -> Made<Resolved> {
        let node = self.node(found)?;
        let field = self.own_field(&found.path).unwrap_or_default();
        let takes_more = matches!(node.kind, Kind::List(_))
            || TEXT_LISTS.contains(&field.as_str())
            || GROUP_LISTS.contains(&field.as_str());
        if !takes_more || !found.names.is_empty() {
            let says = Plain::of(node, found.names);
            let message = format!(
                "the erratum `{}` adds what is there already",
                self.erratum.id.value
            );
            let error = Diagnostic::error(Code::ErratumMismatch, self.change.at.span, message);
            let error = error.label(node.span, format!("the pack says {}", shown(&says)));
            return Err(error.help("to change it, write `was` and `now`"));
        }
        self.insert(&found.path, node.elements().len(), &field)
    }

    /// Adds before (0) or after (1) something.
    pub(super) fn add_beside(self, place: Place, offset: usize) -> Made<Resolved> {
        let found = match place {
            Place::Column(columns, index) => return self.add_column(&columns, index + offset),
            Place::Node(found) => found,
            _ => return self.broken("nothing can stand beside this", "name an element of a list"),
        };
        let mut list = found.path.clone();
        let index = list.steps.pop();
        let in_list = self
            .forest
            .node(&list)
            .is_some_and(|node| matches!(node.kind, Kind::List(_)));
        match index {
            Some(_) if found.alone => {
                let field = self.own_field(&found.path).unwrap_or_default();
                self.insert(&found.path, offset, &field)
            }
            Some(index) if in_list && self.may_grow(&list) => {
                let field = self.own_field(&list).unwrap_or_default();
                let made = self.insert(&list, index + offset, &field)?;
                Ok(match &found.question {
                    Some(question) => self.of_question(made, question),
                    None => made,
                })
            }
            _ => self.broken("nothing can stand beside this", "name an element of a list"),
        }
    }

    /// Whether a list can have one more element: cells come with their column only.
    fn may_grow(self, list: &Path) -> bool {
        let is_grid = self.chart_of(list).is_some();
        let field = self.own_field(list);
        !is_grid
            || field
                .as_deref()
                .is_some_and(|field| !["cells", "columns"].contains(&field))
    }

    fn of_question(self, mut made: Resolved, question: &str) -> Resolved {
        for edit in &mut made.edits {
            if let Task::Insert { node, .. } | Task::Field { node, .. } = &mut edit.task {
                with_answers(node, question, None);
            }
        }
        made
    }

    /// Puts the new value, or each of several, into a list.
    fn insert(self, list: &Path, index: usize, field: &str) -> Made<Resolved> {
        let new = self.new_value()?;
        let nodes = several(new, field);
        let mut touches = Vec::new();
        let mut tasks = Vec::new();
        for (number, node) in nodes.into_iter().enumerate() {
            let step = match self.own_name(&node, field) {
                Some(name) => Step::Named(name),
                None => Step::Fresh(self.id, number),
            };
            touches.push(Datum::at(list).then(step));
            tasks.push(Task::Insert {
                list: list.clone(),
                index,
                node,
            });
        }
        let chart = self.chart_of(list).filter(|_| field == "rows");
        Ok(Resolved {
            shape: chart.map(|chart| (chart, Side::Rows)),
            ..self.made(touches, tasks)
        })
    }

    /// What an element goes by of which there can be only one.
    fn own_name(self, node: &Node, field: &str) -> Option<String> {
        let key = match field {
            "rows" => node.field("key").or_else(|| node.field("label")),
            "notes" => node.field("mark"),
            "except" | "rule" | "example" | "impossible" | "law" | "step" | "steps" | "turns"
            | "states" | "over" => None,
            _ => return node.written().map(str::to_owned),
        };
        key.map(|(_, key)| Plain::of(key, &[]).to_string())
    }

    fn add_field(self, found: Found, field: String) -> Made<Resolved> {
        if !found.names.is_empty() && !found.names.contains(&field.as_str()) {
            return self.broken(
                &format!("a row has no `{field}`"),
                &format!("it has: {}", found.names.join(", ")),
            );
        }
        let lists = GROUP_LISTS.contains(&field.as_str());
        let datum = Datum::at(&found.path).then(Step::Named(field.clone()));
        let name = Spanned::new(field, self.change.at.span);
        let mut touches = Vec::new();
        let mut tasks = Vec::new();
        let new = self.new_value()?;
        let nodes = if lists {
            several(new, &name.value)
        } else {
            vec![new]
        };
        for (number, node) in nodes.into_iter().enumerate() {
            let datum = datum.clone();
            touches.push(if lists {
                datum.then(Step::Fresh(self.id, number))
            } else {
                datum
            });
            tasks.push(Task::Field {
                table: found.path.clone(),
                names: found.names,
                name: name.clone(),
                node,
                lists,
            });
        }
        Ok(self.made(touches, tasks))
    }

    /// Adds a rule, an example or a law.
    fn add_element(self, slot: Slot, question: Option<&str>) -> Made<Resolved> {
        let made = match slot {
            Slot::After(path) => {
                let mut list = path.clone();
                let index = list.steps.pop().unwrap_or_default();
                if list.steps.is_empty() {
                    self.insert(&path, 1, "rule")?
                } else {
                    self.insert(&list, index + 1, "rule")?
                }
            }
            Slot::Root(tree, list) => {
                let found = Found {
                    path: Path::root(tree),
                    names: &[],
                    alone: false,
                    question: None,
                };
                let name = Spanned::new(list.to_owned(), self.change.at.span);
                let node = self.new_value()?;
                let touches = vec![
                    Datum::at(&found.path)
                        .then(Step::Named(list.to_owned()))
                        .then(Step::Fresh(self.id, 0)),
                ];
                self.made(
                    touches,
                    vec![Task::Field {
                        table: found.path,
                        names: &[],
                        name,
                        node,
                        lists: true,
                    }],
                )
            }
        };
        Ok(match question {
            Some(question) => self.of_question(made, question),
            None => made,
        })
    }
}

/// The elements that are added: each of a list of groups or of texts, otherwise the one.
fn several(new: Node, field: &str) -> Vec<Node> {
    let are_groups = |nodes: &[Node]| nodes.iter().all(|node| matches!(node.kind, Kind::Table(_)));
    match new.kind {
        Kind::List(nodes)
            if !nodes.is_empty() && (are_groups(&nodes) || TEXT_LISTS.contains(&field)) =>
        {
            nodes
        }
        kind => vec![Node {
            kind,
            span: new.span,
        }],
    }
}
