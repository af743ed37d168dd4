//! From a thing to its part, one step of an address at a time.

use super::super::super::forest::Path;
use super::super::super::node::Node;
use super::super::address::Part;
use super::{Finder, Handled, Place, Spot, miss, miss_near, some_of};
use crate::diagnostic::Diagnostic;

impl Finder<'_> {
    /// Follows the parts of an address.
    pub fn walk(&self, at: Spot, parts: &[Part]) -> Result<Place, Diagnostic> {
        let Some((part, rest)) = parts.split_first() else {
            return Ok(Place::There(at));
        };
        let Some(node) = self.forest.node(&at.path) else {
            return Err(miss("the address names nothing"));
        };
        match part {
            Part::Field(field) if field == "columns" && at.is_item() && node.is_grid() => {
                self.all_columns(&at, node, rest)
            }
            Part::Field(field) => self.field(at, node, field, rest),
            Part::Keys(keys) if at.is_item() && node.has("rows") => {
                self.in_chart(&at, node, keys, rest)
            }
            Part::Keys(keys) if node.is_table() && !at.lists_groups() => match keys.as_slice() {
                [field] => self.field(at, node, field, rest),
                _ => Err(miss(format!("`{}` is no chart", at.shown)).help("name one key")),
            },
            Part::Keys(_) => {
                let cite = at.cite.clone();
                let elements = self.handled(&at.path, node, |element, index| {
                    handle(element, index, &cite)
                });
                self.among(&at, &elements, parts)
            }
            Part::Cite(_) if at.is_a("process") => {
                let cite =
                    |element: &Node| element.cite().and_then(Node::written).map(str::to_owned);
                let all = cite(node).unwrap_or_default();
                let list = at.deeper("step");
                let own = |step: &Node, _| cite(step).unwrap_or_else(|| all.clone());
                let steps = node.get("step");
                let steps = steps.map_or_else(Vec::new, |node| self.handled(&list.path, node, own));
                let shown = at.shown;
                self.among(&Spot { shown, ..list }, &steps, parts)
            }
            Part::Cite(cite) => {
                let finding = miss(format!("`{}` has no rules", at.shown));
                Err(finding.help(format!("only a question or a process has `#{cite}`")))
            }
        }
    }

    fn field(
        &self,
        at: Spot,
        node: &Node,
        field: &str,
        rest: &[Part],
    ) -> Result<Place, Diagnostic> {
        let mut deeper = at.deeper(field);
        if !node.has(field) {
            if rest.is_empty() && node.is_table() {
                return Ok(Place::Missing(deeper));
            }
            let shown = |field: &str| format!("{}{}", at.shown, Part::Field(field.to_owned()));
            let known = node.fields().iter().map(|(name, _)| shown(&name.value));
            let known: Vec<String> = known.collect();
            let message = format!("`{}` has no `{field}`", at.shown);
            return Err(miss_near(message, &shown(field), &known));
        }
        let cite = node.cite().and_then(Node::written);
        deeper.cite = cite.map_or(deeper.cite, str::to_owned);
        self.walk(deeper, rest)
    }

    /// The elements of a list, each with what it goes by; a single thing is a list of one.
    fn handled(
        &self,
        path: &Path,
        list: &Node,
        handle: impl Fn(&Node, usize) -> String,
    ) -> Vec<Handled> {
        let elements = list.elements().iter().enumerate();
        elements
            .map(|(index, element)| (self.element(path, index), handle(element, index)))
            .collect()
    }

    /// What each element of a list is called behind the list: `[F11.622]`, or `[F11.622][2]`.
    pub fn keys_of(&self, at: &Spot, list: &Node) -> Vec<Vec<Part>> {
        let all = self.handled(&at.path, list, |node, index| handle(node, index, &at.cite));
        let key = |text| Part::Keys(vec![text]);
        let named = all
            .iter()
            .map(|(path, _)| self.named_among(key, &all, path));
        named.map(Option::unwrap_or_default).collect()
    }

    /// How one of several things is called: what it goes by, and what tells it from others that go by the same.
    pub fn named_among(
        &self,
        part: impl Fn(String) -> Part,
        elements: &[Handled],
        path: &Path,
    ) -> Option<Vec<Part>> {
        let (_, text) = elements.iter().find(|(other, _)| other == path)?;
        let same = elements.iter().filter(|(_, other)| other == text);
        let same: Vec<&Handled> = same.collect();
        let mut parts = vec![part(text.clone())];
        if same.len() > 1 {
            let at = same.iter().position(|(own, _)| own == path)?;
            parts.extend(self.apart(&same).into_iter().nth(at));
        }
        Some(parts)
    }

    /// The place of an element of what is there: its own, where it stands without its list.
    pub fn element(&self, list: &Path, index: usize) -> Path {
        if self.is_list(list) {
            list.then(index)
        } else {
            list.clone()
        }
    }

    pub fn is_list(&self, path: &Path) -> bool {
        self.forest.node(path).is_some_and(Node::is_list)
    }

    /// One of several things by what each goes by; `[2]` after it means the second of those that go by the same.
    pub fn among(
        &self,
        list: &Spot,
        elements: &[Handled],
        parts: &[Part],
    ) -> Result<Place, Diagnostic> {
        let Some((first, mut rest)) = parts.split_first() else {
            return Err(miss(format!("`{}` names several things", list.shown)));
        };
        let wanted = match first {
            Part::Cite(cite) => cite.as_str(),
            Part::Keys(keys) if keys.len() == 1 => keys.first().map_or("", String::as_str),
            _ => "",
        };
        let same = elements.iter().filter(|(_, text)| text == wanted);
        let mut same: Vec<&Handled> = same.collect();
        let mut shown = format!("{}{first}", list.shown);
        if let Some((next @ Part::Keys(keys), after)) = rest.split_first() {
            shown = format!("{shown}{next}");
            rest = after;
            same = self.told_apart(same, keys);
        }
        match same.as_slice() {
            [(path, cite)] => self.walk(list.one_of(path.clone(), shown, cite.clone()), rest),
            [] => {
                // Those of the same paragraph first, each in full.
                let near = elements.iter().filter(|(_, text)| text == wanted);
                let near: Vec<&Handled> = near.collect();
                let named = self.apart(&near).into_iter();
                let mut known: Vec<String> = named
                    .map(|part| format!("{}{first}{part}", list.shown))
                    .collect();
                known.extend(elements.iter().filter(|(_, text)| text != wanted).map(
                    |(_, text)| {
                        let part = match first {
                            Part::Cite(_) => Part::Cite(text.clone()),
                            _ => Part::keys([text]),
                        };
                        format!("{}{part}", list.shown)
                    },
                ));
                known.dedup();
                let message = format!("there is no `{shown}`");
                Err(miss_near(message, &shown, &known))
            }
            several => {
                let message = format!("`{shown}` names {} things", several.len());
                let names = self
                    .apart(several)
                    .into_iter()
                    .map(|name| match parts.get(1) {
                        // The values that several have in common tell none of them.
                        Some(Part::Keys(_)) => format!("{}{first}{name}", list.shown),
                        _ => format!("{shown}{name}"),
                    });
                Err(self.say_which(miss(message), several, names.collect()))
            }
        }
    }

    /// Names several things that go by the same, those that only a number tells apart by what they say.
    fn say_which(
        &self,
        finding: Diagnostic,
        several: &[&Handled],
        names: Vec<String>,
    ) -> Diagnostic {
        const MOST: usize = 12;
        let says: Vec<String> = several.iter().map(|(path, _)| self.says(path)).collect();
        let is_numbered = |(name, says): (&String, &String)| {
            let number = name.trim_end_matches(']').rsplit('[').next();
            !says.is_empty() && number.is_some_and(|number| number.parse::<usize>().is_ok())
        };
        if !names.iter().zip(&says).any(is_numbered) {
            return finding.help(format!("say which: {}", some_of(&names)));
        }
        let told = names.iter().zip(&says).take(MOST);
        let finding = told.fold(finding.help("say which:"), |finding, (name, says)| {
            finding.help(format!("`{name}` {says}").trim_end())
        });
        match names.len() > MOST {
            true => finding.help(format!("and {} more", names.len() - MOST)),
            false => finding,
        }
    }

    /// What a rule, an exception, a step, an example or a law says, in one line.
    fn says(&self, path: &Path) -> String {
        const FIELDS: [&str; 7] = ["sets", "when", "gives", "gap", "ask", "expect", "always"];
        let Some(node) = self.forest.node(path) else {
            return String::new();
        };
        let said = FIELDS.iter().filter_map(|field| {
            let value = joined(node.get(field)?, ", ");
            (!value.is_empty()).then(|| format!("{field} {value}"))
        });
        said.collect::<Vec<_>>().join(", ")
    }

    /// Of things that go by the same, the one of a number, or those in which these values are given.
    fn told_apart<'e>(&self, several: Vec<&'e Handled>, keys: &[String]) -> Vec<&'e Handled> {
        let one = number(keys).and_then(|number| several.get(number.wrapping_sub(1)));
        if let Some(one) = one {
            return vec![*one];
        }
        let fits = |exactly: bool| {
            let fits = move |(path, _): &&&Handled| {
                let given = self.given(path).unwrap_or_default();
                let has =
                    |key: &String| given.iter().any(|(fact, value)| is_given(key, fact, value));
                keys.iter().all(has) && (!exactly || keys.len() == given.len())
            };
            several.iter().filter(fits).copied().collect::<Vec<_>>()
        };
        // All that is given in one may be part of what is given in another.
        let exactly = fits(true);
        if exactly.is_empty() {
            fits(false)
        } else {
            exactly
        }
    }

    /// What tells things apart that go by the same: the values that are given in each, or its number.
    pub fn apart(&self, several: &[&Handled]) -> Vec<Part> {
        let given = several.iter().map(|(path, _)| self.given(path));
        let values =
            |given: Vec<(String, String)>| given.into_iter().map(|(_, value)| value).collect();
        let given: Vec<Option<Vec<String>>> = given.map(|given| given.map(values)).collect();
        let is_alone = |texts: &_| given.iter().filter(|other| *other == texts).count() == 1;
        let name = |(place, texts): (usize, &Option<Vec<String>>)| match texts {
            Some(keys) if is_alone(texts) && !keys.is_empty() && number(keys).is_none() => {
                Part::Keys(keys.clone())
            }
            _ => Part::Keys(vec![(place + 1).to_string()]),
        };
        given.iter().enumerate().map(name).collect()
    }

    /// The facts that are given in an example.
    fn given(&self, path: &Path) -> Option<Vec<(String, String)>> {
        let node = self.forest.node(path)?;
        let given = node.get("given").or_else(|| node.get("start"))?;
        let facts = given.fields().iter();
        let facts = facts.map(|(name, value)| (name.value.clone(), joined(value, ", ")));
        given.is_table().then(|| facts.collect())
    }
}

/// Whether a key names this value, with its fact before it or not.
fn is_given(key: &str, fact: &str, value: &str) -> bool {
    let named = key.split_once('=');
    key == value || named.is_some_and(|(text, is)| text.trim() == fact && is.trim() == value)
}

fn number(keys: &[String]) -> Option<usize> {
    match keys {
        [key] => key.parse().ok(),
        _ => None,
    }
}

/// What an element of a list goes by: its mark, what it does in a procedure, its paragraph, itself, or its number.
pub fn handle(element: &Node, index: usize, cite: &str) -> String {
    let mut names = ["mark", "roll", "as", "do", "cite"].iter();
    let text = names
        .find_map(|field| element.texts(field).next())
        .or_else(|| element.written());
    let inherits = !cite.is_empty() && (element.has("when") || element.has("gives"));
    match text {
        Some(text) => text.to_owned(),
        None if inherits => cite.to_owned(),
        None => (index + 1).to_string(),
    }
}

/// A value or several, as one text.
pub fn joined(value: &Node, between: &str) -> String {
    let texts = value.elements().iter().filter_map(Node::written);
    texts.collect::<Vec<_>>().join(between)
}
