//! The difference of two rulebooks.

use super::View as Viewed;
use super::answer::place_of;
use super::count::{of_situations, situations, thousands};
use super::document::{Document, Line};
use super::style::{BEFORE, CITE, FAINT, Style, VALUE, WARN};
use super::told::{Count, Version as Number};
use super::words::{self, counted};
use crate::analysis::diff::{self as found, Change, Fate, Reason, Thing};
use crate::analysis::space::Space;
use crate::diagram::Leaf;
use crate::model::{Model, VariableId};
use crate::source::Sources;
use crate::value::show_number;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

/// One of the two rulebooks.
#[derive(Debug, Clone, Copy)]
pub struct Version<'a> {
    /// How the user named it.
    pub name: &'a str,
    /// Its games.
    pub games: &'a [Model],
    /// Its texts.
    pub sources: &'a Sources,
}

/// What is shown.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The differences, a game each.
    pub diffs: &'a [found::Diff],
    /// The old rulebook.
    pub old: Version<'a>,
    /// The new one.
    pub new: Version<'a>,
}

/// The difference of two rulebooks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    version: Number<1>,
    /// How the old rulebook was named.
    old: String,
    /// How the new one was.
    new: String,
    /// Whether anything changed.
    changed: bool,
    games: Vec<Game>,
}

/// The difference of a game.
#[derive(Debug, Serialize, JsonSchema)]
struct Game {
    game: String,
    #[serde(skip)]
    summary: String,
    /// How many questions were compared.
    compared: usize,
    /// Those that answer otherwise.
    questions: Vec<Question>,
    /// What was added, removed or declared otherwise.
    declared: Vec<Declared>,
    /// Examples and laws that held and do not, or did not and do.
    flipped: Vec<Flip>,
    not_compared: Vec<NotCompared>,
}

/// A question that answers otherwise.
#[derive(Debug, Serialize, JsonSchema)]
struct Question {
    question: String,
    /// The process whose state it is.
    process: Option<String>,
    cite: Vec<String>,
    #[serde(skip)]
    asks: String,
    /// In how many situations the answer changed.
    situations: Count,
    /// In how many it is asked, before or now.
    asked_in: Count,
    /// Whether its own rules changed what it answers.
    by_itself: bool,
    /// The changed questions that it uses.
    through: Vec<String>,
    /// Where it changed.
    regions: Vec<Region>,
    /// In how many situations more it changed.
    left_out: Count,
    left_out_regions: usize,
    /// Whether there are more such regions than were counted.
    left_out_uncounted: bool,
    /// One situation in which it changed.
    witness: IndexMap<String, String>,
}

/// Facts under which an answer changed.
#[derive(Debug, Serialize, JsonSchema)]
struct Region {
    /// The values of the facts that matter.
    when: IndexMap<String, Vec<String>>,
    /// The same as a condition of the rule language; null where it is always so.
    condition: Option<String>,
    before: String,
    now: String,
    /// Whether these are the answers of the witness alone.
    only_at_witness: bool,
    /// What is so everywhere here.
    remark: Option<String>,
    situations: Count,
    /// How likely the dice of this region are.
    chance: Option<Chance>,
    /// One of its situations.
    witness: IndexMap<String, String>,
    /// The rules that made the answer before.
    before_by: Vec<By>,
    /// Those that make it now.
    now_by: Vec<By>,
}

/// So many ways of so many.
#[derive(Debug, Serialize, JsonSchema)]
struct Chance {
    ways: Count,
    of: Count,
}

/// A rule that makes an answer.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct By {
    cite: String,
    /// Where it is written.
    place: String,
}

/// Something that was added, removed or declared otherwise.
#[derive(Debug, Serialize, JsonSchema)]
struct Declared {
    kind: &'static str,
    #[serde(skip)]
    plural: &'static str,
    name: String,
    #[serde(flatten)]
    fate: Declaration,
}

