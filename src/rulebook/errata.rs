//! What a maintainer does with errata: write one, fold one, and see which questions one touches.

use super::Rulebook;
use crate::analysis::diff::usual_otherwise;
use crate::check;
use crate::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use crate::model::{Expr, Model, Question, QuestionId, Thing};
use crate::pack::ErrataSet;
use crate::pack::overlay::{
    self, Address, Draft, Drafted, Erratum, Folded, Joined, Part, Refused, Revision,
};
use crate::source::{FileId, Sources, Span};
use rustc_hash::FxHashSet;

/// The most errata that are tried, each by itself, where one brings an error.
const MOST_TRIED: usize = 24;

/// A rulebook before and after something was written into its texts, both with the same erratum applied.
#[derive(Debug)]
pub struct Rewritten<T> {
    /// What was written.
    pub written: T,
    /// The rulebook afterwards.
    pub after: Rulebook,
    /// The errors that are found in it now and were not before.
    pub findings: Vec<Diagnostic>,
}

/// What becomes of a rulebook where errata are folded into its texts.
#[derive(Debug)]
pub struct FoldedErrata {
    /// The rulebook without them.
    pub without: Rulebook,
    /// The rulebook with them laid over it, which the folded texts must be the same as.
    pub with: Rulebook,
    /// The texts, and the rulebook of these.
    pub rewritten: Rewritten<Folded>,
}

impl Rulebook {
    /// The errata of a name, at most one in each game.
    #[must_use]
    #[doc(hidden)]
    pub fn errata(&self, id: &str) -> Vec<&Erratum> {
        let errata = self.written.errata.iter();
        errata.filter(|erratum| erratum.id.value == id).collect()
    }

    /// The names of the questions with something in them that comes from an erratum.
    #[must_use]
    pub(crate) fn touched_by(&self, id: &str) -> Vec<String> {
        let mut touched = Vec::new();
        for model in &self.games {
            for (question, own) in model.questions.enumerated() {
                if self
                    .errata_on(model, question)
                    .iter()
                    .any(|erratum| erratum.id.value == id)
                {
                    touched.push(own.name.clone());
                }
            }
        }
        touched
    }

    /// The facts that usually are something else by an erratum, each with the questions whose answers can come from it.
    #[must_use]
    #[doc(hidden)]
    pub fn made_usual_by(&self, id: &str) -> Vec<(String, Vec<String>)> {
        let without = self.without(&[id]);
        let old = |new: &Model| without.games.iter().find(|old| old.game == new.game);
        let games = self.games.iter().filter_map(|new| Some((old(new)?, new)));
        games
            .flat_map(|(old, new)| usual_otherwise(old, new))
            .collect()
    }

    /// The errata from which something in a question comes.
    pub(super) fn errata_on(&self, model: &Model, question: QuestionId) -> Vec<&Erratum> {
        if model.origins.is_empty() {
            return Vec::new();
        }
        let numbers = model
            .origins
            .of_places(&places(model, question))
            .into_iter();
        let named = numbers.filter_map(|number| model.origins.errata.get(number));
        named
            .flat_map(|named| self.errata(&named.id))
            .filter(|erratum| erratum.game == model.game)
            .collect()
    }

