//! Packs in the order in which they build on each other; what has a name, and paragraphs by their numbers.

use super::Checker;
use super::scope::{Others, Scope};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::{self, Model, PackId, ProcedureId, ProcessId, QuestionId, Thing, VariableId};
use crate::pack::{Pack, reserved};
use crate::source::{Span, Text};
use crate::value::{Domain, UnitId};
use rustc_hash::{FxHashMap, FxHashSet};

impl Checker {
    /// A domain, whose values are named in expressions: those that are read there as something else are told.
    pub fn as_spoken(&mut self, text: &Text, domain: Domain) -> Domain {
        for word in domain.words() {
            let finding = reserved(self.model.words.text(*word), text.span);
            finding.into_iter().for_each(|finding| self.report(finding));
        }
        domain
    }

    /// Puts each pack after those that it requires, and makes the model's packs.
    pub fn order_packs<'a>(&mut self, packs: &[&'a Pack]) -> Vec<(PackId, &'a Pack)> {
        let name = |pack: &&'a Pack| pack.id.as_ref().map(|id| id.value.as_str());
        let there: FxHashSet<&str> = packs.iter().filter_map(name).collect();
        let mut placed: FxHashSet<&str> = FxHashSet::default();
        let mut ordered: Vec<&Pack> = Vec::new();
        let mut waiting = packs.to_vec();
        while !waiting.is_empty() {
            let is_ready = |pack: &&Pack| {
                let mut names = pack.requires.iter().map(|name| name.value.as_str());
                names.all(|name| placed.contains(name) || !there.contains(name))
            };
            let (ready, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_ready);
            if ready.is_empty() {
                self.refuse_circles(&rest);
                ordered.extend(rest);
                break;
            }
            placed.extend(ready.iter().filter_map(name));
            ordered.extend(ready);
            waiting = rest;
        }
        self.model.packs = ordered.iter().map(|pack| as_model(pack)).collect();
        let ordered: Vec<_> = self.model.packs.ids().zip(ordered).collect();
        for (id, pack) in &ordered {
            // That a pack is not there is told of the whole rulebook.
            let below = pack.over.iter().filter_map(|over| {
                Some((self.pack_named(&over.pack.value)?, over.cite.value.clone()))
            });
            self.model.packs[*id].over = below.collect();
            self.mention_head(*id, pack);
        }
        self.refuse_circles_over(packs);
        self.paragraphs = self
            .model
            .packs
            .enumerated()
            .flat_map(|(id, pack)| (0..).zip(&pack.paragraphs).map(move |own| (id, own)))
            .map(|(id, (place, (number, _)))| (number.clone(), (id, place)))
            .collect();
        for (id, pack) in &ordered {
            self.scope = Scope::new(*id, Others::First);
            self.cited(pack.over.iter().map(|over| &over.cite));
        }
        ordered
    }

    /// What the head of a pack names, and the paragraphs that it has.
    fn mention_head(&mut self, id: PackId, pack: &Pack) {
        self.declare_all(&pack.id, Thing::Pack(id));
        let named = pack
            .requires
            .iter()
            .chain(pack.over.iter().map(|over| &over.pack));
        for name in named {
            if let Some(other) = self.pack_named(&name.value) {
                self.mention(name.span, Thing::Pack(other));
            }
        }
        for (place, (number, _)) in (0..).zip(&pack.paragraphs) {
            self.declare(number.span, Thing::Paragraph(id, place));
            let reasons = pack.nothing_to_compute.iter();
            for (written, _) in reasons.filter(|(written, _)| written.value == number.value) {
                self.mention(written.span, Thing::Paragraph(id, place));
            }
        }
    }

    /// Tells of each circle of packs that require each other.
    fn refuse_circles(&mut self, packs: &[&Pack]) {
        for (circle, place) in circles(packs, |pack| pack.requires.iter().collect()) {
            let (message, help) = match circle.as_slice() {
                [only] => (
                    format!("`{only}` requires itself"),
                    "take that out of `requires`",
                ),
                names => (
                    format!("packs require each other in a circle: {}", names.join(", ")),
                    "put what both need into a pack of its own",
                ),
            };
            self.report(Diagnostic::error(Code::PackCycle, place, message).help(help));
        }
    }

    /// Refuses packs that go over each other, or over themselves: none of their rules would count.
    fn refuse_circles_over(&mut self, packs: &[&Pack]) {
        let over = circles(packs, |pack| {
            pack.over.iter().map(|over| &over.pack).collect()
        });
        for (circle, place) in over {
            let message = format!(
                "packs go over each other in a circle: {}",
                circle.join(", ")
            );
            let finding = Diagnostic::error(Code::PackCycle, place, message);
            self.report(finding.help("say of one alone that it goes over the other"));
            // What none of their rules say is not told besides.
            self.doubt_everything();
        }
    }

    pub fn pack_named(&self, name: &str) -> Option<PackId> {
        self.model.packs.find(|pack| pack.id == name)
    }

    /// What has a name; tells where nothing has it.
    fn declared<T: Copy>(
        &mut self,
        (code, what): (Code, &str),
        name: &Text,
        names: impl Fn(&Model) -> &FxHashMap<String, T>,
    ) -> Option<T> {
        let known = names(&self.model);
        if let Some(id) = known.get(&name.value) {
            return Some(*id);
        }
        let message = format!("no pack declares a {what} `{}`", name.value);
        let error = Diagnostic::error(code, name.span, message);
        let error = error.nearest(&name.value, known.keys().map(String::as_str));
        let is_new = error.help.is_empty() && what == "question";
        self.refuse(match is_new {
            true => error.help(format!(
                "declare it in a `.toml` file of the pack: `[question.{}]`, with `cite`, `asks` and `answer`",
                name.value
            )),
            false => error,
        })
    }

    pub fn fact_named(&mut self, name: &Text) -> Option<VariableId> {
        let value = &name.value;
        if !self.model.variable_names.contains_key(value)
            && self.model.question_names.contains_key(value)
        {
            let message = format!("`{value}` is a question and no fact, so it cannot be given");
            let finding = Diagnostic::error(Code::UnknownFact, name.span, message);
            return self.refuse(finding.unknown(value.as_str()).help(format!(
                "give what it is found by, or declare `[fact.{value}]` with its answers: the question finds it then"
            )));
        }
        let known = &self.model.variable_names;
        if !known.contains_key(value) {
            self.undeclared.note(value, false);
        }
        let fact = self.declared((Code::UnknownFact, "fact"), name, |model| {
            &model.variable_names
        })?;
        self.mention(name.span, Thing::Variable(fact));
        Some(fact)
    }

    /// The same for a fact that is given or limited to some values.
    pub fn fact_with(&mut self, name: &Text, values: &Text) -> Option<VariableId> {
        let fact = self.fact_named(name);
        if fact.is_none() {
            self.undeclared.is_given(&name.value, &values.value);
        }
        fact
    }

    pub fn question_named(&mut self, name: &Text) -> Option<QuestionId> {
        let question = self.declared((Code::UnknownQuestion, "question"), name, |model| {
            &model.question_names
        })?;
        self.mention(name.span, Thing::Question(question));
        Some(question)
    }

    pub fn process_named(&mut self, name: &Text) -> Option<ProcessId> {
        let process = self.declared((Code::UnknownQuestion, "process"), name, |model| {
            &model.process_names
        })?;
        self.mention(name.span, Thing::Process(process));
        Some(process)
    }

    pub fn procedure_named(&mut self, name: &Text) -> Option<ProcedureId> {
        let procedure = self.declared((Code::UnknownQuestion, "procedure"), name, |model| {
            &model.procedure_names
        })?;
        self.mention(name.span, Thing::Procedure(procedure));
        Some(procedure)
    }

    pub fn facts_named(&mut self, names: &[Text]) -> (Vec<VariableId>, bool) {
        let facts: Vec<_> = names
            .iter()
            .filter_map(|name| self.fact_named(name))
            .collect();
        let is_whole = facts.len() == names.len();
        (facts, is_whole)
    }

    pub fn unit_named(&mut self, name: &str, span: Span) -> Option<UnitId> {
        if let Some(unit) = self.model.units.find(name) {
            self.mention(span, Thing::Unit(unit));
            return Some(unit);
        }
        let error = format!("there is no unit `{name}`");
        let error = Diagnostic::error(Code::UnknownUnit, span, error);
        let is_form = |known: &&str| is_form_of(known, name) || is_form_of(name, known);
        let form = self.model.units.names().find(is_form).map(str::to_owned);
        let error = match form {
            Some(form) => error.unknown(name).help(did_you_mean(form)),
            None => error.nearest(name, self.model.units.names()),
        };
        let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let name = match !name.is_empty() && name.chars().all(is_bare) {
            true => name.to_owned(),
            false => format!("{name:?}"),
        };
        self.refuse(error.help(format!(
            "a new one is declared under `[unit]`: `{name} = {{}}`, or `{name} = {{ modifies = \"…\" }}` for what is added to a roll"
        )))
    }

    pub fn defined_twice(&mut self, what: &str, span: Span, first: Option<Span>) {
        let error = Diagnostic::error(
            Code::DuplicateName,
            span,
            format!("{what} is defined twice"),
        );
        self.report(match first {
            Some(first) => error.label(first, "first defined here"),
            None => error,
        });
        // Which of the two is meant, or which other name, nobody can tell.
        self.doubt_everything();
    }

    /// Refuses a name that something else has, with what that is.
    pub fn refuse_twin(&mut self, (name, other): (&Text, Span), is: &str) {
        let message = format!("`{}` is {is}", name.value);
        let error = Diagnostic::error(Code::DuplicateName, name.span, message);
        self.report(
            error
                .label(other, "here")
                .help("give one of the two another name"),
        );
    }

    /// Tells of each citation that is not in the pack's table of contents, nor in that of any other; a pack without paragraphs of
    /// its own cites those of others.
    pub fn cited<'t>(&mut self, cites: impl IntoIterator<Item = &'t Text>) {
        for cite in cites {
            let paragraph = cite.value.split(' ').next().unwrap_or_default();
            let own = (self.scope.pack, paragraph);
            if let Some((pack, place)) = self.paragraph(own) {
                let span = cite.span.within(0, paragraph.len());
                self.mention(span, Thing::Paragraph(pack, place));
            } else if !self.paragraphs.is_empty() {
                self.report(self.unknown_paragraph(paragraph, cite.span));
            }
        }
    }

    /// A paragraph by its number: that of the pack, or else of any.
    fn paragraph(&self, (pack, number): (PackId, &str)) -> Option<(PackId, u32)> {
        let known = *self.paragraphs.get(number)?;
        if known.0 == pack || !self.notes_mentions {
            return Some(known);
        }
        let mut own = (0..).zip(&self.model.packs[pack].paragraphs);
        let own = own.find(|(_, (text, _))| text == number);
        Some(own.map_or(known, |(place, _)| (pack, place)))
    }

    pub fn unknown_paragraph(&self, paragraph: &str, span: Span) -> Diagnostic {
        let own = &self.model.packs[self.scope.pack];
        let (whose, packs): (_, Vec<&model::Pack>) = if own.paragraphs.is_empty() {
            ("any pack".to_owned(), self.model.packs.iter().collect())
        } else {
            (format!("`{}`", own.id), vec![own])
        };
        Diagnostic::error(
            Code::UnknownParagraph,
            span,
            format!("`{paragraph}` is not in the table of contents of {whose}"),
        )
        .nearest(
            paragraph,
            packs
                .iter()
                .flat_map(|pack| &pack.paragraphs)
                .map(|(number, _)| number.as_str()),
        )
        .help(format!(
            "or add it to `[paragraphs]` in `pack.toml`: `\"{paragraph}\" = \"…\"`"
        ))
    }

    /// The paragraph of something that may have one; tells where it is in no table of contents.
    pub fn cite(&mut self, cite: &Option<Text>) -> String {
        self.cited(cite);
        or_empty(cite)
    }

    /// The same; where there is none, that of the whole.
    pub fn cite_or(&mut self, cite: &Option<Text>, whole: &str) -> String {
        match cite {
            Some(_) => self.cite(cite),
            None => whole.to_owned(),
        }
    }
}

