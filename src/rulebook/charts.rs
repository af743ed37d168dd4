//! Finding charts by name.

use super::{Named, Rulebook};
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::model::{Chart, Model};

impl Rulebook {
    /// The charts of a name: the chart itself, or, by the name of a question, those that answer it. Where two games have it,
    /// `game/chart` says which.
    pub fn charts(&self, name: &str) -> Result<Vec<(&Model, &Chart)>, Diagnostic> {
        let (game, own) = name
            .split_once('/')
            .map_or((None, name), |(game, own)| (Some(game), own));
        let games = self
            .games
            .iter()
            .filter(|model| game.is_none_or(|game| model.game == game));
        let named: Vec<_> = games
            .flat_map(|model| model.charts.iter().map(move |chart| (model, chart)))
            .collect();
        let same: Vec<_> = named
            .iter()
            .copied()
            .filter(|(_, chart)| chart.id == own)
            .collect();
        match same.as_slice() {
            [] => self.charts_of_question(name),
            [_] => Ok(same),
            several => Err(which(own, several.iter().map(|(model, _)| *model))),
        }
    }

    /// The charts of a pack, in the order of the book.
    pub fn charts_in(&self, pack: &str) -> Result<Vec<(&Model, &Chart)>, Diagnostic> {
        let known: Vec<&str> = self
            .games
            .iter()
            .flat_map(|game| &game.packs)
            .map(|pack| pack.id.as_str())
            .collect();
        if !known.contains(&pack) {
            let problem =
                Diagnostic::error_nowhere(Code::MissingPack, format!("there is no pack `{pack}`"));
            return Err(problem.nearest_or(pack, known.iter().copied(), || {
                format!("there are {}", known.join(", "))
            }));
        }
        let all = self
            .games
            .iter()
            .flat_map(|model| model.charts.iter().map(move |chart| (model, chart)));
        Ok(all
            .filter(|(model, chart)| model.pack_name(chart.pack) == pack)
            .collect())
    }

    fn charts_of_question(&self, name: &str) -> Result<Vec<(&Model, &Chart)>, Diagnostic> {
        let found = self.find(name);
        let (model, named) = match found.as_slice() {
            [] => return Err(self.unknown_chart(name)),
            [one] => *one,
            several => return Err(which(name, several.iter().map(|(model, _)| *model))),
        };
        let answering: Vec<_> = match named {
            Named::Question(id) => model
                .charts
                .iter()
                .filter(|chart| chart.answers.contains(&id))
                .map(|chart| (model, chart))
                .collect(),
            Named::Process(_) | Named::Procedure(_) => Vec::new(),
        };
        if answering.is_empty() {
            let problem =
                Diagnostic::error_nowhere(Code::UnknownName, format!("no chart answers `{name}`"));
            return Err(
                problem.help(Command::new(["list", "rules", name]).then(" shows what does"))
            );
        }
        Ok(answering)
    }

    fn unknown_chart(&self, name: &str) -> Diagnostic {
        let charts: Vec<&str> = self
            .games
            .iter()
            .flat_map(|model| &model.charts)
            .map(|chart| chart.id.as_str())
            .collect();
        self.nothing_named("chart or question", name, &charts, Command::new(["show"]))
    }
}

fn which<'a>(name: &str, games: impl Iterator<Item = &'a Model>) -> Diagnostic {
    let games: Vec<String> = games
        .map(|model| format!("{}/{name}", model.game))
        .collect();
    Diagnostic::error_nowhere(
        Code::UnknownName,
        format!("more than one game has `{name}`"),
    )
    .help(format!("say which: {}", games.join(", ")))
}
