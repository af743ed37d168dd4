//! Odds and rolls: plain Rust, Chartroom, and the Python libraries icepool and dyce where the `python3` on the path, or the one
//! that `CHARTROOM_PYTHON` names, has them (`odds.py` beside this file does their part). Times are of one distribution each.

use chartroom::diagram::{Compiler, NodeId, Store};
use chartroom::dice::chain::Chain;
use chartroom::dice::chance::Count;
use chartroom::dice::generator::Generator;
use chartroom::dice::process::{self, Turns};
use chartroom::dice::spread::{Level, Spread};
use chartroom::dice::{self, Terms, Trials};
use chartroom::model::{Model, Process, VariableId};
use chartroom::rulebook::{Named, Rulebook, request};
use chartroom::turn::ProcessPlan;
use divan::{Bencher, black_box};
use num_bigint::BigUint;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::LazyLock;

fn main() {
    divan::main();
}

static BOOK: LazyLock<Rulebook> = LazyLock::new(Rulebook::embedded_for_answers);

/// In how many ways two dice fall as 2 to 12.
const TWO_DICE: [u64; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

fn find(name: &str) -> (&'static Model, Named) {
    BOOK.find(name).into_iter().next().unwrap()
}

fn facts(model: &Model, line: &[(&str, &str)]) -> Vec<(VariableId, u32)> {
    line.iter()
        .flat_map(|(name, value)| request::fact(model, name, value).unwrap())
        .collect()
}

fn terms(model: &Model, known: &[(&str, &str)]) -> Terms {
    let mut terms = Terms::new(model);
    for (fact, index) in facts(model, known) {
        terms.known.set(fact, Some(index));
    }
    terms
}

/// A process of so many turns, all of whose facts are given or rolled.
struct Played {
    model: &'static Model,
    process: &'static Process,
    terms: Terms,
}

impl Played {
    fn new(name: &str, known: &[(&str, &str)], of: &str, turns: u32) -> Self {
        let (model, Named::Process(id)) = find(name) else {
            panic!("no process `{name}`")
        };
        let terms = Terms {
            turns,
            of: vec![of.to_owned()],
            ..terms(model, known)
        };
        let process = &model.processes[id];
        Self {
            model,
            process,
            terms,
        }
    }

    fn plan(&self) -> ProcessPlan<'static> {
        dice::plan(self.model, self.process, &self.terms, &|fact| {
            self.terms.names(fact)
        })
        .unwrap()
    }

    /// The process as a chain, with all that it takes to make one.
    fn chain(&self) -> Chain {
        let plan = self.plan();
        let turns = Turns::new(&plan, &self.terms, Default::default());
        Chain::new(&process::experiment(&turns, &self.terms, &[])).unwrap()
    }

    /// How long the chain takes to make where the process is compiled.
    fn bench_chain(&self, bencher: Bencher) {
        let plan = self.plan();
        let turns = Turns::new(&plan, &self.terms, Default::default());
        let experiment = process::experiment(&turns, &self.terms, &[]);
        bencher.bench_local(|| Chain::new(black_box(&experiment)).unwrap());
    }
}

/// In how many ways each thing is seen after so many turns.
fn seen<C: Count>(chain: &Chain, turns: u32) -> Vec<C> {
    let standing = (0..turns).fold(chain.first::<C>(), |ways, _| chain.advance(&ways));
    let mut ways = vec![C::zero(); chain.seen.len()];
    for (seen, _, count) in chain.shown(&standing) {
        let place = chain.seen.iter().position(|own| own == seen).unwrap();
        ways[place] += count.clone();
    }
    ways
}

fn sorted<C: Count>(ways: &[C]) -> Vec<BigUint> {
    let mut ways: Vec<BigUint> = ways
        .iter()
        .cloned()
        .map(Into::into)
        .filter(|ways| *ways != BigUint::ZERO)
        .collect();
    ways.sort();
    ways
}

/// A Python that answers `NAME N` by working NAME out N times.
struct Python {
    child: Child,
    asks: ChildStdin,
    tells: BufReader<ChildStdout>,
}

