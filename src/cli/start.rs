//! `chartroom` without a command: what is asked most, and how to find the rest.

use super::{Outcome, Session, Stop};
use crate::pack::{self, Guide};
use crate::render::style::{BOLD, FAINT};
use crate::render::table::{Column, Table};
use crate::search::Index;

/// How wide the page is where there is no terminal.
const WIDTH: usize = 80;

/// What helps to go on.
const NEXT: [(&str, &str); 3] = [
    (
        "find WORDS…",
        "anything: a paragraph, a question, a fact, a chart",
    ),
    (
        "game new FILE",
        "keep a game, so that each fact is told once",
    ),
    ("--help", "all commands"),
];

/// Runs the program without a command.
pub(super) fn run(session: &mut Session) -> Result<Outcome, Stop> {
    let written = session.written();
    let output = &mut session.output;
    let index = Index::of(&written);
    let width = Some(output.width().unwrap_or(WIDTH));
    for game in games(&written) {
        let guides: Vec<&Guide> = of_game(&written, game).collect();
        let title = guides.iter().rev().find_map(|guide| guide.title.as_ref());
        let title = title.map_or(game, |title| title.value.as_str());
        let asked = guides.iter().flat_map(|guide| &guide.asked);
        let rows = asked.filter_map(|name| {
            let thing = index.named(game, &name.value)?;
            let command = format!("chartroom {}", thing.next().join(" "));
            Some(vec![command, thing.says.clone()])
        });
        let rows: Vec<Vec<String>> = rows.collect();
        if !rows.is_empty() {
            output.line(title);
            output.print(&table(rows, width).human());
            output.line("");
        }
    }
    let next = NEXT.map(|(command, says)| vec![format!("chartroom {command}"), says.to_owned()]);
    output.print(&table(next.to_vec(), width).human());
    Ok(Outcome::Clean)
}

fn table(rows: Vec<Vec<String>>, width: Option<usize>) -> Table {
    let columns = vec![
        Column::words("").styled(BOLD),
        Column::words("").styled(FAINT),
    ];
    Table {
        rows,
        width,
        ..Table::new(columns)
    }
}

/// The games, in the order of their packs.
fn games(written: &pack::Rulebook) -> Vec<&str> {
    let named = written.packs.iter().filter_map(|pack| pack.game.as_ref());
    let mut games: Vec<&str> = named.map(|game| game.value.as_str()).collect();
    games.dedup();
    games
}

fn of_game<'w>(
    written: &'w pack::Rulebook,
    game: &'w str,
) -> impl Iterator<Item = &'w Guide> + use<'w> {
    let of = move |pack: &&pack::Pack| pack.game.as_ref().is_some_and(|own| own.value == game);
    written
        .packs
        .iter()
        .filter(of)
        .flat_map(|pack| &pack.guides)
}
