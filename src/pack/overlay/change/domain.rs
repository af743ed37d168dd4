//! Values added to domains, and values that get another name.

use super::super::super::node::Kind;
use super::super::Operation;
use super::super::address::{Address, Part};
use super::super::edit::Edit;
use super::super::find::{Place, Spot};
use super::super::resolved::Resolved;
use super::{Made, Resolver};
use crate::diagnostic::{Code, Diagnostic};
use crate::value::{Beside, grown, renamed};

impl Resolver<'_> {
    /// The value of a fact's domain that the address names, and the domain.
    pub fn value_named(self) -> Option<(Spot, String)> {
        let mut address = Address::parse(&self.change.at.value).ok()?;
        let Some(Part::Keys(keys)) = address.parts.pop() else {
            return None;
        };
        let [word] = <[String; 1]>::try_from(keys).ok()?;
        let is_domain =
            matches!(address.parts.last(), Some(Part::Field(field)) if field == "domain");
        match self.finder().place(&address) {
            Ok(Place::There(spot)) if is_domain => Some((spot, word)),
            _ => None,
        }
    }

    /// `was` and `now` of a value: its other name, the old one being kept; nothing where the address names something else.
    pub fn renaming(self) -> Made<Option<Resolved>> {
        let Some((spot, old)) = self.value_named() else {
            return Ok(None);
        };
        let (node, new) = (self.node(&spot.path)?, self.new_value()?);
        let (Kind::Text(domain), Some(new_name)) = (&node.kind, new.written()) else {
            return Ok(None);
        };
        let words = domain.trim().strip_prefix("set of ").unwrap_or(domain);
        let values: Vec<&str> = words.split(['<', '|']).map(str::trim).collect();
        if !values.contains(&old.as_str()) {
            let message = format!("the domain has no value `{old}`");
            let at = self.change.at.span;
            let finding = Diagnostic::error(Code::ErratumMatchesNothing, at, message);
            return Err(finding.nearest_or(&old, values.iter().copied(), || {
                format!("its values: {}", values.join(", "))
            }));
        }
        let expected = self.change.old.as_ref();
        if let Some(expected) = expected.filter(|other| other.written() != Some(&old)) {
            let message = format!("the erratum renames `{old}`, and expects another value");
            let finding = Diagnostic::error(Code::ErratumMismatch, expected.span, message);
            return Err(finding.help(format!("write `was = \"{old}\"`")));
        }
        if let Err(why) = renamed(domain, &old, new_name) {
            let message = format!("`{old}` cannot be called `{new_name}`: {why}");
            return self.broken(&message, "name one of its values, and a new name for it");
        }
        let Some((fact, _)) = spot.path.around() else {
            return Ok(None);
        };
        let edits = vec![
            Edit::Rename {
                path: spot.path,
                old: old.clone(),
                new: new_name.to_owned(),
            },
            Edit::Add {
                path: fact.then("renamed").then(old.as_str()),
                at: self.change.at.span,
                node: new,
                lists: false,
            },
        ];
        Ok(Some(self.made(edits, None)))
    }

    /// `add` to a domain, or beside one of its values; nothing where the address names something else.
    pub fn growth(self) -> Made<Option<Resolved>> {
        let Ok(mut address) = Address::parse(&self.change.at.value) else {
            return Ok(None);
        };
        let beside = match (self.change.operation, address.parts.last()) {
            (Operation::Add, _) => Beside::End,
            (Operation::AddBefore, Some(Part::Keys(keys))) => Beside::Before(keys.join(", ")),
            (Operation::AddAfter, Some(Part::Keys(keys))) => Beside::After(keys.join(", ")),
            _ => return Ok(None),
        };
        if beside != Beside::End {
            address.parts.pop();
        }
        if !matches!(address.parts.last(), Some(Part::Field(field)) if field == "domain" || field == "answer")
        {
            return Ok(None);
        }
        let Ok(Place::There(spot)) = self.finder().place(&address) else {
            return Ok(None);
        };
        let (node, new) = (self.node(&spot.path)?, self.new_value()?);
        let (Kind::Text(domain), Some(more)) = (&node.kind, new.written()) else {
            return Ok(None);
        };
        let around = spot.path.around();
        let fact = around.and_then(|(around, _)| self.forest.node(&around));
        let cyclic = fact.and_then(|fact| fact.get("cyclic"));
        if cyclic.is_some_and(|flag| matches!(flag.kind, Kind::Bool(true))) {
            return self.broken(
                "a fact whose values go around takes no more of them",
                "declare a fact of your own",
            );
        }
        if let Err(why) = grown(domain, more, &beside) {
            let message = format!("`{more}` cannot be added: {why}");
            return self.broken(&message, "to change the domain, write `was` and `now`");
        }
        let edit = Edit::Grow {
            path: spot.path,
            more: more.to_owned(),
            beside,
        };
        Ok(Some(self.made(vec![edit], None)))
    }
}
