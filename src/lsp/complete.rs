//! What can be written at the caret.

use super::addresses;
use super::hover::word;
use super::scan;
use super::schema;
use super::snapshot::Caret;
use super::snippets;
use super::wanted::{At, Wanted, block_at};
use crate::model::{Model, QuestionId, Role, VariableId};
use crate::pack::overlay::stands_at;
use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, Documentation, InsertTextFormat,
    TextEdit,
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
        question: at.question(),
        start: word(text, caret.now).0,
        end: caret.now,
        is_signed: false,
        items: Vec::new(),
    };
    match at.wanted()? {
        Wanted::Header => writer.headers(&around.path),
        Wanted::Key => {
            writer.whole_key();
            writer.keys(&around.path, at.address().as_deref());
            writer
                .items
                .retain(|item| !around.beside.contains(&item.label));
        }
        Wanted::Expression(answers) => {
            let compared = around.text.and_then(|start| at.compared(start));
            writer.expression(compared, answers);
        }
        wanted @ (Wanted::Facts | Wanted::OnlyFacts) => {
            match wanted {
                Wanted::Facts => writer.facts(),
                _ => writer.of_role(|role| !matches!(role, Role::Reading(_)), ""),
            }
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
            writer.whole_text(around.text);
            writer.addresses(at.change(), at.is_inline());
        }
        Wanted::Old => {
            writer.whole_text(around.text);
            let (at, sources) = (at.address()?, &caret.snapshot.book.sources);
            let (_, was) = stands_at(sources, caret.file, &at)?;
            writer.put(&was, CompletionItemKind::Value, &at, "");
        }
        other => writer.simple(&other),
    }
    Some(writer.ranked())
}

/// What is written behind a name too.
fn signed(item: &mut CompletionItem, sign: &str) {
    if let Some(CompletionItemTextEdit::TextEdit(edit)) = &mut item.text_edit {
        edit.new_text += sign;
    }
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
    /// The question of the block, whose facts come first.
    question: Option<QuestionId>,
    /// Where what is replaced begins, and where it ends.
    start: usize,
    end: usize,
    /// Whether a sign is there already behind what is replaced.
    is_signed: bool,
    items: Vec<CompletionItem>,
}

