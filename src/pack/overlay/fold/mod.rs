//! Folding: an erratum written into the files of the packs that it changes, as a person would write it. Every byte outside the
//! changed texts stays what it is, comments and layout with it.
//!
//! Each edit is made in the text, the file is read again, and what it says then must be what the overlay says: otherwise
//! nothing is folded.

mod lines;
mod split;
mod text;

use super::super::forest::{Forest, Path, Tree};
use super::super::format::{Rewrite, formatted, opened, says_the_same};
use super::super::node::{Form, Kind, Node, Problems, Step, unplaced};
use super::super::parse::{parse, parse_unshared};
use super::super::printed::said_by;
use super::edit::{Edit, in_order, perform};
use super::{ChangeId, Erratum, Status, change, conflict, meet};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Sources};
use rustc_hash::FxHashSet;
use text::Page;

/// The texts of a rulebook with an erratum folded in.
#[derive(Debug, Clone)]
pub struct Folded {
    pub sources: Sources,
    /// The texts that changed.
    pub changed: Vec<FileId>,
    /// Whether some of them were put into their form again, so that more than the changed texts is written otherwise.
    pub reformed: bool,
}

/// Writes errata into the texts, and marks them as incorporated.
///
/// # Errors
///
/// What is wrong with them, or what of them has to be written by a person.
pub fn fold(sources: &Sources, ids: &[&str]) -> Result<Folded, Vec<Diagnostic>> {
    let problems = Problems::default();
    let mut forest = parse(sources, &problems);
    let errata = super::written::all_errata(&forest, &problems);
    let mut resolved = Vec::new();
    for id in ids {
        let (index, erratum) = to_fold(&errata, id).map_err(|finding| vec![finding])?;
        let (mut resolveds, fits) = change::resolve(&forest, &errata, index, &problems);
        if !fits || !erratum.sound {
            return Err(problems.into_vec());
        }
        resolved.append(&mut resolveds);
    }
    meet::meet(&forest, &errata, &mut resolved, &problems);
    problems.report_some(meet::apart(&errata, &forest, &resolved));
    conflict::once(&errata, &mut resolved);
    if problems.has_errors() {
        return Err(problems.into_vec());
    }
    let mut folded = Folded {
        sources: sources.clone(),
        changed: Vec::new(),
        reformed: false,
    };
    for (by, edit) in in_order(change::edits(resolved)) {
        forest = folded
            .make(&forest, &edit)
            .ok_or_else(|| vec![by_hand(&errata, by)])?;
    }
    for id in ids {
        let (_, erratum) = to_fold(&errata, id).map_err(|finding| vec![finding])?;
        folded.mark(&forest, erratum).ok_or_else(|| {
            let message = format!("the status of `{id}` has to be changed by hand");
            let place = erratum.id.span;
            vec![Diagnostic::error(Code::BrokenErratum, place, message)]
        })?;
        forest = parsed(&folded.sources).unwrap_or(forest);
    }
    folded.changed.sort_unstable();
    folded.changed.dedup();
    Ok(folded)
}

/// An erratum that is not in the texts yet.
fn to_fold<'e>(errata: &'e [Erratum], id: &str) -> Result<(usize, &'e Erratum), Diagnostic> {
    let mut numbered = errata.iter().enumerate();
    let named = numbered.find(|(_, erratum)| erratum.id.value == id);
    let Some((index, erratum)) = named else {
        let message = format!("no pack holds an erratum `{id}`");
        return Err(super::unknown(errata, id).unwrap_or_else(|| Diagnostic::request(message)));
    };
    if erratum.status == Status::Incorporated {
        let message = format!("`{id}` is incorporated already");
        let finding = Diagnostic::error(Code::BrokenErratum, erratum.id.span, message);
        return Err(finding);
    }
    Ok((index, erratum))
}

fn by_hand(errata: &[Erratum], by: ChangeId) -> Diagnostic {
    let Some(erratum) = errata.get(by.erratum) else {
        return Diagnostic::request("this change has to be written into the pack by hand");
    };
    let change = erratum.changes.get(by.change);
    let at = change.map_or(erratum.id.span, |change| change.at.span);
    let message = format!(
        "this change of `{}` has to be written into the pack by hand: its place has no simple form",
        erratum.id.value
    );
    Diagnostic::error(Code::BrokenErratum, at, message)
}

/// A question, and facts that it takes by errata.
#[derive(Debug)]
pub struct Joined<'j> {
    pub game: &'j str,
    pub pack: &'j str,
    pub question: &'j str,
    pub facts: Vec<&'j str>,
}

