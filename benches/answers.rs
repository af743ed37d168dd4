//! One rule four ways: plain Rust, Chartroom with interned facts, Chartroom by names, and two rule engines of the field. Each
//! takes the same random rows, so that no branch predictor learns them.

use chartroom::answer::Asker;
use chartroom::diagram::{Compiler, Leaf, NodeId, Store};
use chartroom::model::{Model, VariableId};
use chartroom::rulebook::{Named, Rulebook, request};
use chartroom::turn::Situation;
use divan::{Bencher, black_box};
use std::sync::LazyLock;

fn main() {
    divan::main();
}

const ROWS: usize = 4096;

/// Every other value of every fact that an attack takes as usual, warm.
#[divan::bench]
fn what_would_change_an_attack(bencher: Bencher<'_, '_>) {
    let (model, Named::Question(question)) = BOOK.named("attack-drm").unwrap() else {
        panic!("not a question");
    };
    let told = [
        ("attack", "small-arms"),
        ("target", "infantry"),
        ("range", "14"),
        ("heat-haze", "intense"),
        ("dust", "light"),
        ("dust-dr", "3"),
    ];
    let mut given = Situation::new(model);
    for (name, value) in told {
        for (fact, index) in request::fact(model, name, value).unwrap() {
            given.set(fact, Some(index));
        }
    }
    let mut asker = Asker::new(model);
    let (answer, found) = asker.ask(question, &mut given.clone());
    bencher.bench_local(|| asker.would_change(question, &given, (&answer, &found)));
}

static BOOK: LazyLock<Rulebook> = LazyLock::new(Rulebook::embedded_for_answers);
static TWELVE: LazyLock<Rulebook> =
    LazyLock::new(|| Rulebook::texts([("game/twelve/pack.toml", twelve_pack())]));

/// A stream of numbers for the rows; its quality does not matter, its order must not repeat.
struct Stream(u64);

impl Stream {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as u32) % limit
    }
}

/// A question's diagram, and some of its facts in an order of their own; any other is at its first value.
struct Ready {
    model: &'static Model,
    store: Store,
    root: NodeId,
    facts: Vec<VariableId>,
    /// For each variable, its place among the facts.
    places: Vec<usize>,
}

impl Ready {
    fn new(book: &'static Rulebook, question: &str, facts: &[&str]) -> Self {
        let (model, Named::Question(question)) = book.named(question).unwrap() else {
            panic!("not a question");
        };
        let mut compiler = Compiler::new(model);
        let root = compiler.question(question).unwrap();
        let facts: Vec<VariableId> = facts
            .iter()
            .map(|name| model.fact_named(name).unwrap())
            .collect();
        let place = |(id, _): (VariableId, _)| facts.iter().position(|fact| *fact == id);
        let places = model
            .variables
            .enumerated()
            .map(|own| place(own).unwrap_or(usize::MAX))
            .collect();
        Self {
            model,
            root,
            places,
            facts,
            store: compiler.store,
        }
    }

    fn answer(&self, row: &[u32]) -> &Leaf {
        let value_of = |fact: VariableId| row.get(self.places[fact.index()]).copied();
        self.store
            .answer(self.root, |fact| value_of(fact).unwrap_or(0))
    }
}

/// Rows of random indices for the facts of a ready question.
fn rows(ready: &Ready) -> Vec<Vec<u32>> {
    let mut stream = Stream(11);
    let sizes = ready
        .facts
        .iter()
        .map(|fact| ready.model.variables[*fact].domain.size());
    let sizes: Vec<u32> = sizes.collect();
    (0..ROWS)
        .map(|_| sizes.iter().map(|size| stream.below(*size)).collect())
        .collect()
}

fn flat<const N: usize>(rows: &[Vec<u32>]) -> Vec<[u32; N]> {
    rows.iter()
        .map(|row| row.clone().try_into().unwrap())
        .collect()
}

/// The same rows as names and values.
fn named(ready: &Ready, rows: &[Vec<u32>]) -> Vec<Vec<(String, String)>> {
    let pair = |(fact, index): (&VariableId, &u32)| {
        (
            ready.model.variable_name(*fact).to_owned(),
            ready.model.show_index(*fact, *index),
        )
    };
    let row = |row: &Vec<u32>| ready.facts.iter().zip(row).map(pair).collect();
    rows.iter().map(row).collect()
}

fn json(row: &[(String, String)]) -> String {
    let fields: Vec<String> = row
        .iter()
        .map(|(name, value)| match value.parse::<f64>() {
            Ok(_) => format!("\"{name}\":{value}"),
            Err(_) => format!("\"{name}\":\"{value}\""),
        })
        .collect();
    format!("{{{}}}", fields.join(","))
}

/// Runs `answer` over all rows; divan divides by their number.
fn over<R>(bencher: Bencher<'_, '_>, rows: &[R], mut answer: impl FnMut(&R) + Copy + Sync) {
    bencher
        .counter(divan::counter::ItemsCount::new(rows.len()))
        .bench_local(|| rows.iter().for_each(|row| answer(black_box(row))));
}

