// The walker and the program answer alike, to the last reason: random situations over all questions, in Node.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { answers, generator, program, scratch, situations, writeBook } from "./situations.mjs";
import { book } from "./walker.mjs";
import { line, more } from "./told.mjs";

const COUNT = Number(process.env.SITUATIONS ?? 5_000);
const AT_ONCE = 5_000;
const file = writeBook();
const { Walker, open } = book(file);
const plain = (told) => JSON.parse(JSON.stringify(told));

/** Asks both in each situation, and fails where they differ. */
const compare = async (place, seed, count, options) => {
  const games = open.games.map(({ id }) => open.game(id, place)).filter(Boolean);
  const askers = new Map(games.map((game) => [game.id, new Walker.Asker(game)]));
  for (let done = 0; done < count; done += AT_ONCE) {
    const all = situations(games, Math.min(AT_ONCE, count - done), seed + done);
    const expected = await answers(all, options);
    assert.equal(expected.length, all.length);
    all.forEach((own, at) => {
      const asker = askers.get(own.game);
      const told = plain(line(Walker.ask(asker.game, own.question, own.facts, { asker })));
      assert.deepEqual(told, expected[at], JSON.stringify(own));
    });
  }
};

const states = JSON.parse(JSON.stringify(open.states));
for (const [place, set] of states.entries()) {
  // Where errata change little, fewer situations tell as much.
  const count = place === 0 ? COUNT : Math.ceil(COUNT / 20);
  test(`with the errata ${set} the walker answers ${count} situations as the program does`, async () => {
    await compare(place, 1 + place, count, ["--errata", set]);
  });
}

