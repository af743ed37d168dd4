//! The lines of a batch: what is asked again and again is remembered, and answered as it would be for the first time.

use crate::common;

use chartroom::model::{Model, QuestionId, VariableId};
use chartroom::rulebook::lines::Lines;
use chartroom::rulebook::{Rulebook, request};

/// Numbers whose order does not repeat.
struct Stream(u64);

impl Stream {
    fn below(&mut self, most: u32) -> u32 {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(most.max(1))).unwrap()
    }
}

/// A line, and the same with its question spelt so that it is not remembered.
fn line(model: &Model, id: QuestionId, facts: &[VariableId], stream: &mut Stream) -> [String; 2] {
    let facts = facts.iter().map(|fact| {
        let index = stream.below(model.variables[*fact].domain.size());
        let value = model.show_index(*fact, index);
        format!("\"{}\":\"{value}\"", model.variable_name(*fact))
    });
    let facts = facts.collect::<Vec<_>>().join(",");
    let strict = stream.below(8) == 0;
    let name = &model.questions[id].name;
    let (first, rest) = name.split_at(1);
    let letter = format!("\\u{:04x}{rest}", u32::from(first.chars().next().unwrap()));
    [name, &letter].map(|name| {
        format!("{{\"id\":7,\"question\":\"{name}\",\"facts\":{{{facts}}},\"strict\":{strict}}}")
    })
}

