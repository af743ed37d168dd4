//! What is found by words, and the question to ask with all that the words tell already.

use super::heard::{Listener, each};
use super::likely;
use super::said::{MOST_LIKELY, MOST_QUESTIONS, Said};
use super::successive::{self, Turns};
use super::telling::{given, heard, told_words};
use super::titles::{Titles, about, headed, of_game, spoken, titled};
use crate::check::Outline;
use crate::model::{Stage, VariableId};
use crate::pack;
use crate::search::{Asked, Hits, Index, Kind, Likeness, Search, Thing};
use itertools::Itertools;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// Among how many of the things found there is a question to ask.
const MOST_ASKED: usize = 8;

/// Among how many of the things found a question is as good as what is only read.
const AS_GOOD: usize = 5;

/// How many questions are answered at once.
const MOST_MEANT: usize = 3;

/// Words that ask for all that comes of something.
pub const HAPPENS: [&str; 4] = ["happen", "happened", "happening", "happens"];

/// Words that say how something came about.
pub const ROLLED: [&str; 4] = ["get", "got", "roll", "rolled"];

/// What was found, with what to type next.
#[derive(Debug)]
pub struct Finding<'i> {
    /// What was found by the first question of the words.
    pub hits: Hits<'i>,
    /// What each question of the words leads to, in their order.
    pub parts: Vec<Part<'i>>,
}

/// A question of those that words ask, and what it leads to.
#[derive(Debug, Default)]
pub struct Part<'i> {
    /// The command to type next: its words.
    pub next: Vec<String>,
    /// The words by which it was found.
    pub used: Vec<String>,
    /// The questions that are meant most likely, the likeliest first, each with the words that name it.
    pub meant: Vec<(&'i Thing<'i>, Vec<String>)>,
    /// What was asked, without the game that it named.
    pub asked: Asked,
    /// What is asked for that no pack holds, each with the words that ask for it.
    pub not_held: Vec<(&'i str, Vec<String>)>,
}

/// Finds by words; what they say of the facts that a question takes counts for it. Words that name paragraphs lead to these, words
/// that ask how likely something is to odds, where dice decide it; words that name a game are about that game, if they are not
/// said at the table of one. Several questions are asked one by one, each with what was told before it.
#[must_use]
pub fn find<'i>(library: &'i Library<'i>, text: &str, table: Option<&'i str>) -> Finding<'i> {
    let Library { index, titles, .. } = library;
    let (game, text) = headed(titles, text);
    let whole = Asked::of(text);
    let game = table.or(game).or_else(|| of_game(titles, &whole).0);
    let game = game.or_else(|| about(index, titles, &whole));
    let game = game.or_else(|| spoken(index, titles, &whole));
    let named = index.paragraphs(&whole.words);
    let finder = Finder {
        index,
        library,
        game,
        modifiers: likely::modifiers(text),
    };
    let asked = match named.is_empty() {
        true => Asked::each(text),
        false => vec![whole],
    };
    let mut asked = asked.into_iter();
    let (hits, mut first) = finder.part(&asked.next().unwrap_or_default());
    if !named.is_empty() {
        let show = ["show"].into_iter().chain(finder.meant_of(&first, named));
        first.next = show.map(str::to_owned).collect();
        first.not_held.clear();
    }
    let played = successive::played(&library.turns, &library.outlines, game, (index, text));
    if let Some((next, used)) = played {
        let asked = first.asked;
        let parts = vec![Part {
            next,
            used,
            asked,
            ..Part::default()
        }];
        return Finding { hits, parts };
    }
    let others: Vec<Part<'_>> = asked
        .map(|asked| match finder.otherwise(&first, &asked) {
            Some(part) => part,
            None => finder.part(&asked).1,
        })
        .collect();
    Finding {
        hits,
        parts: [first].into_iter().chain(others).collect(),
    }
}

/// What packs as written hold for those who look for something.
#[derive(Serialize, Deserialize)]
pub struct Library<'w> {
    #[serde(borrow)]
    pub index: Index<'w>,
    outlines: Vec<Outline>,
    #[serde(borrow)]
    turns: Vec<Turns<'w>>,
    /// The games, each with the words of a title.
    #[serde(borrow)]
    titles: Titles<'w>,
}

