//! What a paragraph holds.

use super::super::paragraph_of;
use super::{About, Item, Section, Shelf, filled, section};
use crate::model::{Chart, Exception, Pack, QuestionId, Rule};
use crate::source::Span;

impl Shelf<'_> {
    pub fn paragraph(&self, pack: &Pack, number: &str, title: &str) -> About {
        let mut reasons = pack.nothing_to_compute.iter();
        let reason = reasons.find(|(text, _)| text == number);
        let model = self.model;
        let questions = model.questions.enumerated();
        let questions = questions.filter(|(_, question)| cites(&question.cite, number));
        let questions: Vec<QuestionId> = questions.map(|(id, _)| id).collect();
        let places: Vec<Span> = self.rules_of(number).map(|rule| rule.span).collect();
        let address = format!("#{number}");
        let laws = model.laws.iter().map(|law| (&law.says, &law.cite));
        let impossible = model.impossible.iter().map(|each| (&each.says, &each.cite));
        let is_here = |chart: &Chart| {
            let notes = chart.notes.iter().map(|note| &note.cite);
            let mut cited = notes.chain([&chart.cite]);
            cited.any(|cite| paragraph_of(cite) == number)
        };
        let charts = model.charts.enumerated();
        let charts: Vec<_> = charts.filter(|(_, chart)| is_here(chart)).collect();
        let answers = charts.iter().flat_map(|(_, chart)| &chart.answers);
        let answers = answers.map(|id| model.questions[*id].name.as_str());
        let named = charts.iter().map(|(_, chart)| chart.id.as_str());
        let printed: Vec<&str> = named.chain(answers).collect();
        let sections = [
            below(pack, number),
            self.rules_in(number),
            self.exceptions_in(number),
            self.procedures_in(number),
            self.readings_in(number),
            self.lost_in(number),
            self.errata(&places, |erratum| {
                erratum.says.contains(number)
                    || erratum.changes.iter().any(|change| {
                        let at = change.at.value.as_str();
                        names_paragraph(at, &address)
                            || printed.iter().any(|chart| is_of_chart(at, chart))
                    })
            }),
            said("Always", number, laws),
            said("Cannot be", number, impossible),
            self.questions("Questions", questions.iter().copied()),
            self.examples(|example| paragraph_of(&example.cite) == number),
            self.questions("Uses", self.used(&questions)),
            self.questions("Used by", self.using(&questions)),
        ];
        let mut sections = filled(sections);
        let items = sections.iter_mut().flat_map(|section| &mut section.items);
        items.for_each(|item| item.take_as_said(number));
        About {
            title: title.to_owned(),
            sections,
            charts: charts.iter().map(|(id, _)| *id).collect(),
            ..self.thing(
                "paragraph",
                number,
                &pack.id,
                reason.map_or("", |(_, reason)| reason),
            )
        }
    }

    /// The rules of a paragraph; the cells of grids stand in their charts.
    fn rules_of(&self, number: &str) -> impl Iterator<Item = &Rule> {
        let charts = &self.model.charts;
        let is_line = move |rule: &Rule| {
            rule.cell.is_none_or(|cell| {
                let chart = &charts[cell.chart];
                chart.list && paragraph_of(&chart.cite) != number
            })
        };
        let rules = self.model.rules.iter();
        rules.filter(move |rule| paragraph_of(&rule.cite) == number && is_line(rule))
    }

    fn rules_in(&self, number: &str) -> Section {
        let mut items: Vec<Item> = Vec::new();
        for rule in self.rules_of(number) {
            let name = self.name_of(rule);
            match items.iter_mut().find(|item| item.name == name) {
                Some(item) => item.within.push(self.rule(rule)),
                None => items.push(Item::new(&name, "").within(vec![self.rule(rule)])),
            }
        }
        section("Rules", items)
    }

    /// The question or process that a rule belongs to.
    fn name_of(&self, rule: &Rule) -> String {
        let question = &self.model.questions[rule.question];
        match question.process {
            Some(id) => format!("{}: {}", self.model.processes[id].name, question.name),
            None => question.name.clone(),
        }
    }

    /// What a paragraph says against rules of others.
    fn exceptions_in(&self, number: &str) -> Section {
        let mut items = Vec::new();
        let rules = self.model.rules.iter();
        for rule in rules.filter(|rule| paragraph_of(&rule.cite) != number) {
            let mut exceptions = Vec::new();
            of_paragraph(&rule.except, number, &mut exceptions);
            for exception in exceptions {
                let words = self.exception(rule.question, exception);
                let item = Item {
                    name: self.name_of(rule),
                    says: format!("against {}: {}", rule.cite, words.says),
                    ..words
                };
                if !items.contains(&item) {
                    items.push(item);
                }
            }
        }
        section("Exceptions to other paragraphs", items)
    }

    fn procedures_in(&self, number: &str) -> Section {
        let procedures = self.model.procedures.iter();
        let procedures =
            procedures.map(|procedure| (&procedure.name, &procedure.title, &procedure.cite));
        let processes = self.model.processes.iter();
        let processes = processes.map(|process| (&process.name, &process.asks, &process.cite));
        let here = procedures.chain(processes);
        let here = here.filter(|(.., cite)| cites(cite, number));
        let items = here.map(|(name, says, cite)| Item::new(name, says).cite(cite.join(", ")));
        section("Procedures and processes", items)
    }

    fn readings_in(&self, number: &str) -> Section {
        let variables = self.model.variables.iter();
        let readings =
            variables.filter_map(|variable| Some((variable, variable.reading.as_ref()?)));
        let readings = readings.filter(|(_, reading)| cites(&reading.cite, number));
        section(
            "Readings",
            readings.map(|(variable, reading)| self.reading(variable, reading)),
        )
    }

    fn lost_in(&self, number: &str) -> Section {
        let gaps = self.model.gaps.iter();
        let gaps = gaps.filter(|gap| paragraph_of(&gap.cite) == number);
        let gaps = gaps.map(|gap| Item::says(&format!("lost: {}", gap.lost)).cite(&gap.cite));
        let defects = self.model.defects.iter();
        let defects = defects.filter(|defect| cites(&defect.cite, number));
        let defects = defects.map(|defect| Item::new(&defect.name, &defect.words()));
        section("Lost or misprinted", gaps.chain(defects))
    }
}