impl Python {
    /// Python with a library, if it is installed.
    fn with(library: &str) -> Option<Self> {
        let program = std::env::var("CHARTROOM_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("odds.py");
        let mut child = Command::new(program)
            .arg(script)
            .arg(library)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut python = Self {
            asks: child.stdin.take()?,
            tells: BufReader::new(child.stdout.take()?),
            child,
        };
        let is_ready = python.line().starts_with("ready");
        if !is_ready {
            eprintln!("{library} is not installed: `pip install {library}` to compare with it");
        }
        is_ready.then_some(python)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.tells.read_line(&mut line).unwrap();
        line
    }

    fn ask(&mut self, name: &str, times: usize) -> String {
        writeln!(self.asks, "{name} {times}").unwrap();
        self.asks.flush().unwrap();
        self.line()
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What Python makes of a task, many times a call so that the pipe does not count; it must find the same ways.
fn in_python(bencher: Bencher, library: &str, task: &str, times: usize, expected: &[BigUint]) {
    let Some(mut python) = Python::with(library) else {
        return;
    };
    let told = python.ask(task, 1);
    let mut ways: Vec<BigUint> = told
        .split_whitespace()
        .map(|ways| ways.parse().unwrap())
        .collect();
    ways.sort();
    assert_eq!(ways, expected, "{library} finds other odds");
    bencher
        .counter(divan::counter::ItemsCount::new(times))
        .bench_local(|| python.ask(task, times));
}

/// The Arid Weather Chart in one month.
mod a_month_of_the_weather_chart {
    use super::*;

    /// The column of April: 0 clear, 1 clear and gusty, 2 overcast, 3 mud, 4 mud and overcast.
    const APRIL: [u8; 11] = [3, 1, 1, 0, 0, 1, 0, 0, 2, 2, 4];

    fn native(column: &[u8; 11]) -> [u64; 5] {
        let mut ways = [0; 5];
        for (result, falls) in column.iter().zip(TWO_DICE) {
            ways[usize::from(*result)] += falls;
        }
        ways
    }

    fn counted() -> (&'static Store, Vec<Level<u128>>, NodeId) {
        let (model, Named::Question(id)) = find("arid-weather") else {
            panic!("no chart of the weather")
        };
        let mut compiler = Compiler::new(model);
        let whole = compiler.question(id).unwrap();
        let (month, april) = request::fact(model, "month", "apr").unwrap()[0];
        let root = compiler.store.restrict(whole, month, april).unwrap();
        let roll = *model.variable_names.get("weather-dr").unwrap();
        (
            Box::leak(Box::new(compiler.store)),
            vec![Level::new(roll, TWO_DICE.into_iter().map(u128::from))],
            root,
        )
    }

    #[divan::bench]
    fn a_plain_rust(bencher: Bencher) {
        bencher.bench_local(|| native(black_box(&APRIL)));
    }

    #[divan::bench]
    fn b_chartroom(bencher: Bencher) {
        let (store, levels, root) = counted();
        let spread = Spread {
            store,
            levels: &levels,
        };
        let ways: Vec<u128> = spread
            .counts(root)
            .into_iter()
            .map(|(_, ways)| ways)
            .collect();
        assert_eq!(sorted(&ways), sorted(&native(&APRIL).map(u128::from)));
        bencher.bench_local(|| spread.counts(black_box(root)));
    }

    #[divan::bench]
    fn c_icepool(bencher: Bencher) {
        in_python(
            bencher,
            "icepool",
            "month",
            200,
            &sorted(&native(&APRIL).map(u128::from)),
        );
    }

    #[divan::bench]
    fn d_dyce(bencher: Bencher) {
        in_python(
            bencher,
            "dyce",
            "month",
            200,
            &sorted(&native(&APRIL).map(u128::from)),
        );
    }
}

/// The Dust density after ten Player Turns, all from the Wind Change DR: Clear and Gusty, Heavy Wind at the start.
mod dust_after_ten_turns {
    use super::*;

    const GIVEN: &[(&str, &str)] = &[
        ("weather", "clear-and-gusty"),
        ("wind-force", "heavy-wind"),
        ("gusts", "no"),
        ("dust", "none"),
        ("heavy-dust-possible", "yes"),
        ("has-rained", "no"),
        ("wind-blows-to", "0"),
        ("snow", "none"),
        ("extreme-winter", "no"),
        ("precipitation", "none"),
        ("fog-or-mist", "none"),
        ("fog-level", "-8"),
        ("player-turn", "second"),
    ];

    /// One more turn of [dust 0 to 5][wind force 0 to 2][gusts].
    fn turn(before: &[[[u128; 2]; 3]; 6]) -> [[[u128; 2]; 3]; 6] {
        let mut after = [[[0; 2]; 3]; 6];
        for (dust, forces) in before.iter().enumerate() {
            for (force, gusts) in forces.iter().enumerate() {
                for (gusty, ways) in gusts.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                    for (total, falls) in (2_usize..).zip(TWO_DICE) {
                        for second in 1..=6_usize {
                            let force_now = match (total, second) {
                                (2, 5) => [1, 2, 1][force],
                                (2, 6) => [1, 0, 1][force],
                                _ => force,
                            };
                            let gusty_now = usize::from(total >= 10);
                            let dust_now = match (
                                force_now == 2 && gusty_now == 1,
                                force == 2 && gusty == 1,
                            ) {
                                (true, _) => (dust + 1).min(5),
                                (false, true) => dust.saturating_sub(1),
                                (false, false) => dust,
                            };
                            after[dust_now][force_now][gusty_now] += ways * u128::from(falls);
                        }
                    }
                }
            }
        }
        after
    }

    fn played() -> Played {
        Played::new("weather-turn", GIVEN, "dust", 10)
    }

    fn native() -> [u128; 6] {
        let mut ways = [[[0; 2]; 3]; 6];
        ways[0][2][0] = 1;
        for _ in 0..10 {
            ways = turn(&ways);
        }
        ways.map(|forces| forces.iter().flatten().sum())
    }

    #[divan::bench]
    fn a_plain_rust(bencher: Bencher) {
        bencher.bench_local(native);
    }

    #[divan::bench]
    fn b_chartroom(bencher: Bencher) {
        let chain = played().chain();
        assert_eq!(sorted(&seen::<u128>(&chain, 10)), sorted(&native()));
        bencher.bench_local(|| seen::<u128>(black_box(&chain), 10));
    }

    #[divan::bench]
    fn b_chartroom_making_the_chain(bencher: Bencher) {
        played().bench_chain(bencher);
    }

    #[divan::bench]
    fn b_chartroom_from_the_rules(bencher: Bencher) {
        let played = played();
        bencher.bench_local(|| seen::<u128>(&played.chain(), 10));
    }

    #[divan::bench]
    fn c_icepool(bencher: Bencher) {
        in_python(bencher, "icepool", "dust", 1, &sorted(&native()));
    }

    #[divan::bench]
    fn d_dyce(bencher: Bencher) {
        in_python(bencher, "dyce", "dust", 1, &sorted(&native()));
    }
}

/// Whether it rains after 24 Player Turns of an Overcast scenario, in big fractions.
mod rain_after_24_turns {
    use super::*;

    fn played() -> Played {
        Played::new("rain-by-turn", &[("weather", "overcast")], "raining", 24)
    }

    fn native() -> [BigUint; 2] {
        let mut ways = [BigUint::from(1_u8), BigUint::ZERO];
        for _ in 0..24 {
            let [dry, rain] = &ways;
            ways = [dry * 30_u8 + rain * 3_u8, dry * 6_u8 + rain * 33_u8];
        }
        ways
    }

    #[divan::bench]
    fn a_plain_rust(bencher: Bencher) {
        bencher.bench_local(native);
    }

    #[divan::bench]
    fn b_chartroom(bencher: Bencher) {
        let chain = played().chain();
        let scale = BigUint::from(36 / chain.ways[0]).pow(24);
        let ways: Vec<BigUint> = seen(&chain, 24)
            .iter()
            .map(|ways: &BigUint| ways * &scale)
            .collect();
        assert_eq!(sorted(&ways), sorted(&native()));
        bencher.bench_local(|| seen::<BigUint>(black_box(&chain), 24));
    }

    #[divan::bench]
    fn b_chartroom_making_the_chain(bencher: Bencher) {
        played().bench_chain(bencher);
    }

    #[divan::bench]
    fn b_chartroom_from_the_rules(bencher: Bencher) {
        let played = played();
        bencher.bench_local(|| seen::<BigUint>(&played.chain(), 24));
    }

    #[divan::bench]
    fn c_icepool(bencher: Bencher) {
        in_python(bencher, "icepool", "rain", 1, &sorted(&native()));
    }

    #[divan::bench]
    fn d_dyce(bencher: Bencher) {
        in_python(bencher, "dyce", "rain", 1, &sorted(&native()));
    }
}

/// A million set-ups in an Arid Land, of any month, by the same generator of chance.
mod a_million_set_ups {
    use super::*;

    const NUMBER: u64 = 1_000_000;

    const GIVEN: &[(&str, &str)] = &[
        ("region", "north-africa"),
        ("desert-boards", "all"),
        ("steppe-terrain", "no"),
        ("bombardments", "1"),
        ("night-waived", "no"),
    ];

    /// Weather by column of the chart: 0 clear, 1 clear and gusty, 2 overcast, 3 mud, 4 mud and overcast.
    const WEATHER: [[usize; 11]; 4] = [
        [3, 1, 1, 0, 0, 1, 0, 0, 2, 2, 4],
        [0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 2],
        [3, 1, 0, 0, 0, 0, 1, 2, 2, 0, 4],
        [1, 1, 0, 0, 1, 2, 2, 3, 4, 4, 4],
    ];
    const COLUMN: [usize; 12] = [3, 3, 3, 0, 1, 1, 1, 1, 1, 2, 2, 3];
    const MONTH_DRM: [i32; 12] = [-1, -1, -1, 3, 3, 3, 3, 3, 3, 0, 0, -1];

    /// One set-up by hand: the Dust in the end, 0 none to 3 heavy.
    fn set_up(chance: &mut Generator) -> usize {
        let month = chance.below(12) as usize;
        let weather = WEATHER[COLUMN[month]][(chance.below(6) + chance.below(6)) as usize];
        let is_overcast = matches!(weather, 2 | 4);
        let is_early_morning = chance.below(6) == 0 && !is_overcast;
        let is_rolled = weather < 3 && !is_early_morning;
        let is_dry = is_rolled && chance.below(6) as i32 + 1 + MONTH_DRM[month] >= 5;
        let wind = [0, 1, 1, 1, 1, 2][chance.below(6) as usize];
        if !is_dry {
            return 0;
        }
        match chance.below(6) + 1 + wind + 3 {
            ..=5 => 0,
            6..=7 => 1,
            8..=9 => 2,
            _ => 3,
        }
    }

    fn native() -> [u64; 4] {
        let mut chance = Generator::new(1, 0);
        let mut counts = [0; 4];
        for _ in 0..NUMBER {
            counts[set_up(&mut chance)] += 1;
        }
        counts
    }

    fn simulated(threads: usize) -> Vec<u64> {
        let (model, Named::Procedure(id)) = find("arid-set-up") else {
            panic!("no set-up of an Arid Land")
        };
        let mut terms = terms(model, GIVEN);
        let (month, _) = request::fact(model, "month", "jan").unwrap()[0];
        terms.uniform.push((month, (0..12).collect()));
        let trials = Trials {
            number: NUMBER,
            seed: 1,
            threads,
        };
        let procedure = &model.procedures[id];
        let estimate = dice::of_procedure(model, procedure, &terms, Some(trials)).unwrap();
        let sample = estimate.sample.unwrap();
        let mut results = estimate.parts[0].results.iter();
        let dust = results.find(|own| own.name == "dust").unwrap();
        dust.chances
            .iter()
            .map(|(_, share)| sample.hits(share))
            .collect()
    }

    /// Dust by hand alone, and on one thread.
    #[divan::bench(sample_count = 5)]
    fn a_plain_rust_dust_alone(bencher: Bencher) {
        bencher.bench_local(native);
    }

    /// All eight outcomes of the procedure.
    #[divan::bench(sample_count = 5, args = [1, 2])]
    fn b_chartroom_on_threads(bencher: Bencher, threads: usize) {
        for (simulated, native) in simulated(threads).into_iter().zip(native()) {
            assert!(
                simulated.abs_diff(native) < 3_000,
                "the two set-ups differ: {simulated} and {native}"
            );
        }
        bencher.bench_local(|| simulated(threads));
    }
}

/// In a process of its own: `target/release/chartroom`, which `cargo build --release` makes.
mod cold {
    use super::*;

    fn run(bencher: Bencher, arguments: &[&str]) {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/chartroom");
        if !program.exists() {
            eprintln!("build the program first: cargo build --release");
            return;
        }
        bencher.bench_local(|| {
            let done = Command::new(&program)
                .args(arguments)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            assert!(done.unwrap().success());
        });
    }

    #[divan::bench]
    fn odds_of_a_chart(bencher: Bencher) {
        run(bencher, &["odds", "arid-weather"]);
    }

    #[divan::bench]
    fn odds_of_a_set_up(bencher: Bencher) {
        run(bencher, &["odds", "temperate-set-up"]);
    }

    #[divan::bench]
    fn odds_of_rain_in_12_turns(bencher: Bencher) {
        run(
            bencher,
            &[
                "odds",
                "rain-by-turn",
                "weather=overcast",
                "--turns",
                "12",
                "--ever",
                "raining",
            ],
        );
    }
}
