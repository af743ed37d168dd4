//! Exceptions that are written once and stand on several rules: each rule has it as if it stood there alone.

use super::forest::{Forest, Path, Tree};
use super::node::{Node, Problems};
use super::notation::{given, opened_in, told_unknown};
use super::nouns::SHARED_EXCEPTION;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Text;
use itertools::Itertools as _;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The combination in which an answer that is given twice counts twice.
const COUNTED: &str = "sum";

/// One `[[exception]]`.
struct Shared {
    pack: usize,
    of: Vec<Text>,
    exception: Node,
}

/// Puts each `[[exception]]` on the rules, charts and lists that it names.
pub fn spread(forest: &mut Forest, problems: &Problems) {
    for shared in taken(forest, problems) {
        let reach = forest.reach(shared.pack);
        forest.shared.extend(shared.of.iter().cloned());
        for of in &shared.of {
            let (question, _) = parts(of);
            let is_counted = is_counted(forest, &reach, question);
            let is_once = is_counted && !given(&shared.exception).is_empty();
            let places = places_of(forest, shared.pack, of);
            let mut before = Before::default();
            for place in &places {
                let Some(thing) = forest.node_mut(place) else {
                    continue;
                };
                let unnamed = unnamed(thing, &shared, of);
                unnamed
                    .into_iter()
                    .for_each(|finding| problems.report(finding));
                let nodes = if is_once {
                    before.once(thing, &shared.exception)
                } else {
                    vec![shared.exception.clone()]
                };
                nodes.iter().for_each(|exception| put(thing, exception));
            }
            if places.is_empty() {
                problems.report(nowhere(forest, &reach, of, question));
            } else if before.is_of_rows && (places.len() > 1 || before.is_list) {
                problems.report(counted_twice(of, question));
            } else if is_once && gives_way_in_part(forest, &places) {
                problems.report(counted_where(of, question));
            }
        }
    }
}

/// Where an exception counts once that stands on several rules of a sum: the conditions of those before.
#[derive(Default)]
struct Before {
    conditions: Vec<String>,
    /// Whether one of them always applies.
    is_always: bool,
    /// Whether rows of charts or lists are among them, whose conditions are not written down.
    is_of_rows: bool,
    is_list: bool,
}

impl Before {
    /// The exceptions of one more rule that come to the one: it gives its answer where no rule before applies, and nothing where
    /// one does.
    fn once(&mut self, thing: &Node, exception: &Node) -> Vec<Node> {
        let is_rule = !thing.has("rows");
        self.is_of_rows |= !is_rule;
        self.is_list |= !is_rule && !thing.is_grid();
        let when = exception.get("when").and_then(Node::written);
        let before = self.conditions.join(" or ");
        let mut nodes = vec![exception.clone()];
        if self.is_always {
            nodes.iter_mut().for_each(give_nothing);
        } else if !before.is_empty() {
            let with = |text: String| {
                let text = match when {
                    Some(when) => format!("({when}) and {text}"),
                    None => text,
                };
                with_condition(exception, text)
            };
            let mut nothing = with(format!("({before})"));
            give_nothing(&mut nothing);
            nodes = vec![with(format!("not ({before})")), nothing];
        }
        match thing.get("when").and_then(Node::written) {
            Some(when) => self.conditions.push(format!("({when})")),
            None => self.is_always |= is_rule,
        }
        nodes
    }
}

/// Makes of an exception one that gives nothing where it gave something, and takes its rule away and leaves it where it did.
fn give_nothing(exception: &mut Node) {
    exception.take("gives");
    exception.take("gap");
    let Some(own) = exception.get_mut("except") else {
        return;
    };
    own.as_list(|own| {
        // What one of its own gives, its rule gives no more: it is taken away.
        own.retain(|own| !own.has("gives") && !own.has("gap"));
        for own in own {
            if let Some(again) = own.get_mut("except") {
                again.elements_mut().iter_mut().for_each(give_nothing);
            }
        }
    });
}

fn with_condition(exception: &Node, text: String) -> Node {
    let mut node = exception.clone();
    let place = node.get("when").map_or(node.span, |when| when.span);
    let when = Node::text(&Text::new(text, place));
    match node.get_mut("when") {
        Some(old) => *old = when,
        None => node.fill(0, "when", when),
    }
    node
}

