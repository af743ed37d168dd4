//! Random small packs: facts of every kind, questions that use each other, rules, exceptions, every way to combine.

use std::fmt::Write;

/// Decisions, taken from bytes; a tweak changes one of them.
struct Source<'a> {
    bytes: &'a [u8],
    taken: usize,
    tweaks: &'a [(usize, u8)],
}

impl Source<'_> {
    /// A number below `limit`; 0 where the bytes are used up.
    fn pick(&mut self, limit: usize) -> usize {
        let byte = self.bytes.get(self.taken).copied().unwrap_or(0);
        let tweak: u8 = self
            .tweaks
            .iter()
            .filter(|(at, _)| *at == self.taken)
            .fold(0, |all, (_, by)| all.wrapping_add(*by));
        self.taken += 1;
        (usize::from(byte) + usize::from(tweak)) % limit
    }
}

const KINDS: [(&str, &[&str]); 3] = [
    ("bool", &["yes", "no"]),
    ("red | green | blue", &["red", "green", "blue"]),
    (
        "low < middle < high < top",
        &["low", "middle", "high", "top"],
    ),
];

struct Fact {
    name: String,
    kind: usize,
    numbers: (usize, usize),
}

/// A pack made of these decisions, with some of them changed.
pub(crate) fn pack(bytes: &[u8], tweaks: &[(usize, u8)]) -> String {
    let mut source = Source {
        bytes,
        taken: 0,
        tweaks,
    };
    let mut text = "id = \"sample\"\ngame = \"sample\"\ntitle = \"S\"\nedition = \"1\"\n[paragraphs]\n\"1\" = \"One\"\n\"2\" = \"Two\"\n".to_owned();
    let facts: Vec<Fact> = (0..2 + source.pick(2))
        .map(|number| fact(&mut source, number))
        .collect();
    for fact in &facts {
        let domain = match fact.kind {
            3 => format!("{}..={}", fact.numbers.0, fact.numbers.1),
            kind => KINDS[kind].0.to_owned(),
        };
        let _ = writeln!(
            text,
            "[fact.{}]\ndomain = \"{domain}\"\nmeans = \"m\"",
            fact.name
        );
    }
    let _ = writeln!(
        text,
        "[reading.open]\ncite = \"2\"\nasks = \"a\"\noptions = {{ wide = \"w\", narrow = \"n\" }}\ndefault = \"wide\"\nbecause = \"b\""
    );
    for number in 0..3 {
        question(&mut source, &mut text, &facts, number);
    }
    text
}

fn fact(source: &mut Source<'_>, number: usize) -> Fact {
    let low = source.pick(2);
    Fact {
        name: format!("fact-{number}"),
        kind: source.pick(4),
        numbers: (low, low + 2 + source.pick(3)),
    }
}

/// Each question is numeric, yes or no, or a scale; all take all facts.
fn question(source: &mut Source<'_>, text: &mut String, facts: &[Fact], number: usize) {
    let kind = number % 3;
    let ways: &[&str] = match kind {
        0 => &["only-one", "sum", "least", "greatest"],
        1 => &["any", "all", "only-one"],
        _ => &["only-one", "least", "greatest"],
    };
    let answer = ["number", "bool", "low < middle < high < top"][kind];
    let from: Vec<String> = facts
        .iter()
        .map(|fact| format!("\"{}\"", fact.name))
        .collect();
    let _ = writeln!(
        text,
        "[question.q{number}]\ncite = \"1\"\nasks = \"a\"\nfrom = [{}]\nanswer = \"{answer}\"",
        from.join(", ")
    );
    let way = ways[source.pick(ways.len())];
    let _ = writeln!(text, "combine = \"{way}\"");
    if way == "only-one" || source.pick(3) > 0 {
        let _ = writeln!(text, "otherwise = \"{}\"", gives(source, facts, number, 0));
    }
    if source.pick(5) == 4 {
        let fact = &facts[source.pick(facts.len())];
        let _ = writeln!(
            text,
            "only = {{ {} = \"{}\" }}",
            fact.name,
            value(source, fact)
        );
    }
    for _ in 0..1 + source.pick(3) {
        rule(source, text, facts, number);
    }
}

