//! Writing down what each name means where it stands.

use super::Checker;
use crate::model::{Mention, Thing, Type, VariableId};
use crate::source::{Span, Text};
use crate::value::{Domain, Word};

/// What stands around and between the words of a set.
const BETWEEN: [char; 4] = ['{', '}', ',', '|'];

impl Checker {
    pub fn mention(&mut self, span: Span, thing: Thing) {
        self.write_down(span, thing, false);
    }

    pub fn declare(&mut self, span: Span, thing: Thing) {
        self.write_down(span, thing, true);
    }

    fn write_down(&mut self, span: Span, thing: Thing, declares: bool) {
        if self.notes_mentions {
            self.model.mentions.list.push(Mention {
                span,
                thing,
                declares,
            });
        }
    }

    /// A name and its others.
    pub fn declare_all<'t>(&mut self, names: impl IntoIterator<Item = &'t Text>, thing: Thing) {
        for name in names {
            self.declare(name.span, thing);
        }
    }

    /// A word where a value of a type stands.
    pub fn mention_value(&mut self, span: Span, name: &str, of: &Type) {
        self.mention_word(span, name, of.words());
    }

    /// A word where a value of a variable stands.
    pub fn mention_value_of(&mut self, span: Span, name: &str, variable: VariableId) {
        let words = self.model.variables[variable].domain.words().to_vec();
        self.mention_word(span, name, &words);
    }

    /// A word of these, or each of several: `{fog, mist}`.
    pub fn mention_word(&mut self, span: Span, name: &str, words: &[Word]) {
        if !self.notes_mentions {
            return;
        }
        let scale = self.model.mentions.scale(words);
        let is_set = name.contains(BETWEEN);
        let mut at = 0;
        for part in name.split(BETWEEN) {
            let text = part.trim();
            let word = self.model.words.find(text);
            if let Some(word) = word.filter(|word| words.contains(word)) {
                let from = at + part.len() - part.trim_start().len();
                let of_part = span.within(from, from + text.len());
                let of_part = if is_set { of_part } else { span };
                self.mention(of_part, Thing::Value(scale, word));
            }
            at += part.len() + 1;
        }
    }

    /// The words of a domain, each where it is written.
    pub fn declare_values(&mut self, written: &Text, domain: &Domain) {
        if !self.notes_mentions || domain.words().is_empty() {
            return;
        }
        let scale = self.model.mentions.scale(domain.words());
        let mut at = 0;
        for part in written.value.split(['<', '|', ',']) {
            let text = part.trim();
            let text = text.strip_prefix("set of ").map_or(text, str::trim_start);
            let word = self.model.words.find(text);
            if let Some(word) = word.filter(|word| domain.words().contains(word)) {
                let from = at + part.find(text).unwrap_or_default();
                let span = written.span.within(from, from + text.len());
                self.declare(span, Thing::Value(scale, word));
            }
            at += part.len() + 1;
        }
    }
}
