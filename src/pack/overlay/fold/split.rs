//! An exception that several rules share, written out at those for which an erratum makes it another.

use super::super::super::forest::{Forest, Path};
use super::super::super::node::{Node, Step};
use super::super::super::shared::places_of;
use super::super::edit::{Edit, perform};
use super::{Folded, parsed, says, unshared};
use crate::source::Text;
use itertools::Itertools;

/// Where a shared exception is written, and of what it is.
struct Shared {
    path: Path,
    of: Vec<Text>,
}

impl Folded {
    /// Makes an edit of what a shared exception says at one rule: it is of the question or rule in question no longer, and
    /// stands in full on all rules that it had there.
    pub fn make_apart(&self, forest: &Forest, edit: &Edit) -> Option<(Self, Forest)> {
        let (thing, index) = exception_at(edit.path())?;
        self.split(forest, (&thing, index), Some(edit))
    }

    fn split(
        &self,
        forest: &Forest,
        (thing, index): (&Path, usize),
        edit: Option<&Edit>,
    ) -> Option<(Self, Forest)> {
        let mut alone = unshared(&self.sources)?;
        let own = forest.node(&thing.then("except").then(index))?;
        let shared = shared_at(&alone, own)?;
        let (gone, things) = shared.around(&alone, thing);
        let is_of =
            |node: &Node| shared_at(&alone, node).is_some_and(|own| own.path == shared.path);
        let exceptions = |thing: &Path| {
            let list = forest.node(&thing.then("except"));
            list.map(Node::elements).unwrap_or_default()
        };
        // The order of exceptions stays what it is, for other changes: what others share and stands before is split too.
        for other in &things {
            let before = exceptions(other).iter().take_while(|node| !is_of(node));
            let mut before = before.enumerate();
            let first = before.find(|(_, node)| shared_at(&alone, node).is_some());
            if let Some((earlier, _)) = first {
                let (folded, forest) = self.split(forest, (other, earlier), None)?;
                return folded.split(&forest, (thing, index), edit);
            }
        }
        let mut expected = forest.clone();
        if let Some(edit) = edit {
            perform(&mut expected, edit.clone());
        }
        let is_removed = |place: &Path| matches!(edit, Some(Edit::Remove(path)) if path == place);
        let mut added = Vec::new();
        for thing in &things {
            let list = thing.then("except");
            let own = exceptions(thing).iter().positions(is_of);
            let kept = own.map(|own| list.then(own)).filter(|own| !is_removed(own));
            added.extend(kept.filter_map(|own| Some((list.clone(), expected.node(&own)?.clone()))));
        }
        let mut folded = self.clone();
        for entry in shared.removals(&gone) {
            alone = folded.make_in(&alone, &entry, unshared)?;
        }
        for (list, node) in added {
            let edit = at_end(&alone, list, node);
            alone = folded.make_in(&alone, &edit, unshared)?;
        }
        let after = parsed(&folded.sources)?;
        (says(&after) == says(&expected)).then_some((folded, after))
    }
}

impl Shared {
    /// Those of its entries, by their number, on whose rules it can no longer stand when it goes from one rule; and all rules
    /// that these name.
    fn around(&self, forest: &Forest, thing: &Path) -> (Vec<usize>, Vec<Path>) {
        let pack = forest.trees.get(self.path.tree).map(|tree| tree.pack);
        let places = self
            .of
            .iter()
            .map(|of| places_of(forest, pack.unwrap_or_default(), of));
        let places: Vec<Vec<Path>> = places.collect();
        let mut things = vec![thing.clone()];
        loop {
            let names = |paths: &Vec<Path>| paths.iter().any(|place| things.contains(place));
            let gone: Vec<usize> = places.iter().positions(names).collect();
            let named = gone.iter().filter_map(|entry| places.get(*entry)).flatten();
            let all: Vec<Path> = named.unique().cloned().collect();
            if all.len() <= things.len() {
                return (gone, all);
            }
            things = all;
        }
    }

    /// The edits that leave out some of its entries, the last first; where none is left, it goes.
    fn removals(&self, gone: &[usize]) -> Vec<Edit> {
        if gone.len() == self.of.len() {
            return vec![Edit::Remove(self.path.clone())];
        }
        let list = self.path.then("of");
        let entries = gone.iter().rev();
        entries
            .map(|entry| Edit::Remove(list.then(*entry)))
            .collect()
    }
}

/// The rule or chart around a place within one of its exceptions, and the number of the exception.
fn exception_at(path: &Path) -> Option<(Path, usize)> {
    let is_list = |step: &Step| matches!(step, Step::Field(name) if name == "except");
    let depth = path.steps.iter().position(is_list)?;
    let Some(Step::At(index)) = path.steps.get(depth + 1) else {
        return None;
    };
    let steps = path.steps.get(..depth)?.to_vec();
    let tree = path.tree;
    Some((Path { tree, steps }, *index))
}

/// The shared exception that an exception of a rule is, if it is one.
fn shared_at(forest: &Forest, exception: &Node) -> Option<Shared> {
    let mut trees = forest.trees.iter().enumerate();
    let (tree, own) = trees.find(|(_, tree)| tree.file == exception.span.file)?;
    let list = own.root.get("exception")?;
    let index = list
        .elements()
        .iter()
        .position(|node| node.span.holds(exception.span))?;
    let of = list.elements().get(index)?.get("of")?.elements().iter();
    let of = of.filter_map(|of| Some(Text::new(of.written()?.to_owned(), of.span)));
    Some(Shared {
        path: Path::root(tree).then("exception").then(index),
        of: of.collect(),
    })
}

/// The edit that adds an exception as the last of a rule's own.
fn at_end(forest: &Forest, list: Path, node: Node) -> Edit {
    match forest.node(&list) {
        Some(old) => Edit::Insert {
            index: old.elements().len(),
            list,
            node,
        },
        None => Edit::Add {
            path: list,
            at: node.span,
            node,
            lists: true,
        },
    }
}
