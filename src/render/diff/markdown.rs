//! The difference as Markdown, for a pull request.

use super::{
    Shown, THINGS, condition, cut, equations, extent, listed, odds, remark, sides, situation,
    summary,
};
use crate::analysis::diff::{Changed, ChangedRegion, Diff, Fate};
use crate::render::answers::escaped;
use crate::render::count::thousands;
use std::fmt::Write;

/// The whole difference as Markdown.
#[must_use]
pub fn markdown(shown: &Shown<'_>) -> String {
    let mut text = String::from("## What the rules answer now\n\n");
    for diff in shown.diffs {
        let _ = writeln!(text, "**{}**\n", escaped(&summary(diff)));
        if diff.is_empty() {
            let _ = writeln!(text, "Nothing changed.\n");
        }
        for changed in diff.questions.iter().filter(|changed| changed.by_itself) {
            question(&mut text, shown, diff, changed);
        }
        through(&mut text, diff);
        lists(&mut text, diff);
    }
    text
}

fn question(text: &mut String, shown: &Shown<'_>, diff: &Diff, changed: &Changed) {
    let _ = writeln!(
        text,
        "### `{}` ({})\n",
        changed.name,
        changed.cite.join(", ")
    );
    let _ = writeln!(
        text,
        "{} Changed in {}.\n",
        escaped(&changed.asks),
        escaped(&extent(changed))
    );
    let _ = writeln!(
        text,
        "| where | before | now | situations | before by | now by |\n| --- | --- | --- | ---: | --- | --- |"
    );
    for region in &changed.regions {
        row(text, shown, diff, changed, region);
    }
    text.push('\n');
    if let Some(cut) = cut(changed) {
        let _ = writeln!(text, "{cut}.\n");
    }
    let witness = equations(&situation(&diff.space, &changed.witness));
    if !witness.is_empty() {
        let _ = writeln!(text, "For example: {}.\n", escaped(&witness));
    }
}

fn row(
    text: &mut String,
    shown: &Shown<'_>,
    diff: &Diff,
    changed: &Changed,
    region: &ChangedRegion,
) {
    let when = condition(&diff.space, &changed.facts, &region.tests)
        .unwrap_or_else(|| "always".to_owned());
    let (old, new) = sides(&diff.space, changed, region);
    let remark = remark(region).map_or_else(String::new, |remark| format!(", {remark}"));
    let by = |reasons: Vec<(String, String)>| {
        let cells = reasons
            .iter()
            .map(|(cite, place)| format!("{cite}: {place}"));
        escaped(&cells.collect::<Vec<_>>().join("; "))
    };
    let _ = writeln!(
        text,
        "| {} | {} | **{}**{} | {} | {} | {} |",
        escaped(&when),
        escaped(&old),
        escaped(&new),
        escaped(&remark),
        odds(region).map_or_else(
            || thousands(region.situations),
            |odds| format!("{} ({odds})", thousands(region.situations))
        ),
        by(shown.old.reasons(&diff.game, &region.reasons.0)),
        by(shown.new.reasons(&diff.game, &region.reasons.1)),
    );
}

fn through(text: &mut String, diff: &Diff) {
    let mut any = false;
    for changed in diff.questions.iter().filter(|changed| !changed.by_itself) {
        if !any {
            let _ = writeln!(text, "### Changed only through these\n");
        }
        any = true;
        let uses: Vec<String> = changed
            .uses
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        let _ = writeln!(
            text,
            "- `{}`: {}, through {}",
            changed.name,
            escaped(&extent(changed)),
            uses.join(", ")
        );
    }
    if any {
        text.push('\n');
    }
}

fn lists(text: &mut String, diff: &Diff) {
    for thing in THINGS {
        let mut any = false;
        for (name, fate) in listed(diff, thing) {
            if !any {
                let _ = writeln!(text, "### {}\n", capital(thing.plural()));
            }
            any = true;
            let name = escaped(name);
            let _ = match fate {
                Fate::Added => writeln!(text, "- added: {name}"),
                Fate::Removed => writeln!(text, "- removed: {name}"),
                Fate::Changed(what, old, new) => {
                    writeln!(text, "- {name}: {what} {} → {}", escaped(old), escaped(new))
                }
            };
        }
        if any {
            text.push('\n');
        }
    }
    if !diff.flips.is_empty() {
        let _ = writeln!(text, "### Examples and laws that flipped\n");
        for flip in &diff.flips {
            let fate = if flip.holds_now {
                "holds now"
            } else {
                "**fails now**"
            };
            let why = if flip.why.is_empty() {
                String::new()
            } else {
                format!(" ({})", flip.why.join("; "))
            };
            let _ = writeln!(
                text,
                "- {} {}: {fate}{}",
                flip.thing.name(),
                escaped(&flip.says),
                escaped(&why)
            );
        }
        text.push('\n');
    }
    if !diff.uncompared.is_empty() {
        let _ = writeln!(text, "### Not compared\n");
        for (name, why) in &diff.uncompared {
            let _ = writeln!(text, "- `{name}`: {}", escaped(why));
        }
        text.push('\n');
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
