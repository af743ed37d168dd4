//! Everything that is proved, for a solver of another make: the rules as typed expressions, never their diagrams, in SMT-LIB. Of
//! each question it is claimed that its diagram is what its rules say, that it has an answer and no two of them; of each law,
//! that it holds. Each claim is a file that asks for a situation in which it is false: `unsat` says that there is none.
//!
//! Facts and readings are whole numbers, their places in their domains, and truths; fractions are whole numbers over a fixed
//! one, and a division that is rounded is one of whole numbers.

mod diagrams;
mod expr;
mod rules;
mod term;
mod value;
mod variables;

use self::rules::{Here, Rules};
use self::term::Term;
use self::value::Unsaid;
use crate::check::{is_broken, is_untold, uses_broken};
use crate::diagram::{Compiler, support};
use crate::model::{Law, Model, QuestionId, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Something that is proved.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The path of its file: the game, the kind of claim, the name.
    pub path: String,
    /// The file, or why it cannot be written.
    pub text: Result<String, Unsaid>,
}

/// Gives each claim of a game in turn.
pub fn each_claim(model: &Model, give: &mut dyn FnMut(Claim)) {
    let mut compiler = Compiler::new(model);
    let sound = model.questions.ids().filter(|id| !is_broken(model, *id));
    for id in sound {
        let question = &model.questions[id];
        let cite = question.cite.join(", ");
        for (kind, claims) in [
            ("question", "its diagram is what its rules say"),
            ("gap", "it has an answer wherever it is asked"),
            ("overlap", "it nowhere has two answers"),
        ] {
            compiler.store.renew_budget();
            let head = format!("; {} of {} ({cite}): {claims}\n", question.name, model.game);
            let text = of_question(&mut compiler, id, kind);
            give(Claim {
                path: format!("{}/{kind}/{}", model.game, question.name),
                text: text.map(|text| head + &text),
            });
        }
    }
    for (place, law) in (1..).zip(&model.laws) {
        if is_untold(model, law) {
            continue;
        }
        compiler.store.renew_budget();
        let says = law.says.replace('\n', " ");
        let head = format!("; {} ({}): {says}\n", model.game, law.cite);
        let text = of_law(&mut compiler, law);
        give(Claim {
            path: format!("{}/law/{place:03}", model.game),
            text: text.map(|text| head + &text),
        });
    }
}

fn of_question(compiler: &mut Compiler<'_>, id: QuestionId, kind: &str) -> Result<String, Unsaid> {
    let model = compiler.model;
    let mut rules = Rules::new(model);
    let answer = rules.question(id, &Here::new())?;
    let wrong = match kind {
        "question" => {
            let root = compiler
                .question(id)
                .map_err(|_| "its diagram is too large")?;
            let diagram = rules.diagram(compiler, root, &mut FxHashMap::default());
            let same = rules.terms.same_outcome(&answer, &diagram);
            rules.terms.not(same)
        }
        _ => {
            let end = if kind == "gap" {
                rules.ends.nothing()
            } else {
                rules.ends.conflict()
            };
            let wrong = rules.terms.ends_as(&answer, end);
            let possible = rules.possible(&model.questions[id].from)?;
            rules.terms.and([wrong, possible])
        }
    };
    rules.file(wrong)
}

fn of_law(compiler: &mut Compiler<'_>, law: &Law) -> Result<String, Unsaid> {
    let mut rules = Rules::new(compiler.model);
    let here = Here::new();
    let always = rules.expr(&law.always, &here)?;
    let mut wrong = vec![rules.terms.is(&always, false)];
    if let Some(when) = &law.when {
        let when = rules.expr(when, &here)?;
        wrong.push(rules.terms.is(&when, true));
    }
    let root = compiler.law(law).map_err(|_| "its diagram is too large")?;
    wrong.push(rules.possible(&support(&compiler.store, root))?);
    let wrong = rules.terms.and(wrong);
    rules.file(wrong)
}

impl Rules<'_> {
    /// Whether a situation of these facts can be: of each that cannot, that some values of all other facts are none of it.
    fn possible(&mut self, facts: &[VariableId]) -> Result<Term, Unsaid> {
        let shared: FxHashSet<VariableId> = facts.iter().copied().collect();
        let mut all = Vec::new();
        for (place, impossible) in self.model.impossible.iter().enumerate() {
            if uses_broken(self.model, &impossible.when) {
                continue;
            }
            self.forget();
            self.variables.set_apart(shared.clone(), place + 1);
            let when = self.expr(&impossible.when, &Here::new());
            let is_about = self.variables.end_apart();
            let when = self.terms.is(&when?, true);
            if is_about {
                all.push(self.terms.not(when));
            }
        }
        self.forget();
        Ok(self.terms.and(all))
    }

    /// The file that asks for a situation in which something is so.
    fn file(&self, wrong: Term) -> Result<String, Unsaid> {
        if !self.terms.all_fit() {
            return Err("a fraction in it has too many digits");
        }
        let (variables, definitions) = self.terms.text(&[wrong]);
        let declared: String = variables
            .iter()
            .map(|name| self.variables.text(name))
            .collect();
        let wrong = self.terms.name(wrong);
        let head = "(set-logic ALL)\n";
        Ok(format!(
            "{head}{declared}{definitions}(assert {wrong})\n(check-sat)\n"
        ))
    }
}
