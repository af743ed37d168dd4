//! The public face: load a rulebook, check it, ask it. What goes in is places of packs, one of which may be the program itself;
//! what comes out is a [`Rulebook`] and its findings.

mod about;
#[cfg(any(feature = "lsp", feature = "book"))]
mod again;
mod because;
pub mod cards;
mod chances;
mod charts;
pub mod counts;
mod denied;
mod difference;
pub mod doubt;
pub mod errata;
pub mod finding;
pub mod first;
mod guard;
pub mod heard;
pub mod idle;
pub mod import;
#[cfg(feature = "cli")]
mod kept;
pub mod likely;
pub mod lines;
mod listener;
mod listing;
mod missing;
mod near;
pub mod odds;
pub mod pins;
mod plain;
pub mod plots;
#[cfg(feature = "lsp")]
mod proofs;
mod question;
mod ready;
pub mod request;
mod rolled;
mod said;
pub mod spoken;
mod successive;
mod sums;
pub mod telling;
pub mod terms;
pub mod titles;
pub mod unique;
pub mod unsaid;
pub mod unused;
mod valued;

use crate::Error;
pub use crate::answer::{Answer, Other, Part, Reason};
use crate::check::{self, Extent, Proof};
use crate::diagnostic::{Code, Command, Diagnostic, Severity, tell_once};
use crate::model::{Model, ProcedureId, ProcessId, QuestionId};
use crate::pack::unread::takes_a_part;
use crate::pack::{self, ErrataSet};
use crate::render::{self, PAGE_WIDTH};
use crate::source::{Place, Sources};
use crate::value::{Shared, folded};
#[cfg(feature = "lsp")]
pub(crate) use again::Before;
pub use chances::{Chance, Odds};
pub use difference::{Change, Difference};
#[cfg(feature = "lsp")]
pub(crate) use proofs::{Carry, Proofs};
pub use question::Question;
pub use ready::{Ready, RowAnswer};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A rulebook with its games, ready to be asked.
#[derive(Debug)]
pub struct Rulebook {
    /// Its texts.
    #[doc(hidden)]
    pub sources: Sources,
    /// Its packs as written.
    #[doc(hidden)]
    pub written: Written,
    /// Its games, checked.
    #[doc(hidden)]
    pub games: Shared<Model>,
    /// What reading and resolving found.
    #[doc(hidden)]
    pub diagnostics: Vec<Diagnostic>,
    /// Whether some part of it could not be read.
    unreadable: bool,
}

/// Packs as written, read when somebody looks at them.
type Written = LazyLock<pack::Rulebook, Box<dyn FnOnce() -> pack::Rulebook + Send>>;

/// Whether an erratum has nothing to change because a name is misspelt that is told to be unknown.
fn follows(finding: &Diagnostic, others: &[Diagnostic]) -> bool {
    let address = match finding.code {
        Code::ErratumMatchesNothing => finding.unknown.as_deref(),
        _ => None,
    };
    let name = address.and_then(|address| {
        let (_, thing) = address.rsplit_once([':', '/'])?;
        thing.split(['.', '#', '[']).next()
    });
    name.is_some() && others.iter().any(|other| other.unknown.as_deref() == name)
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A question.
    Question(QuestionId),
    /// A process.
    Process(ProcessId),
    /// A procedure.
    Procedure(ProcedureId),
}

impl Rulebook {
    /// The rulebook that comes with the crate: all its packs, with the official errata.
    #[must_use]
    pub fn shipped() -> Self {
        Self::embedded()
    }

    /// The rulebook of the packs in some folders, put together; `embedded` stands for those of [`Self::shipped`]. The official
    /// errata apply.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with the packs: a folder or file that cannot be read, a name that is not known, a rule
    /// that cannot be understood. [`Self::texts`] makes a rulebook all the same, and [`Self::check`] tells everything.
    pub fn open<P: Into<PathBuf>>(places: impl IntoIterator<Item = P>) -> Result<Self, Error> {
        let places: Vec<Place> = places
            .into_iter()
            .map(|place| Place::named(place.into()))
            .collect();
        let book = Self::of_places(&places, &ErrataSet::Official);
        let wrong = book
            .diagnostics
            .iter()
            .find(|finding| finding.severity == Severity::Error);
        match wrong {
            Some(wrong) => Err(wrong.clone()),
            None => Ok(book),
        }
    }

