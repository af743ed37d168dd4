//! Errata as they are written in packs.

use super::super::forest::Forest;
use super::super::node::{Form, Kind, Node, Problems};
use super::super::nouns::{Erratum, check_names, read};
use crate::diagnostic::{Code, Diagnostic};

/// All errata of all packs, by date and name, so that the order of the files means nothing.
pub fn all_errata(forest: &Forest, problems: &Problems) -> Vec<Erratum> {
    let mut errata = Vec::new();
    // What else stands in the file is read, and its keys judged, elsewhere.
    let trees = forest.trees.iter().filter(|tree| tree.form != Form::Grid);
    for (tree, node) in trees.filter_map(|tree| Some((tree, tree.root.get("erratum")?))) {
        let (Kind::Table(all), Some(head)) = (&node.kind, forest.packs.get(tree.pack)) else {
            let finding = Diagnostic::error(Code::WrongShape, node.span, "`erratum` needs a name");
            problems.report(finding.help("write `[erratum.some-name]`"));
            continue;
        };
        errata.extend(all.iter().filter_map(|(name, node)| {
            check_names([name], problems);
            let erratum: Erratum = read(node, Some(name), problems)?;
            let count = node
                .get("change")
                .map(Node::elements)
                .unwrap_or_default()
                .len();
            Some(Erratum {
                game: head.game.clone(),
                pack: head.id.clone(),
                owner: tree.pack,
                sound: erratum.changes.len() == count,
                ..erratum
            })
        }));
    }
    errata.sort_by_cached_key(|other| {
        [&other.date.value, &other.id.value, &other.pack].map(String::clone)
    });
    refuse_twins(&errata, problems);
    errata
}

fn refuse_twins(errata: &[Erratum], problems: &Problems) {
    for (index, erratum) in errata.iter().enumerate() {
        let mut before = errata.iter().take(index);
        let id = &erratum.id;
        if let Some(twin) =
            before.find(|other| other.id.value == id.value && other.game == erratum.game)
        {
            let message = format!("two errata are called `{}`", id.value);
            let finding = Diagnostic::error(Code::DuplicateName, id.span, message);
            problems.report(finding.label(twin.id.span, "the other one"));
        }
    }
}
