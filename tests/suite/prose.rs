//! Rules in the words of the hobby, as a book and `show` tell them: titles and labels in place of names, and no notation.

use crate::common;

use common::{chartroom_in, folder};

const SAILING: &str = r#"
id    = "sailing"
title = "Sailing"
[paragraphs]
"S1" = "The ferry"
"S2" = "The fog"
[unit]
knots = { one = "knot" }
DR    = { dice = "2d6" }
DRM   = { modifies = "DR" }
[fact.month]
domain = "jan < feb < mar < apr < may < jun"
labels = { jan = "January", feb = "February", mar = "March", apr = "April", may = "May", jun = "June" }
means  = "month in which she sails"
[fact.wind-speed]
domain = "0..=60"
unit   = "knots"
title  = "Wind at sea"
means  = "measured in the harbour"
[fact.sea]
domain = "none | light-swell | heavy-swell | storm | ice"
labels = { light-swell = "Light Swell" }
groups = { closed = ["storm", "ice"] }
means  = "state of the sea"
[fact.mail-aboard]
domain = "bool"
means  = "the mail must be carried"
[reading.late-mail]
cite    = "S1"
asks    = "Does the late mail count?"
options = { none = "only what is aboard counts", counts = "it counts too" }
default = "none"
[question.ferry-sails]
cite   = "S1"
asks   = "Does the ferry sail? see fog-drm for the pilot"
answer = "any"
rules  = """
cite | when
     | month in {jan, jun} and wind-speed >= 10 and sea is not none
     | mail-aboard and sea in closed or sea is light-swell
     | not mail-aboard and late-mail is none and month in jan..mar
"""
[question.fog-drm]
cite   = "S2"
asks   = "What does the fog add?"
answer = "sum of DRM"
rules  = """
cite | when           | gives | except
     | wind-speed < 1 | +2    | ferry-sails with mail-aboard = no
"""
[question.may-wait]
cite   = "S2"
asks   = "May she wait?"
answer = "bool"
gives  = "sea is storm or not mail-aboard"
[examples.fog-drm]
cite  = "S2 EX1"
given = { month = "jan..mar", sea = "heavy-swell" }
rows  = """
wind-speed | mail-aboard | =
0          | yes         | +2
"""
"#;

#[test]
fn a_paragraph_tells_its_rules_in_titles_and_labels() {
    let packs = folder([("rules/port/sailing/pack.toml", SAILING)]);
    let mut told = String::new();
    for paragraph in ["S1", "S2"] {
        let ran = chartroom_in(packs.path(), &["show", paragraph, "--rules", "rules"]);
        assert_eq!(ran.code, 0, "{}", ran.both());
        told += &ran.out;
    }
    insta::assert_snapshot!(told);
}
