//! The complete semantic difference of two models of one game: for every question, where exactly its answer changed, proved on
//! the decision diagrams of both; and what was added or removed. An empty difference is a proof that no answer and no declaration
//! changed, that the same names are understood, and that people read the same (titles, notes, paragraphs, what to beware of); by
//! which words questions are searched for is not compared.

mod anew;
mod before;
mod both;
mod changes;
mod flips;
mod listed;
mod reads;
mod scope;
mod sequences;
mod sums;
mod told;

pub use both::{differs, where_differing};
pub use listed::usual_otherwise;
pub use scope::{Breach, Scope, breaches};

use super::space::Space;
use crate::diagram::Leaf;
use crate::model::{Model, QuestionId, RuleId, VariableId};
use crate::source::Span;
use crate::value::{Number, Shared};
pub use anew::Anew;
use before::Before;
use both::Both;
use schemars::JsonSchema;
use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

/// The difference of two models. Facts and answers in it are in the words of its [`Space`].
#[derive(Debug, Clone, Default)]
pub struct Diff {
    pub game: String,
    pub space: Space,
    /// The questions whose answers changed: those that changed by themselves first.
    pub questions: Vec<Changed>,
    /// What was added, removed or declared otherwise.
    pub listed: Vec<Listed>,
    /// Examples and laws that hold in one of both only.
    pub flips: Vec<Flip>,
    /// How many questions and states of processes were compared.
    pub compared: usize,
    pub uncompared: Vec<NotCompared>,
    /// What is answered where a fact has a value that it did not have before.
    pub anew: Vec<Anew>,
}

/// A question whose answer changed somewhere.
#[derive(Debug, Clone)]
pub struct Changed {
    /// Its name; a state of a process is `process/state`.
    pub name: String,
    pub cite: Vec<String>,
    pub old: QuestionId,
    pub new: QuestionId,
    /// The facts that matter to either answer, in the order in which it takes them.
    pub facts: Vec<VariableId>,
    /// In how many situations over these facts the answer changed; of a sum of many parts, over the facts of those that changed.
    pub situations: u128,
    /// In how many it is asked, in either model.
    pub asked: u128,
    /// The changed questions that it uses.
    pub uses: Vec<String>,
    /// Where it changed; nothing where it changed only through the questions that it uses.
    pub regions: Vec<ChangedRegion>,
    pub untold: Untold,
    /// Whether its own rules changed what it answers.
    pub by_itself: bool,
    /// One situation in which it changed.
    pub witness: Vec<(VariableId, u32)>,
}

/// Facts under which an answer changed.
#[derive(Debug, Clone)]
pub struct ChangedRegion {
    /// For each fact that matters here, the indices of its values.
    pub tests: Vec<(VariableId, Vec<u32>)>,
    pub change: Change,
    pub situations: u128,
    /// In how many ways of how many its dice fall so, where it has any: the odds of the change.
    pub chance: Option<(u128, u128)>,
    /// One of its situations: every fact that matters, each with an index.
    pub witness: Vec<(VariableId, u32)>,
    /// What is answered there, before and after.
    pub at_witness: (Leaf, Leaf),
    /// The rules that apply there, before and after.
    pub reasons: (Vec<Reason>, Vec<Reason>),
}

/// How an answer changed in a region. [`Leaf::Cancelled`] stands where one model does not have the facts' values, and those that
/// it has in their place do not agree.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Change {
    /// From one answer to another.
    To(Leaf, Leaf),
    /// By this number everywhere in the region.
    By(Number),
}

/// The regions of a change that are not told one by one, because they would be too many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Untold {
    pub regions: usize,
    /// Whether they are more than that: beyond a number they are not counted.
    pub or_more: bool,
    /// In how many situations the answer changed that lie in them.
    pub situations: u128,
}

/// A rule that made an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// Where it is written: the rule, or the exception that took its place.
    pub span: Option<Span>,
    /// The rule; none where no rule applied and the question's `otherwise` answers.
    pub rule: Option<RuleId>,
    pub cite: String,
}

/// What kind of thing was added or removed, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Thing {
    Game,
    Pack,
    Unit,
    Fact,
    Reading,
    Question,
    Process,
    Procedure,
    Card,
    /// A chart or list.
    Chart,
    /// Something lost in the source.
    Gap,
    /// Something that is wrong in the source.
    Defect,
    /// A worked example.
    Example,
    Law,
    /// What cannot be.
    Impossible,
    /// What players say, and what is understood by it.
    Saying,
}

/// Something that was added, removed or declared otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Declared")]
pub struct Listed {
    #[serde(rename = "kind", serialize_with = "by_name")]
    #[schemars(with = "String")]
    pub thing: Thing,
    // Its name, or what it says.
    pub name: String,
    #[serde(flatten)]
    pub fate: Fate,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "fate", rename_all = "kebab-case")]