fn rule(source: &mut Source<'_>, text: &mut String, facts: &[Fact], number: usize) {
    let _ = writeln!(text, "[[rule]]\nanswers = \"q{number}\"\ncite = \"1\"");
    if source.pick(5) > 0 {
        let _ = writeln!(text, "when = \"{}\"", condition(source, facts, number, 0));
    }
    if source.pick(12) == 11 {
        let _ = writeln!(text, "gap = \"lost\"");
    } else {
        let _ = writeln!(text, "gives = \"{}\"", gives(source, facts, number, 1));
    }
    let exceptions: Vec<String> = (0..source.pick(3))
        .map(|_| exception(source, facts, number, 0))
        .collect();
    if !exceptions.is_empty() {
        let _ = writeln!(text, "except = [{}]", exceptions.join(", "));
    }
}

fn exception(source: &mut Source<'_>, facts: &[Fact], number: usize, depth: usize) -> String {
    let mut text = format!(
        "{{ cite = \"2\", when = \"{}\"",
        condition(source, facts, number, 1)
    );
    if source.pick(2) == 1 {
        let _ = write!(text, ", gives = \"{}\"", gives(source, facts, number, 0));
    }
    if depth == 0 && source.pick(4) == 3 {
        let _ = write!(text, ", except = [{}]", exception(source, facts, number, 1));
    }
    text + " }"
}

fn value(source: &mut Source<'_>, fact: &Fact) -> String {
    match fact.kind {
        3 => (fact.numbers.0 + source.pick(fact.numbers.1 - fact.numbers.0 + 1)).to_string(),
        kind => KINDS[kind].1[source.pick(KINDS[kind].1.len())].to_owned(),
    }
}

fn condition(source: &mut Source<'_>, facts: &[Fact], number: usize, depth: usize) -> String {
    if depth < 2 {
        match source.pick(8) {
            0 => {
                return format!(
                    "({} and {})",
                    condition(source, facts, number, depth + 1),
                    condition(source, facts, number, depth + 1)
                );
            }
            1 => {
                return format!(
                    "({} or {})",
                    condition(source, facts, number, depth + 1),
                    condition(source, facts, number, depth + 1)
                );
            }
            2 => return format!("not ({})", condition(source, facts, number, depth + 1)),
            3 if number > 1 => return format!("({})", called(source, facts, 1)),
            4 if number > 0 => {
                return format!("({}) >= {}", called(source, facts, 0), source.pick(4));
            }
            5 => return format!("open is {}", ["wide", "narrow"][source.pick(2)]),
            _ => {}
        }
    }
    let fact = &facts[source.pick(facts.len())];
    let (name, way) = (&fact.name, source.pick(3));
    let shown = value(source, fact);
    match (fact.kind, way) {
        (0, _) => {
            if way == 0 {
                name.clone()
            } else {
                format!("not {name}")
            }
        }
        (2, 1) => format!("{name} is at least {shown}"),
        (3, 1) => format!("{name} >= {shown}"),
        (3, _) => format!("{name} = {shown}"),
        (_, 2) => format!("{name} is not {shown}"),
        _ => format!("{name} is {shown}"),
    }
}

/// Another question, perhaps with a fact bound.
fn called(source: &mut Source<'_>, facts: &[Fact], number: usize) -> String {
    if source.pick(2) == 0 {
        return format!("q{number}");
    }
    let fact = &facts[source.pick(facts.len())];
    format!("q{number} with {} = {}", fact.name, value(source, fact))
}

fn gives(source: &mut Source<'_>, facts: &[Fact], number: usize, deep: usize) -> String {
    let choice = source.pick(6);
    match number % 3 {
        0 => {
            let numeric = facts.iter().find(|fact| fact.kind == 3);
            match (choice, numeric) {
                (0, Some(fact)) => format!("{} + {}", fact.name, source.pick(3)),
                (1, Some(fact)) => format!("{} / 2 FRU", fact.name),
                (2, _) if deep > 0 => {
                    format!(
                        "{} if {}, else {}",
                        source.pick(4),
                        condition(source, facts, number, 1),
                        source.pick(4)
                    )
                }
                _ => source.pick(4).to_string(),
            }
        }
        1 => ["yes", "no"][choice % 2].to_owned(),
        _ => KINDS[2].1[choice % 4].to_owned(),
    }
}
