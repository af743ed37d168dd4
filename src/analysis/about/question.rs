//! What a question is, what it takes and what answers it.

use super::{About, Item, Shelf, filled, in_one_line, section};
use crate::check::{taken_by, used_by};
use crate::model::{Asked, ChartId, QuestionId};
use crate::source::Span;

impl Shelf<'_> {
    pub(super) fn question(&self, id: QuestionId) -> Option<About> {
        let model = self.model;
        let question = model.question(id)?;
        let rules = question.rules.iter().filter_map(|rule| model.rule(*rule));
        let places: Vec<Span> = rules.clone().map(|rule| rule.span).collect();
        let written = rules.filter(|rule| rule.cell.is_none());
        let otherwise = question.otherwise.as_ref().map(|otherwise| Item {
            says: format!("otherwise {}", self.words(&otherwise.gives)),
            cite: otherwise.cite.clone(),
            ..Item::default()
        });
        let using = (0..).map(QuestionId).take(model.questions.len());
        let using = using.filter(|other| used_by(model, *other).contains(&id));
        let asks_it = |asked: &Asked| match asked {
            Asked::Questions(asked) => asked.iter().any(|(own, _, _)| *own == id),
            Asked::Process(..) | Asked::Procedure(..) => false,
        };
        let own = format!("/{}", question.name);
        let sections = [
            self.facts("Facts it takes", taken_by(model, id)),
            section(
                "Rules",
                written.map(|rule| self.rule(rule)).chain(otherwise),
            ),
            self.errata(&places, |erratum| {
                let changes = erratum
                    .changes
                    .iter()
                    .map(|change| change.at.value.as_str());
                let names = |at: &str| at.split(['#', '[', '.']).any(|part| part.ends_with(&own));
                changes.into_iter().any(names)
            }),
            self.examples(|example| asks_it(&example.asked)),
            self.questions("Uses", used_by(model, id)),
            self.questions("Used by", using),
        ];
        let charts = (0..).map(ChartId).zip(&model.charts);
        Some(About {
            kind: "question",
            name: question.name.clone(),
            title: model.title_of_question(id),
            game: model.game.clone(),
            pack: model.pack_name(question.pack).to_owned(),
            says: in_one_line(&format!("{} {}", question.asks, question.note)),
            cite: question.cite.clone(),
            sections: filled(sections),
            charts: charts
                .filter(|(_, chart)| chart.answers.contains(&id))
                .map(|(id, _)| id)
                .collect(),
        })
    }
}
