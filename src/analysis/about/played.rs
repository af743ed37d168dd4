//! What is played, printed and put together of the rest: processes, procedures, cards, errata and packs.

use super::{About, Item, Shelf, filled, section};
use crate::model::{Asked, Card, Pack, PackId, Procedure, Process, State, StepDoes};
use crate::pack::overlay::Erratum;

impl Shelf<'_> {
    /// What is told of a process, procedure, card, pack or erratum of a name, in any case.
    pub fn played(&self, name: &str) -> Option<About> {
        let model = self.model;
        let is_it = |text: &str| text.eq_ignore_ascii_case(name);
        if let Some(process) = model.processes.iter().find(|other| is_it(&other.name)) {
            return Some(self.process(process));
        }
        if let Some(procedure) = model.procedures.iter().find(|other| is_it(&other.name)) {
            return Some(self.procedure(procedure));
        }
        if let Some(card) = model.cards.iter().find(|other| is_it(&other.name)) {
            return Some(self.card(card));
        }
        if let Some(pack) = model.packs.find(|other| is_it(&other.id)) {
            return Some(self.pack(pack));
        }
        let mut errata = self.written.errata.iter();
        let erratum = errata.find(|other| other.game == model.game && is_it(&other.id.value));
        erratum.map(|erratum| self.erratum(erratum))
    }

    fn process(&self, process: &Process) -> About {
        let model = self.model;
        let state = process.state.iter().map(|(name, state)| match state {
            State::Variable(id) => Item::new(name, &self.values_of(*id)),
            State::Question(id) => Item::new(name, &model.questions[*id].asks),
        });
        let steps = process.questions();
        let id = model.process_names.get(&process.name).copied();
        let plays_it = |asked: &Asked| matches!(asked, Asked::Process(process_id, _) if Some(*process_id) == id);
        let sections = [
            section("Shows after each turn", state),
            self.facts("Facts before the first turn", process.start.iter().copied()),
            self.facts("Facts of each turn", process.turn.iter().copied()),
            self.examples(|example| plays_it(&example.asked)),
            self.questions("Uses", self.used(&steps)),
        ];
        let each = model.in_words(&process.each);
        // The `h` of an hour is not heard.
        let is_vowel = each.starts_with(['a', 'e', 'i', 'o', 'u']) || each.starts_with("hour");
        let article = if is_vowel { "an" } else { "a" };
        let says = format!("{} A turn is {article} {each}.", process.asks);
        let pack = model.pack_name(process.pack);
        About {
            cite: process.cite.clone(),
            sections: filled(sections),
            ..self.thing("process", &process.name, pack, &says)
        }
    }

    fn procedure(&self, procedure: &Procedure) -> About {
        let model = self.model;
        let steps = procedure.steps.iter().map(|step| {
            let does = match &step.does {
                StepDoes::Roll(fact) => format!("roll {}", model.title_of(*fact)),
                StepDoes::Ask { fact, gives, .. } => {
                    format!(
                        "find {}: {}",
                        model.title_of(*fact),
                        self.prose().words(gives)
                    )
                }
                StepDoes::Do(words) => words.clone(),
            };
            let when = step
                .when
                .as_ref()
                .map(|when| format!(" when {}", self.prose().words(when)));
            let says = format!("{does}{}", when.unwrap_or_default());
            Item::says(&says).cite(&step.cite)
        });
        let id = model.procedure_names.get(&procedure.name).copied();
        let rolls_it = |asked: &Asked| matches!(asked, Asked::Procedure(procedure_id, ..) if Some(*procedure_id) == id);
        let sections = [
            self.facts("Facts it takes", procedure.start.iter().copied()),
            section("Steps", steps),
            self.facts("Comes out of it", procedure.outcome.iter().copied()),
            self.facts(
                "Comes out of it sometimes",
                procedure.sometimes.iter().copied(),
            ),
            self.examples(|example| rolls_it(&example.asked)),
            self.questions("Uses", procedure.questions()),
        ];
        let pack = model.pack_name(procedure.pack);
        About {
            title: procedure.title.clone(),
            cite: procedure.cite.clone(),
            sections: filled(sections),
            ..self.thing("procedure", &procedure.name, pack, "")
        }
    }

    fn card(&self, card: &Card) -> About {
        let parts = card.sections.iter().map(|part| {
            let lines = part.lines.iter().map(|line| {
                let question = &self.model.questions[line.question];
                Item::new(&question.name, &line.label).cite(question.cite.join(", "))
            });
            Item::new(&part.title, "").within(lines.collect())
        });
        About {
            title: card.title.clone(),
            sections: filled([section("Shows, where it matters", parts)]),
            ..self.thing("card", &card.name, self.model.pack_name(card.pack), "")
        }
    }

    fn pack(&self, id: PackId) -> About {
        let model = self.model;
        let pack = &model.packs[id];
        let others = |names: &[String]| {
            let named = names
                .iter()
                .map(|name| model.packs.iter().find(|other| other.id == *name));
            let items = named.flatten().map(|each| Item::new(&each.id, &each.title));
            items.collect::<Vec<_>>()
        };
        let over = pack.over.iter().map(|(lower, cite)| {
            let lower: &Pack = &model.packs[*lower];
            Item::new(&lower.id, &lower.title).cite(cite)
        });
        let paragraphs = pack.paragraphs.iter();
        let paragraphs = paragraphs.map(|(number, title)| Item::new(number, title));
        let charts = model.charts.iter().filter(|chart| chart.pack == id);
        let charts = charts.map(|chart| Item::new(&chart.id, &chart.title).cite(&chart.cite));
        let questions = model.questions.enumerated();
        let questions = questions.filter(|(_, question)| question.pack == id);
        let sections = [
            section("Requires", others(&pack.requires)),
            section("Takes precedence over", over),
            section("Paragraphs", paragraphs),
            self.questions("Questions", questions.map(|(id, _)| id)),
            section("Charts", charts),
        ];
        About {
            title: pack.title.clone(),
            sections: filled(sections),
            ..self.thing("pack", &pack.id, &pack.id, &pack.edition)
        }
    }

    fn erratum(&self, erratum: &Erratum) -> About {
        let changes = erratum.changes.iter().map(|change| {
            let was = change.was().unwrap_or_else(|| "nothing".to_owned());
            let now = change.now().unwrap_or_else(|| "nothing".to_owned());
            Item::new(&change.at.value, &format!("{was} becomes {now}"))
        });
        let applies = if erratum.applied {
            "applies"
        } else {
            "does not apply"
        };
        let status = erratum.status.name();
        let by = [
            erratum.source.as_str(),
            status,
            &erratum.date.value,
            applies,
        ];
        let by = by.into_iter().filter(|part| !part.is_empty());
        let said_by = Item::says(&by.collect::<Vec<_>>().join(", "));
        About {
            sections: filled([section("Said by", [said_by]), section("Changes", changes)]),
            ..self.thing("erratum", &erratum.id.value, &erratum.pack, &erratum.says)
        }
    }
}
