//! One change of an erratum, found in the trees: whether the base says what the change expects, what it touches, and how the
//! trees are edited.

use super::super::forest::{Forest, Path};
use super::super::node::{Kind, Node, Problems, Step, unplaced};
use super::super::printed::{Way, printed, quoted};
use super::address::{Address, Part};
use super::edit::Edit;
use super::find::{Finder, Place, Spot, row_names};
use super::resolved::{Datum, Meeting, Resolved, Side};
use super::{Change, ChangeId, Erratum, Operation, Status};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;

mod column;
mod domain;

/// The changes of an erratum that fit, and whether all do.
pub fn resolve(
    forest: &Forest,
    errata: &[Erratum],
    index: usize,
    problems: &Problems,
) -> (Vec<Resolved>, bool) {
    let (mut resolved, mut fits) = (Vec::new(), true);
    let Some(erratum) = errata.get(index) else {
        return (resolved, fits);
    };
    // What is said of examples and laws is passed over where they are left out.
    let is_read = |change: &Change| {
        let kind = Address::parse(&change.at.value)
            .ok()
            .and_then(|address| address.kind);
        !forest.is_short || !matches!(kind.as_deref(), Some("example" | "law"))
    };
    let changes = erratum.changes.iter().enumerate();
    for (number, change) in changes.filter(|(_, change)| is_read(change)) {
        let id = ChangeId {
            erratum: index,
            change: number,
        };
        let resolver = Resolver {
            forest,
            erratum,
            change,
            id,
        };
        if resolver.is_in_book(errata) {
            continue;
        }
        match resolver.resolve() {
            Ok(made) => resolved.push(made),
            Err(finding) => {
                fits = false;
                if !resolver.may_be_unread(&finding) {
                    problems.report(finding);
                }
            }
        }
    }
    (resolved, fits)
}