mod heat_haze {
    use super::*;

    /// F11.62 to F11.622 by hand: [heat-haze, attack, target, range, los-within-one-building].
    fn native([haze, attack, target, range, within]: [u32; 5]) -> i32 {
        const AERIAL: u32 = 18;
        const TAKES: u32 = 1 | 1 << 1 | 1 << 5 | 1 << 7 | 1 << AERIAL;
        if haze == 0 || within == 1 || target == 6 || TAKES >> attack & 1 == 0 {
            return 0;
        }
        if attack == AERIAL {
            return haze as i32;
        }
        let (near, step) = if target < 2 {
            (if haze == 1 { 12 } else { 6 }, 6)
        } else {
            (if haze == 1 { 24 } else { 12 }, 12)
        };
        (range.saturating_sub(near)).div_ceil(step) as i32
    }

    const FACTS: [&str; 5] = [
        "heat-haze",
        "attack",
        "target",
        "range",
        "los-within-one-building",
    ];

    fn ready() -> Ready {
        Ready::new(&BOOK, "heat-haze-drm", &FACTS)
    }

    #[divan::bench]
    fn a_plain_rust(bencher: Bencher) {
        let rows = flat::<5>(&rows(&ready()));
        over(bencher, &rows, |row| {
            black_box(native(*row));
        });
    }

    #[divan::bench]
    fn b_chartroom_interned(bencher: Bencher) {
        let ready = ready();
        let rows = flat::<5>(&rows(&ready));
        over(bencher, &rows, |row| {
            black_box(ready.answer(row));
        });
    }

    #[divan::bench]
    fn c_chartroom_by_names(bencher: Bencher) {
        let ready = ready();
        let rows = named(&ready, &rows(&ready));
        let rows: Vec<Vec<(&str, &str)>> = rows
            .iter()
            .map(|row| {
                row.iter()
                    .map(|(name, value)| (name.as_str(), value.as_str()))
                    .collect()
            })
            .collect();
        over(bencher, &rows, |row| {
            let question = BOOK
                .ask("heat-haze-drm")
                .facts(row.iter().copied())
                .unwrap();
            black_box(question.answer().ok());
        });
    }

    const LOGIC: &str = r#"{"if":[
        {"or":[{"==":[{"var":"heat-haze"},"none"]},{"==":[{"var":"los-within-one-building"},"yes"]},{"==":[{"var":"target"},"aerial"]},
               {"!":[{"in":[{"var":"attack"},["small-arms","ordnance","dc","ft","aerial"]]}]}]}, 0,
        {"==":[{"var":"attack"},"aerial"]}, {"if":[{"==":[{"var":"heat-haze"},"normal"]},1,2]},
        {"in":[{"var":"target"},["infantry","cavalry"]]},
            {"max":[0,{"/":[{"-":[{"var":"range"},{"if":[{"==":[{"var":"heat-haze"},"normal"]},12,6]}]},6]}]},
        {"max":[0,{"/":[{"-":[{"var":"range"},{"if":[{"==":[{"var":"heat-haze"},"normal"]},24,12]}]},12]}]}]}"#;

    #[divan::bench]
    fn d_datalogic_parsed(bencher: Bencher) {
        let engine = datalogic_rs::Engine::new();
        let logic = engine.compile(LOGIC).unwrap();
        let ready = ready();
        let rows: Vec<_> = named(&ready, &rows(&ready))
            .iter()
            .map(|row| datalogic_rs::ParsedData::from_json(&json(row)).unwrap())
            .collect();
        let mut session = engine.session();
        bencher
            .counter(divan::counter::ItemsCount::new(rows.len()))
            .bench_local(|| {
                for row in &rows {
                    black_box(session.eval_borrowed(&logic, row).unwrap());
                    session.reset();
                }
            });
    }

    #[divan::bench]
    fn e_datalogic_text(bencher: Bencher) {
        let engine = datalogic_rs::Engine::new();
        let logic = engine.compile(LOGIC).unwrap();
        let ready = ready();
        let rows: Vec<String> = named(&ready, &rows(&ready))
            .iter()
            .map(|row| json(row))
            .collect();
        let mut session = engine.session();
        bencher
            .counter(divan::counter::ItemsCount::new(rows.len()))
            .bench_local(|| {
                for row in &rows {
                    black_box(session.eval_borrowed(&logic, row.as_str()).unwrap());
                    session.reset();
                }
            });
    }

    const CEL: &str = r#"heat_haze == "none" || within == "yes" || target == "aerial" || !(attack in ["small-arms", "ordnance", "dc", "ft", "aerial"]) ? 0 :
        attack == "aerial" ? (heat_haze == "normal" ? 1 : 2) :
        target in ["infantry", "cavalry"] ? (range - (heat_haze == "normal" ? 12 : 6) + 5) / 6 :
        (range - (heat_haze == "normal" ? 24 : 12) + 11) / 12"#;

    #[divan::bench]
    fn f_cel(bencher: Bencher) {
        use std::sync::Arc;
        let env = Arc::new(cel::Env::stdlib());
        let program = env.compile(CEL).unwrap();
        let ready = ready();
        let rows = named(&ready, &rows(&ready));
        over(bencher, &rows, |row| {
            let mut context = cel::Context::with_env(env.clone());
            for ((_, value), name) in
                row.iter()
                    .zip(["heat_haze", "attack", "target", "range", "within"])
            {
                match value.parse::<i64>() {
                    Ok(number) => context.add_variable_from_value(name, number),
                    Err(_) => context.add_variable_from_value(name, value.clone()),
                }
            }
            black_box(program.execute(&context).unwrap());
        });
    }
}

