//! Questions, rules with their exceptions, and readings.

use super::declare::{fields, noun};
use super::example::{Law, TABLES};
use super::holds::{FILLED, FILLED_FROM_AROUND, HEADER, NAMES, SETS, TITLE, domain, pairs};
use super::leaf::text;
use super::names;
use super::noun::{Declaration, Field, Held, How, Need, Noun, Short};
use super::schema;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};

/// What a rule, exception or question gives.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// `gives`: an expression.
    Gives(Text),
    /// `gap`: what is lost in the source.
    Gap(Text),
}

const OUTCOME: &[Field] = fields! {
    /// the answer, an expression
    "gives": Option<Text>,
    /// what the source lost, in place of an answer
    "gap": Option<Text>,
};

const OUTCOME_OF_QUESTION: &[Field] = fields! {
    /// its one answer, an expression
    "gives": Option<Text>,
    /// what the source lost, in place of its answer
    "gap": Option<Text>,
};

/// `gives` or `gap`, not both.
impl Held for Option<Outcome> {
    const HOW: How<Self> = How::inside(OUTCOME, |fields, _| {
        let (gives, gap) = (fields.read("gives")?, fields.read("gap")?);
        if let (Some(gives), Some(gap)) = (&gives, &gap) {
            let (gives, gap): (&Text, &Text) = (gives, gap);
            let message = format!("{} has both `gives` and `gap`", fields.declared.what);
            let found = Diagnostic::error(Code::WrongShape, gap.span, message)
                .label(gives.span, "it gives this")
                .help("a gap says that the source lost the answer: keep one of the two");
            fields.problems.report(found);
        }
        Some(gives.map(Outcome::Gives).or(gap.map(Outcome::Gap)))
    });
}

const OF_QUESTION: How<Option<Outcome>> =
    How::inside(OUTCOME_OF_QUESTION, <Option<Outcome>>::HOW.read);

noun! {
    /// One of a rule's exceptions, and what a rule itself says: its `except` are its exceptions.
    pub struct Exception: "exception", "an exception", Short::Text("when") => {
        /// the paragraph
        cite: Option<Text>,
        /// the condition; without it, always
        when: Option<Text>,
        outcome: Option<Outcome>,
        /// where it does not hold, or gives something else
        except: Vec<Exception>,
        /// words for people
        note: String,
        span: Span,
    }
}

noun! {
    /// `[[rule]]`
    pub struct Rule: "rule", "a rule" => {
        /// the questions that it answers; that under which it stands, if left out
        answers: Vec<Text> = FILLED_FROM_AROUND,
        /// whether it stands beside the rules of packs that are laid over it
        beside: bool,
        /// the paragraph
        cite: Option<Text>,
        /// the condition; without it, always
        when: Option<Text>,
        outcome: Option<Outcome>,
        /// where it does not hold, or gives something else
        except: Vec<Exception>,
        /// words for people
        note: String,
        span: Span,
    }
}

/// A rule that answers no question, beside other fields: that of a step.
pub const RULE_OF_STEP: How<Rule> = How::inside(Exception::DECLARED.fields, |fields, _| {
    let said = Exception::of(fields)?;
    Some(Rule {
        answers: Vec::new(),
        beside: false,
        cite: said.cite,
        when: said.when,
        outcome: said.outcome,
        except: said.except,
        note: said.note,
        span: said.span,
    })
});

/// An exception that is written once for several rules; what it is put on reads it.
pub static SHARED_EXCEPTION: Declaration = Declaration {
    name: "shared-exception",
    what: "an exception",
    fields: fields! {
        /// the questions on whose rules it stands, or single rules: `question#paragraph`
        "of": Vec<Text> = FILLED,
        "": Rule = RULE_OF_STEP,
    },
};

/// What a question has whose rules stand in it.
pub const RULED: &[&str] = &["gives", "gap", "when", "except", "rules", "rule"];

const ANSWER: How<Text> = How::value(Need::Without(RULED), schema::text, domain);

