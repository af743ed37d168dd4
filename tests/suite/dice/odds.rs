//! Exact odds against enumeration, one situation after the other, and against simulation.

use super::{fact, question};
use chartroom::answer::Evaluator;
use chartroom::check::{self, Within};
use chartroom::diagram::Leaf;
use chartroom::dice::chain::Chain;
use chartroom::dice::process::{Turns, experiment};
use chartroom::dice::{self, Chance, Table, Terms, Trials, interval};
use chartroom::model::{Impossible, Model, ProcessId, QuestionId, Role, VariableId};
use chartroom::rulebook::Rulebook;
use chartroom::turn::{Effect, ProcedurePlan, Run, Situation, Slot, Slots};
use chartroom::value::DomainKind;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static RULEBOOK: LazyLock<Rulebook> = LazyLock::new(Rulebook::embedded_for_answers);

fn asl() -> &'static Model {
    RULEBOOK
        .games
        .iter()
        .find(|game| game.game == "asl")
        .unwrap()
}

/// Ways that lead to each result.
type Counts = BTreeMap<Leaf, u128>;

fn chances(counts: &Counts) -> Vec<(Leaf, Chance)> {
    let all: u128 = counts.values().sum();
    counts
        .iter()
        .map(|(leaf, count)| (leaf.clone(), dice::chance::chance(*count, all)))
        .collect()
}

fn sorted(chances: &[(Leaf, Chance)]) -> Vec<(Leaf, Chance)> {
    let mut chances = chances.to_vec();
    chances.sort_by(|(one, _), (other, _)| one.cmp(other));
    chances
}

/// Answers a question by the plain evaluator, finding facts by the questions of their names.
fn answer(
    model: &Model,
    id: QuestionId,
    situation: &Situation,
    asked: &mut Vec<QuestionId>,
) -> Option<Leaf> {
    let mut situation = situation.clone();
    asked.push(id);
    for fact in model.questions[id].from.clone() {
        let finder = model.question_names.get(model.variable_name(fact)).copied();
        if situation.get(fact).is_none()
            && let Some(finder) = finder.filter(|finder| !asked.contains(finder))
            && let Some(Leaf::Value(value)) = answer(model, finder, &situation, asked)
        {
            situation.set(fact, model.variables[fact].domain.index(&value));
        }
    }
    asked.pop();
    Evaluator::new(model).question(id, &situation)
}

/// The facts that an answer can come from and that nothing finds: rolls, and others.
fn facts_behind(model: &Model, id: QuestionId) -> (Vec<VariableId>, Vec<VariableId>) {
    let mut taken: Vec<VariableId> = check::taken_by(model, id).into_iter().collect();
    taken.sort_unstable();
    let is_found = |fact: &VariableId| {
        model
            .question_names
            .get(model.variable_name(*fact))
            .is_some_and(|finder| *finder != id)
    };
    taken.retain(|fact| !is_found(fact));
    taken
        .into_iter()
        .partition(|fact| model.variables[*fact].roll.is_some())
}

fn enumerate(
    model: &Model,
    id: QuestionId,
    situation: &mut Situation,
    rolls: &[VariableId],
    ways: u128,
    counts: &mut Counts,
) {
    let Some((first, rest)) = rolls.split_first() else {
        let leaf = answer(model, id, situation, &mut Vec::new()).expect("every fact is known");
        *counts.entry(leaf).or_default() += ways;
        return;
    };
    let all = model.variables[*first].roll.as_ref().unwrap().ways.clone();
    for (index, own) in (0..).zip(all) {
        situation.set(*first, Some(index));
        enumerate(
            model,
            id,
            situation,
            rest,
            ways * u128::try_from(own).unwrap(),
            counts,
        );
    }
    situation.set(*first, None);
}

