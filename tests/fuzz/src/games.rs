//! Games: whatever is told, rolled, played and taken back, the text of the game leads to what is known.

use arbitrary::{Result, Unstructured};
use chartroom::Throws;
use chartroom::rulebook::Rulebook;
use std::sync::LazyLock;

static BOOK: LazyLock<Rulebook> = LazyLock::new(|| {
    let pack = include_str!("../../suite/common/tides/pack.toml");
    let steps = include_str!("../../suite/common/tides/10-steps.ron");
    Rulebook::texts([("tides/pack.toml", pack), ("tides/10-steps.ron", steps)])
});

const FACTS: &[&str] = &[
    "coast",
    "moon",
    "water",
    "wind-dr",
    "tide-dr",
    "first-water",
    "?",
];
const VALUES: &[&str] = &[
    "open",
    "sheltered",
    "new",
    "full",
    "low",
    "middle",
    "high",
    "1",
    "2",
    "5",
    "6",
    "7",
    "",
    " ",
    "any",
    "\n",
    "=",
    "'",
];
const DICE: &[&str] = &[
    "",
    "1",
    "5",
    "6",
    "1,3,6",
    "7",
    "2+3",
    "0",
    ",",
    "x",
    "99999999999",
];

pub fn played(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let mut game = BOOK.game(&BOOK.games[0].game).expect("a game");
    while !bytes.is_empty() {
        if step(&mut game, &mut bytes).is_err() {
            break;
        }
    }
    let text = game.text().to_owned();
    let again = BOOK.resume(&text).expect(&text);
    assert!(again.known().eq(game.known()), "{text}");
    assert_eq!(again.misfits().next(), None, "{text}");
}

fn step(game: &mut chartroom::Game<'_>, bytes: &mut Unstructured<'_>) -> Result<()> {
    let facts = match bytes.ratio(1_u8, 3_u8)? {
        true => vec![(*bytes.choose(FACTS)?, *bytes.choose(VALUES)?)],
        false => Vec::new(),
    };
    let throws = match bytes.arbitrary()? {
        true => Throws::Seed(bytes.arbitrary()?),
        false => Throws::Told(bytes.choose(DICE)?),
    };
    match bytes.int_in_range(0..=6)? {
        0 | 1 => {
            let value = bytes.choose(VALUES)?;
            let value = (!bytes.ratio(1_u8, 8_u8)?).then_some(*value);
            let _ = game.tell(bytes.choose(FACTS)?, value);
        }
        2 => drop(game.roll("set-up", &facts, throws)),
        3 => drop(game.play("water-by-turn", &facts, throws)),
        4 => drop(game.undo()),
        5 => {
            let asked = game.ask("surf");
            drop(asked.and_then(|asked| asked.answer().map(|answer| answer.to_string())));
        }
        _ => {
            // A hand writes into the file.
            let mut text = game.text().to_owned();
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = *bytes.choose(&places)?;
            let piece = [VALUES, FACTS, DICE][bytes.int_in_range(0..=2)?];
            text.insert_str(at, bytes.choose(piece)?);
            if let Ok(resumed) = BOOK.resume(&text) {
                let again = BOOK.resume(resumed.text()).expect("what was read");
                assert!(again.known().eq(resumed.known()), "{text}");
            }
        }
    }
    Ok(())
}
