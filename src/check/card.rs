//! Cards: their questions, conditions and what they find; and the proof that no condition is idle.

use super::Checker;
use super::names::Ordered;
use super::proof::Prover;
use super::scope::{Facts, Scope};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::TooLarge;
use crate::model::{Card, CardLine, CardSection, Expr, Kind, PackId, QuestionId, VariableId};
use crate::pack;
use crate::source::Text;
use crate::syntax::ExprKind;

/// The question of a line, with the facts bound for it.
type Asked = (QuestionId, Vec<(VariableId, Expr)>);

impl Checker {
    pub(super) fn fill_cards(&mut self, packs: &Ordered<'_>) {
        for (pack, written) in packs {
            for card in &written.cards {
                self.fill_card(*pack, card);
            }
        }
    }

    fn fill_card(&mut self, pack: PackId, written: &pack::Card) {
        let mut cards = self.model.cards.iter();
        let first = cards
            .find(|card| card.name == written.id.value)
            .map(|card| card.span);
        if first.is_some() {
            self.defined_twice(
                &format!("the card `{}`", written.id.value),
                written.id.span,
                first,
            );
        }
        // A name that a fact bears is that fact, given or found; any other is a question.
        let scope = Scope::new(pack, Facts::All);
        let sections = written.sections.iter().map(|section| CardSection {
            title: section.title.clone(),
            lines: section
                .lines
                .iter()
                .filter_map(|line| self.card_line(line, &scope))
                .collect(),
        });
        let sections = sections.collect();
        self.model.cards.push(Card {
            name: written.id.value.clone(),
            title: written.title.clone(),
            sections,
            pack,
            span: written.id.span,
        });
    }

    fn card_line(&mut self, written: &pack::CardLine, scope: &Scope) -> Option<CardLine> {
        let asked = self.card_question(&written.ask, scope);
        let when = written
            .when
            .as_ref()
            .map(|when| self.condition(when, scope));
        let (question, bound) = asked?;
        let name = self
            .model
            .question(question)
            .map_or_else(String::new, |question| question.name.clone());
        let label = written
            .label
            .as_ref()
            .map_or(name, |label| label.value.clone());
        (!matches!(when, Some(None))).then(|| CardLine {
            question,
            bound,
            label,
            when: when.flatten(),
            span: written.span,
        })
    }

    /// `question`, or `question with fact = value, …`.
    fn card_question(&mut self, ask: &Text, scope: &Scope) -> Option<Asked> {
        let parsed = self.parse(ask)?;
        let called = match &parsed.kind {
            ExprKind::With(called, _) => called,
            _ => &parsed,
        };
        let ExprKind::Name(name) = &called.kind else {
            let error = Diagnostic::error(
                Code::WrongType,
                ask.span,
                "a line of a card asks a question",
            );
            self.report(
                error.help("write the name of a question, or `question with fact = value`"),
            );
            return None;
        };
        let question = self.question_or_tell(&Text::new(name.clone(), called.span))?;
        if matches!(parsed.kind, ExprKind::Name(_)) {
            return Some((question, Vec::new()));
        }
        match self.expr(&parsed, None, scope)?.kind {
            Kind::Question(question, bound) => Some((question, bound)),
            _ => None,
        }
    }
}

impl Prover<'_, '_> {
    /// Proves that each condition on a card, of a usual value, and of what cannot be, can hold.
    pub(super) fn cards(&mut self) {
        let model = self.model;
        let lines = model
            .cards
            .iter()
            .flat_map(|card| &card.sections)
            .flat_map(|section| &section.lines)
            .filter_map(|line| line.when.as_ref());
        let usual = model
            .variables
            .iter()
            .flat_map(|variable| &variable.usually)
            .filter_map(|usual| usual.when.as_ref());
        let impossible = model.impossible.iter().map(|own| &own.when);
        for when in usual.chain(impossible).chain(lines) {
            if self.uses_broken(when) {
                continue;
            }
            self.compiler.store.renew_budget();
            match self.compiler.expr(when) {
                Ok(root) if self.can_be(root, true) => {}
                Ok(_) => self.never_holds(when.span, "this condition can never hold"),
                Err(TooLarge) => self.too_large(when.span, "this condition"),
            }
        }
    }
}
