//! From packs as written to checked games: names, types and units, dependencies, then, through the decision diagrams, gaps,
//! overlaps, laws and examples. Broken input is normal: what can be made is made, and every problem is told in one run.

mod added;
mod card;
mod chart;
mod cycle;
mod dice;
mod example;
mod guide;
mod marks;
mod names;
mod only;
mod phrase;
mod printed;
mod procedure;
mod procedure_proof;
mod process;
mod process_states;
mod proof;
mod question;
mod reach;
mod resolve;
mod rolled_example;
mod scope;
mod spare;
mod taken;
mod taking;
mod trial;
mod usual;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::model::{Expr, Model, PackId, Question, QuestionId};
use crate::pack::overlay::Origins;
use crate::pack::{self, Rulebook};
use crate::source::{Span, Text};
use names::or_empty;
use rustc_hash::FxHashSet;
use scope::{Facts, Scope};

pub use cycle::used_by;
pub use phrase::{Within, condition, values};
pub use procedure_proof::prove_procedure;
pub use proof::{Proof, Proved, prove, prove_question};
pub use resolve::type_of;
pub use spare::{Order, spare_lists};
pub use taken::{comes_from, taken_by, taken_by_expr};
pub use trial::{Trial, TrialKind, prove_example, prove_law, try_all};

/// Whether a question, or one that it uses, could not be resolved.
#[must_use]
pub fn is_broken(model: &Model, id: QuestionId) -> bool {
    any_used(model, id, |question| question.broken)
}

/// Whether a question, or one that it uses, is answered by a chart whose rows or columns overlap or are missing.
fn has_chart_fault(model: &Model, id: QuestionId) -> bool {
    any_used(model, id, |question| question.chart_fault)
}

/// Whether something holds for a question or one that it uses; it does for one that is not there.
fn any_used(model: &Model, id: QuestionId, holds: impl Fn(&Question) -> bool) -> bool {
    let mut waiting = vec![id];
    let mut seen = Vec::new();
    while let Some(id) = waiting.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        if model.question(id).is_none_or(&holds) {
            return true;
        }
        waiting.extend(used_by(model, id));
    }
    false
}

/// A rulebook, checked: its games and what was found.
#[derive(Debug)]
pub struct Checked {
    /// The games, by name.
    pub games: Vec<Model>,
    /// Everything found.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether an error was found.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|found| found.severity == Severity::Error)
    }
}

/// How much of a rulebook is resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent<'n> {
    /// All of it.
    Everything,
    /// What answers need: not the laws and examples that prove them.
    Answers,
    /// What the answers to the question of this name need. All others are marked as broken.
    Question(&'n str),
}

/// Resolves a rulebook: names, types, units and dependencies. The proofs are [`prove`]'s.
#[must_use]
pub fn check(rulebook: &Rulebook, extent: Extent<'_>) -> Checked {
    let mut games = Vec::new();
    let mut diagnostics = Vec::new();
    for game in game_names(rulebook) {
        let packs: Vec<&pack::Pack> = rulebook
            .packs
            .iter()
            .filter(|pack| game_of(pack) == game)
            .collect();
        let (model, mut found) = check_game(&game, &packs, &rulebook.origins, extent);
        games.push(model);
        diagnostics.append(&mut found);
    }
    Checked { games, diagnostics }
}

/// Resolves a condition that is written in a pack, about all facts of the game; the model comes back with the words in it.
///
/// # Errors
///
/// What is wrong with the condition.
pub fn written_condition(
    model: Model,
    pack: PackId,
    text: &Text,
) -> Result<(Model, Expr), Vec<Diagnostic>> {
    let mut checker = Checker::new(model);
    match checker.condition(text, &Scope::new(pack, Facts::QuestionsFirst)) {
        Some(condition) => Ok((checker.model, condition)),
        None => Err(checker.diagnostics),
    }
}

/// Resolves the packs of one game, some of whose texts come from errata.
#[must_use]
pub fn check_game(
    game: &str,
    packs: &[&pack::Pack],
    origins: &Origins,
    extent: Extent<'_>,
) -> (Model, Vec<Diagnostic>) {
    let model = Model {
        game: game.to_owned(),
        origins: origins.clone(),
        ..Model::default()
    };
    let mut checker = Checker::new(model);
    checker.run(packs, extent);
    (checker.model, checker.diagnostics)
}

fn game_of(pack: &pack::Pack) -> String {
    or_empty(pack.game.as_ref())
}

fn game_names(rulebook: &Rulebook) -> Vec<String> {
    let mut names: Vec<String> = rulebook.packs.iter().map(game_of).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The making of one game's model.
struct Checker {
    model: Model,
    diagnostics: Vec<Diagnostic>,
    /// The questions to be resolved; all, if not said.
    wanted: Option<FxHashSet<QuestionId>>,
    /// The questions that take just the facts of their `from`.
    promises: FxHashSet<QuestionId>,
    /// Whether it is known of every question which facts it takes.
    settled: bool,
}

impl Checker {
    fn new(model: Model) -> Self {
        Self {
            model,
            diagnostics: Vec::new(),
            wanted: None,
            promises: FxHashSet::default(),
            settled: true,
        }
    }

    fn run(&mut self, packs: &[&pack::Pack], extent: Extent<'_>) {
        self.settled = false;
        let packs = self.order_packs(packs);
        self.register_units(&packs);
        self.register_facts(&packs);
        self.fill_rolls(&packs);
        self.register_readings(&packs);
        self.register_questions(&packs);
        self.register_processes(&packs);
        let reached = match extent {
            Extent::Question(name) => Some(reach::reach(&self.model, &packs, name)),
            Extent::Everything | Extent::Answers => None,
        };
        if let Some(reached) = &reached {
            self.wanted = Some(reached.questions.clone());
        }
        self.fill_questions(&packs);
        self.fill_rules(&packs);
        self.fill_charts(&packs);
        self.settle_facts();
        self.fill_usual(&packs, &|fact| {
            reached
                .as_ref()
                .is_none_or(|reached| reached.usual.contains(&fact))
        });
        self.fill_impossible(&packs, &|place| {
            reached
                .as_ref()
                .is_none_or(|reached| reached.impossible.contains(&place))
        });
        if self.wanted.is_some() {
            self.refuse_unwanted();
            self.name_procedures(&packs);
        } else {
            self.fill_processes(&packs);
            self.fill_procedures(&packs);
            self.fill_cards(&packs);
        }
        self.fill_guide(&packs);
        if self.refuse_cycles() {
            self.model
                .questions
                .iter_mut()
                .for_each(|question| question.broken = true);
            return;
        }
        self.order_processes();
        if extent == Extent::Everything {
            self.note_values_taken();
            self.fill_laws(&packs);
            self.fill_examples(&packs);
            self.fill_defects(&packs);
        }
    }

    /// Whether a question is to be resolved.
    fn is_wanted(&self, id: QuestionId) -> bool {
        self.wanted
            .as_ref()
            .is_none_or(|wanted| wanted.contains(&id))
    }

    /// Marks what is left unresolved, so that none of it can ever be an answer.
    fn refuse_unwanted(&mut self) {
        for index in 0..self.model.questions.len() {
            let id = QuestionId(names::index_u32(index));
            if !self.is_wanted(id) {
                self.mark_broken(id);
            }
        }
    }

    /// Notes a finding.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Notes an error at a place.
    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }
}