impl Writer<'_> {
    /// Takes the place of all of a key that has its sign.
    fn whole_key(&mut self) {
        let rest = self.caret.page.now.text.get(self.end..);
        let rest = rest.unwrap_or_default();
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
        let behind = rest.trim_start_matches(is_part);
        if behind
            .trim_start_matches([' ', '\t'])
            .starts_with(['=', ':'])
        {
            self.is_signed = true;
            self.end += rest.len() - behind.len();
        }
    }

    fn item(
        &self,
        label: &str,
        kind: CompletionItemKind,
        detail: &str,
        means: &str,
    ) -> CompletionItem {
        let edit = TextEdit {
            range: self.caret.page.now.range(self.start, self.end),
            new_text: label.to_owned(),
        };
        let documentation = Documentation::String(means.to_owned());
        CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail: (!detail.is_empty()).then(|| detail.to_owned()),
            documentation: (!means.is_empty()).then_some(documentation),
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

    /// Takes the place of all of the text in quotes here.
    fn whole_text(&mut self, start: Option<usize>) {
        let rest = self.caret.page.now.text.get(self.caret.now..);
        let rest = rest.unwrap_or_default();
        self.start = start.unwrap_or(self.caret.now);
        self.end += rest.find(['"', '\'', '\n']).unwrap_or_default();
    }

    /// Every address; where the change does not say yet what was there, that is filled in.
    fn addresses(&mut self, change: &str, is_inline: bool) {
        let page = self.caret.page;
        let is_old = |part: &str| part.trim_start().starts_with("was");
        let has_old = change.split(['\n', ',']).any(is_old);
        let rest = page.now.text.get(self.end..).unwrap_or_default();
        let end = self.end
            + match is_inline {
                true => rest.chars().take(1).map(char::len_utf8).sum(),
                false => rest.find('\n').unwrap_or(rest.len()),
            };
        let lead = if is_inline { ", " } else { "\n" };
        for changeable in addresses::all(&self.caret.snapshot.book, self.model) {
            let item = self.item(
                &changeable.at,
                CompletionItemKind::Reference,
                &changeable.old,
                "",
            );
            let fills = !has_old && !changeable.old.is_empty();
            let edit = fills.then(|| TextEdit {
                range: page.now.range(end, end),
                new_text: format!("{lead}was = {}", quoted(&changeable.old)),
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
            Wanted::Asked => {
                self.questions();
                self.simple(&Wanted::Processes);
                self.simple(&Wanted::Procedures);
                for card in &self.model.cards {
                    self.put(
                        &card.name,
                        CompletionItemKind::Reference,
                        "card",
                        &card.title,
                    );
                }
            }
            Wanted::ValuesOf(fact) => self.values(*fact),
            Wanted::AnswersOf(question) => self.answers(*question),
            Wanted::Paragraphs => self.paragraphs(),
            Wanted::Readings => self.of_role(|role| matches!(role, Role::Reading(_)), ""),
            Wanted::Errata => {
                let book = &self.caret.snapshot.book;
                for erratum in &book.written.errata {
                    self.put(
                        &erratum.id.value,
                        CompletionItemKind::Event,
                        &erratum.says,
                        "",
                    );
                }
            }
            Wanted::Units => self.units(),
            Wanted::Packs => {
                for pack in &self.model.packs {
                    self.put(&pack.id, CompletionItemKind::Module, &pack.title, "");
                }
            }
            Wanted::Processes => {
                for process in &self.model.processes {
                    self.put(
                        &process.name,
                        CompletionItemKind::Event,
                        "process",
                        &process.asks,
                    );
                }
            }
            Wanted::Procedures => {
                for procedure in &self.model.procedures {
                    self.put(
                        &procedure.name,
                        CompletionItemKind::Event,
                        "procedure",
                        &procedure.title,
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
        self.of_role(|_| true, "");
    }

    /// The facts, readings and states of a role, those first that the question of the block takes.
    fn of_role(&mut self, wanted: fn(Role) -> bool, sign: &str) {
        let model = self.model;
        let facts = self.question.map(|id| model.questions[id].from.as_slice());
        let own = facts.unwrap_or_default().iter().copied();
        for variable in own
            .chain(model.variables.ids())
            .map(|id| &model.variables[id])
        {
            if !wanted(variable.role) {
                continue;
            }
            let domain = variable.domain.show(&model.words);
            let (name, kind, detail) = match variable.role {
                Role::Fact => {
                    let unit = variable.unit.map_or("", |unit| model.units.name(unit));
                    let detail = format!("{domain} {unit}");
                    (&variable.name, CompletionItemKind::Variable, detail)
                }
                Role::Reading(_) => {
                    let name = variable
                        .reading
                        .as_ref()
                        .map_or(&variable.name, |reading| &reading.name);
                    (name, CompletionItemKind::Enum, format!("reading: {domain}"))
                }
                Role::Keep => {
                    let detail = format!("state: {domain}");
                    (&variable.name, CompletionItemKind::Variable, detail)
                }
                Role::Before(_) => continue,
            };
            let mut item = self.item(name, kind, detail.trim(), &variable.means);
            if !self.is_signed {
                signed(&mut item, sign);
            }
            self.items.push(item);
        }
    }

    fn questions(&mut self) {
        let model = self.model;
        for question in model
            .questions
            .iter()
            .filter(|question| question.process.is_none())
        {
            self.put(
                &question.name,
                CompletionItemKind::Function,
                &question.answer_text,
                &question.asks,
            );
        }
    }

    fn values(&mut self, fact: VariableId) {
        let model = self.model;
        let variable = &model.variables[fact];
        for (name, values) in &variable.groups {
            let values: Vec<String> = values
                .iter()
                .map(|value| value.show(&model.words, false))
                .collect();
            self.put(name, CompletionItemKind::Enum, &values.join(", "), "");
        }
        for index in 0..variable.domain.size().min(MOST_VALUES) {
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
        let text = self.caret.pack();
        let (first, rest): (Vec<_>, Vec<_>) = model
            .packs
            .iter()
            .partition(|pack| Some(pack.id.as_str()) == text);
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
        for (_, unit) in model.units.iter() {
            self.put(&unit.name, CompletionItemKind::Unit, "unit", &unit.means);
        }
    }

    /// The keys of a table; of one whose keys are names, the names.
    fn keys(&mut self, path: &[String], address: Option<&str>) {
        if let Some((file, path)) = address.and_then(|at| schema::added_at(path, at)) {
            self.keys_of(file, &path);
            return;
        }
        match path.last().map(String::as_str) {
            Some("given" | "only" | "start" | "initially" | "states" | "usually") => {
                self.of_role(|role| !matches!(role, Role::Reading(_)), " = ");
            }
            Some("readings") => self.of_role(|role| matches!(role, Role::Reading(_)), " = "),
            Some("expect" | "beware") => self.questions(),
            _ => {}
        }
        self.keys_of(&self.caret.page.path, path);
        if path.is_empty() {
            self.snippets();
        }
    }

    fn keys_of(&mut self, file: &str, path: &[String]) {
        let is_ron = self.caret.page.path.ends_with(".ron");
        let sign = if is_ron { ": " } else { " = " };
        let is_item = path.is_empty() && is_ron;
        for key_of in schema::of_file(file).keys(path) {
            let needed = if key_of.is_needed { "needed" } else { "" };
            let mut item = self.item(
                &key_of.name,
                CompletionItemKind::Property,
                needed,
                &key_of.means,
            );
            if !is_item && !self.is_signed {
                signed(&mut item, sign);
            }
            self.items.push(item);
        }
    }

    fn headers(&mut self, path: &[String]) {
        for key_of in schema::of_file(&self.caret.page.path).keys(path) {
            self.put(&key_of.name, CompletionItemKind::Struct, "", &key_of.means);
        }
        let text = self.caret.pack();
        match path
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .as_slice()
        {
            ["examples"] => self.questions(),
            ["question"] => {
                let model = self.model;
                let here = model
                    .questions
                    .iter()
                    .filter(|question| question.process.is_none());
                for here in here.filter(|here| Some(model.pack_name(here.pack)) == text) {
                    self.put(
                        &here.name,
                        CompletionItemKind::Function,
                        &here.answer_text,
                        &here.asks,
                    );
                }
            }
            ["usually"] => self.facts(),
            ["erratum"] => self.simple(&Wanted::Errata),
            ["process"] => self.simple(&Wanted::Processes),
            _ => {}
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
