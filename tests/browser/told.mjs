// An answer of the walker as a line of `chartroom ask --batch --why` has it.

/** The codes of what is broken otherwise than by having no answer. */
const CODES = { "two rules give different answers": "overlap", "the answer cannot be calculated": "outside-domain" };

/** A value as the protocol has it; a modifier's number is a number. */
const value = (game, leaf) => {
  if (leaf === null || leaf === undefined) return null;
  const word = (own) => game.shared.words[own][0];
  switch (leaf.kind) {
    case "bool": return leaf.value;
    case "word": return word(leaf.value);
    case "set": return leaf.value.map(word);
    case "gap": return "gap";
    case "number": {
      const { above, below } = leaf.value;
      const isDecimal = 1000 % below === 0;
      return below === 1 ? above : isDecimal ? above / below : `${above}/${below}`;
    }
    default: return null;
  }
};

const outcome = (game, ruling, text) => {
  const name = (fact) => game.variables[fact].name;
  switch (ruling.kind) {
    case "value": return { answer: text ?? value(game, ruling.leaf) };
    case "gap": {
      const [lost, cite] = game.shared.gaps[ruling.leaf.value];
      return { answer: "gap", lost, lost_in: cite };
    }
    case "needs": return {
      answer: null,
      needs: ruling.facts.map(name),
      possible: ruling.possible.map((leaf) => value(game, leaf)),
      ...(ruling.unfound.length && {
        unfound: ruling.unfound.map(({ fact, by, why }) => ({ ...outcome(game, why), fact: name(fact), by: by.name })),
      }),
    };
    case "notAsked": {
      const limits = ruling.limits.map(([fact, asked]) => {
        const values = asked.map((index) => game.showIndex(fact, index));
        return `the question is asked only for ${name(fact)} = ${values.join(", ")}`;
      });
      return { answer: null, error: { code: "not-asked", message: limits.join("; ") } };
    }
    default: return { answer: null, error: { code: CODES[ruling.message] ?? "gap", message: ruling.message } };
  }
};

const errata = (game, numbers) => {
  const told = numbers.map((number) => {
    const [id, source, date, status] = game.shared.errata[number];
    return { id, source, date, status };
  });
  return told.length ? { errata: told } : {};
};

const cause = (why) => {
  if ("gaveWayTo" in why) return { gave_way_to: why.gaveWayTo, rule: why.rule, by: why.by };
  return why;
};

const passed = (game) => (own) => ({
  cite: own.cite,
  says: own.says,
  why: cause(own.why),
  ...(own.notExceptedBy?.length && { not_excepted_by: own.notExceptedBy.map(passed(game)) }),
  ...errata(game, own.errata),
});

const applied = (game) => (own) => ({
  cite: own.cite,
  gives: value(game, own.leaf),
  says: own.says,
  exception: Boolean(own.exception),
  chart: own.rule.cell ? game.shared.charts[own.rule.cell[0]].id : null,
  not_excepted_by: own.notExceptedBy.map(passed(game)),
  ...(own.exceptionTo && { exception_to: own.exceptionTo }),
  ...errata(game, own.errata),
});

const reading = (game) => ({ variable, index, reading: own, others }) => ({
  reading: game.variables[variable].name,
  option: game.showIndex(variable, index),
  says: own.options[index],
  cite: own.cite,
  others: Object.fromEntries(others.map(({ option, leaf }) => [game.showIndex(variable, option), value(game, leaf)])),
});

const explanation = (game, why) => ({
  question: why.question.name,
  answer: value(game, why.leaf),
  by: why.applied.map(applied(game)),
  not_by: why.passed.map(passed(game)),
  readings: why.readings.map(reading(game)),
  where: why.because.map((inner) => explanation(game, inner)),
  ...(Object.keys(why.bound).length && { with: why.bound }),
  ...(why.otherwise !== null && { otherwise: why.otherwise }),
  ...(why.isCut && { cut: true }),
  ...errata(game, why.errata),
});

const facts = (game, found) => Object.fromEntries(found.map(({ fact, index }) => {
  const { name, domain } = game.variables[fact];
  return [name, value(game, domain.value(index))];
}));

const cites = (own) => (own.usual?.cite ? [own.usual.cite] : own.by?.cite ?? []);

/** The line. */
export const line = (answer) => {
  const { game, ruling, found, impossible, notes } = answer;
  const assumed = found.filter((own) => own.assumed);
  const rest = ruling.kind === "gap" ? answer.parts.rest() : null;
  const told = notes.map((own) => {
    const { name } = game.variables[own.fact];
    return `the rules make \`${name}\` ${game.showIndex(own.fact, own.index)} (${cites(own).join(", ")}); it stays as given`;
  });
  for (const { question: { title }, parts: { all: [by] } } of answer.beware) told.push(`beware: ${title}${by ? `: ${by.says} (${by.cite})` : ""}`);
  return {
    ...outcome(game, ruling.kind === "needs" ? { ...ruling, possible: answer.possible } : ruling, answer.filled),
    ...(answer.toldInstead !== undefined && { tell_instead: game.variables[answer.toldInstead].name }),
    ...(rest && { rest: value(game, rest) }),
    ...(assumed.length && { assumed: facts(game, assumed) }),
    ...(impossible && { impossible: { says: impossible.says, cite: impossible.cite ?? "" } }),
    ...(told.length && { notes: told }),
    why: explanation(game, answer.why),
  };
};

/** The parts, what was found, and what would change the answer, as `--format json` has them. */
export const more = (answer) => {
  const { game, parts, found, changes } = answer;
  const leads = [...answer.cases, ...answer.leads].map(({ values, ruling, possible = ruling ? [ruling.leaf] : [], added }) => ({
    values: values.map((index) => value(game, game.variables[answer.ruling.facts[0]].domain.value(index))),
    answers: [...new Set(possible.map((leaf) => value(game, leaf)))],
    ...(added !== undefined && { more: Number(added.replaceAll(" ", "")) }),
  }));
  return {
    ...(leads.length && { leads }),
    parts: parts.all.map((part) => ({
      gives: value(game, part.leaf),
      says: part.says,
      cite: part.cite,
      question: part.question.name,
      ...(part.exceptionTo !== undefined && { exception_to: part.exceptionTo }),
      ...errata(game, part.errata),
    })),
    ...(answer.excepted.length && { excepted: answer.excepted }),
    found: found.filter((own) => !own.assumed).map((own) => ({
      fact: game.variables[own.fact].name,
      value: value(game, game.variables[own.fact].domain.value(own.index)),
      by: own.by?.name ?? null,
      cite: cites(own),
    })),
    would_change: changes.map(({ fact, index, ruling }) => ({
      ...(ruling.kind === "needs" ? { answer: null } : outcome(game, ruling)),
      fact: game.variables[fact].name,
      value: value(game, game.variables[fact].domain.value(index)),
      ...(ruling.kind === "needs" && { open: true }),
    })),
  };
};