#[schemars(rename = "Declaration")]
pub enum Fate {
    Added,
    Removed,
    Changed {
        /// What of it.
        what: String,
        before: String,
        now: String,
    },
}

/// An example or law that held and does not, or did not and does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Flip {
    #[serde(rename = "kind", serialize_with = "by_name")]
    #[schemars(with = "String")]
    pub thing: Thing,
    pub cite: String,
    pub says: String,
    pub holds_now: bool,
    /// What does not hold, where it does not.
    pub why: Vec<String>,
}

/// A question, process, procedure or card that could not be compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NotCompared {
    #[serde(rename = "kind", serialize_with = "by_name")]
    #[schemars(with = "String")]
    pub thing: Thing,
    /// Its name.
    pub question: String,
    pub why: &'static str,
}

impl Thing {
    /// The name of several.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Game => "games",
            Self::Pack => "packs",
            Self::Unit => "units",
            Self::Fact => "facts",
            Self::Reading => "readings",
            Self::Question => "questions",
            Self::Process => "processes",
            Self::Procedure => "procedures",
            Self::Card => "cards",
            Self::Chart => "charts",
            Self::Gap => "gaps",
            Self::Defect => "defects",
            Self::Example => "examples",
            Self::Law => "laws",
            Self::Impossible => "what cannot be",
            Self::Saying => "what players say",
        }
    }
}

fn by_name<S: serde::Serializer>(thing: &Thing, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(thing.into())
}

impl Diff {
    /// Whether it is proved that no answer and no declaration changed.
    pub fn is_empty(&self) -> bool {
        self.questions.is_empty()
            && self.listed.is_empty()
            && self.flips.is_empty()
            && self.uncompared.is_empty()
    }

    /// Whether nothing differs but the situations that examples speak of.
    #[must_use]
    pub fn is_of_examples(&self) -> bool {
        let mut listed = self.listed.iter();
        self.questions.is_empty()
            && self.flips.is_empty()
            && self.uncompared.is_empty()
            && listed.all(|listed| listed.thing == Thing::Example)
    }

    /// The difference where a whole game came or went.
    fn of_game(game: &Model, fate: Fate) -> Self {
        Self {
            game: game.game.clone(),
            listed: vec![Listed {
                thing: Thing::Game,
                name: game.game.clone(),
                fate,
            }],
            ..Self::default()
        }
    }
}

/// The difference of two models of one game. Each question is told in at most `limit` regions; what lies beyond is counted.
pub fn diff(old: &Model, new: &Model, limit: usize) -> Diff {
    diff_while(old, new, limit, &|| true)
}

/// The same, or as much of it as is known when it is no longer wanted.
pub fn diff_while(
    old: &Model,
    new: &Model,
    limit: usize,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Diff {
    let mut both = Both::new(old, new);
    both.prepare(goes_on);
    let mut uncompared = both.compare_all(goes_on);
    let compared = both.pairs.len() - uncompared.len();
    let mut questions = Vec::new();
    for pair in both.changed.clone().into_iter().take_while(|_| goes_on()) {
        match both.told(pair, limit) {
            Ok(changed) => questions.push(changed),
            Err(_) => uncompared.push((pair, both::TOO_LARGE)),
        }
    }
    questions.sort_by_key(|changed| !changed.by_itself);
    let (anew, untold) = both.answered_anew(goes_on);
    if !goes_on() {
        return Diff::default();
    }
    let before = Before::new([old, new], &both.space, &both.pairs);
    let examples = both.other_examples();
    let mut listed = listed::listed([old, new], &both.pairs, &before, &examples);
    listed.extend(sequences::sequences(&mut both));
    let uncompared = uncompared.into_iter().map(|(pair, why)| NotCompared {
        thing: Thing::Question,
        question: both.name(pair),
        why,
    });
    let sequences = sequences::uncompared([old, new]);
    Diff {
        game: new.game.clone(),
        uncompared: uncompared.chain(sequences).chain(untold).collect(),
        flips: flips::flips(&mut both, &before, &examples),
        space: both.space,
        questions,
        listed,
        compared,
        anew,
    }
}

/// The differences of all games of two rulebooks, by name.
pub fn games(old: &Shared<Model>, new: &Shared<Model>, limit: usize) -> Vec<Diff> {
    let find =
        |games: &'_ Shared<Model>, name: &str| games.iter().position(|model| model.game == name);
    let of_new =
        new.iter().map(
            |game| match find(old, &game.game).and_then(|place| old.get(place)) {
                Some(before) => diff(before, game, limit),
                None => Diff::of_game(game, Fate::Added),
            },
        );
    let gone = old.iter().filter(|game| find(new, &game.game).is_none());
    of_new
        .chain(gone.map(|game| Diff::of_game(game, Fate::Removed)))
        .collect()
}
