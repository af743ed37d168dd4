//! What a paragraph holds.

use super::{About, Item, Section, Shelf, filled, in_one_line, paragraph_of, section};
use crate::check::used_by;
use crate::model::{ChartId, Exception, Pack, Question, QuestionId, Rule};
use crate::source::Span;

impl Shelf<'_> {
    pub(super) fn paragraph(&self, number: &str) -> Option<About> {
        let has = |pack: &&Pack| pack.paragraphs.iter().any(|(own, _)| own == number);
        let pack = self.model.packs.iter().find(has)?;
        let (_, title) = pack.paragraphs.iter().find(|(own, _)| own == number)?;
        let reason = pack
            .nothing_to_compute
            .iter()
            .find(|(own, _)| own == number);
        let questions = self.asked_in(number);
        let places: Vec<Span> = self.rules_of(number).map(|rule| rule.span).collect();
        let mentions = format!("#{number}");
        let using = self.using(&questions);
        let examples = self.examples(|own| paragraph_of(&own.cite) == number);
        let sections = [
            below(pack, number),
            self.questions("Questions", questions),
            self.rules_in(number),
            self.exceptions_in(number),
            self.procedures_in(number),
            self.readings_in(number),
            self.lost_in(number),
            self.errata(&places, |own| {
                own.says.contains(number)
                    || own
                        .changes
                        .iter()
                        .any(|change| change.at.value.contains(&mentions))
            }),
            self.laws_in(number),
            examples,
            self.questions("Used by", using),
        ];
        let mut sections = filled(sections);
        let items = sections.iter_mut().flat_map(|section| &mut section.items);
        items.for_each(|item| item.take_as_said(number));
        Some(About {
            kind: "paragraph",
            name: number.to_owned(),
            title: title.clone(),
            game: self.model.game.clone(),
            pack: pack.id.clone(),
            says: reason.map_or_else(String::new, |(_, reason)| in_one_line(reason)),
            cite: Vec::new(),
            sections,
            charts: self.charts_in(number),
        })
    }

    fn is_of(cite: &[String], number: &str) -> bool {
        cite.iter().any(|cite| paragraph_of(cite) == number)
    }

    fn asked_in(&self, number: &str) -> Vec<QuestionId> {
        let all = (0..).map(QuestionId).zip(&self.model.questions);
        all.filter(|(_, question)| Self::is_of(&question.cite, number))
            .map(|(id, _)| id)
            .collect()
    }

    /// The questions that use some of these as values, and are not among them.
    fn using(&self, questions: &[QuestionId]) -> Vec<QuestionId> {
        let all = (0..).map(QuestionId).take(self.model.questions.len());
        all.filter(|id| {
            !questions.contains(id)
                && used_by(self.model, *id)
                    .iter()
                    .any(|used| questions.contains(used))
        })
        .collect()
    }

    /// The rules of a paragraph; the cells of grids stand in their charts.
    fn rules_of<'s>(&'s self, number: &'s str) -> impl Iterator<Item = &'s Rule> {
        let is_line = move |rule: &Rule| match rule.cell {
            None => true,
            Some(cell) => {
                let chart = self.model.charts.at(cell.chart.index());
                chart.is_some_and(|chart| chart.list && paragraph_of(&chart.cite) != number)
            }
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
                None => items.push(Item {
                    name,
                    within: vec![self.rule(rule)],
                    ..Item::default()
                }),
            }
        }
        section("Rules", items)
    }

    /// The question or process that a rule belongs to.
    fn name_of(&self, rule: &Rule) -> String {
        let question = self.model.question(rule.question);
        let process = question.and_then(|question| self.model.process(question.process?));
        let own = question.map_or("", |question: &Question| question.name.as_str());
        process.map_or_else(
            || own.to_owned(),
            |process| format!("{}: {own}", process.name),
        )
    }

    /// What a paragraph says against rules of others.
    fn exceptions_in(&self, number: &str) -> Section {
        let mut items = Vec::new();
        let others = self.model.rules.iter();
        for rule in others.filter(|rule| paragraph_of(&rule.cite) != number) {
            let mut found = Vec::new();
            of_paragraph(&rule.except, number, &mut found);
            for exception in found {
                let mut item = Item {
                    name: self.name_of(rule),
                    says: format!("against {}: {}", rule.cite, self.exception(exception).says),
                    ..self.exception(exception)
                };
                item.cite = exception.cite.clone();
                if !items.contains(&item) {
                    items.push(item);
                }
            }
        }
        section("Exceptions to other paragraphs", items)
    }

    fn procedures_in(&self, number: &str) -> Section {
        let procedures = self.model.procedures.iter();
        let procedures = procedures
            .filter(|own| Self::is_of(&own.cite, number))
            .map(|own| (&own.name, &own.title, &own.cite));
        let processes = self.model.processes.iter();
        let processes = processes
            .filter(|own| Self::is_of(&own.cite, number))
            .map(|own| (&own.name, &own.asks, &own.cite));
        section(
            "Procedures and processes",
            procedures.chain(processes).map(|(name, says, cite)| Item {
                name: name.clone(),
                says: in_one_line(says),
                cite: cite.join(", "),
                ..Item::default()
            }),
        )
    }

    fn readings_in(&self, number: &str) -> Section {
        let variables = self.model.variables.iter();
        let readings = variables.filter_map(|own| Some((own, own.reading.as_ref()?)));
        let readings = readings.filter(|(_, reading)| Self::is_of(&reading.cite, number));
        section("Readings", readings.map(|(own, _)| self.reading_item(own)))
    }

    fn lost_in(&self, number: &str) -> Section {
        let gaps = self.model.gaps.iter();
        let gaps = gaps.filter(|gap| paragraph_of(&gap.cite) == number);
        let gaps = gaps.map(|gap| Item {
            says: format!("lost: {}", in_one_line(&gap.lost)),
            cite: gap.cite.clone(),
            ..Item::default()
        });
        let defects = self.model.defects.iter();
        let defects = defects.filter(|own| Self::is_of(&own.cite, number));
        let defects = defects.map(|own| Item {
            name: own.name.clone(),
            says: match own.read_as.as_str() {
                "" => in_one_line(&own.says),
                read_as => format!("{}; read as: {read_as}", in_one_line(&own.says)),
            },
            ..Item::default()
        });
        section("Lost or misprinted", gaps.chain(defects))
    }

    fn laws_in(&self, number: &str) -> Section {
        let laws = self.model.laws.iter();
        let laws = laws.filter(|law| paragraph_of(&law.cite) == number);
        section(
            "Always",
            laws.map(|law| Item {
                says: in_one_line(&law.says),
                cite: law.cite.clone(),
                ..Item::default()
            }),
        )
    }

    fn charts_in(&self, number: &str) -> Vec<ChartId> {
        let all = (0..).map(ChartId).zip(&self.model.charts);
        all.filter(|(_, chart)| {
            paragraph_of(&chart.cite) == number
                || chart
                    .notes
                    .iter()
                    .any(|note| paragraph_of(&note.cite) == number)
        })
        .map(|(id, _)| id)
        .collect()
    }
}

/// The paragraphs below one: `F11.62` has `F11.621`.
fn below(pack: &Pack, number: &str) -> Section {
    let is_below = |own: &str| {
        own.strip_prefix(number).is_some_and(|rest| {
            rest.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.')
                && (number.contains('.') || rest.starts_with('.'))
        })
    };
    let all = pack.paragraphs.iter().filter(|(own, _)| is_below(own));
    section(
        "Paragraphs below it",
        all.map(|(own, title)| Item {
            name: own.clone(),
            says: title.clone(),
            ..Item::default()
        }),
    )
}

fn of_paragraph<'e>(except: &'e [Exception], number: &str, found: &mut Vec<&'e Exception>) {
    for exception in except {
        if paragraph_of(&exception.cite) == number {
            found.push(exception);
        }
        of_paragraph(&exception.except, number, found);
    }
}
