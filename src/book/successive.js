"use strict";
/** Rolls that follow each other, as players tell them: `wind change rolls 7 then 11 then 3, is it raining now` is played, turn by turn. */
const Successive = (() => {
  const { wordsOf, digits } = Walker;
  const { fillers, wordsIn } = Asked;
  const { stemOf, listener } = Telling;
  const { highest, content, namedIn } = Naming;
  /** How many rolls at least follow each other: two may be those of one turn; and the word between them. */
  const [MANY, THEN] = [3, "then"];

  const isOfDice = (word) => Walker.DICE.includes(word);

  /** The numbers that follow each other, with `then` before each but the first. */
  const numbers = (words) => {
    let [all, isNext] = [[], false];
    for (const word of words) {
      const number = digits(word);
      if (number !== null && isNext) {
        all.push(number);
        isNext = false;
      } else if (number !== null && all.length < 2) all = [number];
      else if (number === null && word === THEN) isNext = all.length > 0;
      else if (number !== null || !(fillers().has(word) || isOfDice(word))) {
        if (all.length > 1) break;
        [all, isNext] = [[], false];
      }
    }
    return all.length >= MANY ? all : null;
  };

  /** What is played by words that tell of rolls that follow each other: of the processes in whose turn the roll that they name stands, the
   * one that has most of the words in its name, or else in what it tells; of equals the one that tells least besides. With the facts that
   * the words tell of its start, and the words of which that comes. */
  const played = (id, text) => {
    const words = wordsOf(text);
    const rolls = Walker.book ? numbers(words) : null;
    if (!rolls) return null;
    const wanted = content(words);
    const said = new Set(wanted.map(stemOf));
    const isNamed = (name) => {
      const own = wordsIn(name).filter((word) => !isOfDice(word));
      return own.length > 0 && content(own).every((word) => said.has(stemOf(word)));
    };
    const isRolled = (game, fact) => game.rollOf(fact) === fact && rolls.every((roll) => game.read(fact, roll) >= 0) && isNamed(game.variables[fact].name);
    const games = Walker.book.games.filter((own) => !id || own.id === id).flatMap((own) => listener(own.id)?.game ?? []);
    const all = games.flatMap((game) => game.processes.flatMap((process) => {
      const roll = (process.turn ?? []).find((fact) => isRolled(game, fact));
      return roll === undefined ? [] : [{ game, process, roll }];
    }));
    const having = (own) => wanted.filter((word) => namedIn(own, word, wanted));
    const rank = ({ process: { name, asks } }) => [having(name).length, having(`${name} ${asks}`).length, -wordsIn(`${name} ${asks}`).length];
    const best = highest(all, rank);
    if (!best) return null;
    const { game, process, roll } = best;
    const { name } = game.variables[roll];
    // All that is said, as it is said: nothing of it asks for a fact.
    const asked = Asked.read(text);
    const heard = listener(game.id).hear(Object.assign([...asked.words], { clauses: asked.clauses }), new Set(process.start ?? []));
    const told = heard.facts.slice(0, heard.own);
    const isTold = (word) => digits(word) !== null || word === THEN || isOfDice(word);
    const used = asked.words.filter((word, at) => heard.used[at] || isTold(word));
    return { thing: { kind: "process", name: process.name, game: game.id }, roll: name, rolls, isAsked: true,
      used: [...used, ...having(`${name} ${process.name} ${process.asks}`)],
      facts: told.map(([fact, index]) => [game.variables[fact].name, game.showIndex(fact, index)]), words: told.map(([fact, index]) => Walker.factText(game, fact, index)) };
  };

  return { played };
})();