    /// Writes an erratum into the texts of this rulebook, and loads them with it.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    pub(crate) fn draft(
        &self,
        draft: &Draft,
        errata: &ErrataSet,
    ) -> Result<Rewritten<Drafted>, Refused> {
        let written = overlay::draft(&self.sources, draft);
        let written = written.map_err(|refused| self.with_nearer(draft, refused))?;
        let sources = written.sources.clone();
        let mut rewritten = self.rewritten(written, sources, &errata.and(&draft.id));
        let misread = rewritten.after.misread_guards(&draft.id);
        rewritten.findings.extend(misread);
        Ok(rewritten)
    }

    /// Writes an erratum otherwise in the texts of this rulebook, and loads them.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    pub(crate) fn revise(
        &self,
        id: &str,
        revisions: &[Revision],
        errata: &ErrataSet,
    ) -> Result<Rewritten<Folded>, Diagnostic> {
        let written = overlay::revise(&self.sources, id, revisions)?;
        let sources = written.sources.clone();
        // What it names may be there with it alone.
        let misread = |sources| Self::from_sources(sources, &errata.and(id)).misread_guards(id);
        let mut new = misread(sources.clone());
        if !new.is_empty() {
            let old = misread(self.sources.clone());
            new.retain(|finding| old.iter().all(|old| old.message != finding.message));
        }
        let mut rewritten = self.rewritten(written, sources, errata);
        rewritten.findings.append(&mut new);
        Ok(rewritten)
    }

    /// Writes errata into the texts that they change, and loads these.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    #[doc(hidden)]
    pub fn fold(&self, ids: &[&str], errata: &ErrataSet) -> Result<FoldedErrata, Vec<Diagnostic>> {
        let written = overlay::fold(&self.sources, ids)?;
        let with = ids.iter().fold(errata.clone(), |set, id| set.and(id));
        let with = Self::from_sources(self.sources.clone(), &with);
        let without = with.without(ids);
        let before = |with: &Model| without.games.iter().find(|model| model.game == with.game);
        let games = with.games.iter();
        let games = games.filter_map(|with| Some(joined(with, before(with)?)));
        let joined: Vec<Joined<'_>> = games.flatten().collect();
        let written = written.listing(&joined).in_form(&self.sources);
        let (sources, changed) = (written.sources.clone(), written.changed.clone());
        let rewritten = self.rewritten(written, sources, errata);
        match rewritten.after.strangers(&changed, self) {
            strange if strange.is_empty() => Ok(FoldedErrata {
                without,
                with,
                rewritten,
            }),
            strange => Err(strange),
        }
    }

    /// Names in these files that their packs have from others which they do not require, and had not before: without those
    /// others the packs would no longer stand.
    fn strangers(&self, files: &[FileId], before: &Self) -> Vec<Diagnostic> {
        let known = before.borrowed(&|_| true);
        let borrowed = self.borrowed(&|file| files.contains(&file)).into_iter();
        let strange = borrowed.filter(|(name, ..)| known.iter().all(|(old, ..)| old != name));
        let strange = strange.map(|((pack, name), of, span)| {
            let message = format!(
                "folded in, `{pack}` would need `{name}` of `{of}`, which it does not require"
            );
            Diagnostic::error(Code::MissingPack, span, message).help(format!(
                "let `{pack}` require `{of}`, or leave the erratum where it stands"
            ))
        });
        strange.collect()
    }

    /// The facts, readings and questions that a pack names and does not know, with it, that whose they are, and where.
    fn borrowed(&self, wanted: &dyn Fn(FileId) -> bool) -> Vec<((String, String), String, Span)> {
        let mut all = Vec::new();
        for model in &self.games {
            for mention in model
                .mentions
                .list
                .iter()
                .filter(|own| wanted(own.span.file))
            {
                let (of, name) = match mention.thing {
                    Thing::Variable(id) => {
                        let variable = &model.variables[id];
                        (variable.pack, &variable.name)
                    }
                    Thing::Question(id) => {
                        let question = &model.questions[id];
                        (question.pack, &question.name)
                    }
                    _ => continue,
                };
                let pack = self
                    .pack_of(mention.span.file)
                    .and_then(|pack| pack.id.as_ref());
                let ids = || model.packs.enumerated();
                let by = pack.and_then(|id| ids().find(|(_, own)| own.id == id.value));
                if let Some((_, pack)) = by.filter(|(by, _)| !model.knows(*by, of)) {
                    let name = (pack.id.clone(), name.clone());
                    all.push((name, model.pack_name(of).to_owned(), mention.span));
                }
            }
        }
        all.dedup_by(|one, other| one.0 == other.0);
        all
    }

    fn rewritten<T>(&self, written: T, sources: Sources, errata: &ErrataSet) -> Rewritten<T> {
        let after = Self::from_sources(sources, errata);
        let findings = errors_beyond(after.diagnostics.clone(), &self.diagnostics);
        Rewritten {
            written,
            after,
            findings,
        }
    }

    /// What is refused, with the address of the place in a chart that holds the values that an address names.
    fn with_nearer(&self, draft: &Draft, mut refused: Refused) -> Refused {
        let mut all = refused.findings.iter_mut();
        let nothing = all.find(|finding| finding.code == Code::ErratumMatchesNothing);
        let nearer = draft.deeds.iter().find_map(|deed| self.around(&deed.at));
        if let (Some(found), Some(nearer)) = (nothing, nearer) {
            found.help = vec![did_you_mean(nearer).into()];
        }
        refused
    }

    /// The address of the place in a chart whose row and column hold the values that an address names: `jan` is in `dec..feb`.
    fn around(&self, at: &str) -> Option<Address> {
        let mut address = Address::parse(at).ok()?;
        let mut games = self.games.iter();
        let (model, chart) = games.find_map(|model| {
            let mut charts = model.charts_called(&address.pack, &address.name);
            Some((model, charts.next()?))
        })?;
        let Some(Part::Keys(keys)) = address.parts.first_mut() else {
            return None;
        };
        let [row, column] = keys.as_mut_slice() else {
            return None;
        };
        let rows = chart.rows.iter().map(|row| &row.heading);
        *row = heading_of(model, &chart.down, rows, row)?;
        *column = heading_of(model, &chart.across, chart.columns.iter(), column)?;
        Some(address)
    }

    /// This rulebook, of all errata that apply without some.
    #[must_use]
    pub(crate) fn without(&self, ids: &[&str]) -> Self {
        let errata = self.written.errata.iter();
        let others =
            errata.filter(|erratum| erratum.applied && !ids.contains(&erratum.id.value.as_str()));
        let others: Vec<String> = others.map(|erratum| erratum.id.value.clone()).collect();
        let set = match others.as_slice() {
            [] => ErrataSet::None,
            _ => ErrataSet::These(others),
        };
        Self::from_sources(self.sources.clone(), &set)
    }

    /// What proving this rulebook finds wrong, and did not find in another one of the same texts: what holds no longer. A thing
    /// that both have is as right or wrong in the one as in the other, and proved in neither.
    #[must_use]
    #[doc(hidden)]
    pub fn holds_no_longer(&self, before: &Self) -> Vec<Diagnostic> {
        let old = before.proved_beyond(self);
        let is_old = |finding: &Diagnostic| {
            let mut old = old.iter();
            old.any(|old| old.code == finding.code && old.labels == finding.labels)
        };
        let mut new = self.proved_beyond(before);
        new.retain(|finding| finding.severity == Severity::Error && !is_old(finding));
        new
    }

    /// The errors that are found where all of this rulebook is proved, and not where all of another one is.
    #[must_use]
    pub(crate) fn found_beyond(&self, other: &Self) -> Vec<Diagnostic> {
        errors_beyond(self.check(), &other.check())
    }

    /// Says of errors which erratum brings each: without it the packs have none that says the same. One that stands in an erratum
    /// says so by its place.
    pub(crate) fn tell_whose(&self, findings: &mut [Diagnostic]) {
        let errata = self.written.errata.iter();
        let applied = errata.filter(|erratum| erratum.applied && !erratum.changes.is_empty());
        let (ids, files): (Vec<&str>, FxHashSet<FileId>) = applied
            .map(|erratum| (erratum.id.value.as_str(), erratum.id.span.file))
            .unzip();
        let is_elsewhere = |finding: &&mut Diagnostic| {
            let mut places = finding.labels.iter().map(|label| label.span.file);
            let is_placed = !finding.labels.is_empty();
            let is_error = finding.severity == Severity::Error;
            is_error && is_placed && places.all(|file| !files.contains(&file))
        };
        let mut open: Vec<&mut Diagnostic> = findings.iter_mut().filter(is_elsewhere).collect();
        if ids.is_empty() || open.is_empty() {
            return;
        }
        let printed = self.without(&ids).check();
        open.retain(|finding| !is_told(finding, &printed));
        for id in ids.iter().take(MOST_TRIED) {
            if open.is_empty() {
                return;
            }
            let without = self.without(&[id]).check();
            let (others, own) = open
                .into_iter()
                .partition(|finding| is_told(finding, &without));
            let own: Vec<&mut Diagnostic> = own;
            for finding in own {
                finding
                    .help
                    .push(format!("the erratum `{id}` brings it").into());
            }
            open = others;
        }
        for finding in open {
            let help = "errata bring it: with `--errata none` it is not there";
            finding.help.push(help.into());
        }
    }

    /// What proving finds wrong with what another rulebook has not.
    fn proved_beyond(&self, other: &Self) -> Vec<Diagnostic> {
        let proved = self.games.iter().flat_map(|game| {
            let mut games = other.games.iter();
            let twin = games.find(|twin| twin.game == game.game);
            let known = twin.map(|twin| other.listed(twin)).unwrap_or_default();
            self.prove_while(game, &known, &|| true).0
        });
        proved.collect()
    }
}

