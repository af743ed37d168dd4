//! Finding charts by name.

use super::{Named, Rulebook, several};
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::model::{Chart, Model};

type Charts<'r> = Vec<(&'r Model, &'r Chart)>;

impl Rulebook {
    /// The charts of a name: the chart itself, or, by the name of a question, those that answer it. Where two games have it,
    /// `game/chart` says which.
    #[doc(hidden)]
    pub fn charts(&self, name: &str) -> Result<Charts<'_>, Diagnostic> {
        let (games, text) = self.games_of(name);
        let same = charts_of(games).filter(|(_, chart)| chart.is_called(text));
        let same: Charts<'_> = same.collect();
        match same.as_slice() {
            [] => self.charts_of_question(name),
            [_] => Ok(same),
            _ => {
                let games = same.iter().map(|(model, _)| *model);
                Err(several(Code::UnknownName, text, games))
            }
        }
    }

    /// The charts of a pack, in the order of the book.
    pub(crate) fn charts_in(&self, pack: &str) -> Result<Charts<'_>, Diagnostic> {
        let packs = self.games.iter().flat_map(|game| &game.packs);
        let known: Vec<&str> = packs.map(|pack| pack.id.as_str()).collect();
        if !known.contains(&pack) {
            let message = format!("there is no pack `{pack}`");
            let missing = Diagnostic::error_nowhere(Code::MissingPack, message);
            let all = || format!("there are {}", known.join(", "));
            return Err(missing.nearest_or(pack, known.iter().copied(), all));
        }
        let charts = charts_of(&self.games);
        Ok(charts
            .filter(|(model, chart)| model.pack_name(chart.pack) == pack)
            .collect())
    }

    fn charts_of_question(&self, name: &str) -> Result<Charts<'_>, Diagnostic> {
        let found = self.find(name);
        let (model, named) = match found.as_slice() {
            [] => {
                let charts = charts_of(&self.games).map(|(_, chart)| chart.id.as_str());
                let charts: Vec<&str> = charts.collect();
                let list = Command::new(["show"]);
                return Err(self.nothing_named("chart or question", name, &charts, list));
            }
            [single] => *single,
            _ => {
                let games = found.iter().map(|(model, _)| *model);
                return Err(several(Code::UnknownName, name, games));
            }
        };
        let answers =
            |chart: &Chart| matches!(named, Named::Question(id) if chart.answers.contains(&id));
        let answering = charts_of([model]).filter(|(_, chart)| answers(chart));
        let answering: Charts<'_> = answering.collect();
        if answering.is_empty() {
            let message = format!("no chart answers `{name}`");
            let refused = Diagnostic::error_nowhere(Code::UnknownName, message);
            let list = Command::new(["list", "rules", name]);
            return Err(refused.help(list.then(" shows what does")));
        }
        Ok(answering)
    }
}

fn charts_of<'m>(
    games: impl IntoIterator<Item = &'m Model>,
) -> impl Iterator<Item = (&'m Model, &'m Chart)> {
    let games = games.into_iter();
    games.flat_map(|model| model.charts.iter().map(move |chart| (model, chart)))
}
