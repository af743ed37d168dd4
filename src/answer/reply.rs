//! What is given with a question goes in, an answer comes out that tells all that there is about it.

use super::ask::{Change, Taking};
use super::asker::{Asker, Needs, Ruling, TakenFact};
use super::evaluate::Evaluator;
use super::explanation::{Excepted, Explanation, Reason};
use super::parts::{Part, Parts};
use crate::check::taken_by;
use crate::diagnostic::made_visible;
use crate::diagram::{Leaf, support};
use crate::model::{
    Exception, Impossible, Model, Outcome, Question, QuestionId, Rule, Type, UnitOf, VariableId,
};
use crate::source::Sources;
use crate::turn::Situation;
use crate::value::{Units, Value};
use itertools::Itertools;
use std::fmt;

/// Of how many answers that one open fact can lead to it is told what makes them.
const MOST_MADE: usize = 8;

/// What is given with a question.
#[derive(Debug, Clone)]
pub struct Stated {
    pub situation: Situation,
    /// The words of facts of free text.
    texts: Vec<(VariableId, String)>,
    /// The facts that were said, not what was known before or only goes with others.
    said: Vec<VariableId>,
}

impl Stated {
    #[must_use]
    pub const fn new(situation: Situation) -> Self {
        Self {
            situation,
            texts: Vec::new(),
            said: Vec::new(),
        }
    }

    /// Whether it was said here what a fact is.
    #[must_use]
    pub fn is_said(&self, fact: VariableId) -> bool {
        self.said.contains(&fact)
    }

    /// The facts that were said here.
    pub fn said(&self) -> impl Iterator<Item = VariableId> {
        self.said.iter().copied()
    }

    /// Takes a fact that goes with another, unless it is known.
    pub fn set_along(&mut self, (fact, index): (VariableId, u32)) {
        if self.situation.get(fact).is_none() {
            self.situation.set(fact, Some(index));
        }
    }

    /// Takes the words of facts of free text of which it has none.
    pub fn word(&mut self, texts: impl IntoIterator<Item = (VariableId, String)>) {
        for (fact, text) in texts {
            if !self.texts.iter().any(|(other, _)| *other == fact) {
                self.texts.push((fact, text));
            }
        }
    }

    /// Takes a fact, with its own words where it is free text.
    pub fn set(&mut self, model: &Model, fact: VariableId, index: u32, value: &str) {
        self.situation.set(fact, Some(index));
        self.said.push(fact);
        if model.variables[fact].domain.is_text() {
            self.texts.push((fact, made_visible(value).into_owned()));
        }
    }
}

/// An answer of a rulebook.
///
/// Shown with `{}`, it is what a player says: `+2 DRM`, `overcast`, `depends on range, target`, `lost: …`.
#[derive(Debug, Clone)]
pub struct Answer<'r> {
    pub(crate) model: &'r Model,
    pub(crate) sources: &'r Sources,
    pub(crate) question: QuestionId,
    pub(crate) ruling: Ruling,
    pub(crate) taken: Vec<TakenFact>,
    pub(crate) given: Stated,
    /// What is given, and all that was found for it.
    pub(crate) situation: Situation,
    /// The same with some value for what does not matter, so that nothing is open.
    whole: Option<Situation>,
    pub(crate) impossible: Option<&'r Impossible>,
    /// The unit in which it is meant, where its own stands for several.
    unit_meant: Option<&'r str>,
}

/// Another value of a fact that was taken as usual, and the answer that it would give.
#[derive(Debug, Clone)]
pub struct Other<'r> {
    model: &'r Model,
    question: QuestionId,
    change: Change,
}