impl<'w> Library<'w> {
    /// The library of packs: its two halves are made side by side.
    pub fn of(written: &'w pack::Rulebook) -> Self {
        let (index, outlines) = rayon::join(|| Index::of(written), || Outline::all(written));
        Self {
            index,
            outlines,
            turns: successive::all(written),
            titles: titled(written).collect(),
        }
    }

    /// The library as bytes, if it can be such.
    #[cfg(feature = "cli")]
    pub fn to_keep(&self) -> Option<Vec<u8>> {
        postcard::to_stdvec(self).ok()
    }

    /// The library of which [`Self::to_keep`] made some bytes.
    #[cfg(feature = "cli")]
    pub fn of_kept(kept: &'w [u8]) -> Option<Self> {
        postcard::from_bytes(kept).ok()
    }
}

/// What is looked into.
struct Finder<'i> {
    index: &'i Index<'i>,
    library: &'i Library<'i>,
    game: Option<&'i str>,
    /// The numbers that stand with a sign.
    modifiers: Vec<String>,
}

impl<'i> Finder<'i> {
    fn part(&self, asked: &Asked) -> (Hits<'i>, Part<'i>) {
        let (_, asked) = of_game(&self.library.titles, asked);
        let (hits, mut part) = self.likely(&asked).unwrap_or_else(|| self.plain(&asked));
        part.not_held = self.index.not_held(&part.asked);
        (hits, part)
    }

    /// Of paragraphs with the same digits those of the game that is meant.
    fn meant_of<'n>(&self, first: &Part<'i>, named: Vec<&'n str>) -> Vec<&'n str> {
        let digits = |name: &str| name.trim_start_matches(char::is_alphabetic).to_owned();
        let is_one = named.iter().map(|name| digits(name)).all_equal();
        let game = first.meant.first().map(|(thing, _)| thing.game);
        let is_own = |name: &&&str| game.is_some_and(|game| self.index.has_paragraph(game, name));
        let texts: Vec<&str> = named.iter().filter(is_own).copied().collect();
        if is_one && !texts.is_empty() {
            texts
        } else {
            named
        }
    }

    /// The question that was asked first, with what is said to be otherwise: nothing to type next, where that changes nothing.
    fn otherwise(&self, first: &Part<'i>, asked: &Asked) -> Option<Part<'i>> {
        let (thing, names) = first.meant.first()?;
        let is_asked = first.next.first().is_some_and(|word| word == "ask");
        let thing = Some(*thing).filter(|_| asked.goes_on && is_asked)?;
        let mut outlines = self.library.outlines.iter();
        let outline = outlines.find(|other| other.model.game == thing.game)?;
        let model = &outline.model;
        let id = *model.question_names.get(thing.own_name())?;
        let (_, asked) = of_game(&self.library.titles, asked);
        let facts = outline.facts_of(thing.own_name());
        let heard = |asked: &Asked| {
            let listener = Listener::strict(model, &asked.told());
            given(
                model,
                id,
                heard(&listener, asked, thing, &facts, &mut |_| false).0,
            )
        };
        let told = heard(&asked);
        let is_same = told.iter().all(|fact| heard(&first.asked).contains(fact));
        let next = thing
            .next()
            .into_iter()
            .map(str::to_owned)
            .chain(each(model, &told));
        let meant = (thing, names.clone());
        Some(Part {
            next: if is_same { Vec::new() } else { next.collect() },
            meant: if is_same { Vec::new() } else { vec![meant] },
            asked,
            ..Part::default()
        })
    }

    fn said(&self, search: &Search<'i>, asked: &Asked, is_likely: bool) -> Said<'i> {
        let outlines = (self.library.outlines.as_slice(), self.game);
        Said::of(search, outlines, asked, is_likely)
    }

    fn hits(&self, search: &Search<'i>, said: &Said<'i>) -> Hits<'i> {
        let mut hits = search.hits(|thing| said.told_by(thing));
        if let Some(game) = self.game {
            hits.keep(|thing| thing.game == game);
        }
        hits
    }

    fn plain(&self, asked: &Asked) -> (Hits<'i>, Part<'i>) {
        let search = self.index.search(asked);
        let asked = search.respelt();
        let said = self.said(&search, &asked, false);
        let hits = self.hits(&search, &said);
        let first = next(&hits, &asked);
        let first = first.map(|first| {
            let composed = self.composed(&search, (&hits, &said), first);
            situation(&search, (&hits, &said), composed).unwrap_or(composed)
        });
        let best = first.map(|first| fuller(&search, (&hits, &said), first));
        let card = best.and_then(|best| self.card(&search, &said, (best, &asked)));
        let (next, used) = match (card, best) {
            (Some(card), _) => (card, words_at(&search, search.places())),
            (None, Some(best)) => (said.command_of(best), used(&search, &hits, best)),
            (None, None) => Default::default(),
        };
        let part = Part {
            next,
            used,
            meant: meant(&search, (&hits, &said), best.into_iter().chain(first)),
            asked,
            not_held: Vec::new(),
        };
        (hits, part)
    }

    /// What is asked most in place of a part of it that is found first, has no words that it has not, and is not named.
    fn composed(
        &self,
        search: &Search<'i>,
        (hits, said): (&Hits<'i>, &Said<'i>),
        best: &'i Thing<'i>,
    ) -> &'i Thing<'i> {
        let mut outlines = self.library.outlines.iter();
        let own = outlines.find(|own| own.model.game == best.game);
        // What is asked otherwise is not named, though all words of its name are said.
        let is_named = search.says(best.own_name())
            && search.asked.is_like(&best.says) != Likeness::None
            || search.names(best);
        let is_part = !best.is_asked_most && !is_named;
        let Some(outline) = own.filter(|_| is_part) else {
            return best;
        };
        let words = hits.having(best);
        let is_as_good = |other: &Thing<'_>| {
            let is_asked = other.kind == Kind::Question && other.is_asked_most;
            is_asked
                && other.game == best.game
                && words & !(named_in(search, other) | said.told_by(other).first) == 0
                && search.asked.is_like(&other.says) != Likeness::None
                && outline.takes_in(other.own_name(), best.own_name())
        };
        let mut others = hits.things.iter().copied();
        let whole = others.find(|other| best.kind == Kind::Question && is_as_good(other));
        whole.unwrap_or(best)
    }

