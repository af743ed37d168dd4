//! Questions and their rules.

use super::scribe::Scribe;
use crate::answer::unit_name;
use crate::diagram::scale_of;
use crate::model::{
    Chart, ChartId, Exception, Expr, Model, Outcome, Question, QuestionId, Rule, Type, VariableId,
};
use crate::turn::Situation;
use serde_json::{Map, Value, json};

/// Fields, of which those that say nothing are left out.
pub(super) fn fields<const COUNT: usize>(fields: [(&str, Value); COUNT]) -> Value {
    let says = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        _ => true,
    };
    let told = fields.into_iter().filter(|(_, value)| says(value));
    Value::Object(
        told.map(|(name, value)| (name.to_owned(), value))
            .collect::<Map<_, _>>(),
    )
}

/// What something is called within a sentence, where that is not its title.
pub(super) fn within(title: String, within: String) -> Value {
    json!((title != within).then_some(within))
}

impl Scribe<'_> {
    /// The questions of the model: the number of each one's name, and of what it is.
    pub(super) fn questions(&mut self) -> Value {
        let questions = self.model.questions.enumerated();
        questions
            .map(|(id, question)| {
                let written = self.question_written(id, question);
                json!([self.question(id), self.pools.questions.number(written)])
            })
            .collect()
    }

    fn question_written(&mut self, id: QuestionId, question: &Question) -> Value {
        let model = self.model;
        let only = question.only.iter().map(|(fact, asked)| {
            let asked = (0..).zip(asked).filter(|(_, asked)| **asked);
            json!([
                self.variable(*fact),
                asked.map(|(index, _)| index).collect::<Vec<u32>>()
            ])
        });
        let only: Value = only.collect();
        let beware = question.beware.iter();
        let beware: Value = beware
            .map(|(id, value)| json!([self.question(*id), self.value(value)]))
            .collect();
        let unit = question.answer.unit_id().map(|unit| &model.units[unit]);
        let which = unit.and_then(|unit| model.variable_names.get(unit.which.as_ref()?));
        let labelled = model.labels_of(question);
        let rules = question.rules.iter();
        let rules: Vec<usize> = rules
            .map(|rule| {
                let rule = &model.rules[*rule];
                let written = self.rule(rule);
                self.pools.rules.number(written)
            })
            .collect();
        let otherwise = question.otherwise.as_ref().map(|otherwise| {
            let places = [otherwise.gives.span, question.span];
            fields([
                ("gives", json!(self.expr(&otherwise.gives))),
                ("cite", json!(otherwise.cite)),
                ("errata", self.errata(&model.origins.of_places(&places))),
            ])
        });
        let optional =
            |fact: Option<VariableId>, scribe: &Self| fact.map(|fact| scribe.variable(fact));
        fields([
            ("name", json!(question.name)),
            ("alias", json!(question.alias)),
            ("title", json!(model.title_of_question(id))),
            (
                "within",
                within(model.title_of_question(id), model.question_within(id)),
            ),
            ("cite", json!(question.cite)),
            ("asks", json!(model.sentence(&question.asks))),
            ("note", json!(model.sentence(&question.note))),
            ("from", json!(self.variables(&question.from))),
            ("only", only),
            ("beware", beware),
            ("unit", json!(unit_name(model, &question.answer))),
            ("one", json!(unit.and_then(|unit| unit.one.as_ref()))),
            ("which", json!(optional(which.copied(), self))),
            ("signed", json!(model.is_signed(&question.answer))),
            ("isText", json!(question.answer == Type::Text)),
            ("scale", json!(self.words(scale_of(&question.answer)))),
            ("labelled", json!(optional(labelled, self))),
            ("combine", json!(question.combine.name())),
            ("rules", json!(rules)),
            ("otherwise", json!(otherwise)),
            ("finds", json!(optional(question.finds, self))),
            ("step", json!(question.process.is_some())),
            ("broken", json!(question.broken)),
            ("root", json!(self.root_of(id))),
        ])
    }

    fn rule(&mut self, rule: &Rule) -> Value {
        let cell = rule
            .cell
            .map(|cell| json!([self.chart(cell.chart), cell.row, cell.column]));
        let except = self.exceptions(rule, &rule.except);
        let says = self.evaluator.rule_says(rule);
        fields([
            ("cite", json!(rule.cite)),
            ("when", self.condition(rule.when.as_ref())),
            (
                "gives",
                self.outcome(rule.question, Some((&rule.outcome, says))),
            ),
            ("except", except),
            ("beside", json!(rule.beside)),
            ("pack", json!(self.model.pack_name(rule.pack))),
            ("note", json!(rule.note)),
            ("cell", json!(cell)),
            ("errata", self.errata_of(rule, None)),
        ])
    }

    fn exceptions(&mut self, rule: &Rule, except: &[Exception]) -> Value {
        let written = except.iter().map(|exception| {
            let inner = self.exceptions(rule, &exception.except);
            let outcome = exception.outcome.as_ref();
            let outcome = outcome.map(|outcome| (outcome, self.evaluator.says(outcome)));
            fields([
                ("cite", json!(exception.cite)),
                ("when", self.condition(exception.when.as_ref())),
                ("gives", self.outcome(rule.question, outcome)),
                ("except", inner),
                ("note", json!(exception.note)),
                ("errata", self.errata_of(rule, Some(exception))),
            ])
        });
        written.collect()
    }

    /// A condition: the expression, its words as people write them, and for each part that must hold the expression and the
    /// words of the pack.
    fn condition(&mut self, when: Option<&Expr>) -> Value {
        let Some(when) = when else {
            return Value::Null;
        };
        let parts = when
            .conjuncts()
            .into_iter()
            .map(|part| json!([self.expr(part), self.evaluator.words(part)]));
        let parts: Vec<Value> = parts.collect();
        let words = self.evaluator.words(when);
        json!([
            self.expr(when),
            self.evaluator.prose().words(when),
            parts,
            words
        ])
    }

    /// What a rule gives: an expression or what is lost, its words as they stand in the pack, and as people write them.
    fn outcome(&mut self, of: QuestionId, outcome: Option<(&Outcome, String)>) -> Value {
        let Some((outcome, says)) = outcome else {
            return Value::Null;
        };
        let (expr, leaf) = match outcome {
            Outcome::Gives(expr) => (Some(expr), None),
            Outcome::Gap(gap) => (None, Some(self.leaf(&crate::diagram::Leaf::Gap(*gap)))),
        };
        let words = expr.map(|expr| self.evaluator.prose().gives(of, expr));
        json!([expr.map(|expr| self.expr(expr)), leaf, says, words])
    }

    fn errata_of(&mut self, rule: &Rule, exception: Option<&Exception>) -> Value {
        let nothing = Situation::unknown(self.model);
        let errata = self.evaluator.scene(&nothing).errata_of(rule, exception);
        self.errata(&errata)
    }

    /// The numbers of errata.
    pub(super) fn errata(&mut self, errata: &[usize]) -> Value {
        let model = self.model;
        let named = errata
            .iter()
            .filter_map(|place| model.origins.errata.get(*place));
        named
            .map(|erratum| {
                let status = erratum.status.name();
                let written = json!([erratum.id, erratum.source, erratum.date, status]);
                self.pools.errata.number(written)
            })
            .collect()
    }

    /// The number of a chart.
    fn chart(&mut self, of: ChartId) -> usize {
        if let Some(known) = self.charts.get(&of) {
            return *known;
        }
        let Chart {
            id,
            title,
            list,
            rows,
            columns,
            ..
        } = &self.model.charts[of];
        let said = |heading: &String| match list {
            true => heading.clone(),
            false => self.model.in_words(heading),
        };
        let rows: Vec<String> = rows.iter().map(|row| said(&row.heading)).collect();
        let columns: Vec<String> = columns.iter().map(said).collect();
        let written = fields([
            ("id", json!(id)),
            ("title", json!(title)),
            ("list", json!(list)),
            ("rows", json!(rows)),
            ("columns", json!(columns)),
        ]);
        let number = self.pools.charts.number(written);
        self.charts.insert(of, number);
        number
    }

    /// For which pairs of packs the rules of the first silence those of the second, and by which paragraph.
    pub(super) fn precedence(&self) -> Value {
        let model: &Model = self.model;
        let pairs = model.packs.ids().flat_map(|upper| {
            let below = model.packs.ids();
            below.filter_map(move |lower| {
                let cite = model.precedence(upper, lower)?;
                Some(json!([
                    model.pack_name(upper),
                    model.pack_name(lower),
                    cite
                ]))
            })
        });
        pairs.collect()
    }
}