impl<'r> Asker<'r> {
    /// The answer to a question for what is given.
    pub fn answer(&mut self, sources: &'r Sources, id: QuestionId, given: Stated) -> Answer<'r> {
        let mut situation = given.situation.clone();
        let (mut ruling, mut taken) = self.ask(id, &mut situation);
        self.look_ahead(id, &given.situation, (&mut ruling, &taken));
        let ruling = self.with_named(id, ruling, &mut situation, &mut taken);
        let unit_meant = self.unit_meant(id, &situation);
        Answer {
            model: self.model,
            sources,
            question: id,
            ruling,
            taken,
            given,
            impossible: self.impossible(&situation),
            whole: None,
            situation,
            unit_meant,
        }
    }

    /// The same ruling, where all is known that it names: a text names facts in braces, which are looked for as any that a rule uses.
    fn with_named(
        &mut self,
        id: QuestionId,
        ruling: Ruling,
        situation: &mut Situation,
        taken: &mut Vec<TakenFact>,
    ) -> Ruling {
        let (model, Ruling::Value(Value::Word(word))) = (self.model, &ruling) else {
            return ruling;
        };
        if model.questions[id].answer != Type::Text {
            return ruling;
        }
        let mut missing = model.named_in(model.words.text(*word));
        missing.retain(|fact| {
            taken.extend(self.fill_for(Some(id), *fact, situation));
            !situation.is_known(*fact)
        });
        if missing.is_empty() {
            return ruling;
        }
        Ruling::Needs(Needs {
            facts: missing.into_iter().unique().collect(),
            possible: vec![Leaf::Value(Value::Word(*word))],
            ..Needs::default()
        })
    }
}

impl<'r> Asker<'r> {
    /// What is to be known beside an answer: those of other questions that its own names, where the same situation gives them.
    pub fn beware(&mut self, answer: &Answer<'r>) -> Vec<String> {
        let model = self.model;
        let mut told = Vec::new();
        for (id, value) in &model.questions[answer.question].beware {
            let mut other = self.answer(answer.sources, *id, answer.given.clone());
            if matches!(&other.ruling, Ruling::Value(own) if own == value) {
                self.complete(&mut other);
                let title = model.title_of_question(*id);
                let parts = other.all_parts().all;
                let by = parts
                    .first()
                    .map(|part| format!(": {} ({})", part.says, part.cite));
                told.push(format!("beware: {title}{}", by.unwrap_or_default()));
            }
        }
        told
    }

    /// Fills in what does not matter for an answer, so that the rules that made it can be told one by one: as it is found or
    /// usual, and for the parts of the answer as it may be where nobody can know it.
    pub fn complete(&mut self, answer: &mut Answer<'r>) {
        if !matches!(answer.ruling, Ruling::Value(_) | Ruling::Gap(_)) {
            return;
        }
        let (model, evaluator) = (self.model, Evaluator::new(self.model));
        let finders = answer
            .taken
            .iter()
            .filter_map(|taken| taken.question(model));
        let asked: Vec<QuestionId> = [answer.question].into_iter().chain(finders).collect();
        let mut open = Vec::new();
        // Where it is the same by several rules, which of them applies may be open all the same.
        let parts = evaluator.parts(answer.question, &answer.situation);
        let is_made = answer.ruling.leaf().is_none_or(|leaf| parts.make(&leaf));
        if !is_made {
            let mut taken: Vec<VariableId> = taken_by(model, answer.question).into_iter().collect();
            taken.retain(|fact| answer.situation.get(*fact).is_none());
            taken.sort_unstable();
            for fact in taken {
                self.fill_for(Some(answer.question), fact, &mut answer.situation);
                open.push(fact);
            }
        }
        for id in asked {
            let is_told = evaluator.question(id, &answer.situation).is_some();
            if !is_told && let Ok(root) = self.compiler.question(id) {
                for fact in support(&self.compiler.store, root) {
                    self.fill_for(Some(id), fact, &mut answer.situation);
                    open.push(fact);
                }
            }
        }
        open.retain(|fact| answer.situation.get(*fact).is_none());
        answer.whole = self.whole(answer, open);
    }