    /// All that is wrong with the rulebook: what reading it found, and what cannot be proved of it, such as a situation without
    /// an answer, or an example that does not hold.
    #[must_use]
    pub fn check(&self) -> Vec<Error> {
        let proofs = self.prove().into_iter().flat_map(|proof| proof.diagnostics);
        self.diagnostics.iter().cloned().chain(proofs).collect()
    }

    /// An error with the lines of the packs where it is, underlined.
    #[must_use]
    pub fn show(&self, error: &Error) -> String {
        render::diagnostic::human(
            std::slice::from_ref(error),
            &self.sources,
            PAGE_WIDTH,
            false,
        )
    }

    /// The rulebook in the binary. Its proofs are made by the project's own tests, not at every start.
    #[must_use]
    #[doc(hidden)]
    pub fn embedded() -> Self {
        Self::of_places(&[Place::Embedded], &ErrataSet::Official)
    }

    /// The rulebook in the binary without its laws and examples: all that an answer needs, sooner.
    #[must_use]
    #[doc(hidden)]
    pub fn embedded_for_answers() -> Self {
        Self::for_answers(Sources::of(&[Place::Embedded]), &ErrataSet::Official)
    }

    /// The same with what the answers to one question need, sooner still.
    #[must_use]
    #[doc(hidden)]
    pub fn embedded_for_question(name: &str) -> Option<Self> {
        let sources = Sources::of(&[Place::Embedded]);
        Self::for_question(sources, &ErrataSet::Official, name)
    }

    /// The rulebook of texts and what was found in reading them, with what the answers to one question need: nothing else is
    /// resolved. All other questions are marked as broken; the name may have its game before it. None where no pack declares a
    /// question of the name.
    #[must_use]
    pub(crate) fn for_question(
        (sources, mut diagnostics): (Sources, Vec<Diagnostic>),
        errata: &ErrataSet,
        name: &str,
    ) -> Option<Self> {
        let (written, mut findings) = pack::read_for_answers(&sources, errata);
        diagnostics.append(&mut findings);
        Self::of_read((sources, written, diagnostics), name)
    }

    /// The same of packs that were read for answers.
    fn of_read(
        (sources, written, diagnostics): (Sources, pack::Rulebook, Vec<Diagnostic>),
        name: &str,
    ) -> Option<Self> {
        let text = name.split_once('/').map_or(name, |(_, text)| text);
        let mut questions = written.packs.iter().flat_map(|pack| &pack.questions);
        let is_declared = questions.any(|question| question.name.value == text);
        is_declared.then(|| Self::for_questions(sources, written, diagnostics, &[text]))
    }

    /// The rulebook of packs as they are written and what was found in reading them, with what the answers to some questions of
    /// all its games need.
    #[must_use]
    pub(crate) fn for_questions(
        sources: Sources,
        written: pack::Rulebook,
        findings: Vec<Diagnostic>,
        names: &[&str],
    ) -> Self {
        Self::of_written(sources, written, findings, Extent::Questions(names))
    }

    /// The same packs with what the answers to all questions need.
    fn with_all_questions(&self) -> Self {
        let (sources, written) = (self.sources.clone(), (*self.written).clone());
        Self::of_written(sources, written, Vec::new(), Extent::Answers)
    }

    /// The rulebook in a folder.
    #[must_use]
    #[doc(hidden)]
    pub fn folder(path: &Path) -> Self {
        Self::of_places(&[Place::Folder(path.to_owned())], &ErrataSet::Official)
    }

    /// The rulebook of the packs in some places, with those errata that a set chooses.
    #[must_use]
    #[doc(hidden)]
    pub fn of_places(places: &[Place], errata: &ErrataSet) -> Self {
        let (sources, problems) = Sources::of(places);
        let diagnostics = problems;
        Self::of(sources, diagnostics, Extent::Everything, errata)
    }

    /// A rulebook of texts, each with the path under which it is shown: `my-pack/pack.toml`, `my-pack/10-rules.toml`.
    ///
    /// A text that stands in no pack, or has the path of another, is not read: that is a finding.
    pub fn texts<P: Into<String>, T: Into<String>>(
        texts: impl IntoIterator<Item = (P, T)>,
    ) -> Self {
        let sources = Sources::from_texts(texts);
        let unread = pack::unread_texts(&sources);
        Self::of(sources, unread, Extent::Everything, &ErrataSet::Official)
    }

