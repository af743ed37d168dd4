//! Values added to domains.

use super::super::super::node::Kind;
use super::super::Operation;
use super::super::address::{Address, Part};
use super::super::edit::Edit;
use super::super::find::Place;
use super::{Made, Resolved, Resolver};
use crate::value::{Beside, grown};

impl Resolver<'_> {
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
