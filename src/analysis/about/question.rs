//! What a question is, what it takes and what answers it.

use super::{About, Item, Shelf, filled, section};
use crate::check::taken_by;
use crate::model::{Asked, QuestionId};
use crate::source::Span;

impl Shelf<'_> {
    pub fn question(&self, id: QuestionId) -> About {
        let model = self.model;
        let question = &model.questions[id];
        let rules = question.rules.iter().map(|rule| &model.rules[*rule]);
        let places: Vec<Span> = rules.clone().map(|rule| rule.span).collect();
        let written = rules.filter(|rule| rule.cell.is_none());
        let otherwise = question.otherwise.as_ref().map(|otherwise| {
            let words = self.prose().gives(id, &otherwise.gives);
            Item::says(&format!("otherwise {words}")).cite(&otherwise.cite)
        });
        let written = written.map(|rule| self.rule(rule)).chain(otherwise);
        let asks_it = |asked: &Asked| match asked {
            Asked::Questions(asked) => asked.iter().any(|(other, ..)| *other == id),
            Asked::Process(..) | Asked::Procedure(..) => false,
        };
        let text = format!("/{}", question.name);
        let names_it = |at: &str| at.split(['#', '[', '.']).any(|part| part.ends_with(&text));
        let sections = [
            self.facts("Facts it takes", taken_by(model, id)),
            section("Rules", written),
            self.errata(&places, |erratum| {
                let mut changes = erratum.changes.iter();
                changes.any(|change| names_it(&change.at.value))
            }),
            self.examples(|example| asks_it(&example.asked)),
            self.questions("Uses", self.uses[id].iter().copied()),
            self.questions("Used by", self.using(&[id])),
        ];
        let charts = model.charts.enumerated();
        let charts = charts.filter(|(_, chart)| chart.answers.contains(&id));
        let says = format!("{} {}", question.asks, question.note);
        let pack = model.pack_name(question.pack);
        About {
            title: model.title_of_question(id),
            cite: question.cite.clone(),
            sections: filled(sections),
            charts: charts.map(|(id, _)| id).collect(),
            ..self.thing("question", &question.name, pack, &says)
        }
    }
}