    /// A rulebook of texts that are at hand, with those errata that a set chooses.
    #[must_use]
    #[doc(hidden)]
    pub fn from_sources(sources: Sources, errata: &ErrataSet) -> Self {
        Self::of(sources, Vec::new(), Extent::Everything, errata)
    }

    /// The rulebook of texts and what was found in reading them, without laws and examples, as far as answers need it.
    #[must_use]
    #[doc(hidden)]
    pub fn for_answers(
        (sources, findings): (Sources, Vec<Diagnostic>),
        errata: &ErrataSet,
    ) -> Self {
        Self::of(sources, findings, Extent::Answers, errata)
    }

    fn of(
        sources: Sources,
        mut diagnostics: Vec<Diagnostic>,
        extent: Extent<'_>,
        errata: &ErrataSet,
    ) -> Self {
        let read = match extent {
            Extent::Everything => pack::read_with,
            Extent::Answers | Extent::Questions(_) => pack::read_for_answers,
        };
        let (written, mut findings) = read(&sources, errata);
        diagnostics.append(&mut findings);
        Self::of_written(sources, written, diagnostics, extent)
    }

    fn of_written(
        sources: Sources,
        mut written: pack::Rulebook,
        diagnostics: Vec<Diagnostic>,
        extent: Extent<'_>,
    ) -> Self {
        // Of a file that is not there nobody knows what it would say; which packs there are not, is told where one is wanted.
        let is_missing = |finding: &Diagnostic| {
            takes_a_part(finding) && finding.labels.is_empty() && finding.code != Code::MissingPack
        };
        if diagnostics.iter().any(is_missing) {
            written.packs = pack::unread::all(&written.packs);
        }
        let checked = check::check(&written, extent);
        Self::of_checked(sources, written, diagnostics, checked)
    }

    fn of_checked(
        sources: Sources,
        written: pack::Rulebook,
        mut diagnostics: Vec<Diagnostic>,
        checked: check::Checked,
    ) -> Self {
        // Where a file could not be read, names that it defines are missing everywhere else: that is told once. An erratum
        // that does not fit is left out, and takes no name away.
        let unreadable = diagnostics.iter().any(takes_a_part);
        if !unreadable {
            diagnostics.append(&mut missing::tell(&written, &sources));
            let mut others = missing::without_consequences(checked.diagnostics, &written, &sources);
            diagnostics.retain(|finding| !follows(finding, &others));
            diagnostics.append(&mut others);
        }
        tell_once(&mut diagnostics);
        Self {
            sources,
            written: Written::new(Box::new(|| written)),
            games: checked.games,
            diagnostics,
            unreadable,
        }
    }

    /// Whether some part of it could not be read, so that nobody can tell what it would say.
    #[must_use]
    pub(crate) const fn is_unreadable(&self) -> bool {
        self.unreadable
    }

