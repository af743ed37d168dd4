// What the book tells besides answers: search, errata in place, charts with their chances, paper, looks.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { filled, generator, program, scratch, writeBook } from "./situations.mjs";
import { book } from "./walker.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const file = writeBook();
const url = pathToFileURL(file).href;
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(() => browser?.close());

const open = async (hash, options = {}, from = url) => {
  const context = await browser.newContext({ offline: true, viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(from + hash);
  await page.waitForSelector("body.ready");
  return page;
};

/** A pack of one chart, with errata of two days on the same chart. */
const amended = () => {
  const folder = scratch();
  const pack = join(folder, "rules", "sea", "tides");
  mkdirSync(pack, { recursive: true });
  writeFileSync(join(pack, "pack.toml"), `id = "tides"\ngame = "sea"\ntitle = "Tides"\nedition = "first"\n[paragraphs]\n"T1" = "The tide"\n"T1.1" = "The landing"\n`);
  writeFileSync(join(pack, "10-tide.toml"), `
[unit.roll]
dice = "d6"
[fact.roll]
domain = "1..=6"
unit = "roll"
means = "one die"
[fact.wind]
domain = "calm < strong"
means = "the wind"
renamed = { stiff = "strong" }
[question.tide]
cite = "T1"
asks = "Which tide is it?"
answer = "low | high"
[question.landing-cost]
cite = "T1.1"
asks = "What does landing cost?"
answer = "number"
rules = """
when           | gives
wind is calm   | 2
wind is strong | 4
"""
[erratum.rounder]
source = "letter"
date = 2020-03-01
status = "official"
says = "a roll of 3 is high"
[[erratum.rounder.change]]
at = "tides/tide[3, tide]"
was = "low"
now = "high"
[erratum.dearer]
source = "letter"
date = 2021-05-31
status = "official"
says = "a strong wind costs 5"
[[erratum.dearer.change]]
at = "tides/landing-cost#T1.1[2].gives"
was = "4"
now = "5"
`);
  writeFileSync(join(pack, "10-tide.ron"), `Chart(id: "tide-table", title: "Tide table", cite: "T1", down: "roll", answers: "tide",
    rows: [("1..2", ["low"]), ("3", ["low"]), ("4..6", ["high"])])`);
  return { rules: join(folder, "rules") };
};

/** The words of the tasks: those of the commands, and those of the player. */
const tasks = () => {
  const text = readFileSync(new URL("../tasks.md", import.meta.url), "utf8");
  const said = [/^\$ chartroom (?:find|ask \S+) (.*)$/gm, /^## \d+\. (.*)$/gm].map((pattern) => [...text.matchAll(pattern)].map(([, words]) => words));
  return said.flat();
};

/** Whole questions of strangers: all of them, or one of so many. */
const questions = (each = 1) => readFileSync(new URL("../questions.txt", import.meta.url), "utf8").trim().split("\n").map((line) => line.split(" | ")[0])
  .filter((_, at) => at % each === 0);

/** Words as a player might put them together: values of facts, questions, counts, paragraphs, fillers, slips. */
const anyWords = (count) => {
  const { open: rules, Walker } = book(file);
  const games = rules.games.map(({ id }) => rules.game(id));
  const random = generator(2026);
  const one = (all) => all[random(all.length)];
  const value = (game) => {
    const { number, domain } = one(game.ordered().filter(({ role }) => role === ""));
    return Walker.factText(game, number, random(domain.size));
  };
  const slip = (word) => {
    const at = 1 + random(Math.max(1, word.length - 2));
    return word.slice(0, at) + (word[at + 1] ?? "") + word[at] + word.slice(at + 2);
  };
  const question = (game) => one(game.questions.filter(Boolean));
  const kinds = [value, value, value, (game) => question(game).title, (game) => slip(one(question(game).title.split(" "))), (game) => question(game).cite[0] ?? "F11",
    () => `${random(20)} hexes`, () => `rolled ${2 + random(11)}`, () => one(["not gusts", "what does it cost", "when", "no", "the", "how many MP"])];
  return Array.from({ length: count }, () => {
    const game = one(games);
    return Array.from({ length: 1 + random(4) }, () => one(kinds)(game)).join(" ").replace(/^-+/, "");
  });
};

test("the search finds what `find` does, in the same order, and goes on with what the words tell", async () => {
  const page = await open("#/find?q=haze");
  const asked = [...tasks(), ...questions(Number(process.env.EACH ?? 2)), "mist, wind change 4, then 12, then 2", "heat haze", "F11.62", "11.623", "what does F11.71 say when it rains", "range 6, F11.73", "tids", "the", "losing steps", "firer level 1 1/2, target level 2½", "heat haze at １７ hexes", "scenario", ...anyWords(Number(process.env.FINDS ?? 60))];
  const found = await page.evaluate((all) => all.map((words) => {
    const { things, whole, unknown, next, besides, unused, doubted } = Search.find(words);
    const asked = (one) => one && [one.thing.name, ...one.facts.map((told) => told.join("=")), ...one.results?.length ? ["--sum", one.results.join(",")] : [],
      ...one.rolls ? [`${one.roll}=${one.rolls.join(" then ")}`] : []];
    return { things: things.map(({ kind, name }) => `${kind} ${name}`), whole, unknown, unused, doubted, next: asked(next), odds: next?.odds, besides: besides.map(asked), shown: next?.thing.kind === "paragraph" ? Telling.ownName(next.thing.name) : null };
  }), asked);
  asked.forEach((words, at) => {
    // What no pack holds is told too, and is a finding.
    const { stdout, status } = spawnSync(program, ["find", "--format", "json", "--", words], { maxBuffer: 1 << 26 });
    assert.ok(status < 2, `${words}: ${status}`);
    const told = JSON.parse(stdout);
    const own = found[at];
    // Of what is played the page has figures, which no facts change.
    const isPlayed = told.next[0] === "odds" && own.odds !== "dice";
    assert.equal(Boolean(own.odds), told.next[0] === "odds", words);
    assert.deepEqual(own.things.slice(0, 20), told.found.slice(0, 20).map(({ kind, name }) => `${kind} ${name}`), words);
    assert.equal(own.things.length, told.found.length, words);
    assert.equal(own.whole, told.found.filter(({ whole }) => whole).length, words);
    assert.deepEqual(own.unknown.map(([word, near]) => [word, near ?? null]), told.unknown.map(({ word, nearest }) => [word, nearest]), words);
    if (["ask", "card", "odds", "play"].includes(told.next[0])) assert.deepEqual(own.next, told.next.slice(1, isPlayed ? 2 : undefined), words);
    // Who names a paragraph is shown it.
    if (told.next[0] === "show" && /^[A-Z]+\d/.test(told.next[1])) assert.ok(told.next.includes(own.shown), words);
    assert.equal(own.besides.length, told.besides.length, words);
    if (["ask", "odds"].includes(told.next[0]) || own.next?.at(-1).includes(" then ")) assert.deepEqual([own.unused, own.doubted], [told.unused, told.doubted], words);
    told.besides.forEach((next, place) => { if (next[0] === "ask") assert.deepEqual(own.besides[place], next.slice(1), words); });
  });
});

test("what is to be asked, and each doubt of it, are those of `ask`", async () => {
  const page = await open("#/find?q=haze");
  const asked = [...questions(Number(process.env.EACH ?? 2) * 2), "does a wagon raise dust", "truck in mud, is it dusty, tank fires", "sand for a halftrack, EC wet", ...anyWords(20)];
  const own = await page.evaluate((all) => all.map((words) => {
    const { next, unused } = Search.find(words, { isToAsk: true });
    if (next?.thing.kind !== "question" || !next.question) return null;
    const { game, facts } = next;
    const answer = Walker.ask(game, next.question.name, Object.fromEntries(facts));
    const doubt = Unsaid.doubt(answer, [...Unsaid.mattering(answer)].filter(Boolean), { words, idle: unused.flatMap(Walker.wordsOf), told: facts.map(([fact]) => game.fact(fact).number) });
    const title = (fact) => game.variables[fact].title;
    const values = (doubt?.instead ?? []).map((index) => game.showIndex(doubt.fact, index)).join(" | ");
    const says = doubt?.told ? `nothing told changes this answer by itself (${doubt.told.map(title).join(", ")})`
      : doubt ? `${title(doubt.fact)} is taken as ${game.label(doubt.fact, doubt.taken)}; ${doubt.instead.length > 1 ? "say which: " : "else say "}${game.variables[doubt.fact].name}=${values}` : null;
    return { next: [next.question.name, ...facts.map((told) => told.join("="))].join(" "), doubt: says && `perhaps not what you ask: ${says}` };
  }), asked);
  let compared = 0;
  asked.forEach((words, at) => {
    const { stdout, status } = spawnSync(program, ["ask", "--format", "json", "--", words], { encoding: "utf8" });
    if (status > 1 || !stdout) return;
    // What is asked besides stands behind.
    const { notes = [] } = JSON.parse(stdout.split("\n}\n{")[0] + (stdout.includes("\n}\n{") ? "}" : ""));
    const [, next] = /^asked: (?:in \S+: )?(?:\S+\/)?(.*)$/.exec(notes.find((note) => note.startsWith("asked: ")) ?? "") ?? [];
    if (!next) return;
    compared += 1;
    const doubt = notes.find((note) => note.startsWith("perhaps not") && !note.includes("says nothing of"));
    assert.deepEqual(own[at], { next, doubt: doubt ?? null }, words);
  });
  assert.ok(compared > asked.length / 2, `${compared} of ${asked.length}`);
});

test("a doubt whether something else is asked stands beside the answer", async () => {
  const page = await open("#/find?q=haze");
  const see = async (words) => {
    await page.goto(page.url().replace(/#.*/, `#/find?q=${encodeURIComponent(words)}`));
    await page.locator("#next").click();
    await page.waitForSelector("#changes:not([aria-busy])", { state: "attached" });
    return [...await page.locator("#doubted").allInnerTexts(), ...await page.locator("#doubt p").allInnerTexts()].join("; ");
  };
  assert.equal(await see("it rains, my mortar fires at 14 hexes"), "");
  assert.equal(await see("Do gusts clear the fog?"), "Perhaps not what you ask: this answer says nothing of fog Find it");
  assert.match(await see("truck on road in mud"), /^Perhaps not what you ask: Road is taken as none\b/);
  // A tap tells what was meant, and the doubt goes.
  await page.locator("#doubt button").first().click();
  await page.waitForSelector("#changes:not([aria-busy])", { state: "attached" });
  assert.match(page.url(), /road=unpaved/);
  assert.equal(await page.locator("#doubt p").count(), 0);
  await page.close();
});

test("rolls that follow each other are played at the table, turn by turn", async () => {
  const page = await open("#/find?q=overcast, wind change rolls 7 then 11 then 3, is it raining now");
  assert.equal(await page.locator("#next").innerText(), "Play: Rain by turn");
  await page.locator("#next").click();
  const turns = page.locator("[aria-labelledby=process-rain-by-turn]");
  assert.match(await turns.innerText(), /after player turn 3/);
  assert.match(await turns.locator(".dice").innerText(), /^3\s+Raining no E3\.51, Precipitation none E3\.51/);
  assert.deepEqual(await turns.locator("[aria-label='Last turns'] tbody tr td:nth-child(2)").allInnerTexts(), ["3", "11", "7"]);
});

test("who asks how likely something is goes on to its chances", async () => {
  const page = await open("#/find?q=haze");
  const on = (words) => page.evaluate((own) => { const { next } = Search.find(own); return next.odds ?? null; }, words);
  assert.equal(await on("odds of rain"), "srain-by-turn");
  assert.equal(await on("rain by turn"), null);
  await page.keyboard.press("/");
  await page.keyboard.type("how likely is mud in october in europe");
  await page.waitForSelector("#hits li:first-child b:has-text('Chances: ')");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  // Where dice alone are left open, those of just that are told, and of what is asked together.
  assert.equal(await page.locator("#sought").innerText(), "Mud or Mud & Overcast: 2/9 22.2\u202f%");
  assert.match(await page.locator("#chances tr").first().innerText(), /^Clear\s+4\/9/);
  // Where more is open, those of the chart.
  await page.goto(page.url().replace(/#.*/, "#/find?q=odds of the arid weather chart"));
  await page.locator("#next").click();
  await page.waitForSelector(".chart .chances");
  assert.match(page.url(), /#\/charts\/asl\/arid-weather-chart$/);
});

/** A pack of a roll with a single die, a number, and a gap that stands on a card. */
const reef = () => {
  const folder = scratch();
  const pack = join(folder, "rules", "sea", "reef");
  mkdirSync(pack, { recursive: true });
  writeFileSync(join(pack, "pack.toml"), `id = "reef"\ngame = "sea"\ntitle = "Reefs"\nparagraphs = { R1 = "The swell", R2 = "The reef" }
[unit]
DR = { dice = "colored d6 + white d6" }
[fact]
swell-dr    = { domain = "dice", unit = "DR", means = "two dice" }
colored-die = { domain = "1..=6", die = "colored of swell-dr", means = "the colored one" }
depth       = { domain = "0..=40", means = "the depth" }
[question.swell]
cite   = "R1"
asks   = "How high is the swell?"
answer = "number"
rules  = """
when             | gives
colored-die <= 2 | swell-dr
colored-die > 2  | swell-dr + depth
"""
[question.reef]
cite   = "R2"
asks   = "How far is the reef?"
answer = "number"
rules  = """
when      | gives
depth < 9 | 1
"""
[[question.reef.rule]]
cite = "R2"
when = "depth >= 9"
gap  = "how far it is in deep water"
`);
  writeFileSync(join(pack, "watch.ron"), `Card(id: "watch", title: "The watch", sections: [("Water", ["reef"])])`);
  const file = join(scratch(), "book.html");
  execFileSync(program, ["book", file, "--rules", join(folder, "rules")]);
  return pathToFileURL(file).href;
};

test("words, links, numbers and dice of which nothing comes are told beside the answer", async () => {
  const words = await open("#/");
  await words.keyboard.press("/");
  await words.keyboard.type("my mortar fires at a squad over 14 hexes away");
  await words.waitForSelector("#hits li:first-child b:has-text('Ask: ')");
  assert.match(await words.locator("#hits .said").first().innerText(), /^Not used: over/);
  await words.keyboard.press("ArrowDown");
  await words.keyboard.press("Enter");
  await words.waitForSelector("#answer");
  assert.match(await words.locator(".unused").innerText(), /^Not used of what you said: .*over/);

  const book = reef();
  const link = await open("#/ask/sea/swell?swell-dr=7&tide=high&.errata=club", {}, book);
  assert.match(await link.locator("#lost-errata").innerText(), /no state by the errata “club”/);
  assert.match(await link.locator("#strange").innerText(), /tide=high/);

  const number = await open("#/ask/sea/swell?swell-dr=7&colored-die=5", {}, book);
  await number.locator("#fact-depth").fill("12");
  await number.locator("#fact-depth").press("Enter");
  assert.match(await number.locator("#answer .big").innerText(), /^19/);
  await number.locator("#fact-depth").fill("99");
  await number.locator("#fact-depth").press("Enter");
  assert.equal(await number.locator("#fact-depth").inputValue(), "12");
  assert.match(await number.locator(".notice").innerText(), /99 is no value of Depth, which goes from 0 to 40: it stays 12/);
  await number.emulateMedia({ media: "print" });
  assert.match(await number.locator(".paper").innerText(), /How high is the swell\?[^]*Swell dr 7, Colored die 5, Depth 12/);

  const dice = await open("#/ask/sea/swell?swell-dr=3&colored-die=5&depth=1", {}, book);
  assert.match(await dice.locator("#answer").innerText(), /No roll of Swell dr falls as is told/);

  const card = await open("#/table/sea?depth=12", {}, book);
  assert.match(await card.locator(".card").innerText(), /Not known, for the source lost it\s+how far it is in deep water/);
});

test("a link that is older than the name of a value is understood", async () => {
  const file = join(scratch(), "book.html");
  execFileSync(program, ["book", file, "--rules", amended().rules]);
  const page = await open("#/ask/sea/landing-cost?wind=stiff&.errata=none", {}, pathToFileURL(file).href);
  assert.match(await page.locator("#answer .big").innerText(), /^4/);
});

test("a game with rules of its own, in a book that does not know them, is told so wherever it counts", async () => {
  const { rules } = amended();
  const [file, game] = ["book.html", "evening.game"].map((name) => join(scratch(), name));
  execFileSync(program, ["book", file, "--rules", rules]);
  execFileSync(program, ["game", "new", game, "--rules", rules]);
  writeFileSync(game, readFileSync(game, "utf8").replace("--- journal", "[[rule]]\nanswers = \"tide\"\ncite = \"T1\"\ngives = \"high\"\nwhen = \"wind is strong\"\n\n--- journal"));
  const page = await open("#/table/sea", {}, pathToFileURL(file).href);
  assert.equal(await page.locator(".caveats").count(), 0);
  await page.locator("#open").setInputFiles(game);
  await page.waitForSelector(".caveats");
  assert.match(await page.locator(".caveats").innerText(), /rules of its own, which this book does not know/);
});

test("what a player says leads to the answer, by the keyboard alone", async () => {
  const page = await open("#/");
  await page.keyboard.press("/");
  await page.keyboard.type("truck sand dry entry cost");
  await page.waitForSelector("#hits li:first-child b:has-text('Ask: ')");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#answer");
  assert.match(page.url(), /#\/ask\/asl\/entry-cost\?/);
  assert.match(await page.locator("#answer .big").innerText(), /^7/);
});

test("the search box opens what it finds, by the keyboard", async () => {
  const page = await open("#/");
  await page.keyboard.press("/");
  await page.keyboard.type("F11.621");
  await page.waitForSelector("#hits li");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[id='p-F11.621']");
  assert.match(page.url(), /#\/book\/asl\/F11\.621$/);
});

test("facts in the words of rules lead to what is told of them", async () => {
  const page = await open("#/book/asl/F11.62");
  const fact = page.locator(".rules a.term", { hasText: /^range$/ }).first();
  await fact.click();
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Range");
  assert.match(page.url(), /#\/thing\/asl\/frange$/);
});

/** A pack with an official and an unofficial erratum of one day. */
const sameDay = () => {
  const { rules } = amended();
  const file = join(rules, "sea", "tides", "10-tide.toml");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("date = 2021-05-31\nstatus = \"official\"", "date = 2020-03-01\nstatus = \"unofficial\""));
  return rules;
};

test("official and unofficial errata of one day are two states, and no two bear one label", async () => {
  const file = join(scratch(), "book.html");
  execFileSync(program, ["book", file, "--rules", sameDay()]);
  const page = await open("#/book/sea/tides", {}, pathToFileURL(file).href);
  const labels = await page.locator("#errata option").allInnerTexts();
  assert.deepEqual(labels, ["As printed", "Official errata", "All errata"]);
  await page.locator("#errata").selectOption({ label: "Official errata" });
  await page.waitForSelector(".chart td ins");
  assert.equal(await page.locator(".rules ins").count(), 0);
});

test("a switch turns the book to each day, and old and new stand in place", async () => {
  const { rules } = amended();
  const file = join(scratch(), "book.html");
  execFileSync(program, ["book", file, "--rules", rules]);
  const page = await open("#/book/sea/tides", {}, pathToFileURL(file).href);
  const labels = await page.locator("#errata option").allInnerTexts();
  assert.deepEqual(labels, ["As printed", "All errata to 2020-03-01", "All errata"]);
  await page.locator("#errata").selectOption({ label: "As printed" });
  await page.waitForFunction(() => !document.querySelector(".chart ins"));
  await page.locator("#errata").selectOption({ label: "All errata to 2020-03-01" });
  await page.waitForSelector(".chart td ins");
  assert.equal(await page.locator(".chart td ins").first().textContent(), "High");
  assert.equal(await page.locator(".chart td del").first().textContent(), "Low");
  assert.equal(await page.locator(".rules ins").count(), 0);
  await page.locator("#errata").selectOption({ label: "All errata" });
  await page.waitForSelector(".rules ins");
  // What is marked may be drawn anew meanwhile.
  await page.locator(".rules ins", { hasText: /^5/ }).first().waitFor();
  const note = page.locator("#p-T1 .errnote", { hasText: "1 March 2020" });
  await note.locator("summary").first().click();
  assert.match(await note.innerText(), /1 March 2020[^]*Roll is 3[^]*low[^]*high[^]*1 in 6 by the dice/);
});

test("under a chart stand its chances, and a plot under each process that a pack names", async () => {
  const page = await open("#/charts/asl/arid-weather-chart");
  const chances = await page.locator(".chances").first().innerText();
  assert.match(chances, /May–September/);
  assert.match(chances, /25\/36\s+69\.4/);
  await page.goto(`${url}#/thing/asl/srain-by-turn`);
  await page.waitForSelector(".turns");
  assert.match(await page.locator(".plot").innerText(), /Weather: Overcast · after 12 player turns[^]*16\.7[^]*88\.8/);
});

test("on paper there are no buttons, and no chart is broken", async () => {
  const page = await open("#/book/asl/b25");
  await page.emulateMedia({ media: "print" });
  const shown = await page.evaluate(() => [...document.querySelectorAll("button,select,input,.toc,.head")].filter((own) => own.offsetParent !== null).length);
  assert.equal(shown, 0);
  assert.ok(await page.evaluate(() => [...document.querySelectorAll(".chart .grid")].every((own) => getComputedStyle(own).breakInside === "avoid")));
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages > 1 && pages < 12, `${pages} pages`);
});

test("more pages of the book have no finding of axe, in both looks and on a phone", async () => {
  const pages = ["#/book/asl/b25", "#/charts/asl/temperate-weather-chart", "#/thing/asl/srain-by-turn", "#/find?q=heat",
    "#/ask/asl/chart-weather?month=oct&region=europe&.sum=mud,mud-and-overcast&.said=mud&.unused=in&.doubted=france",
    "#/book/battle-for-moscow/moscow?.errata=all"];
  for (const colorScheme of ["light", "dark"]) {
    for (const hash of pages) {
      const page = await open(hash, { colorScheme, bypassCSP: true, viewport: { width: colorScheme === "dark" ? 360 : 1200, height: 900 } });
      await filled(page);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), [], `${hash} ${colorScheme}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${hash} scrolls sideways`);
      await page.context().close();
    }
  }
});
