//! What can be written at the caret.

use super::addresses;
use super::hover::word;
use super::scan;
use super::schema;
use super::snapshot::Caret;
use super::snippets;
use super::wanted::{At, Wanted, block_at};
use crate::model::{Model, QuestionId, Role, VariableId};
use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, Documentation, InsertTextFormat,
    MarkupContent, MarkupKind, TextEdit,
};

/// The words of conditions and expressions.
pub const KEYWORDS: &[&str] = &[
    "and",
    "or",
    "not",
    "is",
    "is not",
    "in",
    "is at least",
    "is at most",
    "is above",
    "is below",
    "if",
    "else",
    "with",
    "as",
    "FRU",
    "FRD",
    "exact",
    "per",
    "of",
    "beyond",
    "up to",
    "at least",
    "at most",
    "least of",
    "greatest of",
    "half",
    "one level up",
    "one level down",
    "was",
    "includes",
    "yes",
    "no",
    "any",
];

/// What an answer can be besides a unit or a fact.
const ANSWERS: &[&str] = &[
    "bool",
    "any",
    "all",
    "sum of ",
    "least of ",
    "greatest of ",
    "text",
    "set of ",
    "number",
];

/// The most values that are offered one by one.
const MOST_VALUES: u32 = 80;

/// What can be written here, best first.
pub fn at(caret: Caret<'_>) -> Option<Vec<CompletionItem>> {
    let (path, text) = (&caret.page.path, &caret.page.now.text);
    let around = scan::around(path, text, caret.now);
    let block = block_at(path, text, caret.now);
    let model = caret.model()?;
    let at = At {
        model,
        text,
        offset: caret.now,
        around: &around,
        block: block.as_ref(),
    };
    let mut writer = Writer {
        caret,
        model,
        start: word(text, caret.now).0,
        items: Vec::new(),
    };
    match at.wanted()? {
        Wanted::Header => writer.headers(&around.path),
        Wanted::Key => writer.keys(&around.path),
        Wanted::Expression(answers) => {
            let compared = around.text.and_then(|start| at.compared(start));
            writer.expression(compared, answers);
        }
        Wanted::Facts => {
            writer.facts();
            if path.ends_with(".ron") {
                writer.questions();
            }
        }
        Wanted::Answer => {
            writer.units();
            writer.facts();
            writer.words(ANSWERS, CompletionItemKind::Keyword);
        }
        Wanted::Address => {
            writer.start = around.text.unwrap_or(caret.now);
            writer.addresses(text.get(block.as_ref()?.body.clone())?);
        }
        other => writer.simple(&other),
    }
    Some(writer.ranked())
}

/// A text as TOML has it.
pub fn quoted(text: &str) -> String {
    match text.contains(['"', '\\']) {
        true => format!("'{text}'"),
        false => format!("\"{text}\""),
    }
}

struct Writer<'s> {
    caret: Caret<'s>,
    model: &'s Model,
    /// Where what is replaced begins.
    start: usize,
    items: Vec<CompletionItem>,
}