    /// Where nothing is asked but what happens, and all words tell how things stand in a scenario or turn: the card asked most, with
    /// what they tell. What is named by a word besides is asked.
    fn card(
        &self,
        search: &Search<'i>,
        said: &Said<'i>,
        (best, asked): (&Thing<'_>, &Asked),
    ) -> Option<Vec<String>> {
        let mut outlines = self.library.outlines.iter();
        let own = outlines.find(|own| own.model.game == best.game)?;
        let model = &own.model;
        let most = model.guide.asked.iter();
        let mut most = most.filter_map(|name| self.index.named(best.game, name));
        let card = most.find(|thing| thing.kind == Kind::Card)?;
        let happens = |word: &String| HAPPENS.contains(&word.as_str());
        let asks = search.asked.asks() && !asked.words.iter().any(happens);
        if asks || is_named_besides(search, said, best) || search.places().count_ones() < 2 {
            return None;
        }
        let stands = model.guide.told.iter();
        let stands = stands.filter(|(stage, _)| *stage < Stage::Moment);
        let facts: FxHashSet<VariableId> = stands.map(|(_, fact)| *fact).collect();
        let listener = Listener::strict(model, &asked.told());
        let heard = listener.hear(&facts);
        let told = told_words(model, &search.wanted, listener.words(), &heard).all;
        let mut idle = search.words_at(search.places() & !told);
        let is_whole = idle.all(|word| ROLLED.contains(&word));
        let facts = each(model, &[heard.facts, heard.along].concat());
        let command = card.next().into_iter().map(str::to_owned);
        (is_whole && facts.len() > 1).then(|| command.chain(facts).collect())
    }

    /// The odds, where the words ask for a chance that is none of the game's own words.
    fn likely(&self, asked: &Asked) -> Option<(Hits<'i>, Part<'i>)> {
        let rest = likely::without_chance(asked)?;
        let plain = self.plain(asked);
        let name = plain
            .1
            .meant
            .first()
            .map_or("", |(thing, _)| thing.own_name());
        if likely::is_called(name, asked) {
            return Some(plain);
        }
        // A number with a sign is what comes out, and tells nothing.
        let rest = rest.without(|_, word| self.modifiers.iter().any(|text| text == word));
        let search = self.index.search(&rest);
        let rest = search.respelt();
        let said = self.said(&search, &rest, true);
        let hits = self.hits(&search, &said);
        let most = hits.whole.max(MOST_ASKED);
        let sought = likely::sought(asked);
        let sought = search.bits(|word| Some(word.as_str()) == sought);
        let all = likely::sought_in(asked);
        let all = search.bits(|word| all.contains(&word));
        let gives = |thing: &Thing<'_>| said.results_of(thing) & sought != 0;
        // What is sought is no given: `odds of rain` are not of the rain that there is.
        let takes = |thing: &Thing<'_>| {
            let told = said.bits_of(thing) & !said.results_of(thing);
            all != 0 && all & !told == 0
        };
        let best = hits.things.iter().take(MOST_LIKELY).enumerate();
        let best = best.filter_map(|(place, thing)| Some((place, *thing, said.odds_of(thing)?)));
        let best: Vec<_> = best.collect();
        let near = best.iter().filter(|(place, thing, next)| {
            let has_result = next.iter().any(|word| word == likely::SUM);
            let is_named = all != 0 && all & !named_in(&search, thing) == 0;
            let is_near = *place < most || (has_result || is_named) && *place < MOST_QUESTIONS;
            let may_come_out = !self.modifiers.is_empty() && said.is_signed(thing);
            is_near || gives(thing) || may_come_out
        });
        let mut odds: Vec<_> = near.collect();
        if odds.is_empty() {
            // What is not so near is named by several words at least.
            let is_named = |thing: &Thing<'_>| named_in(&search, thing).count_ones() > 1;
            odds.extend(best.iter().filter(|(_, thing, _)| is_named(thing)));
        }
        if !self.modifiers.is_empty() && odds.iter().any(|(_, thing, _)| said.is_signed(thing)) {
            odds.retain(|(_, thing, _)| said.is_signed(thing));
        }
        // What players call so; what gives what is asked how likely it is, or does not take it for given; what has most of the words
        // for its answer, or takes them for facts; of equals one of which a result is named, that dice decide
        // (`Thrown::is_of_dice`), and that takes more of them for facts.
        let best = odds.iter().rev();
        let best = best.max_by_key(|(_, thing, next)| {
            let gives = gives(thing);
            let having = hits.having(thing).count_ones();
            let is_of_dice = gives && said.is_of_dice(thing);
            let is_sought = !takes(thing);
            let told = said.bits_of(thing) & !said.results_of(thing);
            (
                search.names(thing),
                gives,
                is_sought,
                having,
                likely::names_result(next),
                is_of_dice,
                told.count_ones(),
            )
        });
        let (_, thing, next) = best.copied().cloned()?;
        let chance = asked.words.iter().filter(|word| !rest.words.contains(word));
        let chance: Vec<String> = chance.cloned().collect();
        let part = Part {
            next,
            used: [chance, used(&search, &hits, thing)].concat(),
            meant: meant(&search, (&hits, &said), None),
            asked: search.respelt(),
            not_held: Vec::new(),
        };
        Some((hits, part))
    }
}

