//! What holds no longer with an erratum: what proving the whole rulebook finds with it, and not without it.

use super::book::{CHANGES, erratum};
use super::support::load;
use chartroom::diagnostic::{Diagnostic, Severity};
use chartroom::rulebook::Rulebook;

/// What proving all of a rulebook finds.
fn proved(rulebook: &Rulebook) -> Vec<Diagnostic> {
    let proofs = rulebook.prove().into_iter();
    proofs.flat_map(|proof| proof.diagnostics).collect()
}

fn shown(findings: &[Diagnostic]) -> Vec<String> {
    let place = |own: &Diagnostic| own.labels.first().map(|label| label.span);
    let line = |own: &Diagnostic| format!("{:?} {} {:?}", own.code, own.message, place(own));
    let mut lines: Vec<String> = findings.iter().map(line).collect();
    lines.sort();
    lines
}

#[test]
fn what_holds_no_longer_is_what_two_whole_proofs_differ_in() {
    let wrong = [
        "at = \"book/haze-drm#H2.1.gives\"\nwas = \"+1\"\nnow = \"+4\"",
        "at = \"book/example#H2 EX.expect\"\nwas = \"+1\"\nnow = \"+3\"",
        "at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"gap\"",
        "at = \"book/haze-drm.rules\"\nadd = { cite = \"H2.4\", when = \"haze is none and haze is normal\", gives = \"+1\" }",
    ];
    let mut broken = 0;
    for change in CHANGES.iter().chain(&wrong) {
        let own = [("a", erratum("a", "", &[change]))];
        let (with, without) = (load(&own, "official"), load(&own, "none"));
        let old = proved(&without);
        let is_old = |new: &Diagnostic| {
            let mut old = old.iter();
            old.any(|old| (old.code, &old.labels) == (new.code, &new.labels))
        };
        let mut all = proved(&with);
        all.retain(|new| new.severity == Severity::Error && !is_old(new));
        let found = with.holds_no_longer(&without);
        assert_eq!(shown(&found), shown(&all), "{change}");
        broken += usize::from(!found.is_empty());
        // And the other way round, as where an erratum is taken away.
        let back = without.holds_no_longer(&with);
        assert!(back.is_empty(), "{change}: {back:?}");
    }
    assert!(broken >= wrong.len(), "{broken}");
}
