//! The order in which errata are loaded means nothing.

use super::book::erratum;
use super::support::{cell, load, shown, told};
use chartroom::rulebook::Rulebook;
use proptest::prelude::*;

/// Changes of which some are in conflict with some.
fn pool() -> Vec<String> {
    let mut pool: Vec<String> = ["mud", "clear"].map(cell).to_vec();
    pool.extend(
        [
            "at = \"book/weather[1, spring]\"\nwas = \"mud\"\nnow = \"clear\"",
            "at = \"book/weather[1]\"\nwas = { key = \"1\", cells = [\"mud\", \"clear\"] }\nnow = { key = \"1\", cells = [\"clear\", \"clear\"] }",
            "at = \"book/weather[2].marks\"\nadd = \"*\"",
            "at = \"book/haze-drm#H2.1.except\"\nadd = { cite = \"H2.7\", when = \"target is infantry\", gives = \"+5\" }",
            "at = \"book/haze-drm#H2.1.except\"\nadd = { cite = \"H2.7\", when = \"haze is intense\" }",
            "before = \"book/haze-drm#H2.1.except[H2.2]\"\nadd = { cite = \"H2.8\", when = \"target is vehicle\" }",
            "at = \"book/haze-drm#H2.1.except[H2.2].gives\"\nwas = \"+3\"\nnow = \"+4\"",
            "at = \"book/haze-drm#H2.except\"\nadd = { when = \"target is horse\", gives = \"+7\" }",
            "at = \"book/haze-drm#H2.except\"\nadd = { when = \"target is vehicle\" }",
            "at = \"book/haze-drm.rules\"\nadd = { cite = \"H2.9\", when = \"target is horse\", gives = \"+1\" }",
            "before = \"book/haze-drm#H2\"\nadd = { cite = \"H2.9\", gives = \"+2\" }",
            "at = \"book/haze-drm#H2\"\nwas = { when = \"haze is intense\", gives = \"+2\", note = \"as printed\" }\nremove = true",
            "at = \"book/fact:target.domain\"\nwas = \"infantry | vehicle | horse\"\nnow = \"infantry | vehicle | horse | gun\"",
            "at = \"book/may-fire.cite\"\nadd = \"H2\"",
            "at = \"book/may-fire.cite\"\nadd = \"H1\"",
        ]
        .map(str::to_owned),
    );
    pool
}

/// All that a rulebook says: its rules as they are shown, and its findings.
fn everything(rulebook: &Rulebook) -> String {
    let model = &rulebook.games[0];
    let mut all = told(rulebook);
    for question in &model.questions {
        all.push_str(&format!("{} {:?}\n", question.name, question.cite));
        for rule in question.rules.iter().map(|rule| &model.rules[*rule]) {
            let text = |span| rulebook.sources.slice(span);
            let when = rule.when.as_ref().map(|when| text(when.span));
            let except: Vec<_> = rule
                .except
                .iter()
                .map(|exception| text(exception.span))
                .collect();
            all.push_str(&format!(
                "  {} {when:?} {:?} {except:?}\n",
                rule.cite,
                text(rule.span)
            ));
        }
        for haze in ["none", "normal", "intense"] {
            for target in ["infantry", "vehicle", "horse"] {
                if question.name == "haze-drm" {
                    all.push_str(
                        &shown(
                            rulebook,
                            "haze-drm",
                            &format!("haze={haze} target={target}"),
                        )
                        .1,
                    );
                }
            }
        }
    }
    all
}

/// All orders of a few things.
fn orders<T: Clone>(things: &[T]) -> Vec<Vec<T>> {
    if things.is_empty() {
        return vec![Vec::new()];
    }
    let mut orders_ = Vec::new();
    for (place, first) in things.iter().enumerate() {
        let mut rest = things.to_vec();
        rest.remove(place);
        orders_.extend(orders(&rest).into_iter().map(|mut order| {
            order.insert(0, first.clone());
            order
        }));
    }
    orders_
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_errata_changes_nothing(chosen in proptest::sample::subsequence(pool(), 2..=4), dates in proptest::collection::vec(1_u8..=3, 4)) {
        let errata: Vec<String> = chosen
            .iter()
            .zip(&dates)
            .enumerate()
            .map(|(number, (change, day))| erratum(&format!("e{number}"), &format!("date = 2024-01-0{day}"), &[change]))
            .collect();
        let names = ["p", "q", "r", "s"];
        let mut first: Option<String> = None;
        for order in orders(&errata) {
            // The files in another order, and each erratum in a file of another name.
            let files: Vec<(&str, String)> = names.into_iter().zip(order).collect();
            let mut all = everything(&load(&files, "official"));
            for name in names {
                all = all.replace(&format!("errata/{name}.toml"), "errata/?.toml");
            }
            match &first {
                None => first = Some(all),
                Some(first) => prop_assert_eq!(first, &all),
            }
        }
    }
}