    /// Finds the paragraphs of the parts of each answer to which the only fact that is open can lead, and what would change one.
    pub fn tell_cases(&mut self, answer: &mut Answer<'r>) {
        let (sources, question, given) = (answer.sources, answer.question, &answer.given);
        let Ruling::Needs(needs) = &mut answer.ruling else {
            return;
        };
        let [fact] = needs.facts.as_slice() else {
            return;
        };
        let added = needs.added.iter().map(|(_, indices)| indices);
        let cases = needs.cases.iter().map(|(_, indices)| indices);
        for indices in added.chain(cases).take(MOST_MADE) {
            let mut cites = Vec::new();
            let is_end = |index: &u32| [indices.first(), indices.last()].contains(&Some(index));
            for (place, index) in indices.iter().enumerate() {
                let is_made = place < MOST_MADE;
                if !is_made && !is_end(index) {
                    continue;
                }
                let mut given = given.clone();
                given.situation.set(*fact, Some(*index));
                let mut own = self.answer(sources, question, given);
                // What changes one of its answers shows where they begin and end.
                if is_end(index) {
                    let changes = own.changes(self).into_iter();
                    needs.changed_by.extend(changes.map(|change| change.fact));
                }
                if !is_made {
                    continue;
                }
                self.complete(&mut own);
                let parts = own.all_parts().all.into_iter();
                cites.extend(parts.filter(|part| !part.is_zero()).map(|part| part.cite));
            }
            needs.made_by.push(cites.into_iter().unique().collect());
        }
        needs.changed_by = needs.changed_by.iter().copied().unique().collect();
    }

    /// What is known of an answer with some value for what is open and cannot matter, and what the rules find from it; none where
    /// they do not come to the answer so.
    fn whole(&mut self, answer: &Answer<'r>, mut open: Vec<VariableId>) -> Option<Situation> {
        let mut whole = answer.situation.clone();
        let mut place = 0;
        while let Some(fact) = open.get(place).copied() {
            place += 1;
            self.fill_for(Some(answer.question), fact, &mut whole);
            if whole.get(fact).is_some() {
                continue;
            }
            if let Some(by) = self.model.finder(fact) {
                let root = self.compiler.question(by).ok()?;
                let more = self.support(root);
                let more = more.iter().filter(|other| !open.contains(other)).copied();
                open.extend(more.collect::<Vec<_>>());
                continue;
            }
            let question = &self.model.questions[answer.question];
            let all = 0..self.compiler.store.size(fact);
            let mut asked = all.filter(|index| question.is_asked_for(fact, *index));
            let may_be =
                asked.find(|index| self.makes_impossible(fact, *index, &whole) == Ok(false));
            whole.set(fact, may_be);
        }
        for fact in open {
            self.fill(fact, &mut whole);
        }
        let leaf = answer.ruling.leaf()?;
        let evaluated = Evaluator::new(self.model).question(answer.question, &whole);
        (evaluated == Some(leaf)).then_some(whole)
    }
}

impl<'r> Answer<'r> {
    /// Whether it is a value in a situation that can be: no fact is missing, and the source lost nothing of it.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        matches!(self.ruling, Ruling::Value(_)) && self.impossible.is_none()
    }

    /// The value as a person writes it, without its unit: `+2`, `overcast`, `yes`; none where there is no value.
    #[must_use]
    pub fn value(&self) -> Option<String> {
        self.text()
            .or_else(|| value_of(self.model, self.question, &self.ruling))
    }