impl Joined<'_> {
    /// The list of the facts that the question takes, where it has one.
    fn from(&self, forest: &Forest) -> Option<Path> {
        let is_own = |tree: &Tree| {
            let head = forest.packs.get(tree.pack);
            head.is_some_and(|head| head.game == self.game && head.id == self.pack)
        };
        let mut trees = forest.trees.iter().enumerate();
        trees.find_map(|(place, tree)| {
            let question = Path::root(place).then("question").then(self.question);
            let from = question.then("from");
            let node = forest.node(&from).filter(|_| is_own(tree))?;
            (!node.elements().is_empty()).then_some(from)
        })
    }
}

impl Folded {
    /// Lists the facts that errata bring to questions: they may look at what `from` does not list, and a pack may not.
    #[must_use]
    pub fn listing(mut self, joined: &[Joined<'_>]) -> Self {
        let facts = joined
            .iter()
            .flat_map(|each| each.facts.iter().map(move |fact| (each, *fact)));
        for (own, fact) in facts {
            let insert = parsed(&self.sources).and_then(|forest| {
                let list = own.from(&forest)?;
                let node = forest.node(&list)?;
                let mut listed = node.elements().iter();
                let is_new = listed.all(|other| other.kind != Kind::Text(fact.to_owned()));
                let edit = Edit::Insert {
                    index: node.elements().len(),
                    node: Node::text(&unplaced(fact, node.span)),
                    list,
                };
                is_new.then_some((forest, edit))
            });
            if let Some((forest, edit)) = insert {
                self.make(&forest, &edit);
            }
        }
        self.changed.sort_unstable();
        self.changed.dedup();
        self
    }

    /// Puts each text that was in its form, as far as `fmt` or `fmt --upgrade` goes, into it again, where it then says the same.
    #[must_use]
    pub fn in_form(mut self, before: &Sources) -> Self {
        let none = FxHashSet::default();
        for file in self.changed.clone() {
            let (path, old, new) = (
                before.path(file),
                before.text(file),
                self.sources.text(file),
            );
            let form = |text: &str, rewrite| formatted(path, text, file, rewrite).ok();
            let mut forms = [Rewrite::Notation(&none), Rewrite::Layout].into_iter();
            let own = forms.find(|rewrite| form(old, *rewrite).as_deref() == Some(old));
            let told = own.and_then(|rewrite| form(new, rewrite));
            let Some(told) = told.filter(|told| told != new) else {
                continue;
            };
            let renewed = self.sources.with(file, told);
            let said = |sources| parsed(sources).map(|forest| says(&forest));
            let (now, then) = (said(&self.sources), said(&renewed));
            // An exception leaves out the paragraph of its rule.
            let is_same = || now == then || says_the_same(new, renewed.text(file), file);
            if now.is_some() && then.is_some() && is_same() {
                self.sources = renewed;
                self.reformed = true;
            }
        }
        self
    }

    /// Makes one edit in the text of its file, and reads the files again. Where what it changes is written once for several, that
    /// is written out for each first.
    fn make(&mut self, forest: &Forest, edit: &Edit) -> Option<Forest> {
        let made = self.make_in(forest, edit, parsed);
        made.or_else(|| {
            let (folded, parsed) = self.make_apart(forest, edit)?;
            *self = folded;
            Some(parsed)
        })
    }

    fn make_in(&mut self, forest: &Forest, edit: &Edit, read: Read) -> Option<Forest> {
        let made = edited_in(forest, &self.sources, edit, read);
        let (file, sources, parsed) = made.or_else(|| {
            let opened = opened_at(forest, &self.sources, edit)?;
            let parsed = read(&opened)?;
            let is_same = says(&parsed) == says(forest);
            is_same
                .then(|| edited_in(&parsed, &opened, edit, read))
                .flatten()
        })?;
        self.sources = sources;
        self.changed.push(file);
        Some(parsed)
    }

    /// Marks an erratum as incorporated, in its own file.
    fn mark(&mut self, forest: &Forest, erratum: &Erratum) -> Option<()> {
        let file = erratum.id.span.file;
        let tree = forest.trees.iter().find(|tree| tree.file == file)?;
        let node = tree.root.get("erratum")?.get(&erratum.id.value)?;
        let page = Page {
            text: self.sources.text(file),
            is_ron: false,
            forest,
        };
        let text = page.with_text(node.get("status")?, Status::Incorporated.name())?;
        self.sources = self.sources.with(file, text);
        self.changed.push(file);
        Some(())
    }
}

/// What reads texts, if nothing is wrong with the shape of any.
type Read = fn(&Sources) -> Option<Forest>;

/// The texts with an edit made, and what they say: nothing, where that is not what the overlay says.
pub fn edited(
    forest: &Forest,
    sources: &Sources,
    edit: &Edit,
) -> Option<(FileId, Sources, Forest)> {
    edited_in(forest, sources, edit, parsed)
}

fn edited_in(
    forest: &Forest,
    sources: &Sources,
    edit: &Edit,
    read: Read,
) -> Option<(FileId, Sources, Forest)> {
    let path = edit.path();
    let mut expected = forest.clone();
    perform(&mut expected, edit.clone());
    let tree = forest.trees.get(path.tree)?;
    let is_elsewhere = |place: &_| {
        forest
            .node(place)
            .is_some_and(|node| node.span.file != tree.file)
    };
    // What an exception of several rules says may stand in another file.
    if is_elsewhere(path)
        || path
            .around()
            .is_some_and(|(around, _)| is_elsewhere(&around))
    {
        return None;
    }
    let page = Page {
        text: sources.text(tree.file),
        is_ron: tree.form == Form::Grid,
        forest,
    };
    let text = match edit {
        Edit::Grow { .. } | Edit::Rename { .. } => {
            page.edited(&Edit::Replace(path.clone(), expected.node(path)?.clone()))
        }
        edit => page.edited(edit),
    };
    let renewed = sources.with(tree.file, or_comment(text?));
    let parsed = read(&renewed)?;
    (says(&parsed) == says(&expected)).then_some((tree.file, renewed, parsed))
}

/// A text, which no file of a pack is without.
fn or_comment(text: String) -> String {
    if text.trim().is_empty() {
        "# nothing is left here\n".to_owned()
    } else {
        text
    }
}

/// The texts without an erratum.
///
/// # Errors
///
/// Where no pack holds it, or it cannot be taken out of its file.
pub fn without(sources: &Sources, id: &str) -> Result<Folded, Diagnostic> {
    let forest = parse(sources, &Problems::default());
    let errata = super::written::all_errata(&forest, &Problems::default());
    if let Some(found) = super::unknown(&errata, id) {
        return Err(found);
    }
    let mut trees = forest.trees.iter().enumerate();
    let holds = |tree: &Tree| {
        tree.root
            .get("erratum")
            .is_some_and(|errata| errata.has(id))
    };
    let place = trees.find(|(_, tree)| holds(tree));
    let removed = place.and_then(|(index, _)| {
        edited(
            &forest,
            sources,
            &Edit::Remove(Path::root(index).then("erratum").then(id)),
        )
    });
    let Some((file, sources, _)) = removed else {
        let message = format!("`{id}` has to be taken out of its file by hand");
        return Err(Diagnostic::request(message));
    };
    let changed = vec![file];
    Ok(Folded {
        sources,
        changed,
        reformed: false,
    })
}

/// The texts with the rules or examples around an edit each written out in full.
fn opened_at(forest: &Forest, sources: &Sources, edit: &Edit) -> Option<Sources> {
    let path = edit.path();
    let [Step::Field(list), Step::At(index), ..] = path.steps.as_slice() else {
        return None;
    };
    let tree = forest.trees.get(path.tree)?;
    let element = tree.root.get(list)?.elements().get(*index)?;
    let text = sources.text(tree.file);
    let text = opened(text, &tree.root, list, element.span.start as usize)?;
    Some(sources.with(tree.file, text))
}

/// What texts say, if nothing is wrong with the shape of any.
fn parsed(sources: &Sources) -> Option<Forest> {
    let problems = Problems::default();
    let forest = parse(sources, &problems);
    (!problems.has_errors()).then_some(forest)
}

/// The same with each shared exception where it is written, and not on the rules that have it.
fn unshared(sources: &Sources) -> Option<Forest> {
    let problems = Problems::default();
    let forest = parse_unshared(sources, &problems);
    (!problems.has_errors()).then_some(forest)
}

/// What all files say.
fn says(forest: &Forest) -> Vec<Vec<String>> {
    let of_file = |tree: &Tree| {
        let mut fields = said_by(&tree.root);
        if tree.form != Form::Grid {
            fields.sort_unstable();
        }
        fields
    };
    forest.trees.iter().map(of_file).collect()
}