/// What the base says where a change of an erratum replaces or takes away, as a TOML value.
pub fn old_value(
    forest: &Forest,
    erratum: &Erratum,
    change: &Change,
) -> Result<String, Diagnostic> {
    let resolver = Resolver {
        forest,
        erratum,
        change,
        id: ChangeId::default(),
    };
    let renamed = resolver.value_named().map(|(_, word)| quoted(&word));
    match renamed {
        Some(word) => Ok(word),
        None => {
            let (says, _) = resolver.says(&resolver.place()?)?;
            Ok(printed(&says, Way::Plain))
        }
    }
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
    fn finder(&self) -> Finder<'_> {
        Finder {
            forest: self.forest,
            owner: self.erratum.owner,
        }
    }

    /// Whether an erratum that is in the book already made the same change, and the book says so.
    fn is_in_book(self, errata: &[Erratum]) -> bool {
        let says = |change: &Change| {
            (
                change.at.value.trim().to_owned(),
                change.operation,
                change.now(),
            )
        };
        let own = says(self.change);
        let past = errata.iter();
        let mut past = past.filter(|other| other.status == Status::Incorporated);
        let is_made = past.any(|other| other.changes.iter().any(|made| says(made) == own));
        let (Some(new), true) = (&self.change.new, is_made) else {
            return false;
        };
        let path = match self.place() {
            Ok(Place::There(spot) | Place::Whole(spot, _)) => spot.path,
            _ => return false,
        };
        let is_new = |node: &Node| printed(node, Way::Meaning) == printed(new, Way::Meaning);
        let node = self.forest.node(&path);
        node.is_some_and(|node| {
            is_new(node) || node.is_list() && node.elements().iter().any(is_new)
        })
    }

    /// Whether what it does not find may stand in a file that could not be read, which is told.
    fn may_be_unread(&self, finding: &Diagnostic) -> bool {
        let address = Address::parse(&self.change.at.value);
        let is_of = |pack: &str| {
            let mut packs = self.forest.packs.iter();
            packs.any(|head| head.id == pack && !head.is_whole)
        };
        finding.code == Code::ErratumMatchesNothing && address.is_ok_and(|other| is_of(&other.pack))
    }

    fn place(self) -> Made<Place> {
        let at = &self.change.at;
        let address = Address::parse(&at.value).map_err(|broken| {
            let place = at.span.within(broken.at, at.value.len());
            let finding = Diagnostic::error(Code::BrokenErratum, place, broken.message);
            if let Some(whole) = self.finder().with_pack(&at.value) {
                return finding.meant(Some(whole));
            }
            finding.help("an address is `pack/question#cite`, `pack/chart[row, column]`, `pack/fact:name.domain`, …")
        })?;
        let place = self.finder().place(&address);
        place.map_err(|miss| {
            let (id, code) = (&self.erratum.id.value, miss.code);
            let message = format!("the erratum `{id}` changes nothing: {}", miss.message);
            miss.says(message).of(code, at.span)
        })
    }

    fn resolve(self) -> Made<Resolved> {
        let special = match self.change.operation {
            Operation::Replace => self.renaming()?,
            Operation::Add | Operation::AddBefore | Operation::AddAfter => self.growth()?,
            Operation::Remove | Operation::Fill => None,
        };
        if let Some(made) = special {
            return Ok(made);
        }
        let place = match (self.place(), self.meeting()) {
            (Ok(place), _) => place,
            (Err(_), Some(meeting)) => return Ok(self.meets(meeting)),
            (Err(finding), None) => return Err(finding),
        };
        match self.change.operation {
            Operation::Fill => self.fill(&place),
            Operation::Replace | Operation::Remove => self.replace(&place),
            Operation::Add => self.add(place),
            Operation::AddBefore => self.add_beside(place, 0),
            Operation::AddAfter => self.add_beside(place, 1),
        }
    }

    fn made(self, edits: Vec<Edit>, shape: Option<(Path, Side)>) -> Resolved {
        let touches = edits.iter().flat_map(|edit| Datum::of(self.forest, edit));
        Resolved {
            id: self.id,
            touches: touches.collect(),
            shape,
            edits,
            meeting: None,
        }
    }

    /// The cell of a chart that it is about, where a row and a column may come to meet.
    fn meeting(self) -> Option<Meeting> {
        let mut address = Address::parse(&self.change.at.value).ok()?;
        let Some(Part::Keys(keys)) = address.parts.pop() else {
            return None;
        };
        let [row, column] = <[String; 2]>::try_from(keys).ok()?;
        let is_whole = address.parts.is_empty() && row != "*";
        let kind = Some("chart".to_owned());
        let chart = self.finder().place(&Address { kind, ..address }).ok()?;
        let Place::There(chart) = chart else {
            return None;
        };
        let cell = self.change.new.clone()?;
        let is_added = is_whole && self.change.operation == Operation::Add;
        is_added.then_some(Meeting {
            chart: chart.path,
            row,
            column,
            cell,
        })
    }

    fn meets(self, meeting: Meeting) -> Resolved {
        let Meeting {
            chart, row, column, ..
        } = &meeting;
        let place = chart.then("meeting").then(row.as_str());
        Resolved {
            touches: vec![Datum::whole(place.then(column.as_str()))],
            meeting: Some(meeting),
            ..self.made(Vec::new(), None)
        }
    }

    /// Puts an answer in the place of what the source lost.
    fn fill(self, place: &Place) -> Made<Resolved> {
        let help = "name a rule, an exception or a question with `gap`";
        let Place::There(spot) = place else {
            return self.broken("the address names no gap", help);
        };
        let path = match spot.path.field() {
            Some("gap") => spot.path.around().map(|(around, _)| around),
            _ => Some(spot.path.clone()),
        };
        let path = path.unwrap_or_else(|| spot.path.clone());
        let node = self.node(&path)?;
        if !node.has("gap") {
            let (id, at) = (&self.erratum.id.value, self.change.at.span);
            let message = format!("the erratum `{id}` fills what is no gap");
            let finding = Diagnostic::error(Code::ErratumMismatch, at, message);
            return Err(finding.label(node.span, "nothing is lost here").help(help));
        }
        let edits = vec![
            Edit::Remove(path.then("gap")),
            Edit::Add {
                path: path.then("gives"),
                at: self.change.at.span,
                node: self.new_value()?,
                lists: false,
            },
        ];
        Ok(self.made(edits, None))
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

    fn node(&self, path: &Path) -> Made<&Node> {
        match self.forest.node(path) {
            Some(node) => Ok(node),
            None => self.broken("the address names nothing", "name something that is there"),
        }
    }

    /// The chart whose shape is another where this row is.
    fn shape_of(self, spot: &Spot) -> Option<(Path, Side)> {
        row_names(self.forest, &spot.path)?;
        Some((self.forest.item(&spot.path)?, Side::Rows))
    }

    /// Puts a new value in place of the old one, or takes it away.
    fn replace(self, place: &Place) -> Made<Resolved> {
        self.expect(place)?;
        self.need_other()?;
        let is_removal = self.change.operation == Operation::Remove;
        match place {
            Place::Column(columns, index) if is_removal => Ok(self.remove_column(columns, *index)),
            Place::Column(columns, index) => self.replace_column(columns, *index),
            Place::There(spot) => {
                let edit = if is_removal {
                    Edit::Remove(spot.path.clone())
                } else {
                    let node = self.node(&spot.path)?.get("answers");
                    let new = with_answers(self.new_value()?, spot.question.as_deref(), node);
                    Edit::Replace(spot.path.clone(), new)
                };
                Ok(self.made(vec![edit], self.shape_of(spot)))
            }
            _ => self.whole_list(),
        }
    }

    /// Refuses a new value that is the old one.
    fn need_other(self) -> Made<()> {
        let meaning = |node: &Node| printed(node, Way::Meaning);
        let (Some(old), Some(new)) = (&self.change.old, &self.change.new) else {
            return Ok(());
        };
        if meaning(old) != meaning(new) {
            return Ok(());
        }
        let id = &self.erratum.id.value;
        let message = format!("the erratum `{id}` changes nothing: `now` is what `was` is");
        let finding = Diagnostic::error(Code::BrokenErratum, new.span, message);
        Err(finding.help("write what it is to be, or take the change away"))
    }

    fn whole_list<T>(self) -> Made<T> {
        let help = match self.change.operation {
            Operation::Remove => "name one of its elements",
            _ => "name one of its elements, or add to it with `add`",
        };
        self.broken("the address names a whole list", help)
    }

    fn not_there<T>(self, spot: &Spot) -> Made<T> {
        let (id, at) = (&self.erratum.id.value, &self.change.at);
        let Some((around, field)) = spot.path.around().zip(spot.path.field()) else {
            return self.whole_list();
        };
        let message = format!("the erratum `{id}` changes nothing: there is no `{field}` here");
        let finding = Diagnostic::error(Code::ErratumMatchesNothing, at.span, message);
        let node = self.node(&around.0)?;
        let known = node.fields().iter().map(|(name, _)| name.value.as_str());
        let before = at.value.trim().strip_suffix(field);
        let near = nearest(field, known).and_then(|near| Some(format!("{}{near}", before?)));
        // What is written in a question stands in its rule.
        let of_rule = before.and_then(|before| self.rule_beside(before, field));
        let finding = finding.label(node.span, "this has none");
        Err(match of_rule {
            Some(address) => finding.help(format!("its rule has one: `{address}`")),
            None => finding
                .meant(near)
                .help("to add one, write `add` in place of `was` and `now`"),
        })
    }

    /// The address of a field of the only rule of a question, where it has that; `before` is what stands before the field where the
    /// question itself was meant to have it.
    fn rule_beside(self, before: &str, field: &str) -> Option<String> {
        let question = Address::parse(before.trim_end_matches('.')).ok()?;
        let finder = self.finder();
        let rules = finder.rules_of(finder.pack(&question.pack).ok()?, &question.name);
        let [(_, cite)] = rules.as_slice() else {
            return None;
        };
        let address = format!("{question}#{cite}.{field}");
        let place = finder.place(&Address::parse(&address).ok()?);
        matches!(place, Ok(Place::There(_))).then_some(address)
    }

    /// What the base says where a change replaces or takes away, and where it does.
    fn says(self, place: &Place) -> Made<(Node, Span)> {
        match place {
            Place::There(spot) => {
                let mut says = self.node(&spot.path)?.clone();
                let names_question = |old: &Node| old.has("answers");
                if spot.question.is_some() && !self.change.old.as_ref().is_some_and(names_question)
                {
                    says.take("answers");
                }
                let span = says.span;
                Ok((says, span))
            }
            Place::Column(columns, index) => Ok(self.column_says(columns, *index)),
            Place::Missing(spot) => self.not_there(spot),
            _ => self.whole_list(),
        }
    }

    /// Whether the base says what the change expects.
    fn expect(self, place: &Place) -> Made<()> {
        let (says, span) = self.says(place)?;
        let Some(old) = &self.change.old else {
            return Ok(());
        };
        if printed(&says, Way::Meaning) == printed(old, Way::Meaning) {
            return Ok(());
        }
        let cells = says.get("cells").map_or(&[][..], Node::elements);
        let is_old = |cell: &Node| printed(cell, Way::Meaning) == printed(old, Way::Meaning);
        if cells.iter().any(is_old) {
            let message = "the address names a whole row, and `was` has one cell of it";
            let finding = Diagnostic::error(Code::ErratumMismatch, self.change.at.span, message);
            return Err(finding
                .label(span, "the row")
                .help("name its column too: `chart[row, column]`, or the question that the cell answers, `chart[row, question]`"));
        }
        let (id, expected, says) = (&self.erratum.id.value, shown(old), shown(&says));
        let message = format!("the erratum `{id}` expects {expected}, and the pack says {says}");
        Err(Diagnostic::error(Code::ErratumMismatch, old.span, message)
            .here("the erratum expects this")
            .label(span, "the pack says this")
            .help("the pack may hold another edition, or the erratum may be in it already")
            .help("write what the pack says in `was`, or give the erratum the status `incorporated` or `obsolete`"))
    }

    fn add(self, place: Place) -> Made<Resolved> {
        match place {
            Place::There(spot) => {
                let node = self.node(&spot.path)?;
                if node.is_list() || spot.lists_texts() || spot.lists_groups() {
                    return self.insert(&spot, spot.path.clone(), node.elements().len());
                }
                let id = &self.erratum.id.value;
                let message = format!("the erratum `{id}` adds what is there already");
                let finding =
                    Diagnostic::error(Code::ErratumMismatch, self.change.at.span, message);
                let finding = finding.label(node.span, format!("the pack says {}", shown(node)));
                Err(finding.help("to change it, write `was` and `now`"))
            }
            Place::Missing(spot) => self.add_field(&spot),
            Place::Whole(list, index) => {
                let (list, index) = self.beside_topic(list, index)?;
                match self.forest.node(&list.path) {
                    Some(_) => self.insert(&list, list.path.clone(), index),
                    None => self.add_field(&list),
                }
            }
            Place::Columns(columns) => self.add_column(&columns, columns.count),
            Place::Column(..) => {
                self.broken("this column is there already", "name the list: `.columns`")
            }
        }
    }

    /// Of the examples or laws of a pack, the list in the file that declares what the new one asks, and its end.
    fn beside_topic(self, list: Spot, index: usize) -> Made<(Spot, usize)> {
        let new = self.new_value()?;
        let topic = new.elements().first().and_then(|new| {
            let kind = list.path.steps.first()?;
            let (Step::Field(kind), true) = (kind, list.path.steps.len() == 1) else {
                return None;
            };
            let topic = self.finder().topic_of(list.path.tree, kind, new)?;
            let path = Path::root(topic).then(kind.as_str());
            let count = self
                .forest
                .node(&path)
                .map_or(0, |node| node.elements().len());
            (topic != list.path.tree).then_some((path, count))
        });
        Ok(match topic {
            Some((path, count)) => (Spot { path, ..list }, count),
            None => (list, index),
        })
    }

    /// Adds before (0) or after (1) something.
    fn add_beside(self, place: Place, offset: usize) -> Made<Resolved> {
        let spot = match place {
            Place::Column(columns, index) => return self.add_column(&columns, index + offset),
            Place::There(spot) if spot.is_alone() => {
                return self.insert(&spot, spot.path.clone(), offset);
            }
            Place::There(spot) => Some(spot),
            _ => None,
        };
        let list = spot.as_ref().and_then(|spot| spot.path.around());
        match (spot, list) {
            (Some(spot), Some((list, Step::At(index)))) if self.may_grow(&list) => {
                self.insert(&spot, list, index + offset)
            }
            _ => self.broken("nothing can stand beside this", "name an element of a list"),
        }
    }

    /// Whether a list can have one more element: cells come with their column only.
    fn may_grow(self, list: &Path) -> bool {
        let needs_column = matches!(list.field(), Some("cells" | "columns"));
        !(needs_column && self.forest.item(list).is_some())
    }

    /// Puts the new value, or each of several, into a list; what it is to be like is there.
    fn insert(self, like: &Spot, list: Path, index: usize) -> Made<Resolved> {
        let is_text = |node: &Node| node.written().is_some();
        let old = self.node(&list)?.elements();
        let new = several(
            self.new_value()?,
            like.lists_texts() || old.iter().all(is_text),
        );
        let question = like.question.as_deref();
        let edit = |node| Edit::Insert {
            list: list.clone(),
            index,
            node: with_answers(node, question, None),
        };
        let is_rows = list.field() == Some("rows");
        let chart = self.forest.item(&list).filter(|_| is_rows);
        let edits = new.into_iter().map(edit).collect();
        Ok(self.made(edits, chart.map(|chart| (chart, Side::Rows))))
    }

    fn add_field(self, spot: &Spot) -> Made<Resolved> {
        if let (Some((row, _)), Some(field)) = (spot.path.around(), spot.path.field())
            && let Some(known) = row_names(self.forest, &row)
            && !known.contains(&field)
        {
            let help = format!("it has: {}", known.join(", "));
            return self.broken(&format!("a row has no `{field}`"), &help);
        }
        let (new, lists) = (self.new_value()?, spot.lists_groups());
        let new = if lists {
            several(new, false)
        } else {
            vec![new]
        };
        let edit = |node| Edit::Add {
            path: spot.path.clone(),
            at: self.change.at.span,
            node: with_answers(node, spot.question.as_deref(), None),
            lists,
        };
        Ok(self.made(new.into_iter().map(edit).collect(), None))
    }
}

