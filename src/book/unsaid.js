"use strict";
/** Doubts of an answer by what words say of facts and it takes otherwise. */
const Unsaid = (() => {
  const { nothing, wordsOf } = Walker;
  const { MANY, stemOf } = Telling;

  const stemsOf = (text) => wordsOf(text).map(stemOf);
  const isOfWords = ({ domain }) => domain.kind === "words";

  /** The values of facts that matter to an answer, step by step: those that would change it, or where one fact alone is open, all of the
   * facts that would change an answer to which it leads. Nothing where a value changes nothing. */
  function* mattering(answer) {
    const { game, question, given, texts, ruling: { kind, facts }, cases } = answer;
    if (kind !== "needs") {
      yield* answer.changing();
      return;
    }
    const seen = new Set();
    const ends = new Set(cases.flatMap(({ values }) => [values[0], values.at(-1)]));
    for (const index of ends) {
      const known = given.slice();
      known[facts[0]] = index;
      for (const found of new Walker.Answer(answer.asker, question, known, texts).changing()) {
        yield null;
        if (!found || seen.has(found.fact)) continue;
        seen.add(found.fact);
        for (const value of Array(game.variables[found.fact].domain.size).keys()) yield { fact: found.fact, index: value, isOpen: true };
      }
    }
  }

  /** The first doubt by the words that led to an answer: what a fact is taken as, and what to tell instead; or that nothing that is told
   * changes it. `idle` are the words from which nothing came, `told` the facts that are told. */
  const doubt = (answer, matters, { words, idle, told }) =>
    unsaid(answer, matters, words) ?? besides(answer, matters, idle) ?? unheard(answer, matters, words) ?? forNothing(answer, told, words);

  /** What was taken as usual to be nothing, of which another value matters. */
  const takenAsNothing = ({ game, found }, matters) => found.filter(({ fact, index, assumed }) => assumed && matters.some((own) => own.fact === fact && !own.isOpen) && nothing(game, fact) === index);

  /** Where words speak of a fact without telling it, it was taken as usual to be nothing, and that matters. */
  const unsaid = (answer, matters, words) => {
    const { game } = answer;
    const said = stemsOf(words);
    const isSaid = (text) => stemsOf(text).every((stem) => said.includes(stem));
    const own = takenAsNothing(answer, matters).find(({ fact }) => isOfWords(game.variables[fact]) && isSaid(game.variables[fact].title));
    return own ? { fact: own.fact, taken: own.index, instead: [...Array(game.variables[own.fact].domain.size).keys()].filter((index) => index !== own.index) } : null;
  };

  /** Where a word from which nothing came names a fact that was taken as usual to be nothing, and that matters. */
  const besides = (answer, matters, idle) => {
    const lost = idle.filter(Doubt.saysSomething).map(stemOf);
    const isNamed = ({ title, name }) => [title, name].flatMap(wordsOf).some((word) => Doubt.saysSomething(word) && lost.includes(stemOf(word)));
    const own = takenAsNothing(answer, matters).find(({ fact }) => isNamed(answer.game.variables[fact]));
    return own ? { fact: own.fact, taken: own.index, instead: [] } : null;
  };

  /** Where words say a value of a fact without telling it, another was taken as usual, and that matters: `bogs in sand` may be what is
   * asked, and no sand told. */
  const unheard = ({ game, question, given, found }, matters, words) => {
    const [said, asked] = [wordsOf(words), wordsOf(question.name)];
    const isIn = (own) => own.length && said.some((_, at) => own.every((word, place) => said[at + place] === word));
    // Who asks for mist tells no mist.
    const isAsked = (own) => asked.every((word) => own.includes(word));
    const isNamed = (fact, index) => [game.showIndex(fact, index), game.label(fact, index)].map(wordsOf).some((own) => isIn(own) && !isAsked(own) && own.some(Doubt.saysSomething));
    // The words of what is told say that: `open ground` is no Ground Snow.
    const known = game.ordered().filter(({ number, role }) => role === "" && given[number] >= 0);
    const told = new Set(known.flatMap(({ number, title }) => [game.showIndex(number, given[number]), title]).flatMap(wordsOf));
    const isTold = (value) => wordsOf(value).every((word) => told.has(word));
    for (const { fact, index } of matters) {
      const taken = found.find((own) => own.fact === fact);
      if (!taken || taken.index === index || !isOfWords(game.variables[fact])) continue;
      if (isNamed(fact, index) && !isTold(game.showIndex(fact, index))) return { fact, taken: taken.index, instead: [index] };
    }
    return null;
  };

  /** Where words that do not ask whether something is so tell facts, and nothing that they tell matters. */
  const forNothing = (answer, told, words) => {
    const { game, question } = answer;
    // Who asks whether something is so, and says what, asks this.
    const said = stemsOf(words);
    const name = wordsOf(question.name).filter(Doubt.saysSomething);
    const own = name.filter((word) => said.includes(stemOf(word))).length;
    const { by } = Asked.read(words);
    const isAsked = Page.content().words.whether.includes(by) && own && own >= name.length - own;
    const isSaid = told.some((fact) => game.variables[fact].domain.kind !== "numbers");
    return words && isSaid && told.length >= MANY && !isAsked && answer.restsOnNone(told) ? { told } : null;
  };

  return { mattering, doubt };
})();