#[test]
fn every_chart_by_a_roll_has_the_odds_of_its_enumeration() {
    let mut questions = 0;
    for model in &RULEBOOK.games {
        let mut ids: Vec<QuestionId> = model
            .charts
            .iter()
            .flat_map(|chart| chart.answers.clone())
            .collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            let (rolls, others) = facts_behind(model, id);
            if rolls.is_empty() || check::is_broken(model, id) {
                continue;
            }
            let mut terms = Terms::new(model);
            // A question of many facts is tried at the ends of each fact's domain.
            let many = others
                .iter()
                .map(|fact| size_of(model, *fact))
                .fold(1, u64::saturating_mul)
                > 2000;
            if many {
                for fact in &others {
                    let size = model.variables[*fact].domain.size();
                    terms.open.push((
                        *fact,
                        if size > 2 {
                            vec![0, size - 1]
                        } else {
                            (0..size).collect()
                        },
                    ));
                }
            }
            let table = dice::of_question(model, id, &terms, None).unwrap_or_else(|refused| {
                // Of the ends alone nothing can be: then the facts of what excludes them have all their values.
                let is_it = |own: &&Impossible| refused.message.contains(&own.says);
                let excluding = model.impossible.iter().find(is_it).expect(&refused.message);
                let of_it = check::taken_by_expr(model, &excluding.when);
                for (fact, values) in terms
                    .open
                    .iter_mut()
                    .filter(|(fact, _)| of_it.contains(fact))
                {
                    *values = (0..model.variables[*fact].domain.size()).collect();
                }
                dice::of_question(model, id, &terms, None).unwrap()
            });
            compare(model, id, &table, &rolls, &others);
            questions += 1;
        }
    }
    assert!(
        questions >= 15,
        "{questions} questions of charts go by rolls"
    );
}

fn size_of(model: &Model, fact: VariableId) -> u64 {
    u64::from(model.variables[fact].domain.size())
}

fn compare(
    model: &Model,
    id: QuestionId,
    table: &Table,
    rolls: &[VariableId],
    others: &[VariableId],
) {
    for part in &table.parts {
        let longest = part
            .facts
            .iter()
            .map(|(_, indices)| indices.len())
            .max()
            .unwrap_or(1);
        for place in [0, longest.saturating_sub(1)] {
            let mut situation = Situation::new(model);
            others.iter().for_each(|fact| situation.set(*fact, Some(0)));
            for (fact, indices) in &part.facts {
                situation.set(*fact, Some(indices[place.min(indices.len() - 1)]));
            }
            let mut counts = Counts::new();
            enumerate(model, id, &mut situation, rolls, 1, &mut counts);
            let name = &model.questions[id].name;
            assert_eq!(
                sorted(&part.results[0].chances),
                chances(&counts),
                "{name} with {:?}",
                part.facts
            );
        }
    }
}

/// Goes through a procedure one way after the other.
fn ways(
    plan: &ProcedurePlan<'_>,
    step: usize,
    slots: &mut Slots,
    count: u128,
    ends: &mut dyn FnMut(&Slots, u128),
) {
    if step == plan.len() {
        ends(slots, count);
        return;
    }
    let scale = plan
        .rolls(step)
        .map_or(1, |fact| chartroom::turn::ways(plan.model, fact).unwrap());
    match plan.effect(step, slots).unwrap() {
        Effect::Roll(fact) => {
            let before = slots.get(fact);
            let all = plan.model.variables[fact]
                .roll
                .as_ref()
                .unwrap()
                .ways
                .clone();
            for (index, own) in (0..).zip(all) {
                slots.set(fact, Slot::value(index));
                ways(
                    plan,
                    step + 1,
                    slots,
                    count * u128::try_from(own).unwrap(),
                    ends,
                );
            }
            slots.set(fact, before);
        }
        Effect::Found(fact, slot) | Effect::Otherwise(fact, slot) => {
            let before = slots.get(fact);
            slots.set(fact, slot);
            ways(plan, step + 1, slots, count, ends);
            slots.set(fact, before);
        }
        Effect::Passed | Effect::Done => {
            ways(plan, step + 1, slots, count * u128::from(scale), ends)
        }
    }
}

fn starts(name: &str) -> Vec<Vec<(&'static str, &'static str)>> {
    let months = ["jan", "mar", "apr", "jul", "oct", "nov", "dec"];
    match name {
        "arid-set-up" => vec![
            vec![
                ("month", "jul"),
                ("region", "north-africa"),
                ("desert-boards", "all"),
                ("night-waived", "no"),
                ("steppe-terrain", "no"),
                ("bombardments", "1"),
            ],
            vec![
                ("month", "dec"),
                ("region", "middle-east"),
                ("desert-boards", "some"),
                ("night-waived", "yes"),
                ("steppe-terrain", "yes"),
                ("bombardments", "2"),
            ],
            vec![
                ("month", "apr"),
                ("region", "east-africa"),
                ("desert-boards", "none"),
                ("night-waived", "no"),
                ("steppe-terrain", "no"),
                ("bombardments", "0"),
            ],
        ],
        "temperate-set-up" => months.iter().map(|month| vec![("month", *month)]).collect(),
        "battle" => ["none", "all"]
            .iter()
            .map(|across| {
                vec![
                    ("printed-attack-total", "15"),
                    ("mud", "no"),
                    ("defender-strength", "4"),
                    ("defender-terrain", "forest"),
                    ("fortified", "no"),
                    ("defender-side", "soviet"),
                    ("attackers-across-river", *across),
                    ("steps", "full"),
                    ("retreat-possible", "yes"),
                ]
            })
            .collect(),
        other => panic!("`{other}` has no starts to be tried: add them here"),
    }
}

