//! The answer to any attack finds room in twelve lines of eighty columns.

use crate::common::plain;

use chartroom::answer::{Asker, Stated};
use chartroom::render::answer::{Shown, first};
use chartroom::rulebook::{Named, Rulebook, request};
use chartroom::turn::Situation;
use unicode_width::UnicodeWidthStr;

const LINES: usize = 12;
const COLUMNS: usize = 80;

/// How many random situations each kind of attack is asked in.
const SITUATIONS: u32 = 10;

/// How many facts are told in each, beside the kind of attack, its target and its range.
const TOLD: usize = 8;

#[test]
fn any_attack_is_answered_in_twelve_lines() {
    let book = Rulebook::embedded_for_question("attack-drm").unwrap();
    let [(model, Named::Question(question))] = book.find("attack-drm")[..] else {
        panic!("one question of that name");
    };
    let mut taken = Vec::from_iter(request::taken_by(model, question));
    taken.sort_unstable();
    let fact = |name: &str| model.fact_named(name).unwrap();
    let [attack, target, range] = ["attack", "target", "range"].map(fact);
    let mut asker = Asker::new(model);
    let mut random = Random(5);
    let mut answered = 0;
    for kind in 0..model.variables[attack].domain.size() {
        for _ in 0..SITUATIONS {
            let mut situation = Situation::new(model);
            for _ in 0..TOLD {
                let fact = taken[random.below(taken.len())];
                let size = model.variables[fact].domain.size();
                situation.set(fact, Some(random.below(size as usize) as u32));
            }
            situation.set(attack, Some(kind));
            for own in [target, range] {
                let size = model.variables[own].domain.size();
                situation.set(own, Some(random.below(size as usize) as u32));
            }
            let stated = Stated::new(situation);
            let mut answer = asker.answer(&book.sources, question, stated);
            asker.complete(&mut answer);
            if answer.value().is_none() && answer.lost().is_none() {
                continue;
            }
            answered += 1;
            let (parts, changes) = (answer.all_parts(), answer.changes(&mut asker));
            let shown = Shown {
                parts,
                changes,
                ..Shown::new(&answer)
            };
            let text = plain(&first(&shown, COLUMNS));
            assert!(text.lines().count() <= LINES, "{text}");
            assert!(text.lines().all(|line| line.width() <= COLUMNS), "{text}");
        }
    }
    assert!(answered >= 150, "{answered} of them are answered");
}

/// Numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}