    /// Whether reading or resolving found an error.
    #[must_use]
    #[doc(hidden)]
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|finding| finding.severity == Severity::Error)
    }

    /// The errors that are its own, and not those of what was asked of it: errata that no pack has.
    pub(crate) fn own_errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|finding| finding.severity == Severity::Error && !finding.is_of_asked_erratum())
    }

    /// Proves all that can be proved of each game. Where some part could not be read, or a pack is missing, nothing is: what is
    /// not there would be missed in proofs too, and that is told already.
    #[must_use]
    #[doc(hidden)]
    pub fn prove(&self) -> Vec<Proof> {
        if self.unreadable {
            return Vec::new();
        }
        let games = self.games.iter();
        games
            .map(|game| self.with_guards(game, self.prove_game(game, None, &|| true)))
            .collect()
    }

    fn with_guards(&self, game: &Model, mut proof: Proof) -> Proof {
        // What an erratum changes is compared where both rulebooks stand.
        let is_broken = || {
            let mut findings = self.diagnostics.iter();
            findings.any(|finding| finding.severity == Severity::Error)
        };
        if !self.lacks_packs(&game.game) && !is_broken() {
            proof.diagnostics.append(&mut self.guard(game));
        }
        proof
    }

    /// The things of a game of which something can be proved, each as if nothing were found of it.
    fn listed(&self, game: &Model) -> check::Findings {
        if self.unreadable {
            return Default::default();
        }
        let memory = check::Memory::listing(check::Imprints::of(game));
        self.prove_game(game, Some(&memory), &|| true);
        memory.into_found()
    }

    /// What cannot be proved of a game, as far as it is known when it is no longer wanted; of what is known, only what changed is
    /// proved. And what was found of each thing.
    pub(crate) fn prove_while(
        &self,
        game: &Model,
        known: &check::Findings,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> (Vec<Diagnostic>, check::Findings) {
        if self.unreadable {
            return Default::default();
        }
        let memory = check::Memory::new(check::Imprints::of(game), known);
        let proof = self.prove_game(game, Some(&memory), goes_on);
        let proof = match goes_on() {
            true => self.with_guards(game, proof),
            false => proof,
        };
        (proof.diagnostics, memory.into_found())
    }

    fn prove_game(
        &self,
        game: &Model,
        memory: Option<&check::Memory<'_>>,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Proof {
        if self.lacks_packs(&game.game) {
            return Proof::default();
        }
        game.budget.renew();
        let mut proof = check::prove_while(game, memory, goes_on);
        proof
            .diagnostics
            .append(&mut Self::wrong_plots(game, memory));
        proof
    }

    /// The questions, processes and procedures of a name: `sand-cost`, or `asl/sand-cost` where two games have it.
    #[must_use]
    #[doc(hidden)]
    pub fn find(&self, name: &str) -> Vec<(&Model, Named)> {
        let (games, text) = self.games_of(name);
        let games = games.into_iter();
        games
            .filter_map(|model| Some((model, find_in(model, text)?)))
            .collect()
    }

    /// The one question, process or procedure of a name.
    #[doc(hidden)]
    pub fn named(&self, name: &str) -> Result<(&Model, Named), Diagnostic> {
        self.named_as(("question", "questions"), name)
    }

    /// The same, where a thing of some kind is asked for.
    pub(crate) fn named_as(
        &self,
        (kind, kinds): (&str, &str),
        name: &str,
    ) -> Result<(&Model, Named), Diagnostic> {
        match self.find(name).as_slice() {
            [only] => Ok(*only),
            [] => {
                let list = Command::new(["list", kinds]);
                Err(self.nothing_named(kind, name, &[], list))
            }
            games => {
                let games = games.iter().map(|(model, _)| *model);
                Err(several(Code::UnknownQuestion, name, games))
            }
        }
    }

    /// The games that a name can be of, and the name without the game before it.
    fn games_of<'n>(&self, name: &'n str) -> (Vec<&Model>, &'n str) {
        let game = name.split_once('/');
        let game = game.filter(|(game, _)| self.games.iter().any(|model| model.game == *game));
        let Some((game, text)) = game else {
            return (self.games.iter().collect(), name);
        };
        let games = self.games.iter().filter(|model| model.game == game);
        (games.collect(), text)
    }

    /// The questions that an error leaves without an answer.
    pub(crate) fn broken(&self) -> impl Iterator<Item = &str> {
        self.games.iter().flat_map(|model| {
            let questions = model.questions.enumerated();
            let broken = questions.filter(|(id, _)| check::is_broken(model, *id));
            broken.map(|(_, question)| question.name.as_str())
        })
    }
}

/// What a name stands for in a game, in any case.
fn find_in(model: &Model, name: &str) -> Option<Named> {
    let question = || model.question_named(name).map(Named::Question);
    let is_titled = |id: &ProcedureId| folded(&model.procedures[*id].title) == folded(name);
    let titled = || model.procedures.ids().find(is_titled);
    named_so(model, name)
        .or_else(|| named_so(model, &folded(name)))
        .or_else(question)
        .or_else(|| titled().map(Named::Procedure))
}

fn named_so(model: &Model, name: &str) -> Option<Named> {
    let question = model.question_names.get(name);
    let process = || model.process_names.get(name);
    let procedure = || model.procedure_names.get(name);
    let question = question.map(|id| Named::Question(*id));
    question
        .or_else(|| process().map(|id| Named::Process(*id)))
        .or_else(|| procedure().map(|id| Named::Procedure(*id)))
}

/// That more than one game has a name, and how to say which is meant.
fn several<'m>(code: Code, name: &str, games: impl Iterator<Item = &'m Model>) -> Diagnostic {
    let games = games.map(|model| format!("{}/{}", model.game, folded(name)));
    let help = format!("say which: {}", games.collect::<Vec<_>>().join(", "));
    Diagnostic::error_nowhere(code, format!("more than one game has `{name}`")).help(help)
}
