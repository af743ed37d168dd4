//! What is resolved for one question answers that question as the whole rulebook does, and no other.

use crate::common;
use chartroom::answer::{Asker, Ruling, Stated};
use chartroom::check::{Extent, check};
use chartroom::model::{Asked, Example, Model, QuestionId};
use chartroom::pack;
use chartroom::render::answer::{Shown, human};
use chartroom::rulebook::{Rulebook, request};
use chartroom::source::Sources;
use chartroom::turn::Situation;

/// What `ask` prints, with the facts and readings of an example, where one is given.
fn asked<'m>(
    asker: &mut Asker<'m>,
    model: &Model,
    sources: &'m Sources,
    id: QuestionId,
    example: Option<(&Model, &Example)>,
) -> String {
    let mut situation = Situation::new(model);
    if let Some((whole, example)) = example {
        let given = example
            .given
            .iter()
            .filter_map(|(fact, indices)| Some((fact, indices.first()?)));
        for (fact, index) in given.chain(
            example
                .readings
                .iter()
                .map(|(reading, index)| (reading, index)),
        ) {
            // A text that nothing here names has no place of its own.
            let index = request::index(model, *fact, &whole.show_index(*fact, *index)).unwrap();
            situation.set(*fact, Some(index));
        }
    }
    let answer = asker.answer(sources, id, Stated::new(situation));
    human(&Shown::new(&answer))
}

#[test]
fn one_question_alone_is_answered_as_in_the_whole_rulebook() {
    let sources = Sources::embedded();
    let (written, _) = pack::read(&sources);
    let whole = check(&written, Extent::Everything);
    for (whole, model) in whole
        .games
        .iter()
        .zip(&check(&written, Extent::Answers).games)
    {
        let mut among_all = Asker::new(model);
        for (id, question) in (0..)
            .map(QuestionId)
            .zip(&whole.questions)
            .filter(|(_, one)| one.process.is_none())
        {
            let games = check(&written, Extent::Questions(&[question.name.as_str()])).games;
            let alone = games
                .into_iter()
                .find(|model| model.game == whole.game)
                .unwrap();
            let mut by_itself = Asker::new(alone);
            let asks = |example: &&Example| match &example.asked {
                Asked::Questions(asked) => asked.iter().any(|(own, ..)| *own == id),
                _ => false,
            };
            let examples = whole
                .examples
                .iter()
                .filter(asks)
                .map(|example| Some((whole, example)));
            for example in examples.chain([None]) {
                assert_eq!(
                    asked(&mut among_all, model, &sources, id, example),
                    asked(&mut by_itself, alone, &sources, id, example)
                );
            }
        }
    }
}

#[test]
fn other_questions_are_refused() {
    let texts = [(
        "sample/pack.toml",
        "id = \"sample\"\ngame = \"sample\"\ntitle = \"S\"\nedition = \"1\"\n[paragraphs]\n\"1\" = \"S\"\n\
         [question.one]\ncite = \"1\"\nasks = \"o\"\nfrom = []\nanswer = \"number\"\ngives = \"two + 1\"\n\
         [question.two]\ncite = \"1\"\nasks = \"t\"\nfrom = []\nanswer = \"number\"\ngives = \"2\"\n\
         [question.three]\ncite = \"1\"\nasks = \"h\"\nfrom = []\nanswer = \"number\"\ngives = \"3\"\n",
    )];
    let (written, _) = pack::read(&Sources::from_texts(texts));
    let checked = check(&written, Extent::Questions(&["one"]));
    assert!(checked.diagnostics.is_empty());
    let model = checked.games.first().unwrap();
    let answer = |name: &str| {
        Asker::new(model)
            .ask(model.question_names[name], &mut Situation::new(model))
            .0
    };
    assert!(matches!(answer("one"), Ruling::Value(_)) && matches!(answer("two"), Ruling::Value(_)));
    assert!(matches!(answer("three"), Ruling::Broken(_)));
}

/// A question of a folder is answered without a look at the examples, laws and guards of all its packs, which `check` proves.
#[test]
fn a_question_of_a_folder_is_answered_and_nothing_is_proved() {
    let pack = r#"
id = "sample"
game = "sample"
[paragraphs]
"1" = "S"
[fact.hour]
domain = "1..=3"
[question.one]
cite = "1"
answer = "number"
gives = "hour + 1"
examples = """
hour | =
1    | 3
"""
[question.two]
cite = "1"
answer = "number"
gives = "no-such-thing"
"#;
    let dir = common::folder([("sample/pack.toml", pack)]);
    let rules = dir.path().to_str().unwrap();
    let run = |words: &[&str]| common::chartroom(&[words, &["--rules", rules]].concat());
    let one = run(&["ask", "one", "hour=2"]);
    assert_eq!((one.code, one.error.as_str()), (0, ""), "{}", one.both());
    assert!(one.out.starts_with("One: 3"), "{}", one.out);
    let two = run(&["ask", "two"]);
    assert!(
        two.code == 1 && two.error.contains("the rulebook has"),
        "{}",
        two.both()
    );
    let check = run(&["check"]).both();
    assert!(
        check.contains("`one` gives 2, not 3") && check.contains("no-such-thing"),
        "{check}"
    );
}

#[test]
fn the_rulebook_in_the_binary_can_be_had_for_one_question() {
    for name in ["heat-haze-drm", "asl/heat-haze-drm"] {
        let rulebook = Rulebook::embedded_for_question(name).unwrap();
        let [(model, chartroom::rulebook::Named::Question(id))] = rulebook.find(name)[..] else {
            panic!("{name}")
        };
        assert!(rulebook.diagnostics.is_empty() && !chartroom::check::is_broken(model, id));
    }
}