fn terms_of(model: &Model, facts: &[(&str, &str)]) -> Terms {
    let mut terms = Terms::new(model);
    for (name, value) in facts {
        let id = fact(model, name);
        let index = model.variables[id].domain.read(value, &model.words);
        terms
            .known
            .set(id, Some(index.expect("a value of the fact")));
    }
    terms
}

#[test]
fn every_procedure_has_the_odds_of_its_enumeration() {
    let mut tried = 0;
    for model in &RULEBOOK.games {
        for procedure in &model.procedures {
            let plan = ProcedurePlan::new(model, procedure, &[]).unwrap();
            for start in starts(&procedure.name) {
                let terms = terms_of(model, &start);
                let table = dice::of_procedure(model, procedure, &terms, None).unwrap();
                let shown: Vec<VariableId> = procedure
                    .outcome
                    .iter()
                    .chain(&procedure.sometimes)
                    .copied()
                    .collect();
                let mut counts = vec![Counts::new(); shown.len()];
                let mut slots = Slots::of(model, &terms.known);
                ways(&plan, 0, &mut slots, 1, &mut |slots, count| {
                    for (fact, counts) in shown.iter().zip(&mut counts) {
                        let slot = slots.get(*fact);
                        let leaf = if slot == Slot::UNKNOWN {
                            Leaf::Silent
                        } else {
                            slot.leaf(model, *fact)
                        };
                        *counts.entry(leaf).or_default() += count;
                    }
                });
                for (results, counts) in table.parts[0].results.iter().zip(&counts) {
                    assert_eq!(
                        sorted(&results.chances),
                        chances(counts),
                        "{} {start:?}",
                        results.name
                    );
                }
                tried += 1;
            }
        }
    }
    assert!(tried >= 10);
}

fn process(model: &Model, name: &str) -> ProcessId {
    model.process_names[name]
}

/// All courses of some turns, by the plain evaluator; `seen` is told the states after the last, and in how many ways.
fn courses(
    run: &Run<'_>,
    model: &Model,
    rolls: &[VariableId],
    turns: u32,
    count: u128,
    seen: &mut dyn FnMut(&[(String, Leaf)], u128),
) {
    let evaluator = Evaluator::new(model);
    let mut falls: Vec<(Vec<(VariableId, u32)>, u128)> = vec![(Vec::new(), 1)];
    for roll in rolls {
        let own = model.variables[*roll].roll.as_ref().unwrap().ways.clone();
        falls = falls
            .into_iter()
            .flat_map(|(known, ways)| {
                (0..).zip(own.clone()).map(move |(index, own)| {
                    let mut known = known.clone();
                    known.push((*roll, index));
                    (known, ways * u128::try_from(own).unwrap())
                })
            })
            .collect();
    }
    for (known, ways) in falls {
        let mut run = run.clone();
        let states = run.step(&known, &mut |id, situation| {
            evaluator.question(id, situation).unwrap_or(Leaf::Nothing)
        });
        if turns == 1 {
            let states: Vec<(String, Leaf)> = states
                .into_iter()
                .map(|(name, leaf)| (name.to_owned(), leaf))
                .collect();
            seen(&states, count * ways);
        } else {
            courses(&run, model, rolls, turns - 1, count * ways, seen);
        }
    }
}