test("parts, what was found, what values lead to and what would change the answer are the program's too", () => {
  const games = open.games.map(({ id }) => open.game(id));
  let led = 0;
  for (const { game, question, facts } of situations(games, Math.max(100, COUNT / 500), 77)) {
    const told = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
    let text;
    try {
      text = execFileSync(program, ["ask", `${game}/${question}`, ...told, "--errata", states[0], "--format", "json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    } catch (error) {
      text = error.stdout;
    }
    const { leads, parts, excepted, found, would_change: changes = [] } = JSON.parse(text);
    if (leads) led += 1;
    const own = plain(more(Walker.ask(open.game(game), question, facts)));
    assert.deepEqual(own, { ...(leads && { leads }), parts, ...(excepted && { excepted }), found, would_change: changes }, JSON.stringify({ question, facts }));
  }
  assert.ok(led > 2, `${led} of them with what values lead to`);
});

test("the chances of what dice alone leave open are those of `odds`", () => {
  const random = generator(11);
  const shown = (game, question, { kind, leaf }) => (kind === "value" ? game.leaves.show(leaf, question.signed) : Walker.NO_VALUE[kind]);
  const read = (result) => ({ true: "yes", false: "no" })[result] ?? String(result);
  // A set that is empty, and one in braces, has another spelling for programs; a number has no sign.
  const plain = (text) => text.replace(/^none of them$|[{}+ ]/g, "");
  let compared = 0;
  for (const game of open.games.map(({ id }) => open.game(id))) {
    const byDice = (own) => [...game.sources(({ questions }) => questions.push(own.number))].some((fact) => game.rollOf(fact) !== undefined);
    for (const question of game.questions.filter((own) => own && !own.step && !own.process && !own.broken && byDice(own))) {
      const facts = {};
      // Tells all that no dice decide.
      const more = () => Walker.ask(game, question.name, facts).ruling.facts?.find((fact) => game.rollOf(fact) === undefined && game.variables[fact].domain.kind !== "text");
      for (let fact = more(); fact !== undefined && Object.keys(facts).length < 20; fact = more()) {
        const { name, domain } = game.variables[fact];
        const only = question.only.find(([own]) => own === fact)?.[1] ?? [...Array(domain.size).keys()];
        facts[name] = game.showIndex(fact, only[random(only.length)]);
      }
      const own = [...Walker.chances(Walker.ask(game, question.name, facts))].at(-1);
      if (!own) continue;
      const told = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
      const { stdout } = spawnSync(program, ["odds", `${game.id}/${question.name}`, ...told, "--errata", states[0], "--format", "json"], { encoding: "utf8" });
      const { odds } = JSON.parse(stdout);
      const chances = own.all.map(({ ruling, chance: [above, below] }) => `${plain(shown(game, question, ruling))} ${below === 1 ? above : `${above}/${below}`}`);
      // What a fact that does not matter parts has the same odds.
      for (const { results: [{ chances: expected }] } of odds) {
        assert.deepEqual(chances.sort(), expected.map(({ result, fraction }) => `${plain(read(result))} ${fraction}`).sort(), `${question.name} ${told}`);
      }
      compared += 1;
    }
  }
  assert.ok(compared > 30, `${compared} questions`);
});

test("a game rolled and played by the walker is what the program would have made of it", () => {
  for (const seed of [3, 5, 8]) {
    const game = open.game("asl");
    const random = generator(seed);
    const hand = (fact) => Walker.throwDice(game, fact, random);
    const journal = new Walker.Journal(Walker.Journal.begin("asl", states[0], ["embedded"]));
    const seat = () => new Walker.Seat(game, journal);
    seat().set([["region", "north-africa"], ["desert-boards", "all"], ["month", ["jan", "may", "nov"][seed % 3]]]);
    for (const { name } of game.procedures) seat().roll(name, hand);
    for (let turn = 0; turn < 40; turn += 1) {
      const { name } = game.processes[random(game.processes.length)];
      try {
        seat().play(name, new Map(), hand);
        if (random(6) === 0) journal.write({ verb: "undo" });
      } catch (error) {
        if (!(error instanceof Walker.Missing)) throw error;
      }
    }
    assert.deepEqual(seat().misfits, []);
    const path = join(scratch(), "evening.game");
    writeFileSync(path, journal.text);
    const shown = JSON.parse(execFileSync(program, ["game", "show", path, "--format", "json"], { encoding: "utf8" }));
    assert.equal(shown.differs, undefined);
    assert.deepEqual(shown.misfits ?? [], []);
    const known = shown.facts.map(({ fact, value }) => [fact, value]);
    const own = game.order.filter((fact) => seat().known[fact] >= 0 && game.variables[fact].role === "").map((fact) => [game.variables[fact].name, game.showIndex(fact, seat().known[fact])]);
    assert.deepEqual(new Map(own), new Map(known));
  }
});

test("what a text names in braces is found, or asked for, as by the program", () => {
  const rules = join(scratch(), "labels");
  mkdirSync(join(rules, "sample"), { recursive: true });
  writeFileSync(join(rules, "sample", "pack.toml"), readFileSync(new URL("../suite/silent/label.toml", import.meta.url)));
  const { Walker, open } = book(writeBook(["--rules", rules]));
  const game = open.game("sample");
  const situations = [{ hex: "K", night: "yes" }, { hex: "K", board: "7", edge: "south" }, { night: "no" }, { edge: "south" }];
  for (const facts of situations) {
    const told = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
    const { stdout } = spawnSync(program, ["ask", "label", ...told, "--rules", rules, "--format", "json"], { encoding: "utf8" });
    const { answer, needs = [] } = JSON.parse(stdout);
    const own = Walker.ask(game, "label", facts);
    assert.deepEqual([own.text || null, (own.ruling.facts ?? []).map((fact) => game.variables[fact].name)], [answer, needs]);
  }
});

test("numbers of many digits are calculated exactly, as by the program", async () => {
  const rules = join(scratch(), "large");
  mkdirSync(join(rules, "large"), { recursive: true });
  const domain = "-9999999999 | -9999999998/7 | -1/4999999999 | 1/9999999 | 1/1000 | 3 | 94906265/2 | 94906265 | 9999999999";
  const fact = (name) => `[fact.${name}]\ndomain = "${domain}"\n`;
  const question = ([name, answer, gives]) => `[question.${name}]\nfrom = ["a", "b"]\nanswer = "${answer}"\ngives = "${gives}"\n`;
  const calculations = [
    ["added", "number", "a + b"], ["less", "number", "a - b"], ["multiplied", "number", "a * b"], ["squared", "number", "a * b * b"],
    ["up", "number", "a / b FRU"], ["down", "number", "a / b FRD"], ["below", "bool", "a < b"], ["greatest", "number", "greatest of a, b"],
  ];
  writeFileSync(join(rules, "large", "pack.toml"), `id = "large"\ngame = "large"\ntitle = "Large"\n${fact("a")}${fact("b")}${calculations.map(question).join("")}`);
  const { Walker, open } = book(writeBook(["--rules", rules]));
  const game = open.game("large");
  const values = domain.split(" | ");
  const all = calculations.flatMap(([name]) => values.flatMap((a) => values.map((b) => ({ game: "large", question: name, facts: { a, b } }))));
  const expected = await answers(all, ["--rules", rules]);
  all.forEach((own, at) => assert.deepEqual(plain(line(Walker.ask(game, own.question, own.facts))), expected[at], JSON.stringify(own)));
});

const WIND = readFileSync(new URL("../suite/impossible_ways/wind.toml", import.meta.url), "utf8");

test("a turn that leads to what cannot be says so, as the program does", () => {
  const rules = join(scratch(), "rules");
  const folder = join(rules, "wind", "wind");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "pack.toml"), `id = "wind"\ngame = "wind"\n[paragraphs]\n"W1" = "Wind"\n`);
  writeFileSync(join(folder, "10-wind.toml"), WIND);
  const own = book(writeBook(["--rules", rules]));
  const game = own.open.game("wind");
  const journal = new own.Walker.Journal(own.Walker.Journal.begin("wind", "official", [rules]));
  const seat = () => new own.Walker.Seat(game, journal);
  seat().set([["fog", "yes"]]);
  const play = (roll) => seat().play("wind-by-turn", new Map(), (fact) => own.Walker.readRoll(game, fact, roll)).impossible?.says ?? null;
  const shown = ["6", "6", "1"].map(play);
  // What cannot be ends with 1.
  const told = (words) => {
    const { status, stdout } = spawnSync(program, [...words, "--format", "json"], { encoding: "utf8" });
    assert.equal(status, 1);
    return JSON.parse(stdout);
  };
  const { turns } = told(["play", "wind-by-turn", "fog=yes", "--rolls", "6,6,1", "--rules", rules]);
  assert.deepEqual(shown, turns.map(({ impossible }) => impossible?.says ?? null));
  assert.deepEqual(shown, [null, "a strong wind leaves no Fog", "a strong wind leaves no Fog"]);
  const path = join(scratch(), "wind.game");
  writeFileSync(path, journal.text);
  const { facts, impossible } = told(["game", "show", path]);
  assert.equal(impossible.says, "a strong wind leaves no Fog");
  assert.deepEqual(facts.find(({ fact }) => fact === "wind")?.value, "strong");
});

