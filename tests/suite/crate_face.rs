//! The crate as another program uses it: names in, names out.

use chartroom::{Rulebook, Throws};

const HAZE: [(&str, &str); 5] = [
    ("heat-haze", "intense"),
    ("range", "17"),
    ("target", "infantry"),
    ("attack", "ordnance"),
    ("los-within-one-building", "no"),
];

#[test]
fn an_answer_tells_its_reasons_with_their_paragraphs_and_places() {
    let book = Rulebook::shipped();
    let answer = book
        .ask("heat-haze-drm")
        .facts(HAZE)
        .unwrap()
        .answer()
        .unwrap();
    assert_eq!(answer.to_string(), "+2 DRM");
    assert_eq!(answer.value().as_deref(), Some("+2"));
    assert_eq!(answer.unit(), "DRM");
    let by_range = answer
        .reasons()
        .into_iter()
        .find(|reason| reason.cite() == "F11.621")
        .unwrap();
    assert_eq!(by_range.says(), "+1 per 6 hexes FRU beyond 6");
    assert_eq!(by_range.gives().as_deref(), Some("+2"));
    assert_eq!(by_range.question(), "heat-haze-range-drm");
    assert!(by_range.place().unwrap().0.ends_with("62-heat-haze.ron"));
    let parts: Vec<_> = answer
        .parts()
        .map(|part| (part.gives().unwrap(), part.cite().to_owned()))
        .collect();
    assert_eq!(parts, [("+2".to_owned(), "F11.621".to_owned())]);
}

#[test]
fn what_is_taken_as_usual_is_told_and_what_of_it_would_change_the_answer() {
    let book = Rulebook::shipped();
    let haze = HAZE
        .into_iter()
        .filter(|(fact, _)| *fact != "los-within-one-building");
    let answer = book
        .ask("heat-haze-drm")
        .facts(haze)
        .unwrap()
        .answer()
        .unwrap();
    assert_eq!(answer.to_string(), "+2 DRM");
    assert!(
        answer
            .found()
            .any(|(fact, value)| (fact, value.as_str()) == ("los-within-one-building", "no"))
    );
    let others = answer.would_change();
    let inside = others
        .iter()
        .find(|other| other.fact() == "los-within-one-building")
        .unwrap();
    assert_eq!(
        (inside.value(), inside.answer()),
        ("yes".to_owned(), Some("+0".to_owned()))
    );
    assert!(answer.impossible().is_none());
}

#[test]
fn what_is_missing_is_an_answer_and_what_is_misspelt_an_error() {
    let book = Rulebook::shipped();
    let open = book
        .ask("arid-weather")
        .fact("month", "may")
        .unwrap()
        .answer()
        .unwrap();
    assert_eq!(open.value(), None);
    assert_eq!(open.needs().collect::<Vec<_>>(), ["weather-dr"]);
    assert_eq!(open.to_string(), "depends on weather-dr");

    let error = |found: Result<_, chartroom::Error>| found.map(|_: ()| ()).unwrap_err().to_string();
    let fact = book.ask("arid-weather").fact("mont", "may").map(|_| ());
    assert_eq!(
        error(fact),
        "no pack declares a fact `mont`; did you mean `month`?"
    );
    let twice = book
        .ask("arid-weather")
        .facts([("month", "may"), ("month", "jun")])
        .map(|_| ());
    assert_eq!(error(twice), "`month` is given twice");
    let name = book.ask("arid-wether").answer().map(|_| ());
    assert!(error(name).contains("arid-weather"));
}

#[test]
fn odds_are_exact_fractions_with_what_is_left_open_side_by_side() {
    let book = Rulebook::shipped();
    let odds = book
        .ask("arid-weather")
        .fact("month", "apr")
        .unwrap()
        .odds()
        .unwrap();
    assert_eq!(
        odds.to_string(),
        "clear 1/2\nclear-and-gusty 11/36\novercast 5/36\nmud 1/36\nmud-and-overcast 1/36\n"
    );
    let open = book.ask("arid-weather").odds().unwrap();
    let given: Vec<_> = open
        .chances()
        .next()
        .unwrap()
        .given()
        .map(|(_, values)| values)
        .collect();
    assert_eq!(given, ["apr"]);
}

