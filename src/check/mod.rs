//! From packs as written to checked games: names, types and units, dependencies, then, through the decision diagrams, gaps,
//! overlaps, laws and examples. Broken input is normal: what can be made is made, and every problem is told in one run.

mod added;
mod again;
mod all_proofs;
mod answered;
mod aside;
mod at_once;
mod beyond;
mod blank;
mod card;
mod cells;
mod chart;
mod cycle;
mod doubt;
mod ends;
mod example;
mod facts;
mod fill;
mod finds;
mod foregone;
mod found;
mod guide;
mod idle;
mod imprint;
mod in_order;
mod likely;
mod marks;
mod memory;
mod mention;
mod missing;
mod names;
mod order;
mod outline;
mod overlap;
mod parses;
mod phrase;
mod printed;
mod procedure;
mod procedure_proof;
mod process;
mod process_proof;
mod proof;
mod question;
mod reach;
mod resolve;
mod results;
mod rolled;
mod scope;
mod spare;
mod stamp;
mod step_beyond;
mod step_order;
mod taken;
mod taking;
mod trial;
mod unasked;
mod undeclared;
mod unused;
mod usual;
mod usual_beyond;

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, GapId, Model, PackId, ProcedureId, QuestionId, VariableId};
use crate::pack::overlay::Origins;
use crate::pack::{self, Pack, Rulebook};
use crate::source::{Span, Text};
use crate::value::Shared;
use doubt::Doubt;
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{Others, Scope};
use std::mem;
use undeclared::Undeclared;

pub use again::Again;
pub use all_proofs::{Outcomes, prove_while};
pub use aside::is_foregone;
pub use cycle::{expressions, used_by, uses_broken};
pub use found::{impossible_found, last_of};
pub use imprint::Imprints;
pub use memory::{Findings, Memory, recalled};
pub use outline::Outline;
pub use parses::Parses;
pub use phrase::{Within, condition, values};
pub use procedure::is_broken as is_broken_procedure;
pub use procedure_proof::prove_procedure;
pub use proof::{Proof, Proved, is_untold, prove_question};
pub use resolve::type_of;
pub use spare::spare_lists;
pub use taken::{
    comes_from, comes_from_broken, counted_by, readings_by, taken_by, taken_by_expr,
    taken_by_procedure, taken_by_process,
};
pub use trial::{Trial, TrialKind, prove_example, prove_law, try_all};

/// Whether a question, or one that it uses, could not be resolved.
pub fn is_broken(model: &Model, id: QuestionId) -> bool {
    model.questions[id].broken
}

#[derive(Debug)]
pub struct Checked {
    pub games: Shared<Model>,
    pub diagnostics: Vec<Diagnostic>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent<'n> {
    Everything,
    /// What answers need: not the laws and examples that prove them.
    Answers,
    /// What the answers to the questions of these names need. All others are marked as broken.
    Questions(&'n [&'n str]),
}

/// Resolves a rulebook: names, types, units and dependencies. What it claims is proved by `check::prove`.
pub fn check(rulebook: &Rulebook, extent: Extent<'_>) -> Checked {
    check_again(rulebook, extent, &mut Known::default())
}

/// What was read of the texts of each game before.
pub type Known = FxHashMap<String, Parses>;

/// The same, where some of it was read before.
pub fn check_again(rulebook: &Rulebook, extent: Extent<'_>, known: &mut Known) -> Checked {
    let game_of = |pack: &&Pack| names::or_empty(&pack.game);
    let (games, diagnostics): (Vec<Model>, Vec<_>) = rulebook
        .packs
        .iter()
        .into_group_map_by(game_of)
        .into_iter()
        .sorted_unstable_by(|one, other| one.0.cmp(&other.0))
        .map(|(game, packs)| {
            let mut parses = known.remove(&game).unwrap_or_default();
            let origins = &rulebook.origins;
            let checked = check_game_again(&game, &packs, origins, extent, &mut parses);
            known.insert(game, parses);
            checked
        })
        .unzip();
    Checked {
        games: games.into_iter().collect(),
        diagnostics: diagnostics.concat(),
    }
}

/// Resolves the packs of one game, some of whose texts come from errata.
pub fn check_game(
    game: &str,
    packs: &[&Pack],
    origins: &Origins,
    extent: Extent<'_>,
) -> (Model, Vec<Diagnostic>) {
    check_game_again(game, packs, origins, extent, &mut Parses::default())
}

/// The same, where some of it was read before.
pub fn check_game_again(
    game: &str,
    packs: &[&Pack],
    origins: &Origins,
    extent: Extent<'_>,
    parses: &mut Parses,
) -> (Model, Vec<Diagnostic>) {
    let mut checker = Checker::new(Model {
        game: game.to_owned(),
        origins: origins.clone(),
        ..Model::default()
    });
    parses.begin();
    checker.parses = mem::take(parses);
    checker.run(packs, extent);
    checker.tell_undeclared();
    *parses = checker.parses;
    (checker.model, checker.diagnostics)
}

/// A model with one of its procedures as it is written now, and what resolving finds fault with in that. All else stays.
pub fn with_procedure(
    model: Model,
    id: ProcedureId,
    written: &pack::Procedure,
) -> (Model, Vec<Diagnostic>) {
    let pack = model.procedures[id].pack;
    let mut checker = Checker::new(model);
    checker.scope = Scope::new(pack, Others::First);
    let name = &written.id.value;
    checker.model.procedure_names.remove(name);
    checker.procedure(written);
    let made = checker.model.procedures.pop();
    checker.model.procedure_names.insert(name.clone(), id);
    if let Some(made) = made {
        checker.model.procedures[id] = made;
    }
    checker.tell_undeclared();
    (checker.model, checker.diagnostics)
}

