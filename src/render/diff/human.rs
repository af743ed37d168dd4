//! The difference for a terminal.

use super::{
    Shown, THINGS, condition, cut, equations, extent, listed, odds, remark, sides, situation,
    summary,
};
use crate::analysis::diff::{Changed, ChangedRegion, Diff, Fate, Flip};
use crate::render::count::situations;
use crate::render::style::{BEFORE, BOLD, CITE, FAINT, VALUE, WARN, styled};
use std::fmt::Write;

/// The whole difference in words.
#[must_use]
pub fn human(shown: &Shown<'_>) -> String {
    let mut text = String::new();
    for diff in shown.diffs {
        let _ = writeln!(text, "{}", styled(BOLD, &summary(diff)));
        if diff.is_empty() {
            let _ = writeln!(text, "  nothing changed");
        }
        for changed in &diff.questions {
            text.push('\n');
            question(&mut text, shown, diff, changed);
        }
        lists(&mut text, diff);
    }
    text
}

fn question(text: &mut String, shown: &Shown<'_>, diff: &Diff, changed: &Changed) {
    let name = styled(BOLD, &changed.name);
    let cite = styled(CITE, &changed.cite.join(", "));
    if !changed.by_itself {
        let _ = writeln!(
            text,
            "{name}   {cite}   {}, only through {}",
            extent(changed),
            changed.uses.join(", ")
        );
        return;
    }
    let _ = writeln!(text, "{name}   {cite}   {}", extent(changed));
    let _ = writeln!(text, "  {}", styled(FAINT, &changed.asks));
    let mut before: Option<&ChangedRegion> = None;
    for region in &changed.regions {
        // Regions that the same rules made are told one after the other, and then the rules.
        if let Some(before) = before.filter(|before| before.reasons != region.reasons) {
            reasons(text, shown, diff, before);
        }
        one_region(text, diff, changed, region);
        before = Some(region);
    }
    if let Some(last) = before {
        reasons(text, shown, diff, last);
    }
    if let Some(cut) = cut(changed) {
        let _ = writeln!(text, "  {}", styled(WARN, &cut));
    }
    if changed.regions.len() > 1
        || changed
            .regions
            .first()
            .is_some_and(|region| region.situations > 1)
    {
        let witness = situation(&diff.space, &changed.witness);
        let _ = writeln!(
            text,
            "  {} {}",
            styled(FAINT, "for example"),
            equations(&witness)
        );
    }
    if !changed.uses.is_empty() {
        let _ = writeln!(
            text,
            "  {} {}",
            styled(FAINT, "some of it through"),
            changed.uses.join(", ")
        );
    }
}

fn one_region(text: &mut String, diff: &Diff, changed: &Changed, region: &ChangedRegion) {
    let when = condition(&diff.space, &changed.facts, &region.tests)
        .unwrap_or_else(|| "always".to_owned());
    let (old, new) = sides(&diff.space, changed, region);
    let remark = remark(region).map_or_else(String::new, |remark| format!(", {remark}"));
    let odds = odds(region).map_or_else(String::new, |odds| format!(", {odds} by the dice"));
    let _ = writeln!(
        text,
        "  {} → {}{remark}   {when}   {}",
        styled(BEFORE, &old),
        styled(VALUE, &new),
        styled(FAINT, &format!("{}{}", situations(region.situations), odds))
    );
}

/// The rules on both sides of a region.
fn reasons(text: &mut String, shown: &Shown<'_>, diff: &Diff, region: &ChangedRegion) {
    let before = shown.old.reasons(&diff.game, &region.reasons.0);
    let after = shown.new.reasons(&diff.game, &region.reasons.1);
    if before == after {
        by(text, "by", &after);
    } else {
        by(text, "before by", &before);
        by(text, "now by", &after);
    }
}

fn by(text: &mut String, word: &str, reasons: &[(String, String)]) {
    for (cite, place) in reasons {
        let _ = writeln!(
            text,
            "      {} {}   {}",
            styled(FAINT, word),
            styled(CITE, cite),
            styled(FAINT, place)
        );
    }
}

fn lists(text: &mut String, diff: &Diff) {
    for thing in THINGS {
        for (at, (name, fate)) in listed(diff, thing).enumerate() {
            if at == 0 {
                let _ = writeln!(text, "\n{}", styled(BOLD, thing.plural()));
            }
            let _ = match fate {
                Fate::Added => writeln!(text, "  {} {name}", styled(VALUE, "+")),
                Fate::Removed => writeln!(text, "  {} {name}", styled(BEFORE, "-")),
                Fate::Changed(what, old, new) => {
                    writeln!(
                        text,
                        "  {} {name}: {what} {} → {}",
                        styled(WARN, "~"),
                        styled(BEFORE, old),
                        styled(VALUE, new)
                    )
                }
            };
        }
    }
    if !diff.flips.is_empty() {
        let _ = writeln!(text, "\n{}", styled(BOLD, "examples and laws that flipped"));
    }
    for flip in &diff.flips {
        one_flip(text, flip);
    }
    if !diff.uncompared.is_empty() {
        let _ = writeln!(text, "\n{}", styled(BOLD, "not compared"));
    }
    for (name, why) in &diff.uncompared {
        let _ = writeln!(text, "  {} {name}: {why}", styled(WARN, "?"));
    }
}

fn one_flip(text: &mut String, flip: &Flip) {
    let fate = if flip.holds_now {
        styled(VALUE, "holds now")
    } else {
        styled(BEFORE, "fails now")
    };
    let _ = writeln!(text, "  {fate}  {} {}", flip.thing.name(), flip.says);
    for why in &flip.why {
        let _ = writeln!(text, "      {}", styled(FAINT, why));
    }
}
