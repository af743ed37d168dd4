// Random situations over all questions, answered by the walker and by the program: they must be equal, the reasons too.
//
//   node situations.mjs PROGRAM BOOK.html COUNT [SEED]

import { spawnSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { book } from "./walker.mjs";
import { line } from "./told.mjs";

const [program, file, count, seed = "1"] = process.argv.slice(2);
const { Walker, open } = book(file);

/** A generator of numbers that a seed begins: the same for everybody. */
let state = Number(seed) >>> 0;
const random = (below) => {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
};

const games = open.games.map(({ id }) => open.game(id));
const questions = games.flatMap((game) => game.questions.filter((own) => own && !own.step && !own.broken).map((own) => [game, own]));

const situation = () => {
  const [game, question] = questions[random(questions.length)];
  const taken = [...game.sources(({ questions: asked }) => asked.push(question.number))];
  const known = random(5);
  const facts = {};
  for (const fact of taken) {
    const { role, name, domain } = game.variables[fact];
    if (role === "" && random(4) < known) facts[name] = random(domain.size);
  }
  return { game, question, facts };
};

const text = (game, facts) => Object.fromEntries(Object.entries(facts).map(([name, index]) => {
  const { number, domain } = game.fact(name);
  const shown = game.showIndex(number, index);
  return [name, domain.kind === "sets" && shown === "none of them" ? "none" : shown];
}));

/** Without what the walker does not know: where in a file a rule is written. */
const plain = (told) => JSON.parse(JSON.stringify(told, (key, value) => (key === "file" || key === "line" ? undefined : value)));

const all = Array.from({ length: Number(count) }, situation);
const requests = all.map(({ game, question, facts }) => JSON.stringify({ question: `${game.id}/${question.name}`, facts: text(game, facts) }));
const ran = spawnSync(program, ["ask", "--batch", "--why"], { input: `${requests.join("\n")}\n`, maxBuffer: 2 ** 31, encoding: "utf8" });
const lines = ran.stdout.trimEnd().split("\n");
if (lines.length !== all.length) throw new Error(`the program answered ${lines.length} of ${all.length}: ${ran.stderr}`);

const askers = new Map(games.map((game) => [game, new Walker.Asker(game)]));
let differ = 0;
const began = process.hrtime.bigint();
all.forEach(({ game, question, facts }, place) => {
  const expected = plain(JSON.parse(lines[place]));
  const told = plain(line(Walker.ask(game, question.name, facts, { asker: askers.get(game) })));
  if (isDeepStrictEqual(told, expected)) return;
  differ += 1;
  if (differ > Number(process.env.SHOW ?? 3)) return;
  console.log(`\n${requests[place]}`);
  const keys = new Set([...Object.keys(told), ...Object.keys(expected)]);
  for (const key of keys) {
    if (!isDeepStrictEqual(told[key], expected[key])) {
      console.log(`  ${key}\n    walker  ${JSON.stringify(told[key])}\n    program ${JSON.stringify(expected[key])}`);
    }
  }
});
const took = Number(process.hrtime.bigint() - began) / 1e6;
console.log(`${all.length} situations over ${questions.length} questions: ${differ} differ; ${(took / all.length).toFixed(2)} ms each`);
process.exitCode = differ ? 1 : 0;
