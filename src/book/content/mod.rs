//! What stands in a book besides its questions' diagrams: paragraphs, charts, facts, errata, odds, and the words by which all
//! that is found. A thing that is the same in all states of the errata stands once.

mod chart;
pub mod effects;
mod errata;
mod plots;
mod pool;
mod searched;
mod thing;

pub use self::errata::Errata;
use super::memo::Memo;
use super::states::{Book, State};
use crate::analysis::about::Shelf;
use crate::model::{Model, Role};
use crate::rulebook::doubt;
use crate::rulebook::finding::{HAPPENS, ROLLED};
use crate::rulebook::likely::CHANCE;
use crate::search::{
    BARE, CITING, FILLERS, IRREGULAR, JOINING, OTHERWISE, PLACING, TELLING, WHAT, WHETHER,
    not_held, sayings,
};
use indexmap::IndexMap;
use pool::Pool;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

/// The content of a book in its states.
pub fn content(book: &Book<'_>, (known, errata): (&Memo<Things>, &Memo<Errata>)) -> Value {
    let (states, chosen) = (book.states, book.chosen);
    let (Some(printed), Some(own)) = (states.first(), states.get(chosen)) else {
        return Value::Null;
    };
    let mut pool = Pool::default();
    let games = own.rulebook.games.iter();
    let things: Vec<Value> = games
        .clone()
        .map(|game| things(states, &game.game, &mut pool, known))
        .collect();
    let errata = errata::errata(printed, errata);
    let errata: Vec<Value> = errata
        .iter()
        .map(|each| pool.packed(Value::clone(each)))
        .collect();
    let searched = pool.packed(searched::things(&own.rulebook.written));
    let heard = searched::heard(&own.rulebook.written).into_iter();
    let heard = heard.map(|(game, other)| (game, pool.packed(other)));
    let heard: Map<String, Value> = heard.collect();
    let places = own.rulebook.sources.places().iter();
    let forms = IRREGULAR.iter();
    let forms = forms.map(|(form, word)| ((*form).to_owned(), json!(word)));
    let told = states.iter().map(|state| {
        let applied: Vec<String> = state
            .applied()
            .map(|(game, id)| format!("{game}/{id}"))
            .collect();
        json!({ "label": state.label, "set": state.set, "errata": applied })
    });
    json!({
        "states": told.collect::<Vec<_>>(),
        "chosen": chosen,
        "rules": places.map(ToString::to_string).collect::<Vec<_>>(),
        "game": book.game,
        "games": games.map(|model| game(model, book.packs)).collect::<Vec<_>>(),
        "things": things,
        "errata": errata,
        "find": searched,
        "words": {
            "fillers": FILLERS,
            "chance": CHANCE,
            "happens": HAPPENS,
            "rolled": ROLLED,
            "whether": WHETHER,
            "what": WHAT,
            "telling": TELLING,
            "joining": JOINING,
            "otherwise": OTHERWISE,
            "placing": PLACING,
            "bare": BARE,
            "forms": forms.collect::<Map<_, _>>(),
            "citing": CITING,
            "doubt": doubt::lists(),
            "sayings": sayings(&own.rulebook.written).iter().map(|said| json!([said.words, said.other, said.called, said.names, said.game, said.names_by])).collect::<Vec<_>>(),
            "notHeld": not_held(&own.rulebook.written).collect::<Vec<_>>(),
            "heard": heard,
        },
        "text": pool.texts(),
    })
}

/// A game: the packs whose chapters are wanted, with their paragraphs, and what is asked most.
fn game(model: &Model, wanted: &[String]) -> Value {
    let packs = model.packs.iter();
    let packs = packs.filter(|pack| wanted.is_empty() || wanted.contains(&pack.id));
    let packs = packs.map(|pack| {
        let paragraphs = pack.paragraphs.iter();
        let paragraphs: Vec<[&str; 2]> = paragraphs
            .map(|(number, title)| [number.as_str(), title.as_str()])
            .collect();
        json!({
            "id": pack.id,
            "title": pack.title,
            "edition": pack.edition,
            "paragraphs": paragraphs,
        })
    });
    json!({
        "id": model.game,
        "title": model.guide.title,
        "asked": model.guide.asked,
        "packs": packs.collect::<Vec<_>>(),
    })
}

