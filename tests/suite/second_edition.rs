//! The later edition of Battle for Moscow, as errata that a table chooses: each rule that it has otherwise, asked by both.

use crate::common::chartroom;

/// An erratum, what is asked, what only the erratum makes a fact, and the answers of the first edition and of the second, as JSON.
const CASES: [[&str; 5]; 15] = [
    [
        "first-turn",
        "phase-held game-turn=1 play-phase=panzer-movement",
        "",
        "true",
        "false",
    ],
    [
        "half-strength",
        "half-strength full-strength=7",
        "",
        "4",
        "3",
    ],
    [
        "mud",
        "attack-strength printed-attack-total=17 mud=yes",
        "panzer-attack-total=9",
        "8.5",
        "12.5",
    ],
    [
        "mud",
        "battle-odds printed-attack-total=17 mud=yes defender-strength=4 defender-side=soviet",
        "panzer-attack-total=9",
        "2",
        "3",
    ],
    [
        "victory",
        "winner last-unit-in-moscow=soviet",
        "soviet-city-beside-moscow=no",
        "\"soviet\"",
        "\"draw\"",
    ],
    [
        "victory",
        "winner last-unit-in-moscow=german",
        "soviet-city-beside-moscow=no",
        "\"german\"",
        "\"german\"",
    ],
    [
        "stand-fast",
        "defender-after-result crt-result=dr steps=full defender-terrain=moscow",
        "stands-fast=yes",
        "\"full\"",
        "\"half\"",
    ],
    [
        "stand-fast",
        "hex-vacated crt-result=dr steps=full defender-terrain=moscow",
        "stands-fast=yes",
        "true",
        "false",
    ],
    [
        "stand-fast",
        "hex-vacated crt-result=dr steps=half defender-terrain=moscow",
        "stands-fast=yes",
        "true",
        "true",
    ],
    [
        "retreat",
        "retreat-hex-legal retreat-hex=passed enemy-zone-in-hex=yes",
        "",
        "false",
        "true",
    ],
    [
        "edge",
        "may-place side=soviet game-turn=2 place=own-edge enemy-zone-in-hex=yes",
        "",
        "true",
        "false",
    ],
    [
        "soviet-edge",
        "communication-edge side=soviet",
        "",
        "\"east\"",
        "[\"northeast\",\"east\",\"southeast\"]",
    ],
    [
        "first-shock",
        "may-place side=soviet game-turn=4 first-shock=yes place=moscow",
        "",
        "true",
        "false",
    ],
    [
        "housekeeping",
        "next-phase game-turn=2 play-phase=soviet-movement",
        "",
        "\"german-replacement\"",
        "\"housekeeping\"",
    ],
    [
        "tula",
        "odds-shift defender-terrain=city defender-side=soviet",
        "defender-in-tula=yes",
        "0",
        "-1",
    ],
];

#[test]
fn each_rule_of_the_second_edition_is_an_erratum() {
    let answer = |words: &str, set: &str| {
        let words: Vec<&str> = words.split_whitespace().collect();
        let options = ["--format", "json", "--errata", set];
        let ran = chartroom(&[&["ask"], &words[..], &options].concat());
        let told: serde_json::Value = serde_json::from_str(&ran.out).expect(&ran.error);
        told["answer"].to_string()
    };
    for [erratum, asked, brought, first, second] in CASES {
        assert_eq!(answer(asked, "none"), first, "{asked}");
        let set = format!("second-edition-{erratum}");
        assert_eq!(
            answer(&format!("{asked} {brought}"), &set),
            second,
            "{set}: {asked}"
        );
    }
}