    /// The unit of the value, `DRM` or `MF`; nothing for a word, or a number of no unit.
    #[must_use]
    pub fn unit(&self) -> &'r str {
        if matches!(self.ruling, Ruling::Value(Value::Word(_))) {
            return "";
        }
        let answer = &self.model.questions[self.question].answer;
        self.unit_meant
            .unwrap_or_else(|| unit_name(self.model, answer))
    }

    /// The same as it is said after the value: `level` after 1.
    #[must_use]
    pub fn unit_said(&self) -> &'r str {
        let unit = self.unit();
        let value = self.value().unwrap_or_default();
        let is_one = value.trim_start_matches(['+', '-']) == "1";
        let own = self.model.units.find(unit).filter(|_| is_one);
        let text = own.and_then(|other| self.model.units[other].one.as_deref());
        // Another name of one is not said.
        text.filter(|text| unit.starts_with(text)).unwrap_or(unit)
    }

    /// The paragraphs of the question.
    pub fn cite(&self) -> impl Iterator<Item = &str> {
        self.model.questions[self.question]
            .cite
            .iter()
            .map(String::as_str)
    }

    /// The facts on which the answer still depends, the one to tell first in front; none where it depends on nothing more.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        let needs = match &self.ruling {
            Ruling::Needs(needs) => needs.facts.as_slice(),
            _ => &[],
        };
        needs.iter().map(|fact| self.model.variable_name(*fact))
    }

    /// What is lost in the source, in words, where that is why there is no value.
    #[must_use]
    pub fn lost(&self) -> Option<&str> {
        match &self.ruling {
            Ruling::Gap(gap) => Some(&self.model.gaps[*gap].lost),
            _ => None,
        }
    }

    /// Why there is no value where neither a fact is missing nor anything lost: the question is not asked for these facts, or the
    /// rules cannot be followed.
    #[must_use]
    pub fn refused(&self) -> Option<String> {
        matches!(self.ruling, Ruling::NotAsked(_) | Ruling::Broken(_)).then(|| self.to_string())
    }

    /// The fact that a person can tell in place of what the source lost of the question that would find it, if there is such a one.
    #[must_use]
    pub fn told_instead(&self) -> Option<VariableId> {
        let (model, Ruling::Gap(gap)) = (self.model, &self.ruling) else {
            return None;
        };
        let loses = |question: &&Question| {
            let mut rules = question.rules.iter().map(|rule| &model.rules[*rule]);
            rules.any(
                |rule| matches!(rule.outcome, Outcome::Gap(own) if model.same_gap(own) == *gap),
            )
        };
        let mut questions = model.questions.iter();
        let taken = questions.find(|question| question.finds.is_some() && loses(question));
        let own = model.questions[self.question].finds;
        taken
            .and_then(|question| question.finds)
            .filter(|fact| Some(*fact) != own)
    }

    /// The facts that were not told, and are found by the rules or taken as usual: names and values.
    pub fn found(&self) -> impl Iterator<Item = (&str, String)> {
        self.taken.iter().map(|taken| {
            let name = self.model.variable_name(taken.fact);
            (name, self.model.show_index(taken.fact, taken.index))
        })
    }

    /// The rules that made the answer, each before those of the questions that it asks.
    #[must_use]
    pub fn reasons(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        self.why()
            .walk(&mut |why| reasons.extend(why.applied.iter().cloned()));
        reasons
    }

    /// What adds to the answer, or makes it, each with the paragraph that gives it; what adds 0 is left out.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        self.all_parts()
            .all
            .into_iter()
            .filter(|part| !part.is_zero())
    }

    /// What would change the answer: of the facts taken as usual, each value that gives another one.
    #[must_use]
    pub fn would_change(&self) -> Vec<Other<'r>> {
        let (model, question) = (self.model, self.question);
        let changes = self.changes(&mut Asker::new(model)).into_iter();
        changes
            .map(|change| Other {
                model,
                question,
                change,
            })
            .collect()
    }

    /// Why the situation cannot be, in words and with the paragraph, where it cannot.
    #[must_use]
    pub fn impossible(&self) -> Option<(&str, &str)> {
        self.impossible
            .map(|each| (each.says.as_str(), each.cite.as_str()))
    }

    pub(crate) fn why(&self) -> Explanation {
        let evaluator = Evaluator::with_texts(self.model, self.sources);
        evaluator.explain_found(self.question, &self.situation, &self.taken)
    }

    /// What it is made of.
    #[must_use]
    pub fn all_parts(&self) -> Parts {
        let evaluator = Evaluator::with_texts(self.model, self.sources);
        let known = evaluator.parts(self.question, &self.situation);
        match &self.whole {
            None => known,
            Some(whole) => evaluator
                .parts(self.question, whole)
                .beside(&known, self.model),
        }
    }

    /// The exceptions that took effect: those without which it would be another one.
    #[must_use]
    pub fn excepted(&self) -> Vec<Excepted> {
        let evaluator = Evaluator::with_texts(self.model, self.sources);
        evaluator.excepted(
            self.question,
            (
                &self.situation,
                self.whole.as_ref().unwrap_or(&self.situation),
            ),
            &self.taken,
        )
    }

    /// The exception that takes a rule away, whatever that is which is not known.
    pub(crate) fn takes_away<'e>(&self, rule: &'e Rule) -> Option<&'e Exception> {
        let evaluator = Evaluator::with_texts(self.model, self.sources);
        let by = evaluator.scene(&self.situation).biting(&rule.except);
        by.filter(|by| by.outcome.is_none())
    }

    /// Whether it is there, and rests on none of some facts that are given.
    pub fn rests_on_none(&self, asker: &mut Asker<'_>, facts: &[VariableId]) -> bool {
        asker.rests_on_none(self.question, &self.given.situation, (&self.ruling, facts))
    }

    /// How it takes the facts told.
    pub fn taking(&self, asker: &mut Asker<'_>, told: &[VariableId]) -> Taking {
        let is_roll = |fact: &&VariableId| self.model.variables[**fact].roll.is_some();
        let rolls: Vec<VariableId> = told.iter().filter(is_roll).copied().collect();
        if !rolls.is_empty() && self.rests_on_none(asker, &rolls) {
            Taking::NoRoll
        } else if told.len() >= Taking::MANY && self.rests_on_none(asker, told) {
            Taking::Nothing
        } else {
            Taking::Facts(told.len(), !rolls.is_empty())
        }
    }

    /// What would change it, of what was taken as usual.
    #[must_use]
    pub fn changes(&self, asker: &mut Asker<'_>) -> Vec<Change> {
        match self.ruling {
            Ruling::Value(_) | Ruling::Gap(_) => {
                let answered = (&self.ruling, self.taken.as_slice());
                asker.would_change(self.question, &self.given.situation, answered)
            }
            _ => Vec::new(),
        }
    }

    /// A text answer with the words of the facts that it names in braces, or of the one fact that it is.
    pub(crate) fn text(&self) -> Option<String> {
        let Ruling::Value(Value::Word(word)) = &self.ruling else {
            return None;
        };
        let question = &self.model.questions[self.question];
        if question.answer != Type::Text {
            return None;
        }
        let given = |fact| {
            let mut texts = self.given.texts.iter();
            let text = texts.find(|(other, _)| *other == fact);
            let text = text.map(|(_, text)| text.as_str());
            let index = self.situation.get(fact);
            self.model.in_words_told(fact, text, index)
        };
        let facts = question.from.iter().copied();
        self.model.text_told(*word, facts, &given)
    }
}

