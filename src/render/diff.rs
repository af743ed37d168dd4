//! The difference of two rulebooks.

use super::View as Viewed;
use super::answer::place_of;
use super::count::{of_situations, situations, thousands};
use super::document::{Document, Line};
use super::style::{BEFORE, CITE, FAINT, Style, VALUE, WARN};
use super::told::{Count, Version as Number};
use super::words::{self, counted};
use crate::analysis::diff::{
    self as compared, Change, Fate, Flip, Listed, NotCompared, Reason, Thing,
};
use crate::analysis::regions::condition;
use crate::analysis::space::Space;
use crate::diagram::Leaf;
use crate::model::{Model, VariableId};
use crate::source::Sources;
use crate::value::Shared;
use crate::value::show_number;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use strum::VariantArray;

/// The most that is told one by one of what is not compared.
const MOST_NOT_COMPARED: usize = 12;

/// One of the two rulebooks, as the user named it.
#[derive(Debug, Clone, Copy)]
pub struct Version<'a> {
    pub name: &'a str,
    pub games: &'a Shared<Model>,
    pub sources: &'a Sources,
}

/// The difference of two rulebooks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    version: Number<1>,
    /// How the old rulebook was named.
    old: String,
    /// How the new one was.
    new: String,
    /// Whether anything changed, or could not be compared.
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
    declared: Vec<Listed>,
    /// Examples and laws that held and do not, or did not and do.
    flipped: Vec<Flip>,
    not_compared: Vec<NotCompared>,
    /// Questions that are answered where a fact has a value that it did not have before: no answer of theirs changed there.
    new_values: Vec<Anew>,
}

/// A question that is answered for new values.
#[derive(Debug, Serialize, JsonSchema)]
struct Anew {
    question: String,
    cite: Vec<String>,
    /// In how many situations with a new value it is answered.
    situations: Count,
    /// Whether its own rules look at the fact with the new value, and not only those of other questions.
    by_itself: bool,
    /// Its answers there, where they are its own.
    regions: Vec<AnsweredAnew>,
    /// In how many situations it is answered that lie in none of these regions.
    left_out: Count,
}

