"use strict";
/** The odds that words ask for: `how likely is Mud in October` is answered by dice. */
const Likely = (() => {
  const { wordsOf } = Walker;
  const { fillers, without } = Asked;
  const { stemOf, ownName } = Telling;
  const { highest, namedIn, calledIn, saidIn } = Naming;
  /** Among how many of the things found one is looked for of which the odds are asked: of all, of those that are near enough, and of those
   * of which a result is named. */
  const [MOST_LIKELY, MOST_NEAR, MOST_NAMED] = [200, 8, 40];

  const asksForChance = (word) => Page.content().words.chance.includes(word);
  /** What is asked without the words that ask for a chance; nothing, where none does or nothing else is said. */
  const withoutChance = (asked) => {
    const rest = without(asked, asksForChance);
    return rest.words.length < asked.words.length && rest.words.some((word) => !fillers().has(word)) ? rest : null;
  };
  /** The numbers of a text that stand with a sign, without it: `+3` is a modifier that is to come out. */
  const modifiers = (text) => text.split(/\s+/).flatMap((token) => /^[+\u2212-]([0-9]+)[^0-9]*$/.exec(token)?.[1] ?? []);

  const afterChance = ({ words }) => words.slice(words.findLastIndex(asksForChance) + 1);
  /** The word for what is asked how likely it is: the first that says something by itself after `odds of`, `how likely is`. */
  const soughtFirst = (asked) => afterChance(asked).find((word) => !fillers().has(word) && !Page.content().words.bare.includes(word));
  /** The words for it, up to one that says where or when. */
  const soughtIn = (asked) => {
    const after = afterChance(asked);
    const end = after.findIndex((word) => Page.content().words.placing.includes(word));
    return (end < 0 ? after : after.slice(0, end)).filter((word) => !fillers().has(word));
  };
  /** Whether a question is called by all the words that ask for a chance: `odds` may be a word of the game, unless the odds of something
   * else are asked for. */
  const isCalled = (name, asked) => {
    const isNamed = (word) => name.split("-").includes(word);
    const isOf = asked.words.some((word, at) => asksForChance(word) && asked.words[at + 1] === "of");
    const sought = soughtFirst(asked);
    return asked.words.filter(asksForChance).every(isNamed) && (!isOf || sought === undefined || isNamed(sought));
  };

  /** The results that words name, of those that a question can give: those with the most of the words, and the places of these. `mud` is
   * each with mud in it. Who names all of them names none. */
  const resultsOf = (all, wanted, said) => {
    const places = (isIn) => all.map((text) => [...wanted.keys()].filter((at) => isIn(text, wanted[at])));
    // A word that stands in one itself calls no other so; what is only meant by a word counts where nothing is called so.
    const own = places(saidIn);
    const allSaid = new Set(own.flat());
    const called = places((text, word) => saidIn(text, word) || (!allSaid.has(wanted.indexOf(word)) && calledIn(text, word, wanted)));
    const named = called.some((at) => at.length) ? called : places((text, word) => namedIn(text, word, wanted));
    const most = Math.max(0, ...named.map((at) => at.length)) || Infinity;
    // `very dry` is not `dry`, though one of its words says nothing by itself.
    const isWhole = (text) => {
      const words = wordsOf(text);
      return words.length > 1 && said.some((_, at) => words.every((word, place) => said[at + place] === word));
    };
    const isAnyWhole = all.some(isWhole);
    const best = [...all.keys()].filter((at) => (isAnyWhole ? isWhole(all[at]) : named[at].length === most));
    return best.length === all.length ? { results: [], places: [] } : { results: best.map((at) => all[at]), places: [...new Set(best.flatMap((at) => named[at]))] };
  };

  /** What words ask of a question, where its answer is a matter of dice: the facts that they tell, the results that they name with the
   * places of the words that do, whether no fact that somebody may tell lies between, and whether it gives a modifier. */
  const ofQuestion = (listener, thing, [wanted, said], facts) => {
    const { game } = listener;
    const [, , likely] = listener.takes[ownName(thing.name)] ?? [];
    if (!likely) return null;
    const [here, asked, words] = likely;
    const isThrown = (fact) => fact !== undefined && game.rollOf(fact) === fact && !facts.some(([own]) => own === fact);
    const isAnyThrown = (names) => names.some((name) => isThrown(game.fact(name)?.number));
    const { results, places } = resultsOf(words, wanted, said);
    const isByDice = results.length ? [...listener.factsOf(ownName(thing.name))].some(isThrown) : isAnyThrown(here);
    if (!isByDice) return null;
    const given = facts.filter(([fact, index]) => !results.includes(game.showIndex(fact, index)));
    return { results, places, isOfDice: isAnyThrown(asked), isSigned: game.question(ownName(thing.name))?.signed ?? false,
      facts: given.map(([fact, index]) => [game.variables[fact].name, game.showIndex(fact, index)]),
      words: given.map(([fact, index]) => Walker.factText(game, fact, index)) };
  };

  /** Whether words name a result by other words than those that tell its facts. */
  const namesResult = ({ facts = [], results = [] }) => results.length > 0
    && !results.some((result) => facts.some(([, value]) => value.split("-").includes(result)));

  /** That of which the odds are asked, of what was found: a thing, with what it is to be asked with. `plotOf` tells where the figures of
   * something played stand. */
  const best = ({ things, firsts, wanted, tells, having, namedAt, isNamedByPlayers }, asked, signed, plotOf) => {
    const at = (words) => [...wanted.keys()].filter((place) => words.includes(wanted[place]));
    const [sought, all] = [at([soughtFirst(asked)]), at(soughtIn(asked))];
    const holds = (some, places) => some.every((own) => places.includes(own));
    const candidate = (thing, place) => {
      const chance = thing.kind === "question" ? tells.get(thing)?.chance : null;
      const plot = plotOf(thing);
      if (!chance && !plot) return [];
      const { places = [], results = [] } = tells.get(thing)?.chance ?? {};
      const told = [...tells.get(thing) ?? []].filter((own) => !places.includes(own));
      return [{ thing, place, odds: plot ?? "dice", ...plot ? { facts: [], words: [] } : chance, results, told,
        gives: sought.some((own) => places.includes(own)), takes: all.length > 0 && holds(all, told) }];
    };
    const found = things.slice(0, MOST_LIKELY).flatMap(candidate);
    const most = Math.max(firsts, MOST_NEAR);
    const isNear = ({ thing, place, results, gives, isSigned }) => place < most || gives || (signed.length > 0 && isSigned)
      || ((results.length > 0 || (all.length > 0 && holds(all, namedAt(thing)))) && place < MOST_NAMED);
    let odds = found.filter(isNear);
    // What is not so near is named by several words at least.
    if (!odds.length) odds = found.filter(({ thing }) => namedAt(thing).length > 1);
    if (signed.length && odds.some(({ isSigned }) => isSigned)) odds = odds.filter(({ isSigned }) => isSigned);
    // What players call so; what gives what is asked how likely it is, or does not take it for given; what has most of the words for its
    // answer, or takes them for facts; of equals one of which a result is named, that dice decide, and that takes more of them for facts.
    const rank = (one) => [isNamedByPlayers(one.thing), one.gives, !one.takes, having(one.thing).length, namesResult(one), one.gives && Boolean(one.isOfDice), one.told.length].map(Number);
    return highest(odds, rank);
  };

  return { withoutChance, modifiers, soughtIn, isCalled, ofQuestion, best };
})();