fn cites(cite: &[String], number: &str) -> bool {
    cite.iter().any(|cite| paragraph_of(cite) == number)
}

/// What a paragraph says in words.
fn said<'s>(
    title: &'static str,
    number: &str,
    all: impl Iterator<Item = (&'s String, &'s String)>,
) -> Section {
    let own = all.filter(|(_, cite)| paragraph_of(cite) == number);
    section(title, own.map(|(says, cite)| Item::says(says).cite(cite)))
}

/// The paragraphs below one: `F11.62` has `F11.621`.
fn below(pack: &Pack, number: &str) -> Section {
    let is_below = |text: &str| {
        text.strip_prefix(number).is_some_and(|rest| {
            rest.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.')
                && (number.contains('.') || rest.starts_with('.'))
        })
    };
    let below = pack.paragraphs.iter().filter(|(text, _)| is_below(text));
    let items = below.map(|(text, title)| Item::new(text, title));
    section("Paragraphs below it", items)
}

fn of_paragraph<'e>(except: &'e [Exception], number: &str, wanted: &mut Vec<&'e Exception>) {
    for exception in except {
        if paragraph_of(&exception.cite) == number {
            wanted.push(exception);
        }
        of_paragraph(&exception.except, number, wanted);
    }
}

/// Whether an address names this paragraph, and not one below it: `#T1[2]` and `#T1.gives` name `#T1`, `#T1.1` does not.
fn names_paragraph(address: &str, paragraph: &str) -> bool {
    address.match_indices(paragraph).any(|(start, _)| {
        let after = address.get(start + paragraph.len()..).unwrap_or_default();
        let mut after = after.chars();
        match after.next() {
            Some('.') => !after.next().is_some_and(|next| next.is_ascii_digit()),
            Some(next) => !next.is_alphanumeric(),
            None => true,
        }
    })
}

/// Whether an address names a place of a chart, by the chart's name or a question's: `pack/weather[2, jan]`.
fn is_of_chart(address: &str, name: &str) -> bool {
    let whole = address.split(['[', '.', '#']).next().unwrap_or_default();
    whole.rsplit('/').next() == Some(name)
}