/// The question whose rules are meant, and the paragraph of the one rule, if one alone is.
fn parts(of: &Text) -> (&str, Option<&str>) {
    match of.value.split_once('#') {
        Some((question, cite)) => (question.trim(), Some(cite.trim())),
        None => (of.value.as_str(), None),
    }
}

fn taken(forest: &mut Forest, problems: &Problems) -> Vec<Shared> {
    let mut all = Vec::new();
    for tree in &mut forest.trees {
        if !tree.root.has("exception") {
            continue;
        }
        let list = Arc::make_mut(&mut tree.root).take("exception");
        for node in list.into_iter().flat_map(|(_, list)| list.into_elements()) {
            if node.is_table() {
                all.push(shared(tree.pack, node, problems));
            } else {
                let message = "`exception` needs named fields";
                let finding = Diagnostic::error(Code::WrongShape, node.span, message);
                problems.report(finding.help("write `[[exception]]`"));
            }
        }
    }
    all
}

fn shared(pack: usize, mut exception: Node, problems: &Problems) -> Shared {
    let (noun, names) = (&SHARED_EXCEPTION, exception.fields().iter());
    told_unknown(
        names.map(|(name, _)| name),
        noun.what,
        &noun.keys(),
        problems,
    );
    let of = exception.take("of").map(|(_, of)| of.into_elements());
    let of = of.into_iter().flatten();
    let (of, others): (Vec<Node>, Vec<Node>) = of.partition(|of| of.written().is_some());
    for other in &others {
        let message = "`of` names questions and rules";
        let finding = Diagnostic::error(Code::WrongShape, other.span, message);
        problems.report(finding.help("write texts in one list: `of = [\"question#paragraph\"]`"));
    }
    let of: Vec<Text> = of
        .iter()
        .filter_map(|of| Some(Text::new(of.written()?.to_owned(), of.span)))
        .collect();
    if of.is_empty() && others.is_empty() {
        let message = "`of` is missing in an exception";
        let finding = Diagnostic::error(Code::MissingKey, exception.span, message);
        problems.report(finding.help(
            "name the questions on whose rules it stands, or single rules: `question#paragraph`",
        ));
    }
    opened_in(&mut exception, None);
    Shared {
        pack,
        of,
        exception,
    }
}

/// The rules, charts and lists that an exception of a pack is of, which names a question or one rule.
pub fn places_of(forest: &Forest, pack: usize, of: &Text) -> Vec<Path> {
    let (question, cite) = parts(of);
    let reach = forest.reach(pack);
    let is_meant = |thing: &Node| {
        let cites = |cite| {
            thing
                .cite()
                .is_some_and(|node| node.written() == Some(cite))
        };
        answers(thing, question) && cite.is_none_or(cites)
    };
    let mut places = Vec::new();
    for (tree, own) in forest.trees.iter().enumerate() {
        if !reach.contains(&own.pack) {
            continue;
        }
        let things = things(&own.root).filter(|(.., thing)| is_meant(thing));
        places.extend(things.map(|(place, rule, _)| match rule {
            Some(rule) => Path::root(tree).then("rule").then(rule),
            None => Path::root(tree).then(place),
        }));
    }
    places
}

/// What of a file has exceptions, its rules, or its charts and lists, each with its place in the file, and a rule with its number.
fn things(root: &Node) -> impl Iterator<Item = (usize, Option<usize>, &Node)> {
    let fields = root.fields().iter().enumerate();
    fields.flat_map(|(place, (name, node))| {
        let is_rule = name.value == "rule";
        let things = match name.value.as_str() {
            "rule" => node.elements(),
            "Chart" | "List" => std::slice::from_ref(node),
            _ => &[],
        };
        let things = things.iter().enumerate();
        things.map(move |(index, thing)| (place, is_rule.then_some(index), thing))
    })
}

fn answers(thing: &Node, question: &str) -> bool {
    thing.texts("answers").any(|text| text == question)
}

fn put(thing: &mut Node, exception: &Node) {
    let mut exception = exception.clone();
    if let Some(cite) = thing.cite() {
        exception.fill(0, "cite", cite.clone());
    }
    match thing.get_mut("except") {
        Some(list) => list.as_list(|list| list.push(exception)),
        None => {
            let span = exception.span;
            thing.fill(usize::MAX, "except", Node::list(vec![exception], span));
        }
    }
}

