//! Batches: whatever a line says, it is answered, and its answer is JSON; one that remembers less answers the same.

use arbitrary::{Result, Unstructured};
use chartroom::rulebook::Rulebook;
use chartroom::rulebook::lines::Lines;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::LazyLock;

static BOOK: LazyLock<Rulebook> = LazyLock::new(Rulebook::embedded_for_answers);

thread_local! {
    static LINES: RefCell<[Lines<'static>; 2]> = RefCell::new([(); 2].map(|()| Lines::new(&BOOK)));
}

pub fn answered(data: &[u8]) {
    let line = line(&mut Unstructured::new(data)).unwrap_or_else(|_| data.to_vec());
    LINES.with_borrow_mut(|lines| {
        // What is asked seldom is not remembered: the other begins anew before it remembers much.
        if line.len().is_multiple_of(32) {
            lines[1] = Lines::new(&BOOK);
        }
        let [one, other] = lines.each_mut().map(|lines| {
            let mut told = String::new();
            lines.answer(&line, &mut told);
            told
        });
        let read = |told: &str| -> Value { serde_json::from_str(told).expect("JSON") };
        let both = [&one, &other].map(|told| read(told));
        assert!(both[0].is_object(), "{one}");
        let [same, alike] = both.map(in_any_order);
        assert_eq!(same, alike, "{one}{other}");
    });
}

/// What is wanted of a question of which it is too much to tell what may still be, in one order: with what is remembered it may be
/// little enough to tell what each fact settles, and the fact that settles most is named first.
fn in_any_order(mut told: Value) -> Value {
    let is_much = told["possible"].as_array().is_some_and(Vec::is_empty);
    if let (true, Some(needs)) = (is_much, told["needs"].as_array_mut()) {
        needs.sort_by_key(ToString::to_string);
    }
    told
}

/// A question with some of its facts, most of them with values of theirs.
fn line(bytes: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let model = &BOOK.games[bytes.choose_index(BOOK.games.len())?];
    let names: Vec<&str> = model
        .questions
        .iter()
        .map(|own| own.name.as_str())
        .collect();
    let at = bytes.choose_index(names.len())?;
    let mut facts = serde_json::Map::new();
    for fact in model
        .questions
        .iter()
        .nth(at)
        .iter()
        .flat_map(|own| &own.from)
    {
        let size = model.variables[*fact].domain.size();
        let value = match bytes.int_in_range(0..=11)? {
            0 | 1 => continue,
            2 => json!(bytes.arbitrary::<Option<bool>>()?),
            3 => json!(bytes.arbitrary::<i16>()?),
            4 => json!(bytes.arbitrary::<&str>()?),
            _ => json!(model.show_index(*fact, bytes.int_in_range(0..=size - 1)?)),
        };
        facts.insert(model.variable_name(*fact).to_owned(), value);
    }
    let mut line = json!({ "question": names[at], "facts": facts });
    if bytes.ratio(1_u8, 8_u8)? {
        line["strict"] = bytes.arbitrary::<bool>()?.into();
        line["id"] = Value::from(bytes.arbitrary::<&str>()?);
    }
    Ok(line.to_string().into_bytes())
}