/// The things of a game, each once, or with what it is in each state.
fn things(states: &[State], game: &str, pool: &mut Pool, known: &Memo<Things>) -> Value {
    let applied = |state: &State| -> Vec<String> {
        let own = state.applied().filter(|(text, _)| *text == game);
        own.map(|(_, id)| id.to_owned()).collect()
    };
    let mut sets: Vec<Vec<String>> = Vec::new();
    let mut variants = Vec::new();
    let mut of_state = Vec::new();
    for state in states {
        let set = applied(state);
        let place = sets.iter().position(|texts| *texts == set);
        of_state.push(place.unwrap_or(sets.len()));
        if place.is_none() {
            sets.push(set);
            variants.push(state);
        }
    }
    let models = variants.iter().filter_map(|state| state.model(game));
    let variants = known.of(game, models.cloned().collect(), || {
        let variants = variants.into_par_iter();
        variants.map(|state| all(state, game)).collect()
    });
    let mut keys: Vec<&String> = variants.iter().flat_map(IndexMap::keys).collect();
    let mut seen = rustc_hash::FxHashSet::default();
    keys.retain(|key| seen.insert(*key));
    let things = keys.into_iter().map(|key| {
        let mut own = variants
            .iter()
            .map(|variant| variant.get(key).cloned().unwrap_or_default());
        let first = own.clone().next().unwrap_or_default();
        let told = match own.all(|other| other == first) {
            true => pool.packed(first),
            false => {
                let by = of_state.iter().filter_map(|place| variants.get(*place));
                let by =
                    by.map(|variant| pool.packed(variant.get(key).cloned().unwrap_or_default()));
                json!({ "by": by.collect::<Vec<_>>() })
            }
        };
        (key.clone(), told)
    });
    Value::Object(things.collect())
}

/// All things of a game, in each of its states.
pub type Things = Vec<IndexMap<String, Value>>;

/// All things of a game in a state. The first letter of a key is its kind.
fn all(state: &State, game: &str) -> IndexMap<String, Value> {
    let book = &state.rulebook;
    let Some(model) = state.model(game) else {
        return IndexMap::new();
    };
    let shelf = Shelf::new(model, &book.written, &book.sources);
    let told = |letter: &str, about: crate::analysis::about::About| {
        (
            format!("{letter}{}", about.name),
            thing::thing(model, &about),
        )
    };
    let paragraphs: Vec<_> = model
        .packs
        .iter()
        .flat_map(|pack| {
            pack.paragraphs
                .iter()
                .map(move |(number, title)| (pack, number, title))
        })
        .collect();
    let paragraphs = paragraphs.into_par_iter();
    let paragraphs =
        paragraphs.map(|(pack, number, title)| told("p", shelf.paragraph(pack, number, title)));
    let questions: Vec<_> = model.questions.enumerated().collect();
    let questions = questions.into_par_iter();
    let questions = questions.filter(|(_, question)| question.process.is_none());
    let questions = questions.map(|(id, _)| told("q", shelf.question(id)));
    let facts: Vec<_> = model.variables.enumerated().collect();
    let facts = facts
        .into_par_iter()
        .filter(|(_, variable)| is_told(variable.role));
    let facts = facts.map(|(id, _)| told("f", shelf.variable(id)));
    let charts: Vec<_> = model.charts.iter().collect();
    let charts = charts.into_par_iter();
    let charts = charts.map(|chart| (format!("c{}", chart.id), chart::chart(&shelf, chart)));
    let things = paragraphs.chain(questions).chain(facts).chain(charts);
    let (things, plots) = rayon::join(|| things.collect::<Vec<_>>(), || plots::plots(model));
    let mut all: IndexMap<String, Value> = things.into_iter().collect();
    let processes = model.processes.iter().map(|process| &process.name);
    let procedures = model.procedures.iter().map(|procedure| &procedure.name);
    let cards = model.cards.iter().map(|card| &card.name);
    let played = processes.chain(procedures).chain(cards);
    let played = played.filter_map(|name| shelf.played(name));
    all.extend(played.map(|about| told("s", about)));
    all.extend(plots);
    all
}

/// Whether a variable is told of: a fact, a reading.
const fn is_told(role: Role) -> bool {
    matches!(role, Role::Fact | Role::Reading(_))
}