#[test]
fn what_is_remembered_is_what_would_be_answered() {
    let book = Rulebook::embedded_for_answers();
    let mut lines = Lines::new(&book);
    let mut stream = Stream(3);
    let mut asked = 0;
    for model in &book.games {
        let all = model.questions.enumerated();
        let some = all.filter(|(id, question)| id.index() % 6 == 1 && question.process.is_none());
        for (id, _) in some {
            let mut taken: Vec<VariableId> = request::taken_by(model, id).into_iter().collect();
            taken.sort_unstable();
            for given in [10, 7, 2] {
                let facts = taken.iter().copied();
                let facts: Vec<VariableId> = facts.filter(|_| stream.below(10) < given).collect();
                for _ in 0..16 {
                    let [plain, other] = line(model, id, &facts, &mut stream);
                    let mut answers = [String::new(), String::new()];
                    let errors = [
                        lines.answer(plain.as_bytes(), &mut answers[0]),
                        lines.answer(other.as_bytes(), &mut answers[1]),
                    ];
                    assert_eq!(answers[0], answers[1], "{plain}");
                    assert_eq!(errors[0], errors[1], "{plain}");
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 2_000, "{asked}");
}

#[test]
fn a_line_is_read_in_place_only_where_it_says_the_same() {
    let asked = |rest: &str| format!("{{\"question\":\"arid-weather\",{rest}}}\n");
    let told = "\"facts\":{\"month\":\"may\",\"weather-dr\":9}";
    let plain = asked(told);
    let answer = "{\"answer\":\"clear-and-gusty\"}\n";
    let lines = [
        (plain.clone(), answer),
        (plain.clone(), answer),
        (plain.replace(':', " :\t "), answer),
        (plain.replace('9', "9.0"), answer),
        (plain.replace('9', "true"), "`true` is not a value"),
        (plain.replace('9', "null"), "neither text, number"),
        (
            asked(&format!("{told},{told}")),
            "`facts` stands in it twice",
        ),
        (
            asked("\"facts\":{\"month\":\"jan\",\"weather-dr\":9,\"month\":\"may\"}"),
            "`month` stands in it twice",
        ),
        (
            asked(&format!("{told},\"id\":null")),
            "\"clear-and-gusty\",\"id\":null}",
        ),
        (
            asked(&format!("{told},\"id\":\"\u{202e}\"")),
            "\"id\":\"\\u202e\"}",
        ),
        // Whatever marks a line comes back as it was written, be it longer than any number that is counted with.
        (
            asked(&format!("{told},\"id\":18446744073709551617")),
            "\"id\":18446744073709551617}",
        ),
        (
            asked(&format!("{told},\"id\":{{\"a\": 1.50}},\"why\":1")),
            "\"id\":{\"a\": 1.50}}",
        ),
        (
            asked(&format!("{told},\"id\":{{\"a\": 1.50}}")),
            "\"clear-and-gusty\",\"id\":{\"a\": 1.50}}",
        ),
        (
            asked(&format!("{told},\"id\":{{\"a\":1,\"a\":2}}")),
            "`a` stands in it twice",
        ),
        (asked(&format!("{told},\"id\":\"\\ud800\"")), "is no JSON"),
        (asked(&format!("{told},\"id\":1e999")), "is no JSON"),
        (
            asked(&format!("{told},\"strict\":null")),
            "`strict` is true or false",
        ),
        (
            "[\"arid-weather\",{}]\n".to_owned(),
            "a line holds an object",
        ),
        (plain.replace('}', ""), "this line is no JSON, from column"),
    ];
    // Each of them before and after what it says is remembered.
    let once: String = lines.iter().map(|(line, _)| line.as_str()).collect();
    let ran = common::chartroom_with(&once.repeat(9), &["ask", "--batch"]);
    assert_eq!(ran.out.lines().count(), 9 * lines.len());
    for (place, told) in ran.out.lines().enumerate() {
        let (line, says) = &lines[place % lines.len()];
        assert!(format!("{told}\n").contains(says), "{line}{told}");
    }
}

#[test]
fn a_batch_remembers_the_reasons_too() {
    let line = "{\"question\":\"arid-weather\",\"facts\":{\"month\":\"may\",\"weather-dr\":9}}\n";
    let options = ["ask", "--batch", "--why"];
    let ran = common::chartroom_with(&line.repeat(12), &options);
    let mut told = ran.out.lines();
    let first = told.next().unwrap();
    assert!(first.contains("\"why\""), "{first}");
    assert!(told.all(|other| other == first), "{}", ran.both());
}

/// A batch ends as `ask` would for the worst of its lines.
#[test]
fn a_batch_ends_with_1_where_a_line_has_no_whole_answer() {
    let whole = [
        r#"{"question":"ec-drm","facts":{"ec":"dry"}}"#,
        r#"{"question":"weather-turn","start":{"weather":"clear"},"turns":[]}"#,
    ];
    for lines in [whole[0].to_owned(), format!("\u{feff}{}", whole.join("\n"))] {
        let ran = common::chartroom_with(&lines, &["ask", "--batch"]);
        assert_eq!(ran.code, 0, "{lines}{}", ran.both());
    }
    let open = [
        r#"{"question":"ec-drm"}"#,
        r#"{"question":"vehicle-dust-removal"}"#,
        r#"{"question":"ec-drm","facts":{"ec":"dyr"}}"#,
    ];
    for line in open {
        let lines = [whole[0], line, whole[0]].join("\n");
        let ran = common::chartroom_with(&lines.repeat(40), &["ask", "--batch"]);
        assert_eq!(ran.code, 1, "{line}{}", ran.both());
    }
}

/// A procedure is not told what it finds, here as under `roll`.
#[test]
fn a_procedure_of_a_batch_refuses_what_it_finds() {
    let options = ["roll", "arid-set-up", "weather=clear", "--rolls", "7"];
    let line = r#"{"question":"arid-set-up","start":{"weather":"clear"},"rolls":[7]}"#;
    let rolled = common::chartroom(&options);
    let told = common::chartroom_with(line, &["ask", "--batch"]);
    for ran in [rolled, told] {
        assert!(
            ran.says("`weather` is what `arid-set-up` finds"),
            "{}",
            ran.both()
        );
    }
}

/// A batch is answered in JSON Lines: another format is refused, and nothing is ignored.
#[test]
fn a_batch_is_refused_in_a_format_for_people() {
    let line = "{\"question\":\"arid-weather\",\"facts\":{\"month\":\"may\",\"weather-dr\":9}}\n";
    let plain = common::chartroom_with(line, &["ask", "--batch"]);
    let named = common::chartroom_with(line, &["ask", "--batch", "--format", "json"]);
    assert_eq!(
        (plain.code, &plain.out),
        (0, &named.out),
        "{}",
        named.both()
    );
    let ran = common::chartroom_with(line, &["ask", "--batch", "--format", "human"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    insta::assert_snapshot!(ran.error, @"
    error: a batch is answered in JSON Lines, a line each; leave `--format human`
        out
    ");
}

/// Where a question that is used is not asked, that is why, and no empty text.
#[test]
fn a_batch_says_why_a_question_is_not_asked() {
    let rules = "[fact]\nn.domain = \"0..=3\"\n\
        [question.a]\ncite = \"1\"\nonly = { n = \"1..3\" }\nanswer = \"number\"\ngives = \"n\"\n\
        [question.b]\ncite = \"1\"\nanswer = \"number\"\ngives = \"a + 1\"\n";
    let desk = common::folder([
        ("p/pack.toml", "id = \"p\"\ngame = \"g\"\n"),
        ("p/10.toml", rules),
    ]);
    let lines: String = ["a", "b"]
        .map(|name| format!("{{\"question\":\"{name}\",\"facts\":{{\"n\":0}}}}\n"))
        .concat();
    common::write(desk.path(), [("lines", lines)]);
    let ran = common::chartroom_in(desk.path(), &["ask", "--batch", "lines", "--rules", "p"]);
    insta::assert_snapshot!(ran.out, @r#"
    {"answer":null,"error":{"code":"not-asked","message":"the question is asked only for n = 1, 2, 3"}}
    {"answer":null,"error":{"code":"not-asked","message":"a question that it uses is not asked here"}}
    "#);
}