impl Writer<'_> {
    fn item(
        &self,
        label: &str,
        kind: CompletionItemKind,
        detail: &str,
        means: &str,
    ) -> CompletionItem {
        let edit = TextEdit {
            range: self.caret.page.now.range(self.start, self.caret.now),
            new_text: label.to_owned(),
        };
        let documentation = (!means.is_empty()).then(|| {
            Documentation::MarkupContent(MarkupContent {
                kind: MarkupKind::Markdown,
                value: means.to_owned(),
            })
        });
        CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail: (!detail.is_empty()).then(|| detail.to_owned()),
            documentation,
            text_edit: Some(CompletionItemTextEdit::TextEdit(edit)),
            ..CompletionItem::default()
        }
    }

    fn put(&mut self, label: &str, kind: CompletionItemKind, detail: &str, means: &str) {
        let item = self.item(label, kind, detail, means);
        self.items.push(item);
    }

    /// The items in the order in which they were put, each once.
    fn ranked(self) -> Vec<CompletionItem> {
        let mut items: Vec<CompletionItem> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for item in self.items {
            if seen.insert(item.label.clone()) {
                let sort_text = Some(format!("{:05}", items.len()));
                items.push(CompletionItem { sort_text, ..item });
            }
        }
        items
    }

    /// What an expression can go on with: first the values of what it compares, and what its question answers.
    fn expression(&mut self, compared: Option<Wanted>, answers: Option<QuestionId>) {
        compared.iter().for_each(|compared| self.simple(compared));
        answers.iter().for_each(|question| self.answers(*question));
        self.facts();
        self.questions();
        self.words(KEYWORDS, CompletionItemKind::Keyword);
    }

    /// Every address; where the change does not say yet what was there, that is filled in.
    fn addresses(&mut self, change: &str) {
        let (page, now) = (self.caret.page, self.caret.now);
        let has_old = change
            .lines()
            .any(|line| line.trim_start().starts_with("was"));
        let rest = page.now.text.get(now..).unwrap_or_default();
        let end = now + rest.find('\n').unwrap_or(rest.len());
        for own in addresses::all(&self.caret.snapshot.book, self.model) {
            let item = self.item(&own.at, CompletionItemKind::Reference, &own.old, "");
            let fills = !has_old && !own.old.is_empty();
            let edit = fills.then(|| TextEdit {
                range: page.now.range(end, end),
                new_text: format!("\nwas = {}", quoted(&own.old)),
            });
            self.items.push(CompletionItem {
                additional_text_edits: edit.map(|edit| vec![edit]),
                ..item
            });
        }
    }

    fn simple(&mut self, wanted: &Wanted) {
        match wanted {
            Wanted::Questions => self.questions(),
            Wanted::ValuesOf(fact) => self.values(*fact),
            Wanted::AnswersOf(question) => self.answers(*question),
            Wanted::Paragraphs => self.paragraphs(),
            Wanted::Units => self.units(),
            Wanted::Packs => {
                for pack in &self.model.packs {
                    self.put(&pack.id, CompletionItemKind::Module, &pack.title, "");
                }
            }
            Wanted::Processes => {
                for own in &self.model.processes {
                    self.put(&own.name, CompletionItemKind::Event, "process", &own.asks);
                }
            }
            Wanted::Procedures => {
                for own in &self.model.procedures {
                    self.put(
                        &own.name,
                        CompletionItemKind::Event,
                        "procedure",
                        &own.title,
                    );
                }
            }
            Wanted::Words(words) => self.words(words, CompletionItemKind::Keyword),
            _ => {}
        }
    }

    fn words(&mut self, words: &[&str], kind: CompletionItemKind) {
        for word in words {
            self.put(word, kind, "", "");
        }
    }

    fn facts(&mut self) {
        let model = self.model;
        for own in &model.variables {
            let domain = own.domain.show(&model.words);
            match own.role {
                Role::Fact => {
                    let unit = own.unit.map_or("", |unit| model.units.name(unit));
                    let detail = format!("{domain} {unit}");
                    self.put(
                        &own.name,
                        CompletionItemKind::Variable,
                        detail.trim(),
                        &own.means,
                    );
                }
                Role::Reading(_) => {
                    let name = own.reading.as_ref().map_or(&own.name, |own| &own.name);
                    self.put(
                        name,
                        CompletionItemKind::Enum,
                        &format!("reading: {domain}"),
                        &own.means,
                    );
                }
                Role::Keep => self.put(
                    &own.name,
                    CompletionItemKind::Variable,
                    &format!("state: {domain}"),
                    &own.means,
                ),
                Role::Before(_) => {}
            }
        }
    }

    fn questions(&mut self) {
        let model = self.model;
        for own in model.questions.iter().filter(|own| own.process.is_none()) {
            self.put(
                &own.name,
                CompletionItemKind::Function,
                &own.answer_text,
                &own.asks,
            );
        }
    }

    fn values(&mut self, fact: VariableId) {
        let model = self.model;
        let own = &model.variables[fact];
        for (name, values) in &own.groups {
            let values: Vec<String> = values
                .iter()
                .map(|value| value.show(&model.words, false))
                .collect();
            self.put(name, CompletionItemKind::Enum, &values.join(", "), "");
        }
        for index in 0..own.domain.size().min(MOST_VALUES) {
            let label = model.label_of(fact, index);
            let shown = model.show_index(fact, index);
            let label = if label == shown { String::new() } else { label };
            self.put(&shown, CompletionItemKind::EnumMember, &label, "");
        }
    }

    fn answers(&mut self, question: QuestionId) {
        let model = self.model;
        let own = &model.questions[question];
        for word in own.answer.words() {
            self.put(
                model.words.text(*word),
                CompletionItemKind::EnumMember,
                &own.name,
                "",
            );
        }
        if own.answer == crate::model::Type::Bool {
            self.words(&["yes", "no"], CompletionItemKind::EnumMember);
        }
    }

    fn paragraphs(&mut self) {
        let model = self.model;
        let own = self.caret.pack();
        let (first, rest): (Vec<_>, Vec<_>) = model
            .packs
            .iter()
            .partition(|pack| Some(pack.id.as_str()) == own);
        let before = self
            .caret
            .page
            .now
            .text
            .get(..self.caret.now)
            .unwrap_or_default();
        let is_number = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
        self.start = before.trim_end_matches(is_number).len();
        for pack in first.into_iter().chain(rest) {
            for (number, title) in &pack.paragraphs {
                self.put(
                    number,
                    CompletionItemKind::Reference,
                    title,
                    &format!("of `{}`", pack.id),
                );
            }
        }
    }

    fn units(&mut self) {
        let model = self.model;
        for (_, own) in model.units.iter() {
            self.put(&own.name, CompletionItemKind::Unit, "unit", &own.means);
        }
    }

    fn keys(&mut self, path: &[String]) {
        let file = &self.caret.page.path;
        let sign = if file.ends_with(".ron") { ": " } else { " = " };
        let is_item = path.is_empty() && file.ends_with(".ron");
        for own in schema::of_file(file).keys(path) {
            let needed = if own.is_needed { "needed" } else { "" };
            let mut item = self.item(&own.name, CompletionItemKind::Property, needed, &own.means);
            if let (Some(CompletionItemTextEdit::TextEdit(edit)), false) =
                (&mut item.text_edit, is_item)
            {
                edit.new_text += sign;
            }
            self.items.push(item);
        }
        if path.is_empty() {
            self.snippets();
        }
    }

    fn headers(&mut self, path: &[String]) {
        for own in schema::of_file(&self.caret.page.path).keys(path) {
            self.put(&own.name, CompletionItemKind::Struct, "", &own.means);
        }
        if path.first().is_some_and(|first| first == "examples") {
            self.questions();
        }
    }

    fn snippets(&mut self) {
        let is_ron = self.caret.page.path.ends_with(".ron");
        for (name, means, body) in if is_ron {
            snippets::GRIDS
        } else {
            snippets::TOPICS
        } {
            let mut item = self.item(name, CompletionItemKind::Snippet, means, "");
            if let Some(CompletionItemTextEdit::TextEdit(edit)) = &mut item.text_edit {
                (*body).clone_into(&mut edit.new_text);
            }
            item.insert_text_format = Some(InsertTextFormat::Snippet);
            self.items.push(item);
        }
    }
}