/// Resolves a condition that is written in a pack, about all facts of the game: a name that is a question's too is the fact. The
/// model comes back with the words in it.
pub fn written_condition(
    model: Model,
    pack: PackId,
    text: Option<&Text>,
) -> Result<(Model, Option<Expr>), Vec<Diagnostic>> {
    let Some(text) = text else {
        return Ok((model, None));
    };
    let mut checker = Checker::new(model);
    checker.scope = Scope::new(pack, Others::First);
    match checker.condition(text) {
        Some(condition) => Ok((checker.model, Some(condition))),
        None => {
            checker.tell_undeclared();
            Err(checker.diagnostics)
        }
    }
}

/// The packs of a game, each with its id, after those that it requires.
type Packs<'p> = [(PackId, &'p Pack)];

/// The making of one game's model.
struct Checker {
    model: Model,
    diagnostics: Vec<Diagnostic>,
    scope: Scope,
    wanted: Option<FxHashSet<QuestionId>>,
    /// The questions that take just the facts of their `from`.
    promises: FxHashSet<QuestionId>,
    /// The questions that are answered with yes or no because they do not say with what.
    unsaid: FxHashSet<QuestionId>,
    /// Each with the pack that has it, and its place there.
    paragraphs: FxHashMap<String, (PackId, u32)>,
    /// Whether it is known of every question which facts it takes.
    settled: bool,
    /// Whether what each name means is written down.
    notes_mentions: bool,
    parses: Parses,
    undeclared: Undeclared,
    /// The values of facts by what people see in their place.
    labelled: FxHashMap<(VariableId, String), String>,
    doubt: Doubt,
    /// Of the questions that are resolved again, the gaps that they answered and that are not met yet.
    known_gaps: FxHashMap<QuestionId, Vec<GapId>>,
}

impl Checker {
    fn new(model: Model) -> Self {
        Self {
            model,
            diagnostics: Vec::new(),
            scope: Scope::new(PackId(0), Others::Last),
            wanted: None,
            promises: FxHashSet::default(),
            unsaid: FxHashSet::default(),
            paragraphs: FxHashMap::default(),
            settled: true,
            notes_mentions: false,
            parses: Parses::default(),
            undeclared: Undeclared::default(),
            labelled: FxHashMap::default(),
            doubt: Doubt::default(),
            known_gaps: FxHashMap::default(),
        }
    }

    fn run(&mut self, packs: &[&Pack], extent: Extent<'_>) {
        self.settled = false;
        self.notes_mentions = extent == Extent::Everything;
        let packs = &*self.order_packs(packs);
        self.declarations(packs);
        let reached = match extent {
            Extent::Questions(names) => Some(reach::reach(&self.model, packs, names)),
            Extent::Everything | Extent::Answers => None,
        };
        if reached.is_none() {
            let texts = reach::expressions(packs, extent == Extent::Everything);
            self.parses.read_ahead(texts);
        }
        self.wanted = reached.as_ref().map(|reached| reached.questions.clone());
        self.each(packs, |pack| &pack.facts, Self::note_labels);
        self.name_usual_texts(packs);
        self.each(packs, |pack| &pack.questions, Self::fill_question);
        self.each(packs, |pack| &pack.rules, Self::written_rule);
        self.each(packs, |pack| &pack.charts, Self::chart);
        self.settle_facts();
        self.usual_values(packs, reached.as_ref());
        self.impossible(packs);
        if let Some(wanted) = &self.wanted {
            for id in self.model.questions.ids().filter(|id| !wanted.contains(id)) {
                // What is left unresolved can never be an answer.
                self.model.questions[id].broken = true;
            }
            self.each(packs, |pack| &pack.procedures, Self::name_procedure);
        } else {
            self.processes(packs);
            self.each(packs, |pack| &pack.procedures, Self::procedure);
            self.each(packs, |pack| &pack.cards, Self::card);
        }
        self.guide(packs);
        self.leave_unread(packs);
        let is_ordered = self.order_questions();
        self.leave_what_rests_on_broken();
        if !is_ordered {
            return;
        }
        self.order_processes();
        self.model.levels = order::levels(&self.model);
        if extent == Extent::Everything {
            self.note_slips(packs);
            self.note_values_taken();
            self.refuse_idle_meanings();
            self.each(packs, |pack| &pack.laws, Self::law);
            self.each(packs, |pack| &pack.examples, Self::example);
            self.each(packs, |pack| &pack.defects, Self::defect);
            self.note_unused_choices();
        }
    }

    /// Resolves everything of a kind, each in the scope of its pack.
    fn each<'p, T: 'p>(
        &mut self,
        packs: &Packs<'p>,
        list: impl Fn(&'p Pack) -> &'p Vec<T>,
        resolve: impl Fn(&mut Self, &'p T),
    ) {
        for (id, pack) in packs {
            for thing in list(pack) {
                self.scope = Scope::new(*id, Others::First);
                resolve(self, thing);
            }
        }
    }

    fn is_wanted(&self, id: QuestionId) -> bool {
        let wanted = self.wanted.as_ref();
        wanted.is_none_or(|wanted| wanted.contains(&id))
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Notes a finding for which something cannot be made.
    fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    fn error<T>(&mut self, code: Code, span: Span, message: impl Into<String>) -> Option<T> {
        self.refuse(Diagnostic::error(code, span, message))
    }
}

/// All of some things, each tried even where one cannot be made.
fn all<T>(things: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    things.collect_vec().into_iter().collect()
}

fn show_situation(model: &Model, situation: &[(VariableId, u32)]) -> String {
    let mut facts = situation.iter().map(|(fact, index)| {
        let value = model.show_index(*fact, *index);
        format!("{} = {value}", model.variable_name(*fact))
    });
    facts.join(", ")
}
