//! What facts are where nobody says otherwise, put in the order in which they count; and which situations cannot be.

use super::doubt::meant;
use super::reach::Reached;
use super::resolve::type_of_variable;
use super::scope::{Others, Scope};
use super::{Checker, Packs};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Impossible, Kind, Test, Type, Usual, VariableId};
use crate::pack::{self, Pack};
use crate::source::Text;
use crate::value::Value;

/// What a pack says is usual, of its own facts and of those of others.
fn all_usual(written: &Pack) -> impl Iterator<Item = (&Text, &Vec<pack::Usual>)> {
    let own = written.facts.iter();
    let own = own.map(|fact| (&fact.name, &fact.usually));
    own.chain(written.usually.iter().map(|(name, usual)| (name, usual)))
}

impl Checker {
    pub fn usual_values(&mut self, packs: &Packs<'_>, reached: Option<&Reached>) {
        let is_reached =
            |fact: &VariableId| reached.is_none_or(|reached| reached.usual.contains(fact));
        let of_fact = |checker: &mut Self, name, usual: &[pack::Usual]| {
            if usual.is_empty() {
                return;
            }
            match checker.fact_named(name) {
                Some(fact) if is_reached(&fact) => checker.usual_of(name, fact, usual),
                Some(_) => {}
                // The fact that was likely meant lacks what is usual, or any.
                None => match meant(&checker.model.variable_names, &name.value) {
                    Some(fact) => checker.doubt_usual(fact),
                    None => checker.doubt_everything(),
                },
            }
        };
        for (pack, written) in packs {
            self.scope = Scope::new(*pack, Others::First);
            for (name, usual) in all_usual(written) {
                of_fact(self, name, usual);
            }
        }
        for variable in self.model.variables.iter_mut() {
            // What the rules say goes before what is only usual, and what holds sometimes before what holds always.
            let usual = &mut variable.usually;
            usual.sort_by_key(|usual| (!usual.is_rule(), usual.when.is_none()));
        }
    }

    /// Adds the texts that are usual to those that rules name of a fact of free text.
    pub fn name_usual_texts(&mut self, packs: &Packs<'_>) {
        for (_, written) in packs {
            for (name, usual) in all_usual(written) {
                let fact = self.model.variable_names.get(&name.value).copied();
                let fact = fact.filter(|fact| self.model.variables[*fact].domain.is_text());
                for usual in usual.iter().filter(|_| fact.is_some()) {
                    let texts = self.texts_in(&usual.is.value);
                    let words = texts.into_iter().map(|text| self.model.words.intern(text));
                    let test = Test::Values(words.map(Value::Word).collect());
                    self.name_texts(&test, fact);
                }
            }
        }
    }

    /// The texts that stand in what is usual: those in quotes, or one that is alone and no name of a fact.
    fn texts_in<'t>(&self, is: &'t str) -> Vec<&'t str> {
        let quoted = is.split('\'').skip(1).step_by(2);
        let quoted: Vec<&str> = quoted.filter(|text| !text.contains('{')).collect();
        let is_bare = quoted.is_empty() && self.is_bare_text(is);
        if is_bare { vec![is.trim()] } else { quoted }
    }

    /// Whether a text is a single word that names nothing.
    fn is_bare_text(&self, text: &str) -> bool {
        let is_word = |part: char| part.is_alphanumeric() || part == '-';
        let text = text.trim();
        text.chars().all(is_word)
            && !self.model.variable_names.contains_key(text)
            && !self.model.question_names.contains_key(text)
    }

    pub fn impossible(&mut self, packs: &Packs<'_>) {
        self.each(
            packs,
            |pack| &pack.impossible,
            |checker, written| {
                let cite = checker.cite(&written.cite);
                if let Some(when) = checker.condition(&written.when) {
                    checker.model.impossible.push(Impossible {
                        cite,
                        says: written.says.clone(),
                        when,
                        pack: checker.scope.pack,
                        span: written.span,
                    });
                }
            },
        );
    }

    fn usual_of(&mut self, name: &Text, fact: VariableId, written: &[pack::Usual]) {
        if self.model.roll_of(fact).is_some() {
            return self.report(Diagnostic::error(
                Code::WrongShape,
                name.span,
                format!("`{}` is rolled, so no value of it is usual", name.value),
            ));
        }
        let usual: Vec<Usual> = written
            .iter()
            .filter_map(|written| self.usual(fact, written))
            .collect();
        if usual.len() < written.len() {
            self.doubt_usual(fact);
        }
        let is_always = |usual: &&Usual| usual.always().is_some();
        let mut always = usual.iter().filter(is_always);
        if let (Some(first), Some(second)) = (always.next(), always.next()) {
            self.report(
                Diagnostic::error(
                    Code::WrongShape,
                    second.span,
                    "this value is never taken: one before it always is",
                )
                .label(first.span, "this one"),
            );
        }
        let mut before = self.model.variables[fact].usually.iter();
        let first = before.find(is_always).map(|usual| usual.span);
        let second = usual.iter().find(is_always);
        if let Some((first, second)) = first.zip(second) {
            let message = "this value is never taken: the fact always is another one usually";
            let finding = Diagnostic::warning(Code::NeverApplies, second.span, message);
            let help = "say when it is so, with `when`; or change the other, in a pack over that one by an erratum";
            self.report(finding.label(first, "this one").help(help));
        }
        self.model.variables[fact].usually.extend(usual);
    }

    fn usual(&mut self, fact: VariableId, written: &pack::Usual) -> Option<Usual> {
        let cite = self.cite(&written.cite);
        let when = self.when(&written.when);
        Some(Usual {
            is: self.usual_value(fact, &written.is)?,
            when: when?,
            cite,
            pack: self.scope.pack,
            span: written.is.span,
        })
    }

    fn usual_value(&mut self, fact: VariableId, is: &Text) -> Option<Expr> {
        let of = type_of_variable(&self.model, fact);
        let domain = &self.model.variables[fact].domain;
        // Any text is one of a fact of free text; in what is usual, it stands in quotes where it is more than a word.
        let is_read = of != Type::Text || self.is_bare_text(&is.value);
        let read = domain.read(&is.value, &self.model.words);
        if let Some(index) = read.filter(|_| is_read) {
            let kind = Kind::Constant(domain.value(index));
            self.mention_value_of(is.span, &is.value, fact);
            let span = is.span;
            return Some(Expr { kind, of, span });
        }
        let expr = self.expression(is, &of)?;
        if of == Type::Text {
            self.refuse_unwritten(&expr)?;
        }
        let domain = &self.model.variables[fact].domain;
        match &expr.kind {
            Kind::Constant(value) if domain.index(value).is_none() => self.unknown_value(fact, is),
            _ => Some(expr),
        }
    }

    /// Refuses a text that nobody has written: one that what is given would fill in, or that of another fact.
    fn refuse_unwritten(&mut self, expr: &Expr) -> Option<()> {
        let mut unwritten = None;
        expr.walk(&mut |part| {
            let is_unwritten = match &part.kind {
                Kind::Constant(Value::Word(word)) => self.model.words.text(*word).contains('{'),
                Kind::Variable(_) | Kind::Question(..) => part.of == Type::Text,
                _ => false,
            };
            unwritten = unwritten.or(is_unwritten.then_some(part.span));
        });
        let Some(span) = unwritten else {
            return Some(());
        };
        let message =
            "a usual text is one that stands here: neither filled in, nor that of another fact";
        self.error(Code::WrongShape, span, message)
    }
}
