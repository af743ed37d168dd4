//! One rule four ways: plain Rust, Chartroom in columns, Chartroom by names, and two rule engines of the field. Each takes the same
//! rows, at random over the whole space, so that no branch predictor learns them, and each must give what plain Rust gives.

use chartroom::Ready;
use chartroom::answer::Asker;
use chartroom::rulebook::{Named, Rulebook, request};
use chartroom::turn::Situation;
use divan::{Bencher, black_box};
use std::sync::LazyLock;

fn main() {
    divan::main();
}

const ROWS: usize = 4096;

/// Of what takes a thousand times as long, these are enough.
const FEW: usize = 64;

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

/// A question with the facts of its columns, and rows at random over all their values: as numbers, and as names.
struct Rows<const N: usize> {
    question: &'static str,
    facts: [&'static str; N],
    ready: Ready<'static>,
    rows: Vec<[u32; N]>,
}

impl<const N: usize> Rows<N> {
    fn new(book: &'static Rulebook, question: &'static str, facts: [&'static str; N]) -> Self {
        let ready = book.ask(question).columns(facts).unwrap();
        let sizes = std::array::from_fn(|column| ready.values(column).count() as u32);
        let mut stream = Stream(11);
        let mut row = || sizes.map(|size: u32| stream.below(size));
        let rows = (0..ROWS).map(|_| row()).collect();
        Self {
            question,
            facts,
            ready,
            rows,
        }
    }

    fn columns(&self) -> [Vec<u32>; N] {
        std::array::from_fn(|column| self.rows.iter().map(|row| row[column]).collect())
    }

    /// The rows as names and values.
    fn named(&self) -> Vec<[(&'static str, String); N]> {
        let values: [Vec<String>; N] =
            std::array::from_fn(|column| self.ready.values(column).collect());
        let pair = |row: &[u32; N], column: usize| {
            (
                self.facts[column],
                values[column][row[column] as usize].clone(),
            )
        };
        let row = |row| std::array::from_fn(|column| pair(row, column));
        self.rows.iter().map(row).collect()
    }

    /// The numbers of some values of a column.
    fn numbers<const M: usize>(&self, column: usize, values: [&str; M]) -> [u32; M] {
        values.map(|value| self.ready.number(column, value).unwrap())
    }

    /// What plain Rust takes.
    fn bench_plain<R>(&self, bencher: Bencher<'_, '_>, native: impl Fn([u32; N]) -> R) {
        over(bencher, &self.rows, |row| {
            black_box(native(*row));
        });
    }

    /// What the columns take, where each answers what plain Rust does.
    fn bench_columns(
        mut self,
        bencher: Bencher<'_, '_>,
        native: impl Fn([u32; N]) -> Option<String>,
    ) {
        let columns = self.columns();
        let columns = columns.each_ref().map(Vec::as_slice);
        let mut out = vec![0; ROWS];
        self.ready.answers(&columns, &mut out).unwrap();
        for (row, number) in self.rows.iter().zip(&out) {
            let answer = self.ready.answer(*number).unwrap();
            let expected = native(*row);
            assert_eq!(answer.value(), expected.as_deref(), "{row:?}");
        }
        bencher
            .counter(divan::counter::ItemsCount::new(ROWS))
            .bench_local(|| self.ready.answers(black_box(&columns), &mut out).unwrap());
    }

    /// What it takes to ask each row by its names.
    fn bench_names(&self, bencher: Bencher<'_, '_>, native: impl Fn([u32; N]) -> Option<String>) {
        let ask = |row: &[(&'static str, String); N]| {
            let question = BOOK.ask(self.question).facts(row.iter().cloned());
            question.unwrap().answer().unwrap()
        };
        let named = self.named();
        let few = &named[..FEW];
        for (row, named) in self.rows.iter().zip(few) {
            assert_eq!(ask(named).value(), native(*row), "{named:?}");
        }
        over(bencher, few, |row| {
            black_box(ask(row));
        });
    }
}

/// A modifier as it is shown.
fn shown(modifier: i32) -> Option<String> {
    Some(format!("{modifier:+}"))
}

fn json(row: &[(&str, String)]) -> String {
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
fn over<R>(bencher: Bencher<'_, '_>, rows: &[R], answer: impl Fn(&R)) {
    bencher
        .counter(divan::counter::ItemsCount::new(rows.len()))
        .bench_local(|| rows.iter().for_each(|row| answer(black_box(row))));
}

mod heat_haze {
    use super::*;

    /// Small arms, ordnance, DC, thrown DC, FT, MOL, overrun.
    const TAKES: u32 = 1 | 1 << 1 | 1 << 5 | 1 << 6 | 1 << 7 | 1 << 8 | 1 << 12;
    /// Bombs, and aircraft.
    const GROUND_SUPPORT: u32 = 1 << 17 | 1 << 18;
    const AERIAL: u32 = 6;

    /// F11.62 to F11.622 by hand: [heat-haze, attack, target, range, los-within-one-building].
    fn native([haze, attack, target, range, within]: [u32; 5]) -> i32 {
        if within == 1 {
            return 0;
        }
        if GROUND_SUPPORT >> attack & 1 == 1 {
            return haze as i32;
        }
        if haze == 0 || target == AERIAL || TAKES >> attack & 1 == 0 {
            return 0;
        }
        let (near, step) = if matches!(target, 2 | 3) {
            (if haze == 1 { 24 } else { 12 }, 12)
        } else {
            (if haze == 1 { 12 } else { 6 }, 6)
        };
        range.saturating_sub(near).div_ceil(step) as i32
    }

    fn rows() -> Rows<5> {
        let facts = [
            "heat-haze",
            "attack",
            "target",
            "range",
            "los-within-one-building",
        ];
        Rows::new(&BOOK, "heat-haze-drm", facts)
    }

    /// What another engine must give for each row.
    fn refuse_other(rows: &Rows<5>, mut other: impl FnMut(usize) -> f64) {
        for (place, row) in rows.rows.iter().enumerate() {
            assert_eq!(other(place), f64::from(native(*row)), "{row:?}");
        }
    }

    #[divan::bench]
    fn a_plain_rust(bencher: Bencher<'_, '_>) {
        rows().bench_plain(bencher, native);
    }

    #[divan::bench]
    fn b_chartroom_in_columns(bencher: Bencher<'_, '_>) {
        rows().bench_columns(bencher, |row| shown(native(row)));
    }

    #[divan::bench(sample_count = 10)]
    fn c_chartroom_by_names(bencher: Bencher<'_, '_>) {
        rows().bench_names(bencher, |row| shown(native(row)));
    }

    const LOGIC: &str = r#"{"if":[{"==":[{"var":"los-within-one-building"},"yes"]}, 0,
        {"in":[{"var":"attack"},["bomb","aerial"]]}, {"if":[{"==":[{"var":"heat-haze"},"none"]},0,{"==":[{"var":"heat-haze"},"normal"]},1,2]},
        {"or":[{"==":[{"var":"heat-haze"},"none"]},{"==":[{"var":"target"},"aerial"]},
               {"!":[{"in":[{"var":"attack"},["small-arms","ordnance","dc","thrown-dc","ft","mol","overrun"]]}]}]}, 0,
        {"in":[{"var":"target"},["vehicle","prc"]]},
            {"max":[0,{"ceil":[{"/":[{"-":[{"var":"range"},{"if":[{"==":[{"var":"heat-haze"},"normal"]},24,12]}]},12]}]}]},
        {"max":[0,{"ceil":[{"/":[{"-":[{"var":"range"},{"if":[{"==":[{"var":"heat-haze"},"normal"]},12,6]}]},6]}]}]}]}"#;

    #[divan::bench]
    fn d_datalogic_parsed(bencher: Bencher<'_, '_>) {
        let engine = datalogic_rs::Engine::new();
        let logic = engine.compile(LOGIC).unwrap();
        let rows = rows();
        let parsed: Vec<_> = rows
            .named()
            .iter()
            .map(|row| datalogic_rs::ParsedData::from_json(&json(row)).unwrap())
            .collect();
        let mut session = engine.session();
        refuse_other(&rows, |place| {
            let told = session.eval_borrowed(&logic, &parsed[place]).unwrap();
            told.as_f64().unwrap()
        });
        bencher
            .counter(divan::counter::ItemsCount::new(ROWS))
            .bench_local(|| {
                for row in &parsed {
                    black_box(session.eval_borrowed(&logic, row).unwrap());
                    session.reset();
                }
            });
    }

    #[divan::bench]
    fn e_datalogic_text(bencher: Bencher<'_, '_>) {
        let engine = datalogic_rs::Engine::new();
        let logic = engine.compile(LOGIC).unwrap();
        let rows = rows();
        let texts: Vec<String> = rows.named().iter().map(|row| json(row)).collect();
        let mut session = engine.session();
        refuse_other(&rows, |place| {
            let told = session.eval_borrowed(&logic, texts[place].as_str());
            told.unwrap().as_f64().unwrap()
        });
        bencher
            .counter(divan::counter::ItemsCount::new(ROWS))
            .bench_local(|| {
                for row in &texts {
                    black_box(session.eval_borrowed(&logic, row.as_str()).unwrap());
                    session.reset();
                }
            });
    }

    const CEL: &str = r#"within == "yes" ? 0 : attack in ["bomb", "aerial"] ? (heat_haze == "none" ? 0 : heat_haze == "normal" ? 1 : 2) :
        heat_haze == "none" || target == "aerial" || !(attack in ["small-arms", "ordnance", "dc", "thrown-dc", "ft", "mol", "overrun"]) ? 0 :
        target in ["vehicle", "prc"] ? (range <= (heat_haze == "normal" ? 24 : 12) ? 0 : (range - (heat_haze == "normal" ? 24 : 12) + 11) / 12) :
        range <= (heat_haze == "normal" ? 12 : 6) ? 0 : (range - (heat_haze == "normal" ? 12 : 6) + 5) / 6"#;

    #[divan::bench]
    fn f_cel(bencher: Bencher<'_, '_>) {
        use std::sync::Arc;
        let env = Arc::new(cel::Env::stdlib());
        let program = env.compile(CEL).unwrap();
        let rows = rows();
        let named = rows.named();
        let execute = |row: &[(&str, String); 5]| {
            let mut context = cel::Context::with_env(env.clone());
            let names = ["heat_haze", "attack", "target", "range", "within"];
            for ((_, value), name) in row.iter().zip(names) {
                match value.parse::<i64>() {
                    Ok(number) => context.add_variable_from_value(name, number),
                    Err(_) => context.add_variable_from_value(name, value.clone()),
                }
            }
            program.execute(&context).unwrap()
        };
        refuse_other(&rows, |place| match execute(&named[place]) {
            cel::Value::Int(number) => number as f64,
            other => panic!("{other:?} is no number"),
        });
        over(bencher, &named, |row| {
            black_box(execute(row));
        });
    }
}

mod chart {
    use super::*;

    const WEATHER: [&str; 5] = [
        "clear",
        "clear-and-gusty",
        "overcast",
        "mud",
        "mud-and-overcast",
    ];

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

    fn rows() -> Rows<2> {
        Rows::new(&BOOK, "arid-weather", ["month", "weather-dr"])
    }

    #[divan::bench]
    fn a_plain_rust(bencher: Bencher<'_, '_>) {
        rows().bench_plain(bencher, native);
    }

    #[divan::bench]
    fn b_chartroom_in_columns(bencher: Bencher<'_, '_>) {
        rows().bench_columns(bencher, |row| {
            Some(WEATHER[usize::from(native(row))].to_owned())
        });
    }
}

/// F7.31's list of modifiers, on seven facts.
mod sand_bog {
    use super::*;

    fn rows() -> Rows<7> {
        let facts = [
            "ground-pressure",
            "mover",
            "weight",
            "british-built",
            "crosses-dune-crest",
            "hex-terrain",
            "ec",
        ];
        Rows::new(&BOOK, "sand-bog-drm", facts)
    }

    /// The list by hand; nothing where the question is not asked.
    fn native(rows: &Rows<7>) -> impl Fn([u32; 7]) -> Option<i32> + use<> {
        let [high, normal] = rows.numbers(0, ["high", "normal"]);
        let movers = [
            "wagon",
            "truck",
            "armored-car",
            "halftrack",
            "fully-tracked",
        ];
        let movers = rows.numbers(1, movers);
        let [_, truck, .., fully_tracked] = movers;
        let [four] = rows.numbers(2, ["4"]);
        let [open_ground, sand] = rows.numbers(5, ["open-ground", "sand"]);
        let [wet] = rows.numbers(6, ["wet"]);
        move |[pressure, mover, weight, british, crest, terrain, ec]| {
            if !movers.contains(&mover) || terrain != open_ground && terrain != sand {
                return None;
            }
            let is_heavy_truck = mover == truck && weight >= four && british == 0;
            Some(
                2 * i32::from(pressure == high)
                    + i32::from(pressure == normal)
                    + i32::from(mover != fully_tracked)
                    + i32::from(is_heavy_truck)
                    + crest as i32
                    - i32::from(terrain == open_ground)
                    - i32::from(ec <= wet),
            )
        }
    }

    #[divan::bench]
    fn a_plain_rust(bencher: Bencher<'_, '_>) {
        let rows = rows();
        rows.bench_plain(bencher, native(&rows));
    }

    #[divan::bench]
    fn b_chartroom_in_columns(bencher: Bencher<'_, '_>) {
        let rows = rows();
        let native = native(&rows);
        rows.bench_columns(bencher, |row| native(row).and_then(shown));
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

    fn rows() -> Rows<12> {
        let facts = [
            "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11",
        ];
        Rows::new(&TWELVE, "total", facts)
    }

    /// As a person writes it: a line for each rule.
    fn native(row: [u32; 12]) -> i32 {
        let [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11] = row;
        let is_so = |own, least, other| i32::from(own >= least && matches!(other, 1 | 4 | 9 | 14));
        -is_so(f0, 2, f5) + is_so(f1, 3, f6) + 2 * is_so(f2, 4, f7) - is_so(f3, 5, f8)
            + is_so(f4, 6, f9)
            + 2 * is_so(f5, 7, f10)
            - is_so(f6, 8, f11)
            + is_so(f7, 9, f0)
            + 2 * is_so(f8, 10, f1)
            - is_so(f9, 11, f2)
            + is_so(f10, 12, f3)
            + 2 * is_so(f11, 13, f4)
    }

    #[divan::bench]
    fn a_plain_rust(bencher: Bencher<'_, '_>) {
        rows().bench_plain(bencher, native);
    }

    #[divan::bench]
    fn b_chartroom_in_columns(bencher: Bencher<'_, '_>) {
        rows().bench_columns(bencher, |row| Some(native(row).to_string()));
    }
}
