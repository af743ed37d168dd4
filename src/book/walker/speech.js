"use strict";
/** What the game says to people: names as they write them, answers as lines. */
Object.assign(Walker, (() => {
  /** A name in kebab-case as people write it within a sentence. */
  const spelt = (game, name) => {
    game.spelling ??= (game.state.guide.spelling ?? []).map((text) => [Walker.fold(text).split("-"), text]);
    let rest = name.split("/").pop().split("-");
    const words = [];
    while (rest.length) {
      const fitting = game.spelling.filter(([key]) => key.every((word, at) => word === rest[at]));
      const [key, text] = fitting.reduce((one, other) => (other[0].length > one[0].length ? other : one), [[rest[0]], rest[0]]);
      words.push(text);
      rest = rest.slice(key.length);
    }
    return words.join(" ");
  };

  /** A text of rules with its names as people write them: `target is aerial and heat-haze is none`. */
  const inWords = (game, text) =>
    text.replace(/[\p{L}\p{N}/-]+/gu, (name) => (/^[a-z]/.test(name) ? spelt(game, name) : name));

  /** A fact as people tell it: `emplaced`, `not emplaced`, `Hex terrain woods`. */
  const factText = (game, fact, index) => {
    const { title, domain } = game.variables[fact];
    if (domain.kind === "bool") return index === 1 ? title : `not ${title}`;
    return `${title} ${game.label(fact, index)}`;
  };

  /** Some values of a fact as people tell them: `Range 7 to 12`, `Target infantry or cavalry`. */
  const valuesText = (game, fact, indices) => {
    const { title, domain } = game.variables[fact];
    if (indices.length === domain.size) return `any ${title}`;
    if (domain.kind === "bool") return factText(game, fact, indices[0]);
    const runs = [];
    for (const index of indices) {
      const last = runs.at(-1);
      if (domain.isNumber && last && last.at(-1) === index - 1) last.push(index);
      else runs.push([index]);
    }
    const label = (index) => game.label(fact, index);
    return `${title} ${runs.map((run) => (run.length > 2 ? `${label(run[0])} to ${label(run.at(-1))}` : run.map(label).join(" or "))).join(" or ")}`;
  };

  /** A value with its unit. */
  const valueText = (game, fact, index) => {
    const { domain, unit } = game.variables[fact];
    const text = game.label(fact, index);
    return domain.isNumber && unit && unit !== "number" ? `${text} ${unit}` : text;
  };

  /** What one value of a ruling says: `+2`, `gap`, `more to tell`. */
  const rulingText = (game, question, { kind, leaf }) => {
    if (kind === "value") return game.answerText(question, leaf);
    return kind === "gap" ? Walker.NO_VALUE.gap : "more to tell";
  };

  /** The answer in one line, as it goes into a chat. */
  const chat = (answer) => {
    const { game, question, given, ruling } = answer;
    const facts = game.order.filter((fact) => given[fact] >= 0 && game.variables[fact].role === "");
    const taken = game.sources(({ questions }) => questions.push(question.number));
    const told = facts.filter((fact) => taken.has(fact)).map((fact) => `${game.variables[fact].name}=${game.showIndex(fact, given[fact]).replaceAll(", ", ",")}`);
    const cites = [...new Set(answer.isAnswered ? answer.parts.all.map(({ cite }) => cite) : question.cite)].filter(Boolean);
    const says = {
      value: () => `= ${answer.text}`,
      gap: () => `is lost in the source: ${answer.lost[0]}`,
      needs: () => `depends on ${ruling.facts.map((fact) => game.variables[fact].name).join(", ")}`,
      notAsked: () => "is not asked here",
    }[ruling.kind] ?? (() => `: ${ruling.message}`);
    const impossible = answer.impossible ? `, which is impossible: ${answer.impossible.says}` : "";
    return `${question.name}${told.length ? ` [${told.join(" ")}]` : ""} ${says()}${cites.length ? ` (${cites.join(", ")})` : ""}${impossible}`;
  };

  return { inWords, factText, valuesText, valueText, rulingText, chat };
})());