impl fmt::Display for Answer<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.ruling {
            Ruling::Value(_) => {
                let (value, unit) = (self.value().unwrap_or_default(), self.unit_said());
                formatter.write_str(format!("{value} {unit}").trim_end())
            }
            Ruling::Gap(_) => write!(formatter, "lost: {}", self.lost().unwrap_or_default()),
            Ruling::Needs(_) => {
                let needs: Vec<&str> = self.needs().collect();
                write!(formatter, "depends on {}", needs.join(", "))
            }
            Ruling::NotAsked(_) => formatter.write_str("not asked"),
            Ruling::Broken(why) => why.fmt(formatter),
        }
    }
}

impl Other<'_> {
    /// The fact.
    #[must_use]
    pub fn fact(&self) -> &str {
        self.model.variable_name(self.change.fact)
    }

    /// The other value of it.
    #[must_use]
    pub fn value(&self) -> String {
        self.model.show_index(self.change.fact, self.change.index)
    }

    /// The answer then; none where there is no value.
    #[must_use]
    pub fn answer(&self) -> Option<String> {
        value_of(self.model, self.question, &self.change.ruling)
    }
}

fn value_of(model: &Model, question: QuestionId, ruling: &Ruling) -> Option<String> {
    let Ruling::Value(value) = ruling else {
        return None;
    };
    Some(value.show(
        &model.words,
        model.is_signed(&model.questions[question].answer),
    ))
}

/// The unit of an answer, where it is one that is said after a number.
#[must_use]
pub fn unit_name<'m>(model: &'m Model, of: &Type) -> &'m str {
    match of {
        Type::Number(UnitOf::Unit(unit)) | Type::NumberOr(UnitOf::Unit(unit), _) => {
            Some(model.units.name(*unit))
                .filter(|name| *name != Units::NUMBER)
                .unwrap_or_default()
        }
        _ => "",
    }
}
