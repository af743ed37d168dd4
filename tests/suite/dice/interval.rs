//! The interval of an estimate holds as often as it says, for chances of every size.

use chartroom::dice::{Chance, interval};
use num_bigint::BigUint;

/// How often the interval fails to hold a chance of so many in `of`: all numbers of hits, each as often as
/// it comes.
fn failures(trials: u64, chance: u64, of: u64) -> Chance {
    let mut way = BigUint::from(of - chance).pow(u32::try_from(trials).unwrap());
    let mut failed = BigUint::ZERO;
    for hits in 0..=trials {
        let (low, high) = interval(hits, trials);
        let own = Chance::new(chance.into(), of.into());
        if own < low || high < own {
            failed += &way;
        }
        way = way * (trials - hits) * chance / (BigUint::from(of - chance) * (hits + 1));
    }
    Chance::new(
        failed,
        BigUint::from(of).pow(u32::try_from(trials).unwrap()),
    )
}

#[test]
fn the_interval_holds_as_often_as_it_says() {
    let most = |in_ten_thousand: u32| Chance::new(in_ten_thousand.into(), 10_000_u32.into());
    for trials in [1, 7, 60] {
        for chance in (1..400).step_by(9) {
            let failed = failures(trials, chance, 400);
            assert!(
                failed <= most(10),
                "{trials} trials, {chance}/400: {failed}"
            );
        }
    }
    // Where hits are many, it holds nearly as often.
    for chance in [1, 2, 3, 5, 8, 13, 20, 50, 100, 150, 200] {
        let failed = failures(400, chance, 4000);
        assert!(failed <= most(15), "400 trials, {chance}/4000: {failed}");
    }
}

#[test]
fn the_ends_are_those_of_the_tables() {
    let shown = |hits, trials| {
        let (low, high) = interval(hits, trials);
        format!(
            "{} to {}",
            chartroom::dice::chance::decimal(&low, 6),
            chartroom::dice::chance::decimal(&high, 6)
        )
    };
    // By the closed forms of none and all: 1 - (1/2000)^(1/10).
    assert_eq!(shown(0, 10), "0.000000 to 0.532376");
    assert_eq!(shown(10, 10), "0.467624 to 1.000000");
    assert_eq!(shown(0, 0), "0.000000 to 1.000000");
    assert_eq!(shown(0, 10_000_000_000), "0.000000 to 0.000000");
    let (_, high) = interval(0, 10_000_000_000);
    assert!(*high.numer() > 0_u32.into());
}