/// What became of it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "fate", rename_all = "kebab-case")]
enum Declaration {
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
#[derive(Debug, Serialize, JsonSchema)]
struct Flip {
    kind: &'static str,
    cite: String,
    says: String,
    holds_now: bool,
    /// What does not hold, where it does not.
    why: Vec<String>,
}

/// A question that could not be compared.
#[derive(Debug, Serialize, JsonSchema)]
struct NotCompared {
    question: String,
    why: String,
}

/// The kinds of things, in the order in which they are listed.
const THINGS: [Thing; 12] = [
    Thing::Game,
    Thing::Pack,
    Thing::Fact,
    Thing::Reading,
    Thing::Question,
    Thing::Process,
    Thing::Procedure,
    Thing::Card,
    Thing::Chart,
    Thing::Gap,
    Thing::Example,
    Thing::Law,
];

/// The view of a difference.
#[must_use]
pub fn view(shown: &Shown<'_>) -> View {
    View {
        version: Number,
        old: shown.old.name.to_owned(),
        new: shown.new.name.to_owned(),
        changed: shown.diffs.iter().any(|diff| !diff.is_empty()),
        games: shown.diffs.iter().map(|diff| game(shown, diff)).collect(),
    }
}

fn game(shown: &Shown<'_>, diff: &found::Diff) -> Game {
    let declared = diff.listed.iter().map(|listed| Declared {
        kind: listed.thing.name(),
        plural: listed.thing.plural(),
        name: listed.name.clone(),
        fate: match &listed.fate {
            Fate::Added => Declaration::Added,
            Fate::Removed => Declaration::Removed,
            Fate::Changed(what, before, now) => Declaration::Changed {
                what: what.clone(),
                before: before.clone(),
                now: now.clone(),
            },
        },
    });
    let flipped = diff.flips.iter().map(|flip| Flip {
        kind: flip.thing.name(),
        cite: flip.cite.clone(),
        says: flip.says.clone(),
        holds_now: flip.holds_now,
        why: flip.why.clone(),
    });
    let not_compared = diff.uncompared.iter().map(|(question, why)| NotCompared {
        question: question.clone(),
        why: why.clone(),
    });
    Game {
        game: diff.game.clone(),
        summary: summary(diff),
        compared: diff.compared,
        questions: diff
            .questions
            .iter()
            .map(|own| question(shown, diff, own))
            .collect(),
        declared: declared.collect(),
        flipped: flipped.collect(),
        not_compared: not_compared.collect(),
    }
}

fn question(shown: &Shown<'_>, diff: &found::Diff, changed: &found::Changed) -> Question {
    Question {
        question: changed.name.clone(),
        process: changed.process.clone(),
        cite: changed.cite.clone(),
        asks: changed.asks.clone(),
        situations: Count(changed.situations),
        asked_in: Count(changed.asked),
        by_itself: changed.by_itself,
        through: changed.uses.clone(),
        regions: changed
            .regions
            .iter()
            .map(|own| region(shown, diff, changed, own))
            .collect(),
        left_out: Count(changed.untold.situations),
        left_out_regions: changed.untold.regions,
        left_out_uncounted: changed.untold.or_more,
        witness: situation(&diff.space, &changed.witness),
    }
}

fn region(
    shown: &Shown<'_>,
    diff: &found::Diff,
    changed: &found::Changed,
    region: &found::ChangedRegion,
) -> Region {
    let space = &diff.space;
    let when = region.tests.iter().filter_map(|(fact, indices)| {
        let shared = space.variable(*fact)?;
        let value = |index: &u32| shared.domain.value(*index).show(&space.words, false);
        Some((shared.name.clone(), indices.iter().map(value).collect()))
    });
    let (old, new) = match &region.change {
        Change::To(old, new) => (old, new),
        Change::By(_) => (&region.at_witness.0, &region.at_witness.1),
    };
    let remark = match &region.change {
        Change::To(..) => None,
        Change::By(number) => Some(format!("{} everywhere here", show_number(*number, true))),
    };
    let chance = region.chance.map(|(ways, of)| Chance {
        ways: Count(ways),
        of: Count(of),
    });
    Region {
        when: when.collect(),
        condition: condition(space, &changed.facts, &region.tests),
        before: answer(space, old, changed.signed.0),
        now: answer(space, new, changed.signed.1),
        only_at_witness: remark.is_some(),
        remark,
        situations: Count(region.situations),
        chance,
        witness: situation(space, &region.witness),
        before_by: shown.old.reasons(&diff.game, &region.reasons.0),
        now_by: shown.new.reasons(&diff.game, &region.reasons.1),
    }
}

impl Version<'_> {
    fn reasons(&self, game: &str, reasons: &[Reason]) -> Vec<By> {
        let model = self.games.iter().find(|model| model.game == game);
        let place = |reason: &Reason| match (model, reason.rule, reason.span) {
            (Some(model), Some(rule), Some(span)) => place_of(model, self.sources, rule, span),
            _ => "where no rule applies".to_owned(),
        };
        reasons
            .iter()
            .map(|own| By {
                cite: own.cite.clone(),
                place: place(own),
            })
            .collect()
    }
}

