//! Cards: their questions and conditions.

use super::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Card, CardLine, CardSection, Expr, Kind, QuestionId, Thing, VariableId};
use crate::pack;
use crate::source::Text;
use crate::syntax::ExprKind;

impl Checker {
    /// A name that a fact bears is that fact, given or found; any other is a question.
    pub fn card(&mut self, written: &pack::Card) {
        let name = &written.id.value;
        if let Some(first) = self.model.cards.iter().find(|card| card.name == *name) {
            let (what, first) = (format!("the card `{name}`"), first.span);
            self.defined_twice(&what, written.id.span, Some(first));
        }
        let sections = written.sections.iter().map(|section| CardSection {
            title: section.title.clone(),
            lines: section
                .lines
                .iter()
                .filter_map(|line| self.card_line(line))
                .collect(),
        });
        let card = Card {
            sections: sections.collect(),
            name: name.clone(),
            title: written.title.clone(),
            pack: self.scope.pack,
            span: written.id.span,
        };
        let place = u32::try_from(self.model.cards.len()).unwrap_or(u32::MAX);
        self.declare(written.id.span, Thing::Card(place));
        self.model.cards.push(card);
    }

    fn card_line(&mut self, written: &pack::CardLine) -> Option<CardLine> {
        let asked = self.asked_on_card(&written.ask);
        let when = self.when(&written.when);
        let (question, bound) = asked?;
        let label = written.label.as_ref().map(|label| label.value.clone());
        Some(CardLine {
            question,
            bound,
            label: label.unwrap_or_else(|| self.model.questions[question].name.clone()),
            when: when?,
            span: written.span,
        })
    }

    fn asked_on_card(&mut self, ask: &Text) -> Option<(QuestionId, Vec<(VariableId, Expr)>)> {
        let parsed = self.parses.expr(ask);
        let parsed = self.parsed(parsed)?;
        let called = match &parsed.kind {
            ExprKind::With(called, _) => called,
            _ => &*parsed,
        };
        let ExprKind::Name(name) = &called.kind else {
            return self.refuse(
                Diagnostic::error(
                    Code::WrongType,
                    ask.span,
                    "a line of a card asks a question",
                )
                .help("write the name of a question, or `question with fact = value`"),
            );
        };
        let question = self.question_named(&Text::new(name.clone(), called.span))?;
        if matches!(parsed.kind, ExprKind::Name(_)) {
            return Some((question, Vec::new()));
        }
        match self
            .beyond_doubt(|checker| checker.expr(&parsed, None))?
            .kind
        {
            Kind::Question(question, bound) => Some((question, bound)),
            _ => None,
        }
    }
}
