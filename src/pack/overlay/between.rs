//! What an erratum has to change for packs to say what they were edited to say: the trees before the edit and after it are
//! compared part by part, each part under its address.

use super::super::forest::Tree;
use super::super::node::{Form, Node, Problems};
use super::super::parse::parse;
use super::super::printed::{Way, printed, toml};
use super::address::{Address, NAMELESS, Part};
use super::draft::Deed;
use super::find::{Finder, KINDS, OF_CHART, Place, row_key};
use super::{ErrataSet, Operation, lay, written::all_errata};
use crate::diagnostic::{Label, Severity};
use crate::source::Sources;
use listed::Listed;

mod chart;
mod listed;

/// Why an erratum cannot say an edit, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untold(pub String);

/// The changes that make of some texts what an edit made of them. Both have the same files.
///
/// # Errors
///
/// Where no erratum can say all of it.
pub fn deeds(old: &Sources, new: &Sources) -> Result<Vec<Deed>, Untold> {
    let [before, after] = [old, new].map(|sources| parse(sources, &Problems::default()));
    let is_new = |other: &&Tree| !before.trees.iter().any(|tree| tree.file == other.file);
    if after.trees.iter().any(|other| is_new(&other)) {
        let why = "a new file changes nothing that is printed; it can stand in a pack of its own";
        return Err(Untold(why.to_owned()));
    }
    let mut deeds = Vec::new();
    for (index, tree) in before.trees.iter().enumerate() {
        let mut now = after.trees.iter();
        let Some(now) = now.find(|other| other.file == tree.file) else {
            let path = old.path(tree.file);
            return Err(Untold(format!("`{path}` says nothing any more")));
        };
        let forest = &before;
        let owner = tree.pack;
        let pack = before.packs.get(owner);
        let mut comparer = Comparer {
            finder: Finder { forest, owner },
            pack: pack.map_or("", |head| &head.id),
            tree: index,
            deeds,
            untold: None,
        };
        comparer.file(tree, &now.root);
        if let Some(why) = comparer.untold {
            return Err(Untold(why));
        }
        deeds = comparer.deeds;
    }
    if deeds.is_empty() {
        let why = "it means what it meant; there is nothing that an erratum could say";
        return Err(Untold(why.to_owned()));
    }
    Ok(deeds)
}

/// Makes sure that texts with an erratum say, where it applies, what an edit made of them.
///
/// # Errors
///
/// Where they do not.
pub fn gives(written: &Sources, id: &str, edited: &Sources) -> Result<(), Untold> {
    let problems = Problems::default();
    let mut forest = parse(written, &problems);
    let mut errata = all_errata(&forest, &problems);
    let told = Problems::default();
    let set = ErrataSet::These(vec![id.to_owned()]);
    lay(&mut forest, &mut errata, &set, &told);
    let erratum = errata.iter().find(|erratum| erratum.id.value == id);
    let refused = erratum
        .filter(|erratum| !erratum.applied)
        .and_then(|erratum| {
            let is_here = |label: &Label| label.span.file == erratum.span.file;
            let mut findings = told.into_vec().into_iter();
            findings.find(|finding| {
                finding.severity == Severity::Error && finding.labels.iter().any(is_here)
            })
        });
    if let Some(refused) = refused {
        return Err(Untold(refused.message));
    }
    let laid = said(&forest.trees);
    let meant = said(&parse(edited, &Problems::default()).trees);
    let mut other = meant.iter().filter(|own| !laid.contains(own));
    let mut more = laid.iter().filter(|own| !meant.contains(own));
    match other.next().or_else(|| more.next()) {
        Some((what, _)) => Err(Untold(format!("no erratum says all of it: {what}"))),
        None => Ok(()),
    }
}

/// What trees say, but for errata: each thing with what it is called.
fn said(trees: &[Tree]) -> std::collections::BTreeSet<(String, String)> {
    let mut all = std::collections::BTreeSet::new();
    for tree in trees {
        for (name, node) in tree.root.fields() {
            let kind = name.value.as_str();
            let pack = tree.pack;
            let whole = |node: &Node| (kind.to_owned(), format!("{pack} {}", words(node)));
            match kind {
                "erratum" => {}
                _ if tree.form == Form::Grid => drop(all.insert(whole(node))),
                "rule" | "example" | "law" => all.extend(node.elements().iter().map(whole)),
                _ if KINDS.contains(&kind) => {
                    all.extend(node.fields().iter().map(|(name, node)| {
                        let what = format!("{kind}:{}", name.value);
                        (what, format!("{pack} {}", words(node)))
                    }))
                }
                _ => drop(all.insert(whole(node))),
            }
        }
    }
    all
}

fn words(node: &Node) -> String {
    printed(node, Way::Words)
}