/// An answer in words.
fn answer(space: &Space, leaf: &Leaf, signed: bool) -> String {
    match leaf {
        Leaf::Value(value) => value.show(&space.words, signed),
        other => words::no_value(other).to_owned(),
    }
}

/// The facts of a region as a condition; nothing where there are none.
fn condition(
    space: &Space,
    facts: &[VariableId],
    tests: &[(VariableId, Vec<u32>)],
) -> Option<String> {
    let part = |fact: &VariableId| {
        let (_, indices) = tests.iter().find(|(own, _)| own == fact)?;
        let shared = space.variable(*fact)?;
        shared.domain.condition(&shared.name, indices, &space.words)
    };
    let parts: Vec<String> = facts.iter().filter_map(part).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// A situation: names and values.
fn situation(space: &Space, witness: &[(VariableId, u32)]) -> IndexMap<String, String> {
    let named = witness.iter().filter_map(|(variable, index)| {
        let shared = space.variable(*variable)?;
        Some((
            shared.name.clone(),
            shared.domain.value(*index).show(&space.words, false),
        ))
    });
    named.collect()
}

/// The summary line of a game.
fn summary(diff: &found::Diff) -> String {
    let mut parts = Vec::new();
    if diff.compared > 0 {
        let compared = counted(diff.compared, "question");
        parts.push(match diff.questions.len() {
            0 => format!("{compared} compared, none answers differently: proved"),
            changed => format!("{changed} of {compared} changed"),
        });
    }
    if !diff.listed.is_empty() {
        let things = counted(diff.listed.len(), "thing");
        parts.push(format!("{things} added, removed or declared otherwise"));
    }
    let flips = [(Thing::Example, "example"), (Thing::Law, "law")].map(|(thing, name)| {
        let count = diff.flips.iter().filter(|flip| flip.thing == thing).count();
        (count > 0).then(|| counted(count, name))
    });
    let flips: Vec<String> = flips.into_iter().flatten().collect();
    if !flips.is_empty() {
        parts.push(format!("{} flipped", flips.join(" and ")));
    }
    if !diff.uncompared.is_empty() {
        parts.push(format!(
            "{} not compared",
            counted(diff.uncompared.len(), "question")
        ));
    }
    format!("{}: {}", diff.game, parts.join("; "))
}

impl Viewed for View {
    fn page(&self) -> Document {
        let mut page = Document::default();
        self.games.iter().for_each(|game| game.put(&mut page));
        page
    }
}

impl Game {
    fn put(&self, page: &mut Document) {
        page.title(Line::name(&*self.summary));
        let is_empty = self.questions.is_empty() && self.declared.is_empty();
        if is_empty && self.flipped.is_empty() && self.not_compared.is_empty() {
            page.line(Line::plain("nothing changed"));
        }
        self.questions
            .iter()
            .for_each(|question| question.put(page));
        for thing in THINGS {
            let mut declared = self
                .declared
                .iter()
                .filter(|own| own.kind == thing.name())
                .peekable();
            if let Some(first) = declared.peek() {
                page.heading(Line::name(first.plural));
            }
            declared.for_each(|own| page.item(0, own.line()));
        }
        if !self.flipped.is_empty() {
            page.heading(Line::name("examples and laws that flipped"));
        }
        self.flipped.iter().for_each(|flip| flip.put(page));
        if !self.not_compared.is_empty() {
            page.heading(Line::name("not compared"));
        }
        for own in &self.not_compared {
            let words = format!(" {}: {}", own.question, own.why);
            page.item(0, Line::default().then(WARN, "?").then(Style::Plain, words));
        }
    }
}

impl Question {
    fn put(&self, page: &mut Document) {
        let extent = of_situations(self.situations.0, self.asked_in.0);
        let title = Line::name(&*self.question).cite(&self.cite);
        let through = self.through.join(", ");
        if !self.by_itself {
            let extent = format!("{extent}, only through {through}");
            return page.heading(title.and(Style::Plain, extent));
        }
        page.heading(title.and(Style::Plain, extent));
        page.faint(&self.asks);
        // Regions that the same rules made are told one after the other, and then the rules.
        let same = |a: &Region, b: &Region| a.before_by == b.before_by && a.now_by == b.now_by;
        for regions in self.regions.chunk_by(same) {
            regions
                .iter()
                .for_each(|region| page.item(0, region.line()));
            if let Some(first) = regions.first() {
                first.put_reasons(page);
            }
        }
        if self.left_out.0 > 0 {
            page.warning(&self.left_out());
        }
        let first = self.regions.first();
        if self.regions.len() > 1 || first.is_some_and(|region| region.situations.0 > 1) {
            page.head("for example", words::equations(&self.witness));
        }
        page.head("some of it through", through);
    }

    fn left_out(&self) -> String {
        let or_more = if self.left_out_uncounted {
            "at least "
        } else {
            ""
        };
        format!(
            "{or_more}{}, with {}, not shown; a higher --limit shows them",
            counted(self.left_out_regions, "more region"),
            situations(self.left_out.0)
        )
    }
}

impl Region {
    fn line(&self) -> Line {
        let remark = self
            .remark
            .as_ref()
            .map_or_else(String::new, |remark| format!(", {remark}"));
        let chance = self
            .chance
            .as_ref()
            .map_or_else(String::new, |Chance { ways, of }| {
                format!(", {} in {} by the dice", thousands(ways.0), thousands(of.0))
            });
        Line::default()
            .then(BEFORE, &*self.before)
            .then(Style::Plain, " → ")
            .then(VALUE, &*self.now)
            .then(Style::Plain, remark)
            .and(Style::Plain, self.condition.as_deref().unwrap_or("always"))
            .and(FAINT, situations(self.situations.0) + &chance)
    }

    /// The rules on both sides.
    fn put_reasons(&self, page: &mut Document) {
        let mut by = |word: &str, reasons: &[By]| {
            for By { cite, place } in reasons {
                let line = Line::default()
                    .then(FAINT, format!("{word} "))
                    .then(CITE, cite);
                page.item(2, line.and(FAINT, place));
            }
        };
        if self.before_by == self.now_by {
            by("by", &self.now_by);
        } else {
            by("before by", &self.before_by);
            by("now by", &self.now_by);
        }
    }
}

impl Declared {
    fn line(&self) -> Line {
        match &self.fate {
            Declaration::Added => Line::default().then(VALUE, "+"),
            Declaration::Removed => Line::default().then(WARN, "-"),
            Declaration::Changed { what, before, now } => {
                return Line::default()
                    .then(WARN, "~")
                    .then(Style::Plain, format!(" {}: {what} ", self.name))
                    .then(BEFORE, before)
                    .then(Style::Plain, " → ")
                    .then(VALUE, now);
            }
        }
        .then(Style::Plain, format!(" {}", self.name))
    }
}

impl Flip {
    fn put(&self, page: &mut Document) {
        let (style, fate) = if self.holds_now {
            (VALUE, "holds now")
        } else {
            (BEFORE, "fails now")
        };
        let says = format!("  {} {}", self.kind, self.says);
        page.item(
            0,
            Line::default().then(style, fate).then(Style::Plain, says),
        );
        for why in &self.why {
            page.item(2, Line::default().then(FAINT, why));
        }
    }
}
