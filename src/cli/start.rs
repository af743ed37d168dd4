//! `chartroom` without a command: what is asked most, and how to find the rest.

use super::{Outcome, Session, Stop};
use crate::pack;
use crate::render::style::{BOLD, FAINT};
use crate::render::table::Table;
use crate::search::Index;
use std::sync::Arc;

/// What helps to go on.
const NEXT: [[&str; 2]; 3] = [
    [
        "find WORDS…",
        "anything: a paragraph, a question, a fact, a chart",
    ],
    [
        "game new FILE",
        "keep a game, so that each fact is told once",
    ],
    ["--help", "all commands"],
];

pub fn run(session: &mut Session) -> Result<Outcome, Stop> {
    let written = session.global.written();
    let index = Index::of(&written);
    let output = &mut session.output;
    let width = output.width();
    let table = |rows: Vec<[String; 2]>| Table::plain([BOLD, FAINT], rows).human(width);
    let by_game = |other: &Arc<pack::Pack>, next: &Arc<pack::Pack>| game(other) == game(next);
    for packs in written.packs.arcs().chunk_by(by_game) {
        let guides: Vec<_> = packs.iter().flat_map(|pack| &pack.guides).collect();
        let Some(game) = packs.first().and_then(|pack| game(pack)) else {
            continue;
        };
        let title = guides.iter().rev().find_map(|guide| guide.title.as_ref());
        let asked = guides.iter().flat_map(|guide| &guide.asked);
        let rows = asked.filter_map(|name| {
            let thing = index.named(game, &name.value)?;
            let command = format!("chartroom {}", thing.next().join(" "));
            Some([command, thing.says.clone()])
        });
        let rows: Vec<_> = rows.collect();
        if !rows.is_empty() {
            output.line(title.map_or(game, |title| title.value.as_str()));
            output.print(&table(rows));
            output.line("");
        }
    }
    let next = NEXT.map(|[command, says]| [format!("chartroom {command}"), says.to_owned()]);
    output.print(&table(next.into()));
    Ok(Outcome::Clean)
}

fn game(pack: &pack::Pack) -> Option<&str> {
    pack.game.as_ref().map(|game| game.value.as_str())
}
