"use strict";
/** Looking ahead: what each value of the fact to tell first leads to, where the diagram that is open does not say it. */
Object.assign(Walker, (() => {
  /** Of how many values at most each is tried, and how many are tried in all. */
  const [MOST_VALUES, MOST_TRIED] = [1000, 1000];

  /** Whether another die of the throw from which a fact comes is known, or its total. */
  const isBesideDice = (game, fact, known) => {
    const roll = game.rollOf(fact);
    return roll !== undefined && [roll, ...game.diceOf(roll)].some((part) => part !== fact && known[part] >= 0);
  };

  const rollsOf = (game, facts) => facts.map((fact) => game.rollOf(fact)).filter((roll) => roll !== undefined);
  const eachOnce = (all) => new Set(all).size === all.length;

  /** Whether what an open answer leads to hangs on what is found only once more is told: on what was only taken as usual, on what
   * is lost for some values, or on dice of one throw of which some are known. */
  const isAhead = (asker, { given, ruling: { facts, possible, mayBeLost }, found }) => possible.length > 0 && facts.length > 0
    && (mayBeLost || facts.some((fact) => isBesideDice(asker.game, fact, given)) || !eachOnce(rollsOf(asker.game, facts)) || found.some((own) => (own.assumed || own.usual) && facts.some((fact) => asker.mayFollow(own, fact))));

  /** Leaves, each once and in order. */
  const inOrder = ({ leaves }, all) => [...new Set(all)].sort((one, other) => leaves.order(one, other));

  /** What is possible after each value of the fact to tell first; nothing where that is too much to be tried. */
  const afterEach = (open, left) => {
    const { asker, asker: { game }, question, given, ruling: { facts: [first] } } = open;
    const { size } = game.variables[first].domain;
    if (size > MOST_VALUES) return null;
    const each = [];
    const isThrown = isBesideDice(game, first, given);
    const wasImpossible = asker.impossible(given) !== undefined;
    for (let index = 0; index < size; index += 1) {
      if (!left.tries) return null;
      left.tries -= 1;
      const [told, known] = [given.slice(), given.slice()];
      told[first] = known[first] = index;
      if (isThrown && !Walker.canFall(game, game.rollOf(first), told)) continue;
      const { ruling, found } = asker.ask(question, known);
      if (!wasImpossible && asker.impossible(known) !== undefined) continue;
      const possible = possibleOf({ asker, question, given: told, ruling, found }, left);
      if (!possible) return null;
      if (possible.length) each.push({ possible, index });
    }
    return each;
  };

  const possibleOf = (open, left) => {
    const { asker, ruling, ruling: { kind, leaf, possible } } = open;
    if (kind === "value" || kind === "gap") return [leaf];
    if (kind !== "needs") return [];
    if (!isAhead(asker, open)) return ruling.possible.length ? possible : null;
    const each = afterEach(open, left);
    return each && inOrder(asker.game, each.flatMap((own) => own.possible));
  };

  /** What each value of the fact to tell first leads to, and all that is possible, where it has to be tried; where that would be too
   * much, nothing is told of what is possible. Nothing where the diagram says it. */
  const lookAhead = (open) => {
    // What only a text names has no diagram.
    if (open.ruling.kind !== "needs" || open.ruling.root === undefined || !isAhead(open.asker, open)) return null;
    const each = afterEach(open, { tries: MOST_TRIED }) ?? [];
    return { each, possible: inOrder(open.asker.game, each.flatMap(({ possible }) => possible)) };
  };

  return { lookAhead };
})());