/// Where nothing is asked and all words only tell how things stand in a moment: what is asked most, if that takes all of it as
/// players mean it first, and the best is not named by a word besides. `truck on a road in mud` is what a truck pays, for as a
/// target it is meant only where something is fired.
fn situation<'i>(
    search: &Search<'i>,
    (hits, said): (&Hits<'i>, &Said<'i>),
    best: &Thing<'_>,
) -> Option<&'i Thing<'i>> {
    let all = search.places();
    let is_told = |thing: &Thing<'_>| {
        let told_by = said.told_by(thing);
        let is_whole = all & !told_by.first == 0 && told_by.is_of_moment;
        thing.kind == Kind::Question && thing.is_asked_most && is_whole
    };
    let is_best = is_named_besides(search, said, best)
        || is_told(best)
        || search.asked.asks()
        || all.count_ones() < 2;
    let mut things = hits.things.iter().copied();
    things.find(|thing| !is_best && is_told(thing))
}

/// The words by which something was found.
fn used(search: &Search<'_>, hits: &Hits<'_>, thing: &Thing<'_>) -> Vec<String> {
    words_at(search, hits.having(thing))
}

fn words_at(search: &Search<'_>, bits: u64) -> Vec<String> {
    search.words_at(bits).map(str::to_owned).collect()
}

/// The words that the name of something and what it asks have, by the places of the bits.
fn named_in(search: &Search<'_>, thing: &Thing<'_>) -> u64 {
    search.places_in(&names(search, thing))
}

/// The name of something, what it asks, and those of the phrases with which players ask it that are said.
fn names(search: &Search<'_>, thing: &Thing<'_>) -> String {
    let asked_as = thing.asked_as.iter().copied();
    let asked_as = asked_as.filter(|words| search.says_phrase(words));
    let names = [thing.own_name(), thing.says.as_str()];
    names.into_iter().chain(asked_as).join(" ")
}

