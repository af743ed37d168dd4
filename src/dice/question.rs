//! Odds of a question. Exactly: its decision diagram is counted, each roll by the ways in which it can fall.

use super::counting::{Frozen, OfChoice, of_choice, settled, too_large};
use super::excluded::{Excluding, exclusion, nothing_can_be};
use super::experiment::{Experiment, Plan, Stage};
use super::impossible::Judge;
use super::mixed::{Counted, mixed};
use super::simulate::{Trials, estimate};
use super::table::{Table, joined};
use super::terms::Terms;
use super::varied::{Following, MOST_CHOICES, falls_so_never};
use crate::answer::TakenFact;
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, find, support};
use crate::model::{Chart, Model, QuestionId, VariableId};
use crate::turn::{Finding, Missing, Slots, can_fall, leaf};
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

/// A value for each of some facts.
type Choice = Vec<(VariableId, u32)>;

/// The most parts of a table that is shown under a chart.
const MOST_UNDER_CHART: usize = 16;

pub fn of_question(
    model: &Model,
    id: QuestionId,
    terms: &Terms,
    trials: Option<Trials>,
) -> Result<Table, Diagnostic> {
    if check::is_broken(model, id) {
        return Err(Diagnostic::in_rulebook("it"));
    }
    terms.refuse_in_turn(model)?;
    match trials {
        Some(trials) => estimated(model, id, terms, trials),
        None => counted(model, id, terms),
    }
}

/// How many facts have a column for each value because something usually goes by them.
const MOST_OPENED: usize = 8;

/// The odds of a question. A fact that has a column for some values, and by which another usually goes, has one for each.
fn counted(model: &Model, id: QuestionId, terms: &Terms) -> Result<Table, Diagnostic> {
    let mut terms = terms.clone();
    let most = terms.open.len() + MOST_OPENED;
    loop {
        let frozen = match counted_so(model, id, &terms)? {
            Ok(table) => return Ok(table),
            Err(frozen) => frozen,
        };
        let by = frozen.by;
        let is_by_chance = model.roll_of(by).is_some() || terms.alike(by).is_some();
        if is_by_chance || terms.is_open(by) || terms.open.len() == most {
            return Err(frozen.refused(model));
        }
        let all = 0..model.variables[by].domain.size();
        terms.open.push((by, all.collect()));
    }
}

/// The odds of a question, where what nobody tells is found for each choice of what it follows from.
fn counted_so(
    model: &Model,
    id: QuestionId,
    terms: &Terms,
) -> Result<Result<Table, Frozen>, Diagnostic> {
    let is_open = |fact: &VariableId| terms.is_open(*fact);
    let bearing = bearing(model, id, terms);
    let from = terms.one_by_one(model, &bearing);
    let (mut from, alike): (Vec<VariableId>, Vec<VariableId>) = from.into_iter().partition(is_open);
    let columns = from.len();
    from.extend(alike);
    let mut all: Vec<(Choice, Vec<OfChoice>)> = Vec::new();
    let mut common: Option<Vec<TakenFact>> = None;
    let mut excluding = Excluding::new(model, &terms.known);
    for choice in terms.choices(model, &from, MOST_CHOICES)? {
        let terms = terms.with(&choice);
        let (column, alike) = choice.split_at_checked(columns).unwrap_or_default();
        if let Some(roll) = cannot_fall(model, &terms, &choice)? {
            let is_drawn = alike
                .iter()
                .any(|(fact, _)| model.roll_of(*fact) == Some(roll));
            match is_drawn {
                true => return Err(falls_so_never(model, roll)),
                // There is no such column.
                false => continue,
            }
        }
        let (counted, taken) = match excluding.excluded(&terms.known) {
            Some(place) => (Counted::excluded(place), Vec::new()),
            None => match of_choice(model, id, &terms, excluding.is_any())? {
                Ok((counted, taken)) => {
                    let common = common.get_or_insert_with(|| taken.clone());
                    common.retain(|own| taken.contains(own));
                    (counted, taken)
                }
                Err(frozen) => return Ok(Err(frozen)),
            },
        };
        match all.last_mut().filter(|(other, _)| other == column) {
            Some((_, each)) => each.push((counted, taken)),
            None => all.push((column.to_vec(), vec![(counted, taken)])),
        }
    }
    if all.is_empty() {
        let roll = from.iter().find_map(|fact| model.roll_of(*fact));
        return Err(roll.map_or_else(|| too_large(TooLarge), |roll| falls_so_never(model, roll)));
    }
    let open_here = all.iter().flat_map(|(_, each)| each);
    let open_here = open_here.flat_map(|(counted, _)| counted.open.iter().copied());
    let open_here: FxHashSet<VariableId> = open_here.collect();
    let mut whole = Counted::default();
    for (column, each) in all {
        let usual = match usual_here(&each, &open_here) {
            Ok(usual) => usual,
            // One of those that are alike decides whether it is as usual.
            Err(fact) => {
                let by = from.get(columns).copied().unwrap_or(fact);
                return Ok(Err(Frozen { fact, by }));
            }
        };
        let each = each.into_iter().map(|(counted, _)| counted).collect();
        let mixed = mixed(each).map_err(too_large)?;
        whole.add(&[&column[..], &usual].concat(), mixed);
    }
    let (parts, excluded) = (whole.parts(model, id, terms), whole.left_out());
    if parts.is_empty() {
        return Err(nothing_can_be(model, &excluded));
    }
    let open = from.into_iter().take(columns).chain(whole.open).collect();
    Ok(Ok(Table {
        parts: joined(parts),
        open,
        taken: common.unwrap_or_default(),
        excluded,
        sample: None,
    }))
}