#[test]
fn processes_have_the_odds_of_their_enumeration() {
    let model = asl();
    let cases: [(&str, &[(&str, &str)], &[&str], u32); 3] = [
        (
            "rain-by-turn",
            &[("weather", "overcast")],
            &["wind-change-dr"],
            3,
        ),
        (
            "precipitation-by-turn",
            &[("precipitation", "normal")],
            &["wind-change-dr"],
            3,
        ),
        (
            "weather-turn",
            &[
                ("weather", "clear-and-gusty"),
                ("snow", "none"),
                ("fog-or-mist", "none"),
                ("precipitation", "none"),
                ("has-rained", "no"),
                ("time-of-day-mist", "no"),
                ("wind-force", "heavy-wind"),
                ("heavy-dust-possible", "yes"),
                ("fog-level", "1"),
            ],
            &["wind-change-dr", "wind-change-second-dr"],
            2,
        ),
    ];
    for (name, start, rolls, turns) in cases {
        let process = &model.processes[process(model, name)];
        let mut terms = terms_of(model, start);
        terms.turns = turns;
        // What `weather-turn` is given of a turn's facts holds before the first turn alone.
        let table = dice::of_process(model, process, &terms, None).unwrap();
        let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
        let rolls: Vec<VariableId> = rolls.iter().map(|roll| fact(model, roll)).collect();
        let run = Run::new(model, process, terms.known.clone());
        courses(&run, model, &rolls, turns, 1, &mut |states, count| {
            for (name, leaf) in states {
                *counts
                    .entry(name.clone())
                    .or_default()
                    .entry(leaf.clone())
                    .or_default() += count;
            }
        });
        for results in &table.parts[0].results {
            assert_eq!(
                sorted(&results.chances),
                chances(&counts[&results.name]),
                "{name}: {}",
                results.name
            );
        }
    }
}

#[test]
fn big_numbers_count_as_small_ones_do() {
    let model = asl();
    let process = &model.processes[process(model, "rain-by-turn")];
    let mut terms = terms_of(model, &[("weather", "overcast")]);
    terms.turns = 24;
    let plan = dice::plan(model, process, &terms, &|fact| terms.names(fact)).unwrap();
    let turns = Turns::new(&plan, &terms, Default::default());
    let chain = Chain::new(&experiment(&turns, &terms, &[])).unwrap();
    assert!(chain.fits(24));
    let small = (0..24).fold(chain.first::<u128>(), |ways, _| chain.advance(&ways));
    let big = (0..24).fold(chain.first::<BigUint>(), |ways, _| chain.advance(&ways));
    let small: Vec<BigUint> = small.into_iter().map(BigUint::from).collect();
    assert_eq!(small, big);
    assert_eq!(
        big.iter().sum::<BigUint>(),
        BigUint::from(chain.ways[0]).pow(24)
    );
}

/// Asserts that each exact chance lies in the interval of its estimate.
fn agree(table: &Table, estimate: &Table) {
    let sample = estimate.sample.unwrap();
    let (exact, estimated) = (&table.parts[0].results, &estimate.parts[0].results);
    assert_eq!(exact.len(), estimated.len());
    for (results, estimated) in exact.iter().zip(estimated) {
        let name = &results.name;
        assert_eq!(*name, estimated.name);
        for (leaf, chance) in &results.chances {
            let hits = estimated
                .chance_of_each()
                .get(leaf)
                .copied()
                .map_or(0, |share| sample.hits(share));
            let (low, high) = interval(hits, sample.counted);
            assert!(
                low <= *chance && *chance <= high,
                "{name} {leaf:?}: {chance} is not in {low}..{high}"
            );
        }
        let mut seen = estimated.chances.iter();
        assert!(
            seen.all(|(leaf, _)| results.chance_of_each().get(leaf).copied().is_some()),
            "{name}"
        );
    }
}

fn trials(threads: usize) -> Trials {
    Trials {
        number: 20_000,
        seed: 11,
        threads,
    }
}

#[test]
fn simulation_agrees_with_exact_odds_whatever_the_threads() {
    let model = asl();
    for procedure in &model.procedures {
        let terms = terms_of(model, &starts(&procedure.name)[0]);
        let estimate = dice::of_procedure(model, procedure, &terms, Some(trials(1))).unwrap();
        assert_eq!(
            estimate,
            dice::of_procedure(model, procedure, &terms, Some(trials(3))).unwrap()
        );
        agree(
            &dice::of_procedure(model, procedure, &terms, None).unwrap(),
            &estimate,
        );
    }
    let id = process(model, "weather-turn");
    let mut terms = terms_of(
        model,
        &[
            ("weather", "overcast"),
            ("snow", "none"),
            ("fog-or-mist", "none"),
            ("heavy-dust-possible", "no"),
            ("precipitation", "none"),
            ("has-rained", "no"),
            ("time-of-day-mist", "no"),
            ("wind-force", "mild-breeze"),
            ("fog-level", "3"),
        ],
    );
    let condition = |text: &str| {
        (
            text.to_owned(),
            check::condition(model, text, Within::Process(id)).unwrap(),
        )
    };
    terms.turns = 6;
    terms.at = vec![condition("dust is none")];
    terms.ever = vec![condition("precipitation is intensified")];
    let process = &model.processes[id];
    let estimate = dice::of_process(model, process, &terms, Some(trials(1))).unwrap();
    assert_eq!(
        estimate,
        dice::of_process(model, process, &terms, Some(trials(4))).unwrap()
    );
    agree(
        &dice::of_process(model, process, &terms, None).unwrap(),
        &estimate,
    );
    let mut terms = terms_of(model, &[]);
    terms
        .uniform
        .push((fact(model, "month"), (0..12).collect()));
    for name in [
        "arid-ec",
        "temperate-weather",
        "arid-ec-by-final-dr",
        "snow-by-final-dr",
    ] {
        let id = question(model, name);
        let estimate = dice::of_question(model, id, &terms, Some(trials(1))).unwrap();
        assert_eq!(
            estimate,
            dice::of_question(model, id, &terms, Some(trials(2))).unwrap()
        );
        agree(
            &dice::of_question(model, id, &terms, None).unwrap(),
            &estimate,
        );
    }
}