/// A value as a message shows it.
fn shown(value: &Node) -> String {
    match value.written() {
        Some(text) => format!("`{}`", text.trim()),
        None => format!("`{}`", printed(value, Way::Plain)),
    }
}

/// The elements that are added: each of a list of groups, or of texts where the list is one of texts; otherwise the one.
fn several(new: Node, are_texts: bool) -> Vec<Node> {
    match new.kind {
        Kind::List(nodes)
            if !nodes.is_empty() && (are_texts || nodes.iter().all(Node::is_table)) =>
        {
            nodes
        }
        _ => vec![new],
    }
}

/// A rule without its question is a rule of the question by which it was addressed.
fn with_answers(mut rule: Node, question: Option<&str>, node: Option<&Node>) -> Node {
    if let Some(question) = question {
        let near = unplaced(question, rule.span);
        rule.fill(
            0,
            "answers",
            node.cloned().unwrap_or_else(|| Node::text(&near)),
        );
    }
    rule
}

/// All edits of these changes.
pub fn edits(resolved: Vec<Resolved>) -> Vec<(ChangeId, Edit)> {
    let changes = resolved.into_iter();
    let edits =
        changes.flat_map(|change| change.edits.into_iter().map(move |edit| (change.id, edit)));
    edits.collect()
}
