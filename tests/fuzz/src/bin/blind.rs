//! The same without a look at what an input reaches, and so in a part of the time: `FUZZ=words blind 100000000 FOLDER…` changes
//! inputs of the folders at random, so many times in all, on all cores. What fails is written beside the program and told.

#![allow(clippy::expect_used, reason = "what fails here is a finding")]

#[path = "../batch.rs"]
mod batch;
#[path = "../edits.rs"]
mod edits;
#[path = "../errata.rs"]
mod errata;
#[path = "../../../suite/agreement/exact.rs"]
mod exact;
#[path = "../games.rs"]
mod games;
#[path = "../packs.rs"]
mod packs;
#[path = "../../../suite/agreement/random_pack.rs"]
mod random_pack;
#[path = "../texts.rs"]
mod texts;
#[path = "../tries.rs"]
mod tries;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs, thread};

/// What the fuzzer writes in first.
const WORDS: &str = include_str!("../../words");

/// How long an input is at most, and how often it is changed before another one is taken up.
const LONGEST: usize = 150;
const LONGEST_PACK: usize = 400;
const CHANGES: u64 = 8;

/// Numbers whose order does not repeat.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(most.max(1)).expect("a length")).expect("below it")
    }
}

/// What inputs are made of.
struct Seeds {
    inputs: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
    longest: usize,
}

impl Seeds {
    fn of(folders: impl Iterator<Item = String>, longest: usize) -> Self {
        let files = folders.filter_map(|folder| fs::read_dir(folder).ok());
        let inputs = files.flatten().flatten();
        let inputs = inputs.filter_map(|file| fs::read(file.path()).ok());
        let words = WORDS
            .lines()
            .map(|word| word.trim_matches('"').as_bytes().to_vec());
        Self {
            inputs: inputs.chain([vec![0; longest / 2]]).collect(),
            words: words.collect(),
            longest,
        }
    }

    fn some<'a>(chance: &mut Chance, all: &'a [Vec<u8>]) -> &'a [u8] {
        let place = chance.below(all.len());
        all.get(place).map_or(&[], Vec::as_slice)
    }

    /// Changes an input at one place.
    fn change(&self, input: &mut Vec<u8>, chance: &mut Chance) {
        let at = chance.below(input.len() + 1);
        let until = (at + chance.below(8)).min(input.len());
        match chance.below(6) {
            0 => drop(input.drain(at..until)),
            1 => drop(input.splice(at..at, Self::some(chance, &self.words).iter().copied())),
            2 => drop(input.splice(at..until, Self::some(chance, &self.words).iter().copied())),
            3 => {
                let other = Self::some(chance, &self.inputs);
                let from = chance.below(other.len() + 1);
                let part = other.iter().skip(from).take(20).copied();
                drop(input.splice(at..until, part));
            }
            4 => {
                let byte = u8::try_from(chance.below(256)).expect("a byte");
                drop(input.splice(at..until.min(at + 1), [byte]));
            }
            _ => {
                let sign = u8::try_from(32 + chance.below(95)).expect("a sign");
                input.insert(at, sign);
            }
        }
        input.truncate(self.longest);
    }
}

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let count = arguments.next().and_then(|count| count.parse::<u64>().ok());
    let count = count.expect("how many times, and the folders of inputs");
    let tries = tries::chosen();
    let is_of_packs = env::var("FUZZ").is_ok_and(|name| name == "packs");
    let longest = if is_of_packs { LONGEST_PACK } else { LONGEST };
    let seeds = Seeds::of(arguments, longest);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let failed = AtomicBool::new(false);
    std::panic::set_hook(Box::new(|_| {}));
    thread::scope(|scope| {
        for core in 0..cores {
            let (seeds, failed) = (&seeds, &failed);
            scope.spawn(move || {
                let first = 0x9E37_79B9_7F4A_7C15 ^ u64::try_from(core + 1).expect("few cores");
                let mut chance = Chance(first);
                let mut input = Vec::new();
                for number in 0..count.div_ceil(u64::try_from(cores).expect("few cores")) {
                    if failed.load(Ordering::Relaxed) {
                        return;
                    }
                    if number % CHANGES == 0 {
                        input = Seeds::some(&mut chance, &seeds.inputs).to_vec();
                    }
                    seeds.change(&mut input, &mut chance);
                    if catch_unwind(AssertUnwindSafe(|| tries(&input))).is_err() {
                        failed.store(true, Ordering::Relaxed);
                        let file = env::temp_dir().join(format!("blind-{core}-{number}"));
                        fs::write(&file, &input).expect("a place to write to");
                        println!("FAILED: {}", file.display());
                    }
                }
            });
        }
    });
    if failed.load(Ordering::Relaxed) {
        return ExitCode::FAILURE;
    }
    println!("{count} executions");
    ExitCode::SUCCESS
}