fn as_model(pack: &Pack) -> model::Pack {
    let numbered = |list: &[(Text, String)]| {
        list.iter()
            .map(|(number, words)| (number.value.clone(), words.clone()))
            .collect()
    };
    let spans = pack.paragraphs.iter().map(|(number, _)| number.span);
    model::Pack {
        id: or_empty(&pack.id),
        title: pack.title.clone(),
        edition: pack.edition.clone(),
        requires: texts(&pack.requires),
        over: Vec::new(),
        paragraphs: numbered(&pack.paragraphs),
        paragraph_spans: spans.collect(),
        nothing_to_compute: numbered(&pack.nothing_to_compute),
    }
}

pub fn texts(list: &[Text]) -> Vec<String> {
    list.iter().map(|text| text.value.clone()).collect()
}

pub fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

pub fn or_empty(text: &Option<Text>) -> String {
    text.as_ref()
        .map_or_else(String::new, |text| text.value.clone())
}

/// Whether a unit is the plural of another: `hexes` of `hex`.
fn is_form_of(many: &str, one: &str) -> bool {
    let ends = ["s", "es"].map(|end| many.strip_suffix(end));
    !one.is_empty() && ends.contains(&Some(one))
}

/// Each circle of packs that name each other, by whatever way, once: their names, and where the first of them names another one.
/// Those that only name one of a circle are in none.
fn circles<'p>(
    packs: &[&'p Pack],
    names: impl Fn(&'p Pack) -> Vec<&'p Text>,
) -> Vec<(Vec<String>, Span)> {
    let placed = |name: &Text| {
        let mut ids = packs.iter().map(|pack| pack.id.as_ref());
        ids.position(|id| id.is_some_and(|id| id.value == name.value))
    };
    let reached = |pack: &&'p Pack| {
        let mut reached: FxHashSet<usize> = FxHashSet::default();
        let mut waiting = names(pack);
        while let Some(place) = waiting.pop().map(placed) {
            let other = place.filter(|place| reached.insert(*place));
            let other = other.and_then(|place| packs.get(place));
            waiting.extend(other.into_iter().flat_map(|pack| names(pack)));
        }
        reached
    };
    let reached: Vec<_> = packs.iter().map(reached).collect();
    let circle_from = |(own, pack): (usize, &&'p Pack)| {
        let leads = |from: usize, to: usize| reached.get(from).is_some_and(|all| all.contains(&to));
        let circle = (0..packs.len()).filter(|other| leads(own, *other) && leads(*other, own));
        let circle: Vec<usize> = circle.collect();
        let is_there = |name: &&Text| placed(name).is_some_and(|place| circle.contains(&place));
        let place = names(pack).into_iter().find(is_there)?.span;
        let others = circle.iter().filter_map(|place| packs.get(*place));
        let others = others.map(|pack| or_empty(&pack.id));
        (circle.first() == Some(&own)).then(|| (others.collect(), place))
    };
    packs.iter().enumerate().filter_map(circle_from).collect()
}