/// The facts that matter: to the question, and to what is given.
fn bearing(model: &Model, id: QuestionId, terms: &Terms) -> FxHashSet<VariableId> {
    let mut bearing = check::taken_by(model, id);
    let given = terms.given.iter();
    bearing.extend(given.flat_map(|given| check::taken_by_expr(model, given)));
    bearing
}

/// Of the facts that are left open for some choices, those that are as usual for all of these, and what; or one that is so for some
/// of them alone.
fn usual_here(each: &[OfChoice], open: &FxHashSet<VariableId>) -> Result<Choice, VariableId> {
    let taken = each.iter().flat_map(|(_, taken)| taken);
    let usual = taken.filter(|own| open.contains(&own.fact));
    let usual: Vec<(VariableId, u32)> = usual.map(|own| (own.fact, own.index)).unique().collect();
    let is_open = |fact: &VariableId| each.iter().any(|(counted, _)| counted.open.contains(fact));
    let is_other = |fact: &VariableId| usual.iter().filter(|(own, _)| own == fact).count() > 1;
    match usual
        .iter()
        .find(|(fact, _)| is_open(fact) || is_other(fact))
    {
        Some((fact, _)) => Err(*fact),
        None => Ok(usual),
    }
}

/// A roll that cannot fall as is told, of those of which one of these values is.
fn cannot_fall(
    model: &Model,
    terms: &Terms,
    choice: &[(VariableId, u32)],
) -> Result<Option<VariableId>, Diagnostic> {
    let rolls = choice.iter().filter_map(|(fact, _)| model.roll_of(*fact));
    for roll in rolls {
        if !can_fall(model, roll, &|fact| terms.known.get(fact))? {
            return Ok(Some(roll));
        }
    }
    Ok(None)
}

fn estimated(
    model: &Model,
    id: QuestionId,
    terms: &Terms,
    trials: Trials,
) -> Result<Table, Diagnostic> {
    let bearing = bearing(model, id, terms);
    let beside = terms.beside(model, bearing.iter().copied());
    let columns: Vec<VariableId> = bearing.iter().copied().chain(beside).collect();
    terms.refuse_columns(model, &columns)?;
    let found = |terms: &Terms| -> Result<(Terms, Vec<TakenFact>), Diagnostic> {
        let found = settled(model, id, terms, |counting, taken| {
            Ok((counting.terms.clone(), taken))
        });
        found?.map_err(|frozen| frozen.refused_in_trials(model))
    };
    let from = terms.one_by_one(model, &bearing);
    let following = Following::new(model, terms, (from, Vec::new()), |terms| {
        let taken = found(terms)?.1.into_iter();
        Ok(taken.map(|own| (own.fact, own.index)).collect())
    })?;
    let is_excluding = Excluding::new(model, &terms.known).is_any();
    let (terms, taken) = found(terms)?;
    let mut plan = QuestionPlan::new(model, id, &terms, following).map_err(too_large)?;
    let excluded = match is_excluding {
        true => plan.exclude(model, &bearing, &terms).map_err(too_large)?,
        false => Vec::new(),
    };
    let table = estimate(&plan.experiment(model, id, &terms), trials)?;
    Ok(Table {
        taken,
        excluded,
        ..table
    })
}

