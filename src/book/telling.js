"use strict";
/** What words tell a question: its facts, and which of the words do; and what it answers then. */
const Telling = (() => {
  const { wordsOf, digits } = Walker;
  const { asksBy, fillers, wordsIn } = Asked;

  const stems = new Map();
  const stemOf = (word) => {
    if (!stems.has(word)) stems.set(word, Walker.stem(Page.content().words.forms[word] ?? word));
    return stems.get(word);
  };
  const ownName = (name) => name.split("/").pop();
  const listeners = new Map();
  /** What listens to the words of a player in a game, once its rules are there. */
  const listener = (game) => {
    if (!Walker.book) return null;
    if (!listeners.has(game)) {
      const own = Walker.book.game(game, Page.content().chosen);
      listeners.set(game, own ? new Walker.Listener(own, Page.unpacked(Page.content().words.heard[game]), stemOf, fillers()) : null);
    }
    return listeners.get(game);
  };

  /** Some of the words, each with the number of its clause. */
  const only = (words, isLeft) => Object.assign(words.filter(isLeft), { clauses: words.clauses.filter((_, at) => isLeft(words[at], at)) });
  /** What words tell a question, and those words. One that asks for yes or no is told nothing by its own name, be it said whole
   * or where one asks whether something is there, where that says all, or more is told and says otherwise: for that is what is asked. */
  const heardBy = (own, said, { name, says }, facts, settles = () => false) => {
    const heard = own.hear(said.words, facts);
    const named = wordsIn(ownName(name)).map(stemOf);
    const isWhether = Page.content().words.whether.includes(wordsIn(says).find(asksBy));
    const rest = only(said.words, (word) => !(said.asks(word) && named.includes(stemOf(word))));
    const stems = said.all.map(stemOf);
    const isThere = Page.content().words.whether.includes(said.all[0]) && said.all[1] === "there";
    const isNamed = named.every((word) => stems.includes(word));
    if (!isWhether || rest.length === said.words.length || !(isNamed || isThere)) return [heard, said.words];
    const other = own.hear(rest, facts);
    // What only goes along with something is not told otherwise.
    const tellsItself = ({ facts, own }) => facts.slice(0, own);
    const isOther = ([fact, index]) => tellsItself(heard).some(([own, told]) => own === fact && told !== index);
    // A number stands beside the name, and not in it.
    const isNumber = (fact) => own.game.variables[fact].domain.isNumber && !own.game.variables[fact].domain.listed;
    const byName = heard.facts.filter(([fact, index]) => !isNumber(fact) && !other.facts.some(([own, told]) => own === fact && told === index));
    return tellsItself(other).some(isOther) || (byName.length && settles(byName)) ? [other, rest] : [heard, said.words];
  };

  /** A thing with the facts told where it is a question, and whether it is asked where these hold. */
  const withFacts = (thing, said) => {
    const own = thing.kind === "question" && Walker.book ? listener(thing.game) : null;
    const question = own?.game.question(ownName(thing.name));
    if (!question) return { thing, facts: [], isAsked: true };
    const taken = own.game.sources(({ questions: asked }) => asked.push(question.number));
    // What it finds itself is asked, and not given.
    const asked = (facts) => {
      const known = own.game.situation();
      for (const [fact, index] of facts) known[fact] = index;
      return new Walker.Answer(new Walker.Asker(own.game), question, known);
    };
    const settles = (facts) => asked(facts).ruling.kind === "value";
    // What cannot be asked so is not meant.
    const isNothing = ({ kind, facts, possible }) => ["notAsked", "broken"].includes(kind) || (kind === "needs" && !facts.length && !possible.length);
    const [heard, words] = heardBy(own, said, thing, taken, settles);
    const facts = heard.facts.filter(([fact]) => own.game.variables[fact].name !== ownName(thing.name));
    const answer = asked(facts);
    const at = (isSuch) => words.filter((_, place) => heard.used[place] && isSuch(place));
    return {
      thing, question, taken, answer, game: own.game, isAsked: answer.impossible !== undefined || !isNothing(answer.ruling),
      used: at((place) => !heard.contested[place]), missed: at((place) => heard.missed[place]),
      contested: [...at((place) => heard.contested[place]), ...new Set(heard.lost.map(([from, to]) => denial(words.slice(from, to))))],
      facts: facts.map(([fact, index]) => [own.game.variables[fact].name, own.game.showIndex(fact, index)]),
      words: facts.map(([fact, index]) => Walker.factText(own.game, fact, index)),
    };
  };
  /** What is denied, in short: `not dry`. */
  const denial = ([first, ...rest]) => [Walker.NO.includes(first) ? first : "not", ...rest.filter((word) => !fillers().has(word))].join(" ");

  /** What answers, as its words: `called` are those that name it. */
  const givenBy = ({ thing, taken, game, answer, ...own }, called) => {
    const all = [...taken].map((fact) => listener(thing.game).units.get(game.variables[fact].unit)).filter(Boolean);
    const units = all.flatMap(({ name, one }) => wordsOf(`${one ?? ""} ${name}`));
    return { ...own, called, units, value: valueOf({ answer }), game: thing.game, name: ownName(thing.name), asks: thing.says, cites: thing.cite.split(", "), told: toldOf(own) };
  };
  const toldOf = ({ facts }) => facts.map((told) => told.join("="));
  /** The words of an answer that is a value. */
  const valueOf = ({ answer: { game, question, unit, ruling: { kind, leaf } } }) => (kind === "value" ? wordsOf(`${game.leaves.show(leaf, question.signed)} ${unit}`) : []);

  /** How many facts that are told for nothing count. */
  const MANY = 2;
  /** How an answer takes what is told: of how many facts, and whether a roll is among them; `none` of them matters, or no `roll`. */
  const takingOf = ({ answer, game, facts }) => {
    const told = facts.map(([name]) => game.fact(name).number);
    const rolls = told.filter((fact) => game.variables[fact].roll);
    if (rolls.length && answer.restsOnNone(rolls)) return { lost: "roll" };
    if (told.length >= MANY && answer.restsOnNone(told)) return { lost: "none" };
    return { count: told.length, hasRoll: rolls.length > 0 };
  };

  /** What is gone on with where it is to be asked, of the questions that are meant; who asks whether something is so is told a no that
   * hangs on nothing. */
  const forAsking = ({ next, read, namedBy }) => {
    if (!next?.meant?.[0]?.question || Page.content().words.whether.includes(read.by)) return next;
    const meant = takingMore(namedBy, toldFor(next.meant));
    return next.odds ? { ...next, meant } : Object.assign(meant.find(({ isAsked }) => isAsked) ?? meant[0], { meant });
  };
  const putFirst = (all, one) => [one, ...all.filter((own) => own !== one)];
  /** Where nothing told matters for what is meant likeliest, nor the roll if one is told, what else is meant comes first for which it
   * does: of these what takes most of it. */
  const toldFor = (meant) => {
    const { lost } = takingOf(meant[0]);
    if (!lost) return meant;
    const takes = meant.filter(({ isAsked }) => isAsked).map((own) => [takingOf(own), own]).filter(([taking]) => !taking.lost && (taking.hasRoll || lost !== "roll"));
    const most = Math.max(...takes.map(([{ count }]) => count));
    const [, best] = takes.find(([{ count }]) => count === most && count >= meant[0].facts.length) ?? [];
    return best ? putFirst(meant, best) : meant;
  };
  /** What is meant otherwise by the same words comes first where it takes all that is told of the likeliest and more, and comes to another
   * number: `sand for a halftrack, EC wet` is not the sand of other EC. */
  const takingMore = (namedBy, meant) => {
    const [first, ...others] = meant;
    const holds = (all, some) => some.every((one) => all.includes(one));
    const unit = (own) => { const value = valueOf(own); return value.some(digits) ? value.filter((word) => !digits(word)).join(" ") : null; };
    const name = wordsOf(ownName(first.thing.name));
    const isMore = (own) => holds(toldOf(own), toldOf(first)) && own.facts.length > first.facts.length;
    const isOther = (own) => unit(first) !== null && unit(first) === unit(own) && valueOf(own).join(" ") !== valueOf(first).join(" ");
    const isNamed = ({ thing }) => holds(namedBy(thing), namedBy(first.thing)) || holds(name, wordsOf(ownName(thing.name)));
    const best = others.find((own) => own.question && isMore(own) && isOther(own) && isNamed(own) && !takingOf(own).lost);
    return best ? putFirst(meant, best) : meant;
  };

  return { MANY, stemOf, ownName, listener, only, heardBy, withFacts, forAsking, givenBy };
})();