const TURNS = readFileSync(new URL("../suite/turn_facts/turns.toml", import.meta.url), "utf8");

test("what a turn is told, finds and takes is written down as the program writes it", () => {
  const rules = join(scratch(), "rules");
  mkdirSync(join(rules, "turns"), { recursive: true });
  writeFileSync(join(rules, "turns", "pack.toml"), TURNS);
  const { Walker, open } = book(writeBook(["--rules", rules]));
  const game = open.game("turns");
  const start = { score: "0", mud: "no", slow: "no", pair: "7", red: "3", white: "4" };
  const games = {
    told: [{ mud: "no", rain: "yes" }, { rain: "yes" }, { rain: "no" }], slow: [{}, {}, {}], slower: [{}, {}, {}, { slow: "no" }],
    behind: [{ rain: "yes" }, { rain: "yes" }, { rain: "no", mud: "yes" }, { rain: "yes" }, { rain: "yes" }, { rain: "yes" }],
    order: [{ rain: "yes" }, { rain: "no", far: "yes" }], dice: [{ pair: "1+2" }, { pair: "3+5" }, { pair: "5+6" }], lost: [{ roll: "6" }, { roll: "1" }],
  };
  const facts = (all) => Object.entries(all);
  const words = (all) => facts(all).map(([name, value]) => `${name}=${value}`);
  for (const [process, turns] of Object.entries(games)) {
    const journal = new Walker.Journal(Walker.Journal.begin("turns", "official", [rules]));
    const seat = () => new Walker.Seat(game, journal);
    seat().set(facts(start));
    const path = join(scratch(), `${process}.game`);
    const run = (...own) => assert.equal(spawnSync(program, [...own, "--rules", rules]).status < 2, true, own.join(" "));
    run("game", "new", path, ...words(start));
    for (const turn of turns) {
      const { pair, roll = pair, ...told } = turn;
      const given = new Map(facts(told).map(([name, value]) => [game.fact(name).number, game.read(game.fact(name).number, value)]));
      seat().play(process, given, (fact) => Walker.readRoll(game, fact, roll));
      run("play", process, "--game", path, ...words(told), ...(roll ? ["--rolls", roll] : []));
    }
    const events = (text) => text.split("\n").flatMap((line) => /^\S+Z (play .*)$/.exec(line)?.[1] ?? []);
    const written = events(readFileSync(path, "utf8"));
    assert.equal(written.length, turns.length, process);
    assert.deepEqual(events(journal.text), written, process);
  }
});
