//! What the grammar makes of a text is what `ron` makes of it.

use chartroom::pack::node::{Item, Kind, Node, Problems};
use chartroom::pack::ron_text::parse;
use chartroom::source::{FileId, Sources};
use proptest::prelude::*;
use ron::Value;

fn read(text: &str) -> Option<Vec<Item>> {
    let problems = Problems::default();
    let items = parse(text, FileId(0), &problems);
    problems.into_vec().is_empty().then_some(items)
}

fn is_same(node: &Node, value: &Value) -> bool {
    match (&node.kind, value) {
        (Kind::Text(text), Value::String(value)) => text == value,
        (Kind::Number(text), value @ Value::Number(_)) => ron::from_str(text).as_ref() == Ok(value),
        (Kind::Bool(one), Value::Bool(other)) => one == other,
        (Kind::List(nodes), Value::Seq(values)) => {
            nodes.len() == values.len()
                && nodes
                    .iter()
                    .zip(values)
                    .all(|(one, other)| is_same(one, other))
        }
        (Kind::Table(fields), Value::Map(map)) => {
            let of = |name: &str| {
                map.iter()
                    .find(|(key, _)| **key == Value::String(name.to_owned()))
            };
            fields.len() == map.len()
                && fields.iter().all(|(name, node)| {
                    of(&name.value).is_some_and(|(_, value)| is_same(node, value))
                })
        }
        (Kind::Bare(text), value) => ron::from_str(text).as_ref() == Ok(value),
        _ => false,
    }
}

fn is_read_as_by_ron(text: &str) -> bool {
    let items = read(text).unwrap();
    let value: Value = ron::from_str(text).unwrap();
    match (&value, items.as_slice()) {
        (Value::Seq(values), items) => {
            values.len() == items.len()
                && items
                    .iter()
                    .zip(values)
                    .all(|(item, value)| is_same(&item.body, value))
        }
        (value, [item]) => is_same(&item.body, value),
        _ => false,
    }
}

#[test]
fn shipped_files_are_read_as_by_ron() {
    let sources = Sources::embedded();
    let files = sources
        .files()
        .filter(|file| sources.path(*file).ends_with(".ron"));
    let wrong: Vec<_> = files
        .filter(|file| !is_read_as_by_ron(sources.text(*file)))
        .map(|file| sources.path(file))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Blanks and comments, as they may stand between any two tokens.
fn blank() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        " ",
        "\n\t",
        "// a (\"comment\n",
        "/* one /* within */ \" another */",
        "\u{2028}",
    ])
}

fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "\"[a-z†\\-+ .,:()/#']{0,9}\"",
        Just("\"es\\\"cap\\u{e9}d\\n\"".to_owned()),
        Just("r#\"raw \"quoted\" \\ \"#".to_owned()),
        Just("r\"\"".to_owned()),
        prop::sample::select(vec![
            "12", "-3", "+4", "1.5", "0x1f", "1_000", "true", "false", "None", "()", "word", "'x'",
            "'\\''"
        ])
        .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let several = prop::collection::vec((inner, blank()), 2..4);
        let comma = prop::sample::select(vec!["", ","]);
        (several, comma, 0..3).prop_map(|(values, comma, shape)| {
            let names = ["a", "b", "c", "d"];
            let inside: Vec<String> = values
                .iter()
                .zip(names)
                .map(|((value, blank), name)| match shape {
                    0 => format!("{blank}{name}{blank}:{blank}{value}{blank}"),
                    _ => format!("{blank}{value}{blank}"),
                })
                .collect();
            let inside = inside.join(",");
            match shape {
                2 => format!("[{inside}{comma}]"),
                _ => format!("({inside}{comma})"),
            }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn generated_files_are_read_as_by_ron(value in value(), before in blank(), is_list in any::<bool>()) {
        let item = format!("{before}Chart{before}(id: {value}, rows: {value})");
        let text = if is_list { format!("{before}[{item},{item}]{before}") } else { item };
        prop_assert!(is_read_as_by_ron(&text), "{}", text);
    }
}