/// The odds of the questions that a chart answers; of those that no die decides, or on which too many facts bear, nothing.
/// Where too many facts lead to what the chart goes by, it is taken as it stands at the head of the chart.
///
/// With the odds come the readings and switches that are taken otherwise than by default, for only so does the chart hold.
pub fn of_chart(model: &Model, chart: &Chart) -> (Vec<Table>, Vec<(VariableId, u32)>) {
    let mut questions = chart.answers.clone();
    questions.sort_unstable();
    questions.dedup();
    let mut plain = Terms::new(model);
    let played = where_it_holds(model, chart, &plain).unwrap_or_default();
    for (reading, option) in &played {
        plain.known.set(*reading, Some(*option));
    }
    let by_heads = Terms {
        open: heads(model, chart),
        ..plain.clone()
    };
    let is_small = |table: &Table| table.parts.len() <= MOST_UNDER_CHART;
    let odds = questions.into_iter().filter_map(|question| {
        let table = of_question(model, question, &plain, None).ok();
        table.filter(is_small).or_else(|| {
            let table = of_question(model, question, &by_heads, None).ok();
            table.filter(is_small)
        })
    });
    let is_by_chance = |table: &Table| {
        let mut results = table.parts.iter().flat_map(|part| &part.results);
        results.any(|results| results.chances.len() > 1)
    };
    (odds.filter(is_by_chance).collect(), played)
}

/// The readings that have to be taken otherwise than is known for a chart to hold at all.
fn where_it_holds(model: &Model, chart: &Chart, terms: &Terms) -> Option<Vec<(VariableId, u32)>> {
    let rule = chart
        .rows
        .iter()
        .flat_map(|row| &row.rules)
        .flatten()
        .next()?;
    let when = model.rules[*rule].when.as_ref()?;
    let mut compiler = Compiler::new(model);
    let root = compiler.expr(when).ok()?;
    let store = &mut compiler.store;
    let known = store
        .restrict_all(root, &|fact| terms.known.get(fact))
        .ok()?;
    let holds = |leaf: &Leaf| leaf.is(true);
    if find(store, known, &holds).is_some() {
        return None;
    }
    let (witness, _) = find(store, root, &holds)?;
    let is_other = |(fact, option): &(VariableId, u32)| {
        let known = terms.known.get(*fact);
        known.is_some_and(|known| known != *option)
    };
    Some(witness.into_iter().filter(is_other).collect())
}

/// The facts by which a chart goes and which no die gives, with all their values.
fn heads(model: &Model, chart: &Chart) -> Vec<(VariableId, Vec<u32>)> {
    let names = chart.down.iter().chain(&chart.across);
    let facts = names.filter_map(|name| model.variable_names.get(name).copied());
    let unrolled = facts.filter(|fact| model.roll_of(*fact).is_none());
    let all = |fact| (fact, (0..model.variables[fact].domain.size()).collect());
    unrolled.map(all).collect()
}

/// A question and the questions that find what nothing is said of.
struct QuestionPlan<'m> {
    compiler: Compiler<'m>,
    root: NodeId,
    given: Option<NodeId>,
    /// What cannot be.
    excluded: Option<NodeId>,
    finders: FxHashMap<VariableId, Finding>,
    /// What follows from what takes several values.
    following: Following,
}

impl<'m> QuestionPlan<'m> {
    fn new(
        model: &'m Model,
        id: QuestionId,
        terms: &Terms,
        following: Following,
    ) -> Result<Self, TooLarge> {
        let mut compiler = Compiler::new(model);
        let root = compiler.question(id)?;
        let given = terms
            .given
            .as_ref()
            .map(|given| compiler.expr(given))
            .transpose()?;
        let mut finders = FxHashMap::default();
        let taken = check::taken_by(model, id);
        for (fact, variable) in model.variables.enumerated() {
            let is_said = terms.known.get(fact).is_some() || terms.alike(fact).is_some();
            let is_found = variable.roll.is_none() && !is_said && taken.contains(&fact);
            let finder = model.finder(fact).filter(|finder| *finder != id);
            if let Some(finder) = finder.filter(|_| is_found) {
                let root = compiler.question(finder)?;
                finders.insert(fact, Finding::new(model, &compiler.store, fact, root));
            }
        }
        Ok(Self {
            compiler,
            root,
            given,
            excluded: None,
            finders,
            following,
        })
    }

