//! What players say is not so, and numbers that they say are no more than a bound, or are another one's: taken as it is meant, or
//! told not to be taken.

use crate::common::chartroom;

/// What is asked, the fact as it is taken, and how it is answered.
const TAKEN: &[(&str, &str, &str)] = &[
    (
        "extreme winter isn't in effect, can I dig foxholes?",
        "extreme-winter=no",
        "Foxholes allowed: Yes",
    ),
    (
        "extreme winter is not in effect, may I dig foxholes",
        "extreme-winter=no",
        "Foxholes allowed: Yes",
    ),
    (
        "squad isnt cx, MOL over high wall, cdr 5",
        "cx=no",
        "lands: Across",
    ),
    (
        "it doesn\u{2019}t rain. can i fire smoke?",
        "raining=no",
        "Smoke allowed: Yes",
    ),
    ("there isn`t any dust, MG, 8 hexes", "dust=none", "+0 DRM"),
    (
        "the gun wasn't emplaced, sand, TEM",
        "emplaced-or-dug-in=no",
        "TEM: +0",
    ),
    (
        "gusts but no snow, new drifts?",
        "gusts=yes snow=none",
        "New drifts",
    ),
    // Who asks so denies nothing.
    (
        "isn't smoke allowed in rain?",
        "raining=yes",
        "Smoke allowed depends",
    ),
    (
        "why can't I fire smoke in rain?",
        "raining=yes",
        "Smoke allowed depends",
    ),
    (
        "why doesn't smoke help in rain?",
        "raining=yes",
        "Smoke allowed depends",
    ),
    (
        "I don't know if it rains. can I fire smoke?",
        "raining=yes",
        "Smoke allowed depends",
    ),
    (
        "it's raining, isn't it? can I fire smoke?",
        "smoke-allowed raining=yes",
        "Smoke allowed depends",
    ),
    (
        "heat haze against a plane at 10 hexes?",
        "target=aerial",
        "depends on more facts",
    ),
    (
        "orchard 2 hexes from oasis is rally terrain?",
        "hexes-to-oasis=2",
        "rally terrain: Yes",
    ),
    (
        "does zoc stop my panzer?",
        "enemy-zone-in-hex=yes",
        "Must stop: Yes",
    ),
];

/// What is asked, and of what it is told that the answer says nothing of it.
const DOUBTED: &[(&str, &str)] = &[
    ("the dust isn't heavy: does it negate FFMO", "not heavy"),
    ("snow isn't deep, AP mines 6 FP", "not deep"),
    ("neither rain nor mist, MG 14 hexes", "neither rain"),
    ("EC not dry: can light dust exist?", "not dry"),
    ("over 12 hexes, heat haze, mg at infantry", "over 12"),
    (
        "12 hexes or more, heat haze, mg at infantry",
        "12 hexes or more",
    ),
    ("MG at infantry in heat haze at up to 12 hexes", "up to 12"),
    (
        "less than 12 hexes, heat haze, mg at infantry",
        "less than 12",
    ),
    (
        "heat haze, range 12, no, 14, infantry target, ordnance",
        "12 no 14",
    ),
    ("range 7 I mean 14 MG at infantry heat haze", "7 i mean 14"),
    (
        "how far may infantry move on turn 4 in battle for moscow",
        "turn 4",
    ),
    ("is the EC wet after the rain stopped?", "is the ec wet"),
];

#[test]
fn what_is_denied_is_not_taken_to_be_so() {
    for (words, fact, answer) in TAKEN {
        let ran = chartroom(&["ask", words]);
        assert!(
            ran.says(fact) && ran.says(answer),
            "{words}\n{}",
            ran.both()
        );
    }
}

#[test]
fn what_is_only_a_bound_or_taken_back_is_doubted() {
    for (words, doubt) in DOUBTED {
        let ran = chartroom(&["ask", words]);
        let doubt = format!("perhaps not what you ask: this answer says nothing of {doubt}");
        assert!(ran.says(&doubt), "{words}\n{}", ran.both());
        assert_eq!(ran.code, 1, "{words}");
    }
}

#[test]
fn a_no_to_what_forbids_says_what_it_answers() {
    let ran = chartroom(&["ask", "can an air unit be placed in a mud hex?"]);
    assert!(
        ran.says("this asks: Does the weather forbid placing an Air unit in this hex?"),
        "{}",
        ran.both()
    );
    let ran = chartroom(&["ask", "does mud forbid an air unit?"]);
    assert!(!ran.says("this asks:"), "{}", ran.both());
}
