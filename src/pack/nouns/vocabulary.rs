//! Units, facts and the ways in which a game speaks to people.

use super::declare::noun;
use super::holds::{HEADER, NAMES, TITLE, domain, pairs};
use super::leaf::texts;
use super::names;
use super::noun::{A_NAME, read};
use super::noun::{Held, How, Short};
use super::schema;
use crate::pack::node::Node;
use crate::source::Text;

noun! {
    /// `[unit.DRM]`: its name is that of the game, whatever its letters.
    pub struct Unit: "unit", "a unit" => {
        name: Text = HEADER,
        /// what one of them is called
        one: Option<Text>,
        /// the dice that are its values
        dice: Option<Text>,
        /// the unit to which its amounts are added
        modifies: Option<Text>,
        /// the units that it stands for
        any_of("any-of"): Vec<Text>,
        /// the fact that says which of these it is
        which: Option<Text>,
        /// the fact that a rate of it counts
        counts: Option<Text>,
        /// what it is, in words
        means: String,
    }
}

noun! {
    /// `[fact.range]`
    pub struct Fact: "fact", "a fact" => {
        name: Text = HEADER,
        /// its values
        domain: Text = DOMAIN,
        /// what its numbers count
        unit: Option<Text>,
        /// the die of a roll that it is
        die: Option<Text>,
        /// what it is called in tables and on cards
        title: Option<Text> = TITLE,
        /// what its values are called there
        labels: Vec<(Text, Text)>,
        /// what it is, in words
        means: String,
        /// whether its first value follows the last
        cyclic: bool,
        /// the words that compare its values
        words: Vec<(Text, Text)> = COMPARATIVES,
        /// names for several of its values
        groups: Vec<(Text, Vec<Text>)> = GROUPS,
        /// other names
        alias: Vec<Text> = NAMES,
        /// older names of values, each with the one that it has now
        renamed: Vec<(Text, Text)>,
        /// its value where nobody says otherwise
        usually: Vec<Usual>,
    }
}

noun! {
    /// `usually = "no"`, or one of `usually = [{ is = "none", when = "weather is not snow" }]`
    pub struct Usual: "usual", "a usual value", Short::Value("is") => {
        /// the value
        is: Text,
        /// the condition; without it, always
        when: Option<Text>,
        /// the paragraph
        cite: Option<Text>,
    }
}

/// A fact by its name, and what it usually is.
pub type UsualOf = (Text, Vec<Usual>);

noun! {
    /// `[guide]`: how a game speaks to people.
    pub struct Guide: "guide", "a guide" => {
        /// what the game is called
        title: Option<Text> = TITLE,
        /// what is asked for a scenario
        scenario: Vec<Text>,
        /// what is asked for a turn
        turn: Vec<Text>,
        /// what is asked in the moment
        moment: Vec<Text>,
        /// what is asked most
        asked: Vec<Text>,
        /// how names are spelt
        spelling: Vec<Text>,
        /// what players say, `a | b` if they say either: the facts that they mean by it, or other words for it
        words: Vec<(Text, Vec<Text>)> = SAYINGS,
        /// the words with which players ask a question, procedure or process, besides those of its name and of what it says
        asked_as("asked-as"): Vec<(Text, Text)>,
        /// what players ask for that no pack holds: their words, and what it is, with its chapter
        not_held("not-held"): Vec<(Text, Vec<Text>)> = SAYINGS,
        /// the odds that are drawn where their question, procedure or process is told of
        plots: Vec<Plot>,
    }
}

noun! {
    /// `{ of = "rain-by-turn", given = { weather = "overcast" }, turns = 12, ever = "raining" }`
    pub struct Plot: "plot", "a plot" => {
        /// the question, procedure or process
        of: Text,
        /// facts and their values
        given: Vec<(Text, Text)>,
        /// of a process: after how many turns
        turns: Option<Text>,
        /// of a process: until what holds, in place of turns
        until: Option<Text>,
        /// of a process: the chance that this holds after some turn
        ever: Vec<Text>,
        /// the chance that this holds in the end
        at: Vec<Text>,
        /// the states or outcomes that are shown; all, if not said
        shows: Vec<Text>,
    }
}

/// Words with `|` between them mean the same.
const SAYINGS: How<Vec<(Text, Vec<Text>)>> = How::optional(schema::sets, |fields, key| {
    let all = (LISTS.read)(fields, key)?.into_iter();
    let each = all.flat_map(|(said, means)| {
        let words: Vec<Text> = (said.value.split('|'))
            .map(|words| Text::new(words.trim().to_owned(), said.span))
            .collect();
        words.into_iter().map(move |words| (words, means.clone()))
    });
    Some(each.collect())
});

const LISTS: How<Vec<(Text, Vec<Text>)>> = How::optional(schema::sets, |fields, key| {
    Some(pairs(fields, key, |node, key, problems| {
        Some(texts(node, key, problems))
    }))
});

/// A domain is one text; several are told as the kinds that they are.
const DOMAIN: How<Text> = How::needed(schema::text, domain);

const COMPARATIVES: How<Vec<(Text, Text)>> = How::optional(schema::pairs, |fields, key| {
    let words: Vec<(Text, Text)> = fields.read(key)?;
    names::check(words.iter().map(|(word, _)| word), fields.problems);
    Some(words)
});

const GROUPS: How<Vec<(Text, Vec<Text>)>> = How::optional(schema::sets, |fields, key| {
    let groups = (LISTS.read)(fields, key)?;
    names::check(groups.iter().map(|(group, _)| group), fields.problems);
    Some(groups)
});

/// `[usually]`: facts of other packs too, each with what it usually is.
impl Held for Vec<UsualOf> {
    const HOW: How<Self> = How::optional(
        |definitions| schema::named(&schema::list::<Usual>(definitions)),
        |fields, key| {
            let of = |(name, node): &(Text, Node)| {
                let usual = node.elements().iter();
                let usual = usual.filter_map(|node| read(node, None, fields.problems));
                (name.clone(), usual.collect())
            };
            Some(fields.group(key, A_NAME).iter().map(of).collect())
        },
    );
}