/// The errors among some findings that others do not tell of, by what they say: where they are may be another place by now.
fn errors_beyond(mut found: Vec<Diagnostic>, others: &[Diagnostic]) -> Vec<Diagnostic> {
    found.retain(|finding| finding.severity == Severity::Error && !is_told(finding, others));
    found
}

/// Whether a finding is among others, by what it says.
fn is_told(finding: &Diagnostic, others: &[Diagnostic]) -> bool {
    let mut others = others.iter();
    others.any(|other| other.code == finding.code && other.message == finding.message)
}

/// The heading that is a value, or holds it.
fn heading_of<'m>(
    model: &Model,
    facts: &[String],
    mut headings: impl Iterator<Item = &'m String> + Clone,
    value: &str,
) -> Option<String> {
    if value == "*" || headings.clone().any(|heading| heading == value) {
        return Some(value.to_owned());
    }
    let [fact] = facts else { return None };
    let fact = *model.variable_names.get(fact)?;
    let index = model.variables[fact].domain.read(value, &model.words)?;
    let holds = |heading: &&String| {
        let values = check::values(model, fact, heading);
        values.is_ok_and(|values| values.contains(&index))
    };
    headings.find(holds).cloned()
}

/// The places of all that makes the answer of a question.
fn places(model: &Model, id: QuestionId) -> Vec<Span> {
    let question = &model.questions[id];
    let mut places = vec![question.span];
    let mut exprs = Vec::new();
    exprs.extend(question.otherwise.iter().map(|otherwise| &otherwise.gives));
    for rule in question.rules.iter().map(|rule| &model.rules[*rule]) {
        places.push(rule.span);
        exprs.extend(rule.exprs());
        places.extend(rule.exceptions().iter().map(|exception| exception.span));
    }
    let parts = exprs.into_iter().flat_map(Expr::parts);
    places.extend(parts.map(|part| part.span));
    places.extend(question.from.iter().map(|fact| model.variables[*fact].span));
    places
}

/// The facts that questions take in one game and not in the other.
fn joined<'m>(with: &'m Model, before: &Model) -> Vec<Joined<'m>> {
    let names = |model: &'m Model, question: &'m Question| {
        let facts = question.from.iter().map(|fact| model.variable_name(*fact));
        facts.collect::<Vec<_>>()
    };
    let joined = with.questions.iter().filter_map(|question| {
        let id = before.question_names.get(&question.name)?;
        let old = before.questions[*id].from.iter();
        let old: Vec<&str> = old.map(|fact| before.variable_name(*fact)).collect();
        let mut facts = names(with, question);
        facts.retain(|fact| !old.contains(fact));
        (!facts.is_empty()).then(|| Joined {
            game: &with.game,
            pack: with.pack_name(question.pack),
            question: &question.name,
            facts,
        })
    });
    joined.collect()
}
