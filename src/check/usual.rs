//! What facts are where nobody says otherwise, put in the order in which they count; and which situations cannot be.

use super::Checker;
use super::names::{Ordered, or_empty};
use super::scope::{Facts, Scope};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Impossible, Kind, PackId, Usual, VariableId};
use crate::pack;
use crate::source::Text;

impl Checker {
    /// Resolves the usual values of all facts, or of those that are wanted.
    pub(super) fn fill_usual(&mut self, packs: &Ordered<'_>, wanted: &dyn Fn(VariableId) -> bool) {
        for (pack, written) in packs {
            let of_facts = written.facts.iter().map(|fact| (&fact.name, &fact.usually));
            let of_others = written.usually.iter().map(|(name, usual)| (name, usual));
            for (name, usual) in of_facts.chain(of_others) {
                let fact = (!usual.is_empty())
                    .then(|| self.fact_or_tell(name))
                    .flatten();
                if let Some(fact) = fact.filter(|fact| wanted(*fact)) {
                    self.fill_usual_of(*pack, (name, fact), usual);
                }
            }
        }
        for variable in self.model.variables.iter_mut() {
            // What the rules say goes before what is only usual, and what holds sometimes before what holds always.
            variable
                .usually
                .sort_by_key(|usual| (!usual.is_rule(), usual.when.is_none()));
        }
    }

    /// Resolves which situations cannot be, of those that are wanted by their number.
    pub(super) fn fill_impossible(&mut self, packs: &Ordered<'_>, wanted: &dyn Fn(usize) -> bool) {
        let all = packs
            .iter()
            .flat_map(|(pack, written)| written.impossible.iter().map(move |own| (*pack, own)));
        for (_, (pack, written)) in all.enumerate().filter(|(place, _)| wanted(*place)) {
            let cite = self.own_cite(pack, written.cite.as_ref());
            let scope = Scope::new(pack, Facts::All);
            if let Some(when) = self.condition(&written.when, &scope) {
                self.model.impossible.push(Impossible {
                    cite,
                    says: written.says.clone(),
                    when,
                    pack,
                    span: written.span,
                });
            }
        }
    }

    fn fill_usual_of(
        &mut self,
        pack: PackId,
        (name, fact): (&Text, VariableId),
        written: &[pack::Usual],
    ) {
        if self.model.roll_of(fact).is_some() {
            let message = format!("`{}` is rolled, so no value of it is usual", name.value);
            self.error(Code::WrongShape, name.span, message);
            return;
        }
        let scope = Scope::new(pack, Facts::All);
        let usual: Vec<Usual> = written
            .iter()
            .filter_map(|written| self.usual(pack, fact, written, &scope))
            .collect();
        self.refuse_idle(&usual);
        if let Some(own) = self.model.variables.at_mut(fact.index()) {
            own.usually.extend(usual);
        }
    }

    fn usual(
        &mut self,
        pack: PackId,
        fact: VariableId,
        written: &pack::Usual,
        scope: &Scope,
    ) -> Option<Usual> {
        if let Some(cite) = &written.cite {
            self.cited(pack, cite);
        }
        let when = written
            .when
            .as_ref()
            .map(|when| self.condition(when, scope));
        let is = self.usual_value(fact, &written.is, scope)?;
        (!matches!(when, Some(None))).then(|| Usual {
            is,
            when: when.flatten(),
            cite: or_empty(written.cite.as_ref()),
            pack,
            span: written.is.span,
        })
    }

    /// A value of the fact as it is written, or an expression.
    fn usual_value(&mut self, fact: VariableId, is: &Text, scope: &Scope) -> Option<Expr> {
        let of = self.type_of_variable(fact)?;
        let domain = self.model.variable(fact)?.domain.clone();
        if let Some(index) = domain.read(&is.value, &self.model.words) {
            return Some(Expr {
                kind: Kind::Constant(domain.value(index)),
                of,
                span: is.span,
            });
        }
        let expr = self.expression(is, &of, scope)?;
        if let Kind::Constant(value) = &expr.kind
            && domain.index(value).is_none()
        {
            self.unknown_value(is, &domain);
            return None;
        }
        Some(expr)
    }

    /// Tells of a value that comes after one which always holds.
    fn refuse_idle(&mut self, usual: &[Usual]) {
        let always =
            |usual: &&Usual| usual.when.is_none() && matches!(usual.is.kind, Kind::Constant(_));
        let mut holding = usual.iter().filter(always);
        if let (Some(first), Some(second)) = (holding.next(), holding.next()) {
            let error = Diagnostic::error(
                Code::WrongShape,
                second.span,
                "this value is never taken: one before it always is",
            );
            self.report(error.label(first.span, "this one"));
        }
    }
}