mod chart {
    use super::*;

    /// The Arid Weather Chart by hand: columns April, May to September, October and November, December to March.
    fn native([month, dr]: [u32; 2]) -> u8 {
        const COLUMN: [usize; 12] = [3, 3, 3, 0, 1, 1, 1, 1, 1, 2, 2, 3];
        const CELLS: [[u8; 4]; 11] = [
            [3, 0, 3, 1],
            [1, 1, 1, 1],
            [1, 0, 0, 0],
            [0, 1, 0, 0],
            [0, 0, 0, 1],
            [1, 0, 0, 2],
            [0, 0, 1, 2],
            [0, 1, 2, 3],
            [2, 0, 2, 4],
            [2, 0, 0, 4],
            [4, 2, 4, 4],
        ];
        CELLS[dr as usize][COLUMN[month as usize]]
    }

    #[divan::bench]
    fn a_plain_rust(bencher: Bencher) {
        let rows = flat::<2>(&rows(&Ready::new(
            &BOOK,
            "arid-weather",
            &["month", "weather-dr"],
        )));
        over(bencher, &rows, |row| {
            black_box(native(*row));
        });
    }

    #[divan::bench]
    fn b_chartroom_interned(bencher: Bencher) {
        let ready = Ready::new(&BOOK, "arid-weather", &["month", "weather-dr"]);
        let rows = flat::<2>(&rows(&ready));
        over(bencher, &rows, |row| {
            black_box(ready.answer(row));
        });
    }
}

/// A question that sums twelve modifiers, each under a condition on two of twelve facts.
fn twelve_pack() -> String {
    let mut text = String::from(
        "id = \"twelve\"\ngame = \"game\"\ntitle = \"Twelve modifiers\"\n\n[unit.DRM]\n\n",
    );
    for fact in 0..12 {
        text += &format!("[fact.f{fact}]\ndomain = \"0..=15\"\n\n");
    }
    let from: Vec<String> = (0..12).map(|fact| format!("\"f{fact}\"")).collect();
    text += &format!(
        "[question.total]\nfrom = [{}]\nanswer = \"DRM\"\ncombine = \"sum\"\n\n",
        from.join(", ")
    );
    for rule in 0..12 {
        let gives = if rule % 3 == 0 {
            "-1".to_owned()
        } else {
            format!("+{}", rule % 3)
        };
        text += &format!(
            "[[rule]]\nanswers = \"total\"\ncite = \"1.{rule}\"\nwhen = \"f{rule} >= {} and f{} in {{1, 4, 9, 14}}\"\ngives = \"{gives}\"\n\n",
            rule + 2,
            (rule + 5) % 12
        );
    }
    text
}

mod sum_of_twelve {
    use super::*;

    fn twelve() -> Ready {
        let facts: Vec<String> = (0..12).map(|fact| format!("f{fact}")).collect();
        Ready::new(
            &TWELVE,
            "total",
            &facts.iter().map(String::as_str).collect::<Vec<_>>(),
        )
    }

    fn native(row: &[u32; 12]) -> i32 {
        let mut total = 0;
        for rule in 0..12 {
            if row[rule] >= rule as u32 + 2 && matches!(row[(rule + 5) % 12], 1 | 4 | 9 | 14) {
                total += if rule % 3 == 0 { -1 } else { rule as i32 % 3 };
            }
        }
        total
    }

    #[divan::bench]
    fn a_plain_rust(bencher: Bencher) {
        let rows = flat::<12>(&rows(&twelve()));
        over(bencher, &rows, |row| {
            black_box(native(row));
        });
    }

    #[divan::bench]
    fn b_chartroom_interned(bencher: Bencher) {
        let ready = twelve();
        let rows = flat::<12>(&rows(&ready));
        for row in &rows {
            let expected = native(row);
            assert_eq!(
                ready.answer(row).value().and_then(|value| value.number()),
                Some(i64::from(expected).into())
            );
        }
        over(bencher, &rows, |row| {
            black_box(ready.answer(row));
        });
    }
}
