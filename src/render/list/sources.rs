//! What is lost or wrong in the sources, and what was said of them since.

use super::{Entry, Holdings, text_or_null};
use crate::model::{Exception, Gap, GapId, Model, Outcome, PackId, Question, Rule};
use crate::render::erratum::Erratum;
use crate::render::told;
use serde_json::json;

pub(super) fn gaps(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let gaps = (0..).map(GapId).zip(&model.gaps);
    gaps.map(|(id, gap)| one(model, id, gap).at(holdings.sources, gap.span))
        .collect()
}

fn one(model: &Model, id: GapId, gap: &Gap) -> Entry {
    let rules: Vec<&Rule> = model.rules.iter().filter(|rule| has(rule, id)).collect();
    let pack = rules.first().map_or(PackId(0), |rule| rule.pack);
    let mut names: Vec<&str> = rules
        .iter()
        .filter_map(|rule| model.question(rule.question))
        .map(|question: &Question| question.name.as_str())
        .collect();
    names.dedup();
    let cells = vec![gap.cite.clone(), names.join(", "), gap.lost.clone()];
    Entry::new(
        model,
        pack,
        cells,
        json!({ "cite": gap.cite, "lost": gap.lost, "for": names }),
    )
}

fn has(rule: &Rule, id: GapId) -> bool {
    matches!(rule.outcome, Outcome::Gap(gap) if gap == id)
        || rule.except.iter().any(|except| excepts(except, id))
}

fn excepts(exception: &Exception, id: GapId) -> bool {
    matches!(exception.outcome, Some(Outcome::Gap(gap)) if gap == id)
        || exception.except.iter().any(|inner| excepts(inner, id))
}

pub(super) fn defects(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let made = model.defects.iter().map(|defect| {
        let says = match defect.read_as.as_str() {
            "" => defect.says.clone(),
            read_as => format!("{}; read as: {read_as}", defect.says),
        };
        let cells = vec![defect.name.clone(), defect.cite.join(", "), says];
        let own = json!({
            "name": defect.name,
            "cite": defect.cite,
            "says": defect.says,
            "read-as": text_or_null(&defect.read_as),
        });
        Entry::new(model, defect.pack, cells, own).at(holdings.sources, defect.span)
    });
    made.collect()
}

pub(super) fn errata(holdings: &Holdings<'_>) -> Vec<Entry> {
    let made = holdings.written.errata.iter().map(|own| {
        let cells = vec![
            own.id.value.clone(),
            own.date.value.clone(),
            own.status.name().to_owned(),
            if own.applied { "yes" } else { "no" }.to_owned(),
            own.says.clone(),
        ];
        Entry::of(
            &own.game,
            &own.pack,
            cells,
            told::json(&Erratum::of(own, holdings.sources, None)),
        )
    });
    made.collect()
}