/// The same in these very words, or in those by which players call them.
fn called_in(search: &Search<'_>, thing: &Thing<'_>) -> u64 {
    search.called_in(&names(search, thing)) | search.naming(thing)
}

/// Whether a word names something that tells it nothing.
fn is_named_besides(search: &Search<'_>, said: &Said<'_>, thing: &Thing<'_>) -> bool {
    named_in(search, thing) & !said.bits_of(thing) != 0
}

/// The words that say something of it, by the places of the bits: those that name it, and those that tell its facts.
fn uses(search: &Search<'_>, said: &Said<'_>, thing: &Thing<'_>) -> u64 {
    named_in(search, thing) | said.bits_of(thing)
}

/// Of the questions found, the first to which all words say something that say something to the best, and others tell a fact
/// besides; the best itself, where it is named.
fn fuller<'i>(
    search: &Search<'i>,
    (hits, said): (&Hits<'i>, &Said<'i>),
    best: &'i Thing<'i>,
) -> &'i Thing<'i> {
    let is_named = search.means(best.own_name()) || search.names(best);
    if best.kind != Kind::Question || is_named {
        return best;
    }
    let own = uses(search, said, best);
    let is_fuller = |other: &&Thing<'_>| {
        let others = uses(search, said, other);
        let is_like = search.asked.is_like(&other.says) >= search.asked.is_like(&best.says);
        // What more it has tells it a fact.
        let is_told = search.words_beside_numbers(said.bits_of(other)) & !own != 0;
        other.kind == Kind::Question && is_like && own & !others == 0 && is_told
    };
    let mut likely = hits.things.iter().copied().take(MOST_ASKED);
    likely.find(is_fuller).unwrap_or(best)
}

/// The questions that are meant most likely, the best of all first, each with the words that its name and what it asks have. The last
/// of them is the one that is told most by words that tell the others nothing.
fn meant<'i>(
    search: &Search<'i>,
    (hits, said): (&Hits<'i>, &Said<'i>),
    best: impl IntoIterator<Item = &'i Thing<'i>>,
) -> Vec<(&'i Thing<'i>, Vec<String>)> {
    let all = best.into_iter().chain(hits.things.iter().copied());
    let all = all.filter(|thing| thing.kind == Kind::Question);
    let all = all.unique_by(|thing| (thing.game, &thing.name));
    let mut all: Vec<&Thing<'_>> = all.take(MOST_QUESTIONS).collect();
    if let Some((first, others)) = all.split_at_mut_checked(MOST_MEANT - 1) {
        let used = first.iter().map(|thing| uses(search, said, thing));
        let used = used.fold(0, |bits, own| bits | own);
        let more = |thing: &Thing<'_>| (said.bits_of(thing) & !used).count_ones();
        let most = others.iter().map(|thing| more(thing)).max();
        let best = others.iter().position(|thing| Some(more(thing)) == most);
        let others = others.get_mut(..=best.unwrap_or_default());
        others.into_iter().for_each(|others| others.rotate_right(1));
    }
    let named = all.into_iter().take(MOST_MEANT).map(|thing| {
        let names = search.words_at(called_in(search, thing));
        (thing, names.map(str::to_owned).collect())
    });
    named.collect()
}

/// What to go on with: the first thing found; where that answers nothing, the first question that has the words as well, or else
/// the first of the things that tell something. What asks goes on with a question where one is as good as first.
fn next<'i>(hits: &Hits<'i>, asked: &Asked) -> Option<&'i Thing<'i>> {
    let first = hits.things.first()?;
    let answers = |kind| !matches!(kind, Kind::Fact | Kind::Reading | Kind::Card);
    let best = |most: usize| hits.things.iter().take(most).copied();
    let question = |most| best(most).find(|thing| thing.kind == Kind::Question);
    if answers(first.kind) {
        let is_read = matches!(first.kind, Kind::Paragraph | Kind::Chart);
        let near = question(AS_GOOD).filter(|_| is_read && asked.asks());
        return near.or(Some(first));
    }
    let whole = hits.whole.min(MOST_ASKED);
    let other = || best(whole).find(|thing| answers(thing.kind));
    question(whole)
        .or_else(other)
        .or_else(|| question(MOST_ASKED))
        .or(Some(first))
}