    /// Leaves out what cannot be of what is known, found or left to chance, and tells by which situations that cannot be.
    fn exclude(
        &mut self,
        model: &'m Model,
        bearing: &FxHashSet<VariableId>,
        terms: &Terms,
    ) -> Result<Vec<usize>, TooLarge> {
        let follows: FxHashSet<VariableId> = self.following.facts().collect();
        let is_there = |fact: &VariableId| {
            let is_rolled = model.roll_of(*fact).is_some() && bearing.contains(fact);
            let is_found = self.finders.contains_key(fact) || follows.contains(fact);
            is_rolled || is_found || terms.alike(*fact).is_some()
        };
        let mut facts: Vec<VariableId> = model.variables.ids().filter(is_there).collect();
        self.find_excluding(model, terms, &mut facts)?;
        let (places, excluded) = exclusion(&mut self.compiler, &facts, &terms.known)?;
        self.excluded = excluded;
        Ok(places)
    }

    /// Adds what situations that cannot be look at, and questions find of these facts and of what is known.
    fn find_excluding(
        &mut self,
        model: &'m Model,
        terms: &Terms,
        facts: &mut Vec<VariableId>,
    ) -> Result<(), TooLarge> {
        let all = model.impossible.iter();
        let looked_at = all.flat_map(|own| check::taken_by_expr(model, &own.when));
        let is_unsaid =
            |fact: &VariableId| model.roll_of(*fact).is_none() && terms.known.get(*fact).is_none();
        let mut open: Vec<VariableId> = looked_at.unique().filter(is_unsaid).collect();
        let mut before = None;
        while before != Some(open.len()) {
            before = Some(open.len());
            open.retain(|fact| !facts.contains(fact));
            for fact in &open {
                let Some(finder) = model.finder(*fact) else {
                    continue;
                };
                let root = self.compiler.question(finder)?;
                let mut needs = support(&self.compiler.store, root).into_iter();
                if needs.all(|need| facts.contains(&need) || terms.known.get(need).is_some()) {
                    let finding = Finding::new(model, &self.compiler.store, *fact, root);
                    self.finders.insert(*fact, finding);
                    facts.push(*fact);
                }
            }
        }
        Ok(())
    }

    /// Whether this can be, and is as is given.
    fn counts(&self, slots: &mut Slots) -> Result<bool, Missing> {
        let mut is = |root: Option<NodeId>| {
            let seen = root.map(|root| self.look(root, slots)).transpose()?;
            Ok(seen.map(|leaf| leaf.is(true)))
        };
        Ok(is(self.given)? != Some(false) && is(self.excluded)? != Some(true))
    }

    /// The question as an experiment of one stage.
    fn experiment<'a>(
        &'a self,
        model: &'a Model,
        id: QuestionId,
        terms: &'a Terms,
    ) -> Experiment<'a> {
        let question = &model.questions[id];
        Experiment {
            kind: "question",
            most_ways: 0,
            model,
            terms,
            plan: self,
            start: Slots::of(model, &terms.known),
            judge: Judge::new(model, Vec::new(), &|_| true),
            given: terms.known.clone(),
            stages: vec![Stage {
                drawn: terms.uniform.clone(),
                is_seen: true,
                ..Stage::default()
            }],
            length: 1,
            shown: vec![(question.name.clone(), Some(question.answer.clone()))],
        }
    }

    /// Walks a diagram; the facts that other questions find are found on the way.
    fn look(&self, root: NodeId, slots: &mut Slots) -> Result<Leaf, Missing> {
        loop {
            let store = &self.compiler.store;
            match leaf(store, root, slots) {
                Err(Missing(fact)) => {
                    let finding = self.finders.get(&fact).ok_or(Missing(fact))?;
                    slots.set(fact, finding.slot(store, slots)?);
                }
                seen => return seen,
            }
        }
    }
}

impl Plan for QuestionPlan<'_> {
    fn begin(&self, _: &mut Slots) {}

    fn run(
        &self,
        _: usize,
        slots: &mut Slots,
        _: &mut usize,
    ) -> Result<Option<VariableId>, Missing> {
        self.following.begin(slots)?;
        if self.counts(slots)? {
            self.look(self.root, slots)?;
        }
        Ok(None)
    }

    fn states(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing> {
        Ok(vec![leaf(&self.compiler.store, self.root, slots)?])
    }

    fn holds(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing> {
        let is_asked = self.given.or(self.excluded).is_some();
        let holds = is_asked.then(|| self.counts(&mut slots.clone()));
        holds
            .into_iter()
            .map(|holds| holds.map(Leaf::truth))
            .collect()
    }
}
