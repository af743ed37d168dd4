"use strict";
/** How often dice come to which answer, where nothing else is open. */
Object.assign(Walker, (() => {
  const { fallsOf } = Walker;
  /** In how many ways at most dice are let fall, all told. */
  const MOST_FALLS = 20_000;

  const divisor = (one, other) => (other ? divisor(other, one % other) : one);
  /** A fraction in lowest terms, as [above, below]. */
  const fraction = (above, below) => {
    const common = divisor(above, below);
    return [above / common, below / common];
  };
  const plus = ([one, of], [other, ofOther]) => fraction(one * ofOther + other * of, of * ofOther);

  /** Those facts that dice are about which matter: falls that are the same in them count together. */
  const grouped = (falls, matters) => {
    const all = new Map();
    for (const { fact, index, dice } of falls) {
      const facts = [[fact, index], ...dice].filter(([own]) => own === fact || matters.has(own));
      const key = facts.join(";");
      all.set(key, { facts, ways: (all.get(key)?.ways ?? 0) + 1 });
    }
    return [...all.values()];
  };

  /** The chances of an answer that is open, step by step: nothing on the way; at the end the rolls, and each answer, in order, with its
   * chance as a fraction. Nothing, where more is open than dice, a fall cannot be, or there are too many. */
  function* chances(answer) {
    const { asker, game, question, given, ruling, impossible } = answer;
    const isRoll = (fact) => game.rollOf(fact) !== undefined;
    if (ruling.kind !== "needs" || !ruling.facts.some(isRoll) || impossible !== undefined) return null;
    // A die at which only what cannot be looks decides whether a fall can.
    const excluding = game.excludedBy.flatMap((facts) => [...facts]);
    const matters = new Set([...game.sources(({ questions }) => questions.push(question.number)), ...excluding]);
    const [all, rolls, open] = [new Map(), new Set(), [{ known: given.slice(), ruling, chance: [1, 1] }]];
    let falls = 0;
    while (open.length) {
      const { known, ruling: own, chance } = open.pop();
      if (own.kind !== "needs") {
        if (own.kind === "broken") return null;
        const leaf = own.leaf ?? game.leaves.outside;
        all.set(leaf, { ruling: own, chance: plus(all.get(leaf)?.chance ?? [0, 1], chance) });
        continue;
      }
      const fact = own.facts.find(isRoll);
      if (fact === undefined) return null;
      const roll = game.rollOf(fact);
      rolls.add(roll);
      const ways = fallsOf(game, roll, known);
      falls += ways.length;
      if (falls > MOST_FALLS) return null;
      for (const { facts, ways: count } of grouped(ways, matters)) {
        const next = known.slice();
        for (const [other, index] of facts) next[other] = index;
        if (asker.impossible(next) !== undefined) return null;
        const { ruling: led } = asker.ask(question, next.slice());
        const [above, below] = chance;
        open.push({ known: next, ruling: led, chance: fraction(above * count, below * ways.length) });
        yield null;
      }
    }
    const place = ({ leaf }) => { const at = answer.possible.indexOf(leaf); return at < 0 ? Infinity : at; };
    const inOrder = [...all.values()].sort((one, other) => place(one.ruling) - place(other.ruling));
    yield { rolls: [...rolls], all: inOrder };
  }

  return { chances, plus };
})());