fn sample(amount: &str) -> Rulebook {
    let pack = format!(
        "id = \"first\"\ngame = \"sample\"\n[unit.DRM]\n[fact.roll]\ndomain = \"1..=6\"\n\
         [question.q]\ncite = \"1.1\"\nanswer = \"DRM\"\ncombine = \"sum\"\n\
         [[rule]]\nanswers = \"q\"\nwhen = \"roll >= 5\"\ngives = \"{amount}\"\n"
    );
    Rulebook::texts([("sample/first/pack.toml", pack)])
}

#[test]
fn a_difference_names_the_question_and_counts_its_situations() {
    let (old, new) = (sample("+1"), sample("+2"));
    assert!(old.diff(&old).is_empty());
    let difference = old.diff(&new);
    let change = difference.changes().next().unwrap();
    assert_eq!((change.question(), change.situations()), ("q", (2, 6)));
    assert!(difference.to_string().contains("1 → 2"), "{difference}");
}

#[test]
fn an_error_of_a_pack_is_told_when_it_is_opened_and_shown_underlined() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("first")).unwrap();
    let pack =
        "id = \"first\"\ngame = \"sample\"\n[question.q]\nanswer = \"bool\"\ngives = \"rol\"\n";
    std::fs::write(folder.path().join("first/pack.toml"), pack).unwrap();
    assert!(Rulebook::open([folder.path()]).is_err());
    let broken = Rulebook::texts([("first/pack.toml", pack)]);
    let found = broken.check();
    assert!(broken.show(found.first().unwrap()).contains("^^^"));
    assert!(Rulebook::open(["embedded"]).is_ok());
}

#[test]
fn a_game_is_played_from_its_begin_to_what_is_in_effect() {
    let book = Rulebook::shipped();
    let mut game = book.game("asl").unwrap();
    for (fact, value) in [
        ("region", "north-africa"),
        ("desert-boards", "all"),
        ("month", "jul"),
    ] {
        game.tell(fact, Some(value)).unwrap();
    }
    let set_up = game.roll("arid-set-up", &[], Throws::Seed(5)).unwrap();
    assert!(set_up.came.iter().any(|(fact, _)| fact == "weather"));
    let before: Vec<_> = game.known().collect();
    let turn = game
        .play(
            "wind-by-turn",
            &[("wind-blows-to", "0")],
            Throws::Told("6+6"),
        )
        .unwrap();
    assert_eq!(turn.rolls.len(), 1);
    let lines = game.in_effect("scenario").unwrap();
    assert!(!lines.is_empty());
    assert!(lines.iter().all(|line| !line.to_string().is_empty()));
    let haze = game.ask("arid-weather").unwrap().answer().unwrap();
    assert!(!haze.to_string().is_empty());

    let again = book.resume(game.text()).unwrap();
    assert!(again.known().eq(game.known()));
    assert_eq!(again.misfits().count(), 0);
    assert!(game.undo().unwrap());
    assert!(game.known().eq(before));
    game.tell("month", None).unwrap();
    assert!(game.known().all(|(fact, _)| fact != "month"));
}

#[test]
fn what_does_not_fit_a_game_is_refused_and_leaves_it_as_it_was() {
    let book = Rulebook::shipped();
    let told = |error: chartroom::Error| error.to_string();
    assert_eq!(
        told(book.game("asll").unwrap_err()),
        "no pack is of the game `asll`; did you mean `asl`?"
    );
    assert!(book.resume("dice").is_err());
    let mut game = book.game("asl").unwrap();
    let empty = game.text().to_owned();
    assert!(!game.undo().unwrap());
    assert!(game.tell("month", Some("jly")).is_err());
    assert!(game.roll("arid-setup", &[], Throws::Seed(1)).is_err());
    assert!(game.play("wind-by-turn", &[], Throws::Told("99")).is_err());
    assert!(game.in_effect("scenarios").is_err());
    assert_eq!(game.text(), empty);
}
