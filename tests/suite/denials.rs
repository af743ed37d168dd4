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
    (
        "heat haze is intense, range 14, infantry, ordnance",
        "heat-haze=intense",
        "+2",
    ),
    (
        "Heat Haze: intense. Range 14, infantry, ordnance",
        "heat-haze=intense",
        "+2",
    ),
    (
        "is light dust possible, some desert boards, EC are very dry",
        "ec=very-dry",
        "Light dust possible: Yes",
    ),
    (
        "bogs in sand: truck, sand bog dr 9, weight five",
        "weight=5 bog-dr=9",
        "Bogs in sand: Yes",
    ),
    (
        "intense heat haze, twenty-five hexes, infantry, ordnance, heat haze DRM",
        "range=25",
        "+4 DRM",
    ),
    (
        "in mud, not in season, not by gusts, does fire spread across an orchard",
        "in-season=no gusts=no",
        "Fire can spread: No",
    ),
    (
        "not in season, no gusts, across grain, in deep snow, can the fire spread?",
        "in-season=no gusts=no",
        "Fire can spread: No",
    ),
    (
        "extreme winter not in effect, German B# in Jan 1942",
        "extreme-winter=no",
        "Winter BX decrease: 0",
    ),
    (
        "gusts never, is vehicle dust raised by a truck, EC dry, some desert boards",
        "gusts=no",
        "Vehicle Dust raised",
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
    ("is dust possible if EC at least moist", "at least moist"),
    ("does mist form, EC are moist or more", "moist or more"),
    (
        "german MG B12 extreme winter before april 1942",
        "before april",
    ),
    (
        "germans in extreme winter, b# decrease, prior to april 1942",
        "prior to april",
    ),
    (
        "rally DR 11 russian pre-april 1941 extreme winter",
        "pre april",
    ),
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

/// Words behind the name of a question are read in the same way, and what is more than one value is refused.
#[test]
fn words_behind_a_question_are_taken_as_they_are_meant() {
    for (words, told) in [
        (
            &["in-fog", "fog level -1", "location level 0"][..],
            "fog-level=-1",
        ),
        (
            &["in-fog", "fog level minus one", "location level 0"],
            "fog-level=-1",
        ),
        (&["fog-blind-hexes", "fog level is three"], "fog-level=3"),
        (
            &["dyo-dust-final-dr", "dust dr 4, bombardments 2"],
            "bombardments=2 dyo-dust-dr=4",
        ),
        (
            &["dyo-dust-final-dr", "dust dr 4, bombardments two"],
            "bombardments=2 dyo-dust-dr=4",
        ),
        (
            &["heat-haze-drm", "heat haze intense", "range forty"],
            "heat-haze=intense range=40",
        ),
        (
            &["snow-blitz-unit", "ss: no", "german"],
            "ss=no attacker=german",
        ),
        (
            &["fire-can-spread", "gusts, no rain"],
            "understood: gusts=yes",
        ),
        (&["fog-level", "fog level dr not 6"], "not used: not, 6"),
        (
            &[
                "immobilized-at-first-start",
                "start dr more than 5",
                "extreme-winter",
                "axis",
            ],
            "`more than 5` is more than one value",
        ),
    ] {
        let ran = chartroom(&[&["ask"], words].concat());
        assert!(ran.both().contains(told), "{words:?}\n{}", ran.both());
    }
}

/// `deep sand` is no deep Snow, and `heavy fog` no Heavy Dust: of what it is so, is said.
#[test]
fn how_much_there_is_of_something_is_not_told_of_another_thing() {
    for (words, fact, is_told) in [
        ("truck enters deep sand cost", "snow=", false),
        ("truck enters deep snow cost", "snow=deep", true),
        ("range 4 in heavy fog, small arms DRM", "dust=", false),
        ("dust DRM light, small arms 8 hexes", "dust=light", true),
    ] {
        let ran = chartroom(&["ask", words]);
        let asked = ran.out.lines().next().unwrap_or_default();
        assert_eq!(asked.contains(fact), is_told, "{words}\n{}", ran.both());
    }
}

/// What is taken out of something is not told, and that is doubted.
#[test]
fn what_is_taken_out_is_not_told() {
    for (words, fact) in [
        (
            "Weather DR 7 in every month but March in Europe",
            "month=mar",
        ),
        ("Weather DR not 7 in March in Europe", "weather-dr=7"),
        (
            "unless extreme winter, German B# in Jan 1942",
            "extreme-winter=yes",
        ),
        (
            "Weather DR 7 in a month other than March in Europe",
            "month=mar",
        ),
    ] {
        let ran = chartroom(&["ask", words]);
        assert!(!ran.out.contains(fact), "{words}\n{}", ran.both());
        assert!(
            ran.code != 0 && ran.out.contains("says nothing of not "),
            "{words}\n{}",
            ran.both()
        );
    }
}
