//! What people read of what a rulebook declares, besides the answers: titles, notes, headings, and what to beware of.

use super::Thing;
use crate::model::{
    Chart, Defect, Model, Pack, Procedure, Process, Question, QuestionId, Rule, Stage, Variable,
    VariableId,
};
use itertools::Itertools as _;

/// What is said where nothing of it is declared.
pub const NONE: &str = "none";

/// Parts of what is read, each by what it is.
pub type Reads = Vec<(&'static str, Vec<String>)>;

fn one(text: &str) -> Vec<String> {
    let said = Some(text).filter(|text| !text.is_empty());
    said.map(str::to_owned).into_iter().collect()
}

pub fn of_variable(model: &Model, id: VariableId, variable: &Variable) -> Reads {
    let guide = &model.guide;
    let labels = guide.labels_of(id).into_iter();
    let labels = labels.map(|(_, label)| label.to_owned());
    let title = guide.facts.get(&id).cloned();
    let mut reads = vec![
        ("title", title.into_iter().collect()),
        ("labels", labels.collect()),
        ("means", one(&variable.means)),
    ];
    if let Some(reading) = &variable.reading {
        reads.extend([
            ("asks", one(&reading.asks)),
            ("options", reading.options.clone()),
            ("because", one(&reading.because)),
            (
                "paragraphs",
                reading.cite.iter().unique().cloned().collect(),
            ),
        ]);
    }
    reads
}

/// What is read of a question; `named` has the names that questions have now.
pub fn of_question(model: &Model, id: QuestionId, named: &Model) -> Reads {
    let question = &model.questions[id];
    let title = model.guide.questions.get(&id).cloned();
    let beware = question.beware.iter().map(|(other, value)| {
        let name = &named.questions[*other].name;
        format!("{name} {}", value.show(&model.words, false))
    });
    vec![
        ("title", title.into_iter().collect()),
        ("asks", one(&question.asks)),
        ("paragraphs", paragraphs(model, question)),
        ("beware", beware.collect()),
        ("notes", notes(model, question)),
    ]
}

/// The rules of a question; a model that has names alone has none.
fn rules_of<'m>(model: &'m Model, question: &'m Question) -> impl Iterator<Item = &'m Rule> {
    let rules = question.rules.iter();
    rules.filter_map(|rule| model.rules.at(rule.index()))
}

/// The paragraphs with which a question is answered: its own and those of its rules, each once.
fn paragraphs(model: &Model, question: &Question) -> Vec<String> {
    let own = question.cite.iter().map(String::as_str);
    let of_rules = rules_of(model, question).flat_map(|rule| {
        let except = rule.exceptions().into_iter();
        std::iter::once(rule.cite.as_str()).chain(except.map(|except| except.cite.as_str()))
    });
    let otherwise = question.otherwise.iter();
    let otherwise = otherwise.map(|otherwise| otherwise.cite.as_str());
    let all = own.chain(of_rules).chain(otherwise);
    let all = all.filter(|cite| !cite.is_empty());
    all.unique().sorted().map(str::to_owned).collect()
}

/// The paragraphs of a procedure and of its steps, each once.
fn paragraphs_of_steps(procedure: &Procedure) -> Vec<String> {
    let steps = procedure.steps.iter().map(|step| &step.cite);
    let all = procedure.cite.iter().chain(steps);
    let all = all.filter(|cite| !cite.is_empty());
    all.unique().sorted().cloned().collect()
}

/// The notes of a question and of its rules, each once.
fn notes(model: &Model, question: &Question) -> Vec<String> {
    let of_rules = rules_of(model, question).flat_map(|rule| {
        let except = rule.exceptions().into_iter();
        std::iter::once(&rule.note).chain(except.map(|except| &except.note))
    });
    let all = std::iter::once(&question.note).chain(of_rules);
    all.flat_map(|note| one(note)).unique().collect()
}

pub fn of_process(process: &Process) -> Reads {
    vec![
        ("asks", one(&process.asks)),
        (
            "paragraphs",
            process.cite.iter().unique().cloned().collect(),
        ),
    ]
}

pub fn of_procedure(procedure: &Procedure) -> Reads {
    let notes = procedure.steps.iter().flat_map(|step| one(&step.note));
    vec![
        ("title", one(&procedure.title)),
        ("paragraphs", paragraphs_of_steps(procedure)),
        ("notes", notes.unique().collect()),
    ]
}

pub fn of_defect(defect: &Defect) -> Reads {
    vec![
        ("words", one(&defect.says)),
        ("reading", one(&defect.read_as)),
        ("paragraphs", defect.cite.iter().unique().cloned().collect()),
    ]
}

/// Of a list its lines are read as well; what a chart goes by stands in its answers.
fn of_chart(chart: &Chart) -> Reads {
    let lines = chart.rows.iter().filter(|_| chart.list);
    vec![
        ("title", one(&chart.title)),
        ("paragraph", one(&chart.cite)),
        ("lines", lines.map(|row| row.heading.clone()).collect()),
    ]
}

/// The game, and what else is known by its name alone: its packs, cards, charts and gaps.
pub fn of_printed(model: &Model) -> Vec<(Thing, String, Reads)> {
    let game = (Thing::Game, model.game.clone(), of_guide(model));
    let packs = model.packs.iter();
    let packs = packs.map(|pack| (Thing::Pack, pack.id.clone(), of_pack(model, pack)));
    let cards = model.cards.iter();
    let cards = cards.map(|card| {
        let title = ("title", one(&card.title));
        (Thing::Card, card.name.clone(), vec![title])
    });
    let charts = model.charts.iter();
    let charts = charts.map(|chart| (Thing::Chart, chart.id.clone(), of_chart(chart)));
    let gaps = model.gaps.iter();
    let lost = |cite: &str, lost: &str| (Thing::Gap, format!("{cite}: {lost}"), Vec::new());
    let gaps = gaps.map(|gap| lost(&gap.cite, &gap.lost));
    let all = std::iter::once(game).chain(packs).chain(cards);
    all.chain(charts).chain(gaps).collect()
}

fn of_pack(model: &Model, pack: &Pack) -> Reads {
    let over = pack.over.iter();
    let over = over.map(|(below, cite)| format!("{} by {cite}", model.pack_name(*below)));
    let told = |(number, says): &(String, String)| format!("{number}: {says}");
    vec![
        ("title", one(&pack.title)),
        ("edition", one(&pack.edition)),
        ("requires", pack.requires.iter().sorted().cloned().collect()),
        ("over", over.sorted().collect()),
        ("paragraphs", pack.paragraphs.iter().map(told).collect()),
        (
            "nothing to compute",
            pack.nothing_to_compute.iter().map(told).collect(),
        ),
    ]
}

/// How a game speaks to people.
fn of_guide(model: &Model) -> Reads {
    let guide = &model.guide;
    let told_at = |stage: Stage| {
        let told = guide.told.iter().filter(move |(own, _)| *own == stage);
        let names = told.map(|(_, fact)| model.variable_name(*fact).to_owned());
        names.collect()
    };
    let spelling = guide.spelling.known().into_iter().map(str::to_owned);
    vec![
        ("title", one(&guide.title)),
        ("scenario", told_at(Stage::Scenario)),
        ("turn", told_at(Stage::Turn)),
        ("moment", told_at(Stage::Moment)),
        ("asked", guide.asked.clone()),
        ("spelling", spelling.sorted().collect()),
    ]
}

/// The most letters of a list that is told whole.
const SHORT: usize = 60;

/// What is read otherwise: short lists whole; of long ones what only one of both has, if it is not their order that differs.
pub fn otherwise(before: &Reads, now: &Reads) -> Vec<(&'static str, [String; 2])> {
    let both = before.iter().zip(now);
    let differing = both.filter(|(before, now)| before.1 != now.1);
    let told = differing.map(|((what, before), (_, now))| {
        let whole = [before, now].map(|list| joined(list, NONE));
        if whole.iter().all(|list| list.chars().count() <= SHORT) {
            return (*what, whole);
        }
        match [only(before, now), only(now, before)] {
            [gone, come] if gone.is_empty() && come.is_empty() => (*what, whole),
            parts => (*what, parts.map(|list| joined(&list, "nothing"))),
        }
    });
    told.collect()
}

/// What one list has and another has not.
fn only(list: &[String], other: &[String]) -> Vec<String> {
    let own = list.iter().filter(|part| !other.contains(part));
    own.cloned().collect()
}

fn joined(list: &[String], nothing: &str) -> String {
    let has_comma = list.iter().any(|part| part.contains(','));
    match (list.is_empty(), has_comma) {
        (true, _) => nothing.to_owned(),
        (_, true) => list.join("; "),
        _ => list.join(", "),
    }
}