fn is_same(was: &Node, is: &Node) -> bool {
    words(was) == words(is)
}

/// Compares the trees of one file.
struct Comparer<'f> {
    finder: Finder<'f>,
    /// The pack of the file.
    pack: &'f str,
    tree: usize,
    deeds: Vec<Deed>,
    untold: Option<String>,
}

impl Comparer<'_> {
    fn file(&mut self, was: &Tree, is: &Node) {
        if was.form == Form::Grid {
            return self.items(&was.root, is);
        }
        let nothing = Node::table(Vec::new(), was.root.span);
        for kind in names_of(&was.root, is) {
            let [old, new] = [&*was.root, is].map(|root| root.get(&kind).unwrap_or(&nothing));
            if is_same(old, new) {
                continue;
            }
            match kind.as_str() {
                "erratum" => {
                    self.refuse("an erratum is changed with `chartroom erratum edit`".to_owned());
                }
                "rule" => self.rules(old, new),
                kind if KINDS.contains(&kind) => self.things(kind, old, new),
                kind if NAMELESS.contains(&kind) => self.nameless(kind, old, new),
                field => {
                    let at = self.address(Some("pack"), "");
                    let [old, new] = [&*was.root, is].map(|root| root.get(field));
                    self.field(&at, field, old, new);
                }
            }
        }
    }

    fn refuse(&mut self, why: String) {
        self.untold.get_or_insert(why);
    }

    fn write(&mut self, operation: Operation, at: &Address, value: Option<&Node>) {
        self.deeds.push(Deed {
            operation,
            at: at.to_string(),
            value: value.map(toml).unwrap_or_default(),
        });
    }

    fn address(&self, kind: Option<&str>, name: &str) -> Address {
        Address {
            pack: self.pack.to_owned(),
            kind: kind.map(str::to_owned),
            name: name.to_owned(),
            parts: Vec::new(),
        }
    }

    /// Whether the pack has a question of this name.
    fn question(&self, name: &str) -> bool {
        let pack = self.finder.owner;
        self.finder.name(pack, "question", name).is_some()
    }

    /// The things of a kind that have names.
    fn things(&mut self, kind: &str, was: &Node, is: &Node) {
        for name in names_of(was, is) {
            let at = self.address(Some(kind).filter(|kind| *kind != "question"), &name);
            match (was.get(&name), is.get(&name)) {
                (Some(old), Some(new)) => self.compare(&at, old, new),
                (old, new) => {
                    let at = self.address(Some(kind), &name);
                    self.come_or_gone(&at, old, new);
                }
            }
        }
    }

    fn come_or_gone(&mut self, at: &Address, was: Option<&Node>, is: Option<&Node>) {
        match (was, is) {
            (None, Some(new)) => self.write(Operation::Add, at, Some(new)),
            (Some(_), None) => self.write(Operation::Remove, at, None),
            _ => {}
        }
    }

    /// Rules, each under its question and paragraph.
    fn rules(&mut self, was: &Node, is: &Node) {
        let question = |rule: &Node| rule.texts("answers").next().unwrap_or_default().to_owned();
        let cite = |rule: &Node| {
            rule.cite()
                .and_then(Node::written)
                .unwrap_or_default()
                .to_owned()
        };
        let finder = self.finder;
        let paths = self.paths("rule", was);
        let at = |(rule, path)| {
            let name = question(rule);
            let elements = finder.rules_of(finder.owner, &name);
            let parts = finder.named_among(Part::Cite, &elements, path);
            Address {
                parts: parts.unwrap_or_default(),
                ..self.address(None, &name)
            }
        };
        let addresses = elements(was).iter().zip(&paths).map(at).collect();
        let key = |rule: &Node, _| format!("{}#{}", question(rule), cite(rule));
        // The rules of a question that is new stand beside others, and name it.
        let beside = elements(was).first().map(question);
        let home = |rule: &Node| {
            let text = question(rule);
            let mut reach = finder.forest.reach(finder.owner).into_iter();
            let is_known = reach.any(|pack| finder.name(pack, "question", &text).is_some());
            let name = beside.as_ref().filter(|_| !is_known).unwrap_or(&text);
            with_field(self.address(None, name), "rules")
        };
        let homes = elements(is).iter().map(home).collect();
        let all = Listed::new(elements(was), elements(is), addresses, homes, key);
        self.listed(&all, &mut |comparer, at, was, is| {
            comparer.compare(at, was, is)
        });
    }

    /// Examples, laws and whatever else goes by its paragraph.
    fn nameless(&mut self, kind: &str, was: &Node, is: &Node) {
        let known = self
            .finder
            .elements_of(self.finder.owner, kind, |_| true, "");
        let whole = self.address(Some(kind), "");
        let at = |path| {
            let parts = self.finder.named_among(Part::Cite, &known, path);
            let parts = parts.filter(|_| known.len() > 1 || matches!(kind, "example" | "law"));
            Address {
                parts: parts.unwrap_or_default(),
                ..whole.clone()
            }
        };
        let addresses = self.paths(kind, was).iter().map(at).collect();
        let key = |node: &Node, _| {
            node.cite()
                .and_then(Node::written)
                .unwrap_or_default()
                .to_owned()
        };
        let homes = vec![whole.clone(); elements(is).len()];
        let all = Listed::new(elements(was), elements(is), addresses, homes, key);
        self.listed(&all, &mut |comparer, at, was, is| {
            comparer.compare(at, was, is)
        });
    }

    /// Where the elements of a list at the root of this file stand.
    fn paths(&self, list: &str, was: &Node) -> Vec<super::super::forest::Path> {
        let list = super::super::forest::Path::root(self.tree).then(list);
        let all = 0..elements(was).len();
        all.map(|index| self.finder.element(&list, index)).collect()
    }

    /// One part under its address.
    fn compare(&mut self, at: &Address, was: &Node, is: &Node) {
        if is_same(was, is) {
            return;
        }
        if was.is_table() && is.is_table() {
            return self.fields(at, was, is);
        }
        let spot = match self.finder.place(at) {
            Ok(Place::There(spot)) => spot,
            _ => return self.write(Operation::Replace, at, Some(is)),
        };
        let holds_several = |node: &Node| node.is_list() || node.is_table();
        let lists = (spot.lists_groups() || spot.lists_texts())
            && (holds_several(was) || holds_several(is))
            || was.is_list() && is.is_list();
        if !lists {
            return self.write(Operation::Replace, at, Some(is));
        }
        let addresses = self.finder.keys_of(&spot, was).into_iter().map(|parts| {
            let mut address = at.clone();
            address.parts.extend(parts);
            address
        });
        let homes = vec![at.clone(); is.elements().len()];
        let key = |other: &Node, index| super::find::handle(other, index, &spot.cite);
        let all = Listed::new(
            was.elements(),
            is.elements(),
            addresses.collect(),
            homes,
            key,
        );
        self.listed(&all, &mut |comparer, at, was, is| {
            comparer.compare(at, was, is)
        });
    }

    fn fields(&mut self, at: &Address, was: &Node, is: &Node) {
        // What the source lost is answered, not taken away.
        let fills = was.has("gap") && !is.has("gap") && !was.has("gives");
        let answer = is.get("gives").filter(|_| fills);
        if let Some(answer) = answer {
            self.write(Operation::Fill, at, Some(answer));
        }
        for name in names_of(was, is) {
            if answer.is_none() || !matches!(name.as_str(), "gap" | "gives") {
                self.field(at, &name, was.get(&name), is.get(&name));
            }
        }
    }

    fn field(&mut self, at: &Address, name: &str, was: Option<&Node>, is: Option<&Node>) {
        let mut at = at.clone();
        let is_whole = at.kind.is_none() && at.parts.is_empty();
        let is_question = || self.question(&at.name);
        if is_whole && OF_CHART.contains(&name) && is_question() {
            at.kind = Some("question".to_owned());
        }
        let at = with_field(at, name);
        match (was, is) {
            (Some(was), Some(is)) => self.compare(&at, was, is),
            (was, is) => self.come_or_gone(&at, was, is),
        }
    }

    /// What became of the elements of a list.
    fn listed(
        &mut self,
        all: &Listed<'_>,
        pair: &mut dyn FnMut(&mut Self, &Address, &Node, &Node),
    ) {
        for (at, was, is) in all.kept() {
            pair(self, at, was, is);
        }
        for at in all.gone() {
            self.write(Operation::Remove, at, None);
        }
        for (operation, at, new) in all.come() {
            let mut new = new.clone();
            // A rule under its question need not name it.
            if new.texts("answers").eq([at.name.as_str()]) && at.kind.is_none() {
                new.take("answers");
            }
            self.write(operation, at, Some(&new));
        }
    }
}

/// The names of all fields of two nodes.
fn names_of(was: &Node, is: &Node) -> Vec<String> {
    let more = is.fields().iter().filter(|(name, _)| !was.has(&name.value));
    let all = was.fields().iter().chain(more);
    all.map(|(name, _)| name.value.clone()).collect()
}

/// The elements of a list that may not be there.
fn elements(node: &Node) -> &[Node] {
    if node.is_table() && node.fields().is_empty() {
        return &[];
    }
    node.elements()
}

fn with_field(mut at: Address, field: &str) -> Address {
    at.parts.push(Part::Field(field.to_owned()));
    at
}