/// The finding for a rule that answers other questions as well, which the exception does not name.
fn unnamed(thing: &Node, shared: &Shared, of: &Text) -> Option<Diagnostic> {
    let is_named = |question: &&str| shared.of.iter().any(|of| parts(of).0 == *question);
    let other = thing
        .texts("answers")
        .find(|question| !is_named(question))?;
    let message = format!("the rule that this names answers `{other}` too");
    let finding = Diagnostic::error(Code::WrongShape, of.span, message);
    let finding = finding.label(thing.span, "this rule");
    Some(finding.help(format!("name `{other}` too, or write two rules")))
}

fn in_reach<'f>(forest: &'f Forest, reach: &'f [usize]) -> impl Iterator<Item = &'f Tree> {
    let trees = forest.trees.iter();
    trees.filter(|tree| reach.contains(&tree.pack))
}

fn nowhere(forest: &Forest, reach: &[usize], of: &Text, question: &str) -> Diagnostic {
    let message = format!("no rule or chart in reach answers `{}`", of.value);
    let questions = in_reach(forest, reach).filter_map(|tree| tree.root.get("question"));
    let names: Vec<&str> = questions
        .flat_map(Node::fields)
        .map(|(name, _)| name.value.as_str())
        .collect();
    if of.value == question && names.contains(&question) {
        let message = format!("`{question}` has no rule or chart on which this could stand");
        let finding = Diagnostic::error(Code::WrongShape, of.span, message);
        return finding.help(
            "write it in the question, behind `gives` or `otherwise`: `except = [{ when = \"…\", gives = \"…\", cite = \"…\" }]`",
        );
    }
    let others = names.into_iter().filter(|name| *name != question);
    let finding = Diagnostic::error(Code::UnknownQuestion, of.span, message);
    let mut beyond = forest.trees.iter().filter(|tree| {
        let questions = tree.root.get("question");
        !reach.contains(&tree.pack) && questions.is_some_and(|node| node.get(question).is_some())
    });
    match beyond.next().and_then(|tree| forest.packs.get(tree.pack)) {
        Some(pack) => finding.unknown(question).help(format!(
            "it is of the pack `{}`: add that to `requires` in `pack.toml`",
            pack.id
        )),
        None => finding.nearest(question, others),
    }
}

/// Whether a pack goes before some of those whose rules these are and not before all: where its own apply, the rule with which an
/// exception counts may be silent, and another that has the exception not.
fn gives_way_in_part(forest: &Forest, places: &[Path]) -> bool {
    let packs = places
        .iter()
        .filter_map(|place| forest.trees.get(place.tree));
    let packs: FxHashSet<usize> = packs.map(|tree| tree.pack).collect();
    let ids = packs.iter().filter_map(|pack| forest.packs.get(*pack));
    let ids: Vec<&str> = ids.map(|head| head.id.as_str()).collect();
    let mut heads = forest.trees.iter().filter_map(|tree| tree.root.get("over"));
    heads.any(|over| {
        let over = over.elements().iter();
        let before = over.filter_map(|own| own.get("pack")?.written());
        let before = before.filter(|id| ids.contains(id)).unique().count();
        (1..ids.len()).contains(&before)
    })
}

fn counted_where(of: &Text, question: &str) -> Diagnostic {
    let message = format!(
        "this exception stands on rules of `{question}` in several packs, some of which give way to another, and what it gives counts once"
    );
    Diagnostic::error(Code::WrongShape, of.span, message).help(format!(
        "name the one rule with which it counts, `{question}#paragraph`, or write a rule of its own"
    ))
}

fn counted_twice(of: &Text, question: &str) -> Diagnostic {
    let message =
        format!("this exception stands on rows of `{question}`, whose answers are added up");
    Diagnostic::error(Code::WrongShape, of.span, message).help(format!(
        "what it gives counts once: name the one rule, `{question}#paragraph`, or write a rule of its own"
    ))
}

/// Whether each answer to a question counts.
fn is_counted(forest: &Forest, reach: &[usize], question: &str) -> bool {
    let declared =
        in_reach(forest, reach).find_map(|tree| tree.root.get("question")?.get(question));
    declared.is_some_and(|node| node.texts("combine").any(|text| text == COUNTED))
}
