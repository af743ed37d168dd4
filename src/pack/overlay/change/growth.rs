//! Values added to domains.

use super::super::super::node::Kind;
use super::super::Operation;
use super::super::address::{Address, Part};
use super::super::apply::Task;
use super::super::find::{Finder, Place};
use super::{Datum, Made, Resolved, Resolver, Step};
use crate::value::{Beside, grown};

impl Resolver<'_> {
    /// `add` to a domain, or beside one of its values; nothing where the address names something else.
    pub(super) fn growth(self) -> Made<Option<Resolved>> {
        let Ok(mut address) = Address::parse(&self.change.at.value) else {
            return Ok(None);
        };
        let beside = match (self.change.operation, address.parts.last().cloned()) {
            (Operation::Add, _) => Beside::End,
            (Operation::AddBefore, Some(Part::Keys(keys))) => Beside::Before(keys.join(", ")),
            (Operation::AddAfter, Some(Part::Keys(keys))) => Beside::After(keys.join(", ")),
            _ => return Ok(None),
        };
        if beside != Beside::End {
            address.parts.pop();
        }
        let is_domain = |part: &Part| matches!(part, Part::Field(field) if field == "domain" || field == "answer");
        if !address.parts.last().is_some_and(is_domain) {
            return Ok(None);
        }
        let place = Finder::new(self.forest, self.erratum.owner).place(&address);
        let Ok(Place::Node(found)) = place else {
            return Ok(None);
        };
        let (node, new) = (self.node(&found)?, self.new_value()?);
        let (Kind::Text(domain), Some(more)) = (&node.kind, new.written()) else {
            return Ok(None);
        };
        let is_cyclic = self.forest.node(&around(&found.path)).is_some_and(|fact| {
            fact.field("cyclic")
                .is_some_and(|(_, flag)| matches!(flag.kind, Kind::Bool(true)))
        });
        if is_cyclic {
            return self.broken(
                "a fact whose values go around takes no more of them",
                "declare a fact of your own",
            );
        }
        if let Err(why) = grown(domain, more, &beside) {
            return self.broken(
                &format!("`{more}` cannot be added: {why}"),
                "to change the domain, write `was` and `now`",
            );
        }
        // Of values between the same two neighbors nobody could tell which comes first.
        let gap = domain.contains('<').then(|| gap(domain, &beside)).flatten();
        let touches = [
            Some(Step::Named(more.to_owned())),
            gap.map(|gap| Step::Named(format!("gap {gap}"))),
        ];
        let is_number = domain.contains("..");
        let touches = touches.into_iter().flatten().filter(|_| !is_number);
        let mut touches: Vec<Datum> = touches
            .map(|step| Datum::at(&found.path).then(step))
            .collect();
        if is_number {
            touches.push(Datum::at(&found.path).then(Step::Fresh(self.id, 0)));
        }
        let task = Task::Grow {
            path: found.path,
            more: more.to_owned(),
            beside,
        };
        Ok(Some(self.made(touches, vec![task])))
    }
}

fn around(path: &super::super::super::forest::Path) -> super::super::super::forest::Path {
    let mut around = path.clone();
    around.steps.pop();
    around
}

/// Before which value, by its place in the domain as written, something new stands.
fn gap(domain: &str, beside: &Beside) -> Option<usize> {
    let mut words = domain.split('<').map(str::trim);
    match beside {
        Beside::End => Some(words.count()),
        Beside::Before(word) => words.position(|own| own == word),
        Beside::After(word) => words.position(|own| own == word).map(|place| place + 1),
    }
}