#[test]
fn what_is_given_is_counted_alone() {
    let model = asl();
    let id = question(model, "arid-weather");
    let mut terms = terms_of(model, &[("month", "jan")]);
    terms.given = Some(check::condition(model, "weather-dr >= 9", Within::Game).unwrap());
    let table = dice::of_question(model, id, &terms, None).unwrap();
    let told: Vec<String> = table.parts[0].results[0]
        .chances
        .iter()
        .map(|(leaf, chance)| format!("{} {chance}", leaf_text(model, leaf)))
        .collect();
    assert_eq!(told, ["mud 2/5", "mud-and-overcast 3/5"]);
    terms.given = Some(check::condition(model, "weather-dr >= 20", Within::Game).unwrap());
    assert!(
        dice::of_question(model, id, &terms, None).unwrap().parts[0].results[0]
            .chances
            .is_empty()
    );
}

fn leaf_text(model: &Model, leaf: &Leaf) -> String {
    leaf.value()
        .map_or_else(String::new, |value| value.show(&model.words, false))
}

#[test]
fn rolled_answers_are_those_of_the_plain_evaluator() {
    let model = asl();
    for procedure in &model.procedures {
        for seed in 0..40 {
            let terms = terms_of(model, &starts(&procedure.name)[0]);
            let mut hand = dice::Hand::seeded(seed, 0);
            let rolled =
                dice::roll(model, &RULEBOOK.sources, procedure, &terms, &mut hand).unwrap();
            for (place, taken) in &rolled.steps {
                if let dice::Taken::Found {
                    fact, slot, why, ..
                } = taken
                    && let [why] = why.as_slice()
                    && let chartroom::model::StepDoes::Ask { gives, .. } =
                        &procedure.steps[*place].does
                    && matches!(gives.kind, chartroom::model::Kind::Question(..))
                {
                    assert_eq!(
                        why.leaf,
                        Some(slot.leaf(model, *fact)),
                        "{} seed {seed}",
                        model.variable_name(*fact)
                    );
                }
            }
        }
    }
}

#[test]
fn a_chart_has_its_odds_under_it() {
    let model = asl();
    let chart = |id: &str| {
        let place = model
            .charts
            .iter()
            .position(|chart| chart.id == id)
            .unwrap();
        chartroom::model::ChartId(u32::try_from(place).unwrap())
    };
    let all = [
        "arid-weather-chart",
        "arid-wind-force-table",
        "arid-ec-chart",
        "fog-density-chart",
        "arid-ec-chart-months",
    ];
    let told = all.map(|id| {
        let odds = chartroom::render::odds::ChartOdds::of(model, &model.charts[chart(id)]);
        format!(
            "{id}\n{}",
            odds.map_or_else(String::new, |odds| {
                let mut page = chartroom::render::document::Document::default();
                odds.put(&mut page);
                page.human(80)
            })
        )
    });
    insta::assert_snapshot!(
        "odds_under_charts",
        anstream::adapter::strip_str(&told.join("\n")).to_string()
    );
}

#[test]
fn no_domain_of_a_rolled_fact_is_open() {
    for model in &RULEBOOK.games {
        for variable in model
            .variables
            .iter()
            .filter(|variable| variable.roll.is_some())
        {
            assert_eq!(variable.role, Role::Fact);
            assert!(matches!(
                variable.domain.kind,
                DomainKind::Numbers { .. } | DomainKind::Words { .. }
            ));
        }
    }
}