noun! {
    /// `[question.heat-haze-drm]`
    pub struct Question: "question", "a question" => {
        name: Text = HEADER,
        /// its paragraphs
        cite: Vec<Text>,
        /// what it is called in tables and on cards
        title: Option<Text> = TITLE,
        /// the question in words
        asks: String,
        /// the facts that it takes; found, if left out
        from: Option<Vec<Text>>,
        /// the values of facts for which it is asked at all
        only: Vec<(Text, Text)> = SETS,
        /// answers of other questions that are told beside its own, where the same situation gives them
        beware: Vec<(Text, Text)> = SETS,
        /// the domain, unit or fact of its answers, and how they are combined; yes or no, if its rules stand in it and it is left out
        answer: Text = ANSWER,
        /// how the answers of its rules are combined
        combine: Option<Text>,
        /// the answer where no rule gives one
        otherwise: Option<Text>,
        /// the paragraph of that
        otherwise_cite("otherwise-cite"): Option<Text>,
        outcome: Option<Outcome> = OF_QUESTION,
        /// words for people
        note: String,
        /// other names
        alias: Vec<Text> = NAMES,
    }
    short {
        /// conditions, each of them a rule
        "when": Vec<Text>,
        /// exceptions to each of its rules
        "except": Vec<Exception>,
        /// its rules as a table of rows
        "rules": Option<Text>,
        /// its rules
        "rule": Vec<Rule>,
        /// its worked examples
        "examples": () = TABLES,
        /// what holds of it in every situation
        "law": Vec<Law>,
    }
}

noun! {
    /// `[reading.ceasing-wind]`
    pub struct Reading: "reading", "a reading" => {
        name: Text = HEADER,
        /// the paragraphs that can be read in more than one way
        cite: Vec<Text>,
        /// what is in question
        asks: String,
        /// each way to read it, in words
        options: Vec<(Text, String)> = OPTIONS,
        /// the option that is taken unless another is chosen; the first, if left out
        default: Text = FIRST_OPTION,
        /// why
        because: String,
        /// the only option that may still be taken
        settled: Option<Text>,
    }
}

noun! {
    /// `[switch.deep-snow]`: what a table plays with, or without.
    pub struct Switch: "switch", "a switch" => {
        name: Text = HEADER,
        /// the paragraphs that are played or not
        cite: Vec<Text>,
        /// what is chosen
        asks: String,
        /// each way to play, in words; yes and no, if left out
        options: Vec<(Text, String)> = SOME_OPTIONS,
        /// the option that is played unless another is chosen; no, or the first of its own, if left out
        default: Option<Text>,
        /// the only option that may still be played
        settled: Option<Text>,
    }
}

/// The options of a switch that says none.
const ON_OR_OFF: [(&str, &str); 2] = [("no", "played without it"), ("yes", "played with it")];

impl Switch {
    /// Whether it is on or off, and nothing else.
    #[must_use]
    pub const fn is_on_or_off(&self) -> bool {
        self.options.is_empty()
    }

    /// The reading that it is: a condition asks for it by name, and every proof covers every option.
    #[must_use]
    pub fn as_reading(&self) -> Reading {
        let place = self.name.span;
        let named = |text: &str| Text::new(text.to_owned(), place);
        let on_or_off = ON_OR_OFF.map(|(option, words)| (named(option), words.to_owned()));
        Reading {
            name: self.name.clone(),
            cite: self.cite.clone(),
            asks: self.asks.clone(),
            options: match self.is_on_or_off() {
                true => on_or_off.into(),
                false => self.options.clone(),
            },
            default: self.default.clone().unwrap_or_else(|| named("no")),
            because: String::new(),
            settled: self.settled.clone(),
        }
    }
}

const SOME_OPTIONS: How<Vec<(Text, String)>> =
    How::optional(schema::pairs, |fields, key| match fields.get(key) {
        Some(_) => (OPTIONS.read)(fields, key),
        None => Some(Vec::new()),
    });

/// The notation says the first of the options, where none is said; where there are none, that is told.
const FIRST_OPTION: How<Text> = How::optional(schema::text, |fields, key| {
    fields.get(key)?;
    fields.read::<Text>(key)
});

const OPTIONS: How<Vec<(Text, String)>> = How::needed(schema::pairs, |fields, key| {
    if let Some(node) = fields.need(key)
        && node.is_table()
        && node.fields().is_empty()
    {
        let empty = Diagnostic::error(Code::MissingKey, node.span, "`options` names none");
        let advice =
            "name each with its words: `options = { yes = \"it does\", no = \"it does not\" }`";
        fields.problems.report(empty.help(advice));
    }
    let options = pairs(fields, key, text);
    names::check(options.iter().map(|(option, _)| option), fields.problems);
    let said = options
        .into_iter()
        .map(|(option, words)| (option, words.value));
    Some(said.collect())
});