/// Facts under which one answer is given.
#[derive(Debug, Serialize, JsonSchema)]
struct AnsweredAnew {
    /// The facts as a condition of the rule language.
    condition: Option<String>,
    answer: String,
    situations: Count,
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

/// The view of the differences of the games of two versions.
pub fn view(diffs: &[compared::Diff], versions: [Version<'_>; 2]) -> View {
    let [old, new] = versions.map(|version| version.name.to_owned());
    View {
        version: Number,
        old,
        new,
        changed: diffs.iter().any(|diff| !diff.is_empty()),
        games: diffs.iter().map(|diff| game(versions, diff)).collect(),
    }
}

fn game(versions: [Version<'_>; 2], diff: &compared::Diff) -> Game {
    let sides = versions.map(|version| {
        let model = version.games.iter().find(|model| model.game == diff.game)?;
        Some((model, version.sources))
    });
    let questions = match sides {
        [Some(old), Some(new)] => {
            let question = |changed| question([old, new], &diff.space, changed);
            diff.questions.iter().map(question).collect()
        }
        _ => Vec::new(),
    };
    let new_values = match sides {
        [_, Some((new, _))] => {
            let anew = diff.anew.iter();
            anew.map(|anew| answered_anew(new, &diff.space, anew))
                .collect()
        }
        _ => Vec::new(),
    };
    Game {
        game: diff.game.clone(),
        summary: summary(diff),
        compared: diff.compared,
        questions,
        declared: diff.listed.clone(),
        flipped: diff.flips.clone(),
        not_compared: diff.uncompared.clone(),
        new_values,
    }
}

fn answered_anew(new: &Model, space: &Space, anew: &compared::Anew) -> Anew {
    let question = &new.questions[anew.new];
    let is_signed = new.is_signed(&question.answer);
    let regions = anew.regions.iter().map(|region| AnsweredAnew {
        condition: condition(space, &anew.facts, &region.tests),
        answer: answer(space, &region.leaf, is_signed),
        situations: Count(region.situations),
    });
    Anew {
        question: anew.name.clone(),
        cite: question.cite.clone(),
        situations: Count(anew.situations),
        by_itself: anew.by_itself,
        regions: regions.collect(),
        left_out: Count(if anew.by_itself { anew.left_out } else { 0 }),
    }
}

/// The old model and the new one, with their texts.
type Sides<'a> = [(&'a Model, &'a Sources); 2];

fn question(sides: Sides<'_>, space: &Space, changed: &compared::Changed) -> Question {
    let [(old, _), (new, _)] = sides;
    let [was, is] = [&old.questions[changed.old], &new.questions[changed.new]];
    let signed = [old.is_signed(&was.answer), new.is_signed(&is.answer)];
    let regions = changed.regions.iter();
    Question {
        question: changed.name.clone(),
        process: is.process.map(|id| new.processes[id].name.clone()),
        cite: is.cite.clone(),
        asks: is.asks.clone(),
        situations: Count(changed.situations),
        asked_in: Count(changed.asked),
        by_itself: changed.by_itself,
        through: changed.uses.clone(),
        regions: regions
            .map(|changed_region| region(sides, signed, space, &changed.facts, changed_region))
            .collect(),
        left_out: Count(changed.untold.situations),
        left_out_regions: changed.untold.regions,
        left_out_uncounted: changed.untold.or_more,
        witness: space.named(&changed.witness),
    }
}

fn region(
    [(old, old_texts), (new, new_texts)]: Sides<'_>,
    signed: [bool; 2],
    space: &Space,
    facts: &[VariableId],
    region: &compared::ChangedRegion,
) -> Region {
    let (before, now, remark) = match &region.change {
        Change::To(old, new) => (old, new, None),
        Change::By(number) => {
            let remark = format!("{} everywhere here", show_number(*number, true));
            (&region.at_witness.0, &region.at_witness.1, Some(remark))
        }
    };
    let when = region.tests.iter().map(|(fact, indices)| {
        let values = indices.iter().map(|index| space.show(*fact, *index));
        (space.variables[*fact].name.clone(), values.collect())
    });
    Region {
        when: when.collect(),
        condition: condition(space, facts, &region.tests),
        before: answer(space, before, signed[0]),
        now: answer(space, now, signed[1]),
        only_at_witness: remark.is_some(),
        remark,
        situations: Count(region.situations),
        chance: region.chance.map(|(ways, of)| Chance {
            ways: Count(ways),
            of: Count(of),
        }),
        witness: space.named(&region.witness),
        before_by: made_by(old, old_texts, &region.reasons.0),
        now_by: made_by(new, new_texts, &region.reasons.1),
    }
}

fn made_by(model: &Model, sources: &Sources, reasons: &[Reason]) -> Vec<By> {
    let place = |reason: &Reason| match (reason.rule, reason.span) {
        (Some(rule), Some(span)) => place_of(model, sources, rule, span),
        _ => "where no rule applies".to_owned(),
    };
    let by = |reason: &Reason| By {
        cite: reason.cite.clone(),
        place: place(reason),
    };
    reasons.iter().map(by).collect()
}

/// An answer in words.
fn answer(space: &Space, leaf: &Leaf, signed: bool) -> String {
    match leaf {
        Leaf::Value(value) => value.show(&space.words, signed),
        other => words::no_value(other).to_owned(),
    }
}

/// The summary line of a game.
fn summary(diff: &compared::Diff) -> String {
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
    let flips = diff.flips.iter().map(|flip| flip.thing);
    parts.extend(by_kind(flips).map(|flips| format!("{flips} flipped")));
    let uncompared = diff.uncompared.iter().map(|other| other.thing);
    parts.extend(by_kind(uncompared).map(|things| format!("{things} not compared")));
    if parts.is_empty() {
        parts.push("no questions".to_owned());
    }
    format!("{}: {}", diff.game, parts.join("; "))
}

/// So many of each kind: "2 examples and 1 law"; nothing where there are none.
fn by_kind(things: impl Iterator<Item = Thing>) -> Option<String> {
    let mut things: Vec<Thing> = things.collect();
    let place = |thing: &Thing| Thing::VARIANTS.iter().position(|other| other == thing);
    things.sort_by_key(place);
    let kinds = things.chunk_by(|one, other| one == other);
    let kinds = kinds.filter_map(|kind| {
        let thing = kind.first()?;
        Some(match kind.len() {
            1 => format!("1 {}", <&str>::from(thing)),
            more => format!("{more} {}", thing.plural()),
        })
    });
    let kinds: Vec<String> = kinds.collect();
    (!kinds.is_empty()).then(|| kinds.join(" and "))
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
            page.line(Line::plain("no answer and no declaration changed"));
        }
        self.questions
            .iter()
            .for_each(|question| question.put(page));
        for thing in Thing::VARIANTS {
            let mut declared = self
                .declared
                .iter()
                .filter(|listed| listed.thing == *thing)
                .peekable();
            if declared.peek().is_some() {
                page.heading(Line::name(thing.plural()));
            }
            declared.for_each(|listed| page.item(0, declared_line(listed)));
        }
        self.put_new_values(page);
        if !self.flipped.is_empty() {
            page.heading(Line::name("examples and laws that flipped"));
        }
        self.flipped.iter().for_each(|flip| put_flip(flip, page));
        if !self.not_compared.is_empty() {
            page.heading(Line::name("not compared"));
        }
        for not_compared in self.not_compared.iter().take(MOST_NOT_COMPARED) {
            let words = format!(" {}: {}", not_compared.question, not_compared.why);
            page.item(0, Line::default().then(WARN, "?").then(Style::Plain, words));
        }
        if let more @ 1.. = self.not_compared.len().saturating_sub(MOST_NOT_COMPARED) {
            page.faint(&format!("and {more} more; --format json has them all"));
        }
    }
}

impl Game {
    /// What is answered for new values, question by question; those that only others bring there, by their names.
    fn put_new_values(&self, page: &mut Document) {
        if !self.new_values.is_empty() {
            page.heading(Line::name("answered for new values"));
        }
        let (own, through): (Vec<&Anew>, Vec<&Anew>) =
            self.new_values.iter().partition(|anew| anew.by_itself);
        for anew in own {
            let title = Line::name(&*anew.question).cite(&anew.cite);
            page.item(0, title.and(FAINT, situations(anew.situations.0)));
            for region in &anew.regions {
                let condition = region.condition.as_deref().unwrap_or("always");
                let line = Line::default().then(VALUE, format!("+ {}", region.answer));
                let line = line.and(Style::Plain, condition);
                page.item(2, line.and(FAINT, situations(region.situations.0)));
            }
            if anew.left_out.0 > 0 {
                let more = situations(anew.left_out.0);
                page.item(
                    2,
                    Line::default().then(FAINT, format!("and in {more} more")),
                );
            }
        }
        let through: Vec<&str> = through.iter().map(|anew| anew.question.as_str()).collect();
        if !through.is_empty() {
            page.head("through these", through.join(", "));
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
            page.warning(&format!(
                "{}{}, with {}, not shown; a higher --limit shows them",
                if self.left_out_uncounted {
                    "at least "
                } else {
                    ""
                },
                counted(self.left_out_regions, "more region"),
                situations(self.left_out.0)
            ));
        }
        let first = self.regions.first();
        if self.regions.len() > 1 || first.is_some_and(|region| region.situations.0 > 1) {
            page.head("for example", words::equations(&self.witness));
        }
        page.head("some of it through", through);
    }
}

impl Region {
    fn line(&self) -> Line {
        let mut line = changed(Line::default(), &self.before, &self.now);
        if let Some(remark) = &self.remark {
            line = line.then(Style::Plain, format!(", {remark}"));
        }
        let mut extent = situations(self.situations.0);
        if let Some(Chance { ways, of }) = &self.chance {
            extent += &format!(", {} in {} by the dice", thousands(ways.0), thousands(of.0));
        }
        let condition = self.condition.as_deref().unwrap_or("always");
        line.and(Style::Plain, condition).and(FAINT, extent)
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

fn changed(line: Line, before: &str, now: &str) -> Line {
    line.then(BEFORE, before)
        .then(Style::Plain, " → ")
        .then(VALUE, now)
}

fn declared_line(declared: &Listed) -> Line {
    let (style, sign) = match &declared.fate {
        Fate::Added => (VALUE, "+"),
        Fate::Removed => (WARN, "-"),
        Fate::Changed { .. } => (WARN, "~"),
    };
    let line = Line::default()
        .then(style, sign)
        .then(Style::Plain, format!(" {}", declared.name));
    match &declared.fate {
        Fate::Changed { what, before, now } => {
            changed(line.then(Style::Plain, format!(": {what} ")), before, now)
        }
        _ => line,
    }
}

fn put_flip(flip: &Flip, page: &mut Document) {
    let (style, fate) = if flip.holds_now {
        (VALUE, "holds now")
    } else {
        (BEFORE, "fails now")
    };
    let says = format!("  {} {}", <&str>::from(flip.thing), flip.says);
    page.item(
        0,
        Line::default().then(style, fate).then(Style::Plain, says),
    );
    for why in &flip.why {
        page.item(2, Line::default().then(FAINT, why));
    }
}
