//! The outline of a file, and all that has a name in a rulebook.

use super::place::Lined;
use super::scan::{self, Block};
use super::snapshot::{Page, Snapshot};
use super::things::symbol;
use crate::model::Thing;
use gen_lsp_types::{BaseSymbolInformation, DocumentSymbol, SymbolInformation, SymbolKind};

/// The blocks of a file, one within the other, as it is written.
pub fn outline(page: &Page) -> Vec<DocumentSymbol> {
    let shape = scan::shape(&page.path, &page.now.text);
    let mut roots: Vec<DocumentSymbol> = Vec::new();
    // The way down to the block before, by its length.
    let mut before: Vec<String> = Vec::new();
    for block in &shape.blocks {
        let symbol = of_block(&page.now, block);
        let is_within =
            before.len() >= 2 && block.path.len() > before.len() && block.path.starts_with(&before);
        match roots.last_mut().filter(|_| is_within) {
            Some(parent) => {
                parent.range.end = symbol.range.end;
                parent.children.get_or_insert_default().push(symbol);
            }
            None => {
                before.clone_from(&block.path);
                roots.push(symbol);
            }
        }
    }
    roots
}

fn of_block(text: &Lined, block: &Block) -> DocumentSymbol {
    let (kind, name) = match block.path.as_slice() {
        [] => ("", String::new()),
        [only] => (
            only.as_str(),
            first_text(text, block).unwrap_or_else(|| only.clone()),
        ),
        [first, .., last] if block.path.len() > 2 => (
            last.as_str(),
            first_text(text, block).unwrap_or_else(|| {
                let _ = first;
                last.clone()
            }),
        ),
        [first, rest @ ..] => (first.as_str(), rest.join(".")),
    };
    #[expect(deprecated, reason = "the type has the field")]
    DocumentSymbol {
        name: if name.is_empty() {
            "?".to_owned()
        } else {
            name
        },
        detail: Some(kind.to_owned()),
        kind: kind_of(kind),
        tags: None,
        deprecated: None,
        range: text.range(block.body.start, block.body.end),
        selection_range: text.range(block.header.start, block.header.end),
        children: None,
    }
}

/// What a block without a name goes by: its paragraph and its words.
fn first_text(text: &Lined, block: &Block) -> Option<String> {
    let body = text.text.get(block.header.end..block.body.end)?;
    let of = |key: &str| {
        let line = body.lines().find(|line| {
            let rest = line.trim_start().strip_prefix(key);
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        })?;
        line.split('"').nth(1).map(str::to_owned)
    };
    let parts = [
        of("cite"),
        of("says")
            .or_else(|| of("when"))
            .or_else(|| of("sets"))
            .or_else(|| of("at")),
    ];
    let told: Vec<String> = parts.into_iter().flatten().collect();
    (!told.is_empty()).then(|| told.join("  "))
}

fn kind_of(kind: &str) -> SymbolKind {
    match kind {
        "question" => SymbolKind::Function,
        "fact" | "usually" => SymbolKind::Variable,
        "unit" => SymbolKind::TypeParameter,
        "reading" => SymbolKind::Enum,
        "rule" | "exception" | "step" => SymbolKind::Method,
        "example" | "examples" => SymbolKind::Constant,
        "law" | "impossible" => SymbolKind::Boolean,
        "process" | "Procedure" => SymbolKind::Event,
        "Chart" | "List" => SymbolKind::Array,
        "Card" => SymbolKind::Interface,
        "erratum" | "change" => SymbolKind::Operator,
        "paragraphs" => SymbolKind::Namespace,
        _ => SymbolKind::Object,
    }
}

/// All that is declared and has some letters in its name or title, in their order.
pub fn everywhere(snapshot: &Snapshot, query: &str) -> Vec<SymbolInformation> {
    let wanted = query.to_lowercase();
    let mut symbol_informations = Vec::new();
    for entry in snapshot.index().declarations() {
        if matches!(entry.of.thing, Thing::Value(..) | Thing::Group(..)) {
            continue;
        }
        let name = snapshot.name(entry.of);
        if !has_letters(&name.to_lowercase(), &wanted) {
            continue;
        }
        let Some(location) = snapshot.location(entry.span) else {
            continue;
        };
        let game = snapshot.model(entry.of).map(|model| model.game.clone());
        #[expect(deprecated, reason = "the type has the field")]
        symbol_informations.push(SymbolInformation {
            deprecated: None,
            location,
            base_symbol_information: BaseSymbolInformation {
                name,
                kind: symbol(entry.of.thing),
                tags: None,
                container_name: game.map(|game| format!("{} of {game}", snapshot.kind(entry.of))),
            },
        });
    }
    symbol_informations
}

/// Whether a name has all letters of a query, in their order.
fn has_letters(name: &str, query: &str) -> bool {
    let mut letters = name.chars();
    let mut wanted = query.chars().filter(|letter| !letter.is_whitespace());
    wanted.all(|letter| letters.any(|own| own == letter))
}
