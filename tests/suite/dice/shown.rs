//! Odds as they are shown: on narrow terminals, of very small chances, with results that hold signs of Markdown.

use super::{model, question, small};
use chartroom::dice::{self, Terms};
use chartroom::render::View;
use chartroom::render::odds::ShownOdds;
use chartroom::rulebook::Rulebook;
use std::sync::LazyLock;

static RULEBOOK: LazyLock<Rulebook> = LazyLock::new(|| {
    small(
        r#"
[unit.many]
dice = "20d6"
[unit.ten]
dice = "d10"
[fact.many]
domain = "20..=120"
unit = "many"
[fact.ten]
domain = "1..=10"
unit = "ten"
[fact.month]
domain = "jan < feb < mar < apr < may < jun < jul < aug"
[fact.strange]
domain = "text"

[question.marvel]
cite = "S1"
asks = "Do all dice show a six?"
from = ["many"]
answer = "bool"
gives = "many = 120"

[question.signs]
cite = "S2"
asks = "Which signs?"
from = ["ten"]
answer = "text"
gives = "'a|b_c' if ten > 3, else 'none'"

[question.month-and-ten]
cite = "S3"
asks = "What falls in this month?"
from = ["ten", "month"]
answer = "thunderstorm | drizzle | cloudless-sky"
gives = "thunderstorm if month is jan and ten < 3, else thunderstorm if month is feb and ten < 4, else thunderstorm if month is mar and ten < 5, else thunderstorm if month is apr and ten < 6, else thunderstorm if month is may and ten < 7, else drizzle if ten is 10, else cloudless-sky"
"#,
        "",
    )
});

fn odds(name: &str) -> ShownOdds<'static> {
    let model = model(&RULEBOOK);
    let table = dice::of_question(model, question(model, name), &Terms::new(model), None).unwrap();
    ShownOdds {
        name: name.to_owned(),
        title: name.to_owned(),
        cite: vec!["S1".to_owned()],
        ..ShownOdds::of(model, table)
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for width in [40, 60, 80, 200] {
        for name in ["marvel", "signs", "month-and-ten"] {
            let text = plain(&odds(name).view().page().human(width));
            let widest = text
                .lines()
                .map(|line| line.chars().count())
                .max()
                .unwrap_or(0);
            assert!(widest <= width, "{name} at {width}: {widest}\n{text}");
        }
    }
}

/// The text without its colors.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn what_is_all_but_sure_does_not_look_sure() {
    let text = odds("marvel").view().csv();
    assert!(
        text.contains("marvel,yes,1/3656158440062976,0.000000000000000273511123"),
        "{text}"
    );
    assert!(
        text.contains("marvel,no,3656158440062975/3656158440062976,0.999999999999999726488877"),
        "{text}"
    );
    let text = plain(&odds("marvel").view().page().human(80));
    assert!(
        text.contains("> 99.99 %") && !text.contains("1.000"),
        "{text}"
    );
}

#[test]
fn results_stand_in_the_cells_of_a_markdown_table() {
    let text = odds("signs").view().page().markdown();
    assert!(
        text.contains("| a\\|b\\_c | 7/10 | **70.00 %** |"),
        "{text}"
    );
}
