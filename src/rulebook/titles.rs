//! The games that words name: by their names, or by words of their titles.

use crate::pack;
use crate::search::{Asked, Index, is_filler, words_of};
use itertools::Itertools;

/// The word after that for a game.
const GAME: &str = "game";

/// How many words of one game alone tell that it is meant, and how many times as many as those of another.
const MANY: usize = 2;

/// Games, each with the words of a title.
pub type Titles<'w> = Vec<(&'w str, Vec<String>)>;

/// The games with their titles: the words of each before a colon.
pub fn titled(written: &pack::Rulebook) -> impl Iterator<Item = (&str, Vec<String>)> {
    let packs = written.packs.iter();
    packs.flat_map(|pack| {
        let titles = pack.guides.iter().filter_map(|guide| guide.title.as_ref());
        titles.filter_map(|title| {
            let head = title.value.split(':').next().unwrap_or_default();
            Some((pack.game.as_ref()?.value.as_str(), words_of(head)))
        })
    })
}

/// The one game that some words call, by its name or by words of its title: `moscow`.
pub fn called<'w>(written: &'w pack::Rulebook, words: &[String]) -> Option<&'w str> {
    one_called(titled(written), words)
}

fn one_called<'w>(
    titles: impl Iterator<Item = (&'w str, Vec<String>)>,
    words: &[String],
) -> Option<&'w str> {
    let told = words
        .iter()
        .filter(|word| !is_filler(word) && *word != GAME);
    let is_own = |(game, title): &(&str, Vec<String>)| {
        let is_name = *game == words.join("-");
        is_name || told.clone().all(|word| title.contains(word))
    };
    let is_said = told.clone().next().is_some();
    let all = titles.filter(is_own).map(|(game, _)| game);
    let all: Vec<&str> = all.unique().collect();
    match all.as_slice() {
        [only] if is_said => Some(*only),
        _ => None,
    }
}

/// The game by which a text is headed, and the rest of it: `Moscow: how far …`.
pub fn headed<'w, 't>(titles: &Titles<'w>, text: &'t str) -> (Option<&'w str>, &'t str) {
    let head = text.split_once(':');
    let headed = head.and_then(|(head, rest)| {
        Some((one_called(titles.iter().cloned(), &words_of(head))?, rest))
    });
    match headed {
        Some((game, rest)) if !rest.trim().is_empty() => (Some(game), rest),
        _ => (None, text),
    }
}

/// The game whose title stands in what is asked, or a word of it before `game`, and the rest of it.
pub fn of_game<'w>(titles: &Titles<'w>, asked: &Asked) -> (Option<&'w str>, Asked) {
    let words = &asked.words;
    let of_title = titles.iter().find_map(|(game, title)| {
        let mut places = words.windows(title.len().max(1));
        let at = places.position(|texts| texts == title.as_slice())?;
        (title.len() > 1).then_some((*game, at, title.len()))
    });
    let of_word = || {
        let at = words.iter().skip(1).position(|word| word == GAME)?;
        let game = one_called(titles.iter().cloned(), words.get(at..=at)?)?;
        Some((game, at, 2))
    };
    let Some((game, at, count)) = of_title.or_else(of_word) else {
        return (None, asked.clone());
    };
    let rest = asked.without(|place, _| (at..at + count).contains(&place));
    (Some(game).filter(|_| !rest.words.is_empty()), rest)
}

/// The game that alone has some of the words, if no other alone has more than half as many.
pub fn spoken<'w>(index: &Index<'_>, titles: &Titles<'w>, asked: &Asked) -> Option<&'w str> {
    let words = asked.words.iter().unique();
    let words: Vec<&String> = words.filter(|word| !is_filler(word)).collect();
    let own = |game: &str| {
        let others = titles.iter().filter(|(other, _)| *other != game);
        let own = words.iter().filter(|word| {
            index.is_only_of(game, word)
                && !others.clone().any(|(other, _)| index.is_in(other, word))
        });
        own.count()
    };
    let games = titles.iter().map(|(game, _)| *game).unique();
    let counted: Vec<(usize, &str)> = games.map(|game| (own(game), game)).collect();
    let (most, game) = counted.iter().copied().max_by_key(|(count, _)| *count)?;
    let mut others = counted.iter().filter(|(_, other)| *other != game);
    let is_clear = others.all(|(count, _)| MANY * count <= most);
    (most >= MANY && is_clear).then_some(game)
}

/// The game of whose title a word is asked about that no other game has: `near Moscow`.
pub fn about<'w>(index: &Index<'_>, titles: &Titles<'w>, asked: &Asked) -> Option<&'w str> {
    let is_own = |game: &str, word: &String| {
        word != GAME
            && !is_filler(word)
            && asked.words.contains(word)
            && index.is_only_of(game, word)
    };
    let mut all = titles.iter();
    let own = all.find(|(game, title)| title.iter().any(|word| is_own(game, word)));
    own.map(|(game, _)| *game)
}
