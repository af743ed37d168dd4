//! Everything that the shipped packs answer, a snapshot a topic. A rule that is changed shows here what it changed.
//!
//! `INSTA_UPDATE=always cargo test --test answer_tables` takes new answers on; `chartroom diff` tells them better.

use chartroom::rulebook::Rulebook;
use chartroom::rulebook::pins::pins;

#[test]
fn the_shipped_packs_answer_what_they_are_known_to_answer() {
    let rulebook = Rulebook::embedded();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("answer_tables");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for model in &rulebook.games {
            for pin in pins(&rulebook, model, &|_| true) {
                let pack = pin.pack.trim_start_matches("rules/").replace('/', "-");
                let topic = pin.file.trim_end_matches(".txt");
                insta::assert_snapshot!(format!("{pack}-{topic}"), pin.text);
            }
        }
    });
}
