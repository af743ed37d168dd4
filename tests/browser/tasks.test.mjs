// The tasks of `tests/tasks.md` in the book: each question asked, and each fact told, by clicking and by the keyboard alone.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { byKeys, program, writeBook } from "./situations.mjs";

/** A task without a question to ask: what the page shows in its place. */
const OTHERS = {
  2: { words: "F11.623", shows: /Target Types/ },
  4: { words: "How likely is Mud in October, in France?", shows: /Chances[^]*Mud or Mud & Overcast: 2\/9[^]*1\/6[^]*1\/18/ },
};

/** The questions of the tasks, each with the facts that the program understood and its answer. */
const questions = () => {
  const text = readFileSync(new URL("../tasks.md", import.meta.url), "utf8");
  return text.split(/^## /m).slice(1).flatMap((task) => {
    const asked = [...task.matchAll(/^\$ chartroom ask (\S+) ?(.*)$/gm)];
    return asked.map(([, question, words]) => {
      const ask = (...options) => spawnSync(program, ["ask", question, ...words.split(" ").filter(Boolean), ...options], { encoding: "utf8" });
      const [read, { stdout }] = [ask("--width", "1000"), ask("--format", "json")];
      const [, understood = ""] = /^understood: (.*)/m.exec(read.stdout + read.stderr) ?? [];
      const facts = [...`${words} ${understood}`.matchAll(/(\S+?)=(\S+)/g)].map(([, fact, value]) => [fact, value]);
      return { task: Number.parseInt(task, 10), question, facts, told: JSON.parse(stdout) };
    });
  });
};

const url = pathToFileURL(writeBook()).href;
const all = questions();
let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(() => browser?.close());

const open = async () => {
  const context = await browser.newContext({ offline: true, viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => assert.fail(String(error)));
  await page.goto(`${url}#/`);
  await page.waitForSelector("body.ready");
  await page.waitForFunction(() => Walker.book);
  return page;
};

/** Waits until all is drawn that was told. */
const drawn = (page) => page.waitForSelector("body:not(.typing)");

/** What stands for a fact in the form now: its control, if it has one; the place of the value, what it shows. */
const standing = (page, [fact, value]) => drawn(page).then(() => page.evaluate(([name, text]) => {
  const part = document.querySelector(`.form [data-fact="${name}"]`);
  const [, id] = location.hash.split("/").slice(1);
  const { number, domain } = Walker.book.game(id).fact(name);
  const index = Walker.book.game(id).read(number, text);
  if (!part || part.closest("details:not([open])")) return null;
  const input = part.querySelector("select, input:not([type=radio])");
  const kind = part.tagName === "BUTTON" ? "chip" : domain.kind === "sets" ? "set" : part.tagName === "FIELDSET" ? "radio" : input.tagName === "SELECT" ? "select" : "text";
  return { kind, index, value: text, label: input?.tagName === "SELECT" ? [...input.options].find((own) => own.value === String(index))?.label : "", isBool: domain.kind === "bool",
    shown: part.querySelector("b")?.textContent ?? "" };
}, [fact, value]));

/** What a fact is called in the list of those that may be told besides. */
const another = (page, name) => page.evaluate((own) => {
  const [, , id] = location.hash.split(/[/?]/);
  return [...document.getElementById("another")?.options ?? []].find(({ value }) => value === String(Walker.book.game(id).fact(own)?.number))?.label ?? "";
}, name);

/** Tells the facts in the order in which the form asks for them, each by a `hand`; until it asks for none of them any more. */
const tell = async (page, facts, hand) => {
  const left = new Map(facts);
  const chosen = new Set();
  for (let step = 0; step < 60 && left.size; step += 1) {
    let done = null;
    for (const own of left) {
      const control = await standing(page, own);
      if (!control || (control.kind === "chip" && chosen.has(own[0]))) continue;
      // What the page has drawn anew meanwhile is looked for again.
      if ((await hand(page, own[0], control)) === false) {
        done = "";
        break;
      }
      if (control.kind === "chip" && !control.isBool) chosen.add(own[0]);
      else done = own[0];
      if (control.kind === "chip") done ??= "";
      break;
    }
    if (done) left.delete(done);
    if (done !== null) continue;
    // What is asked for seldom is behind a fold.
    if (await page.locator("details:not([open]) > #usual-rest").count()) {
      await hand(page, "", { kind: "fold" });
      continue;
    }
    const [[other]] = left;
    if (!(await hand(page, other, { kind: "another", label: await another(page, other) }))) left.delete(other);
  }
};
/** A text in which only its words and numbers count. */
const plain = (text) => text.replaceAll("\u2212", "-").replaceAll("&", "and").toLowerCase().replace(/[^\p{L}\p{N}+/-]+|(?<=\p{L})-/gu, " ").trim();
const isAnswer = async (page, { told: { answer, impossible }, task, question }) => {
  await drawn(page);
  const own = await page.locator("#answer").evaluate((node) => ({ kind: node.dataset.kind, isImpossible: node.classList.contains("impossible"),
    text: [...node.querySelector(".big").childNodes].map((part) => part.textContent).join(" ") }));
  const says = { true: "yes", false: "no" }[answer] ?? String(answer);
  const shown = own.kind === "gap" ? "gap" : typeof answer === "number" ? plain(own.text).replace(/^\+/, "").split(" ")[0] : plain(own.text);
  if (!impossible) assert.equal(shown, plain(says), `task ${task}, ${page.url().split("#")[1]}`);
  assert.equal(own.isImpossible, Boolean(impossible), `task ${task}, ${question}`);
};

const click = async (page, fact, { kind, index, value, label, isBool, shown }) => {
  const id = `fact-${fact}`;
  const at = (own) => page.locator(`[id="${own}"]`);
  if (kind === "another") {
    if (label) await at("another").selectOption({ label });
    return label;
  }
  if (kind === "fold") await at("usual-rest").click();
  else if (kind === "chip") {
    if (!isBool || plain(shown) !== plain(value)) await at(id).click();
  } else if (kind === "radio") await page.locator(`label:has([id="${id}-${index}"])`).click();
  else if (kind === "select") await at(id).selectOption(String(index));
  else if (kind === "set") {
    for (let bit = 0; index >> bit; bit += 1) if ((index >> bit) & 1) await page.locator(`label:has([id="${id}-${bit}"])`).click();
  } else {
    await at(id).fill(value);
    await at("main").click({ position: { x: 2, y: 2 } });
  }
};

/** Goes on by the tabulator to the first thing whose name begins so; whether it gets there: what the page draws anew may move it, or take it away. */
const to = async (page, id) => {
  for (let round = 0; round < 2; round += 1) {
    await page.evaluate(() => document.getElementById("main").focus());
    for (let step = 0; step < 100; step += 1) {
      if (await page.evaluate((own) => [own, `${own}-`].some((start, at) => (at ? document.activeElement?.id.startsWith(start) : document.activeElement?.id === own)) && !/-(clear|roll|less|more)$/.test(document.activeElement.id), id)) return true;
      await page.keyboard.press("Tab");
    }
  }
  return false;
};
const press = async (page, fact, { kind, index, value, label, isBool, shown }) => {
  const id = `fact-${fact}`;
  if (kind === "chip" && isBool && plain(shown) === plain(value)) return;
  if (kind === "another") {
    if (!label) return label;
    if (!(await to(page, "another"))) return true;
    await page.keyboard.type(label);
    await page.keyboard.press("Tab");
    await drawn(page);
    return label;
  }
  if (!(await to(page, kind === "fold" ? "usual-rest" : id))) return false;
  if (kind === "fold") await page.keyboard.press("Enter");
  else if (kind === "chip") await page.keyboard.press("Space");
  else if (kind === "radio") {
    if (!(await page.evaluate(() => document.activeElement.checked))) await page.keyboard.press("Space");
    for (let step = 0; step < 12 && !(await page.evaluate((own) => document.getElementById(own).checked, `${id}-${index}`)); step += 1) await page.keyboard.press("ArrowRight");
  } else if (kind === "select") {
    await page.keyboard.type(label);
    await page.keyboard.press("Tab");
    await drawn(page);
  } else if (kind === "set") {
    for (let bit = 0; index >> bit; bit += 1) {
      if (!((index >> bit) & 1)) continue;
      if (!(await to(page, `${id}-${bit}`))) return false;
      await page.keyboard.press("Space");
    }
  } else {
    await page.keyboard.press("Control+A");
    await page.keyboard.type(value);
    await page.keyboard.press("Enter");
  }
  return true;
};

test("the questions of the tasks are found in the index and answered by clicking", async () => {
  const page = await open();
  for (const own of all) {
    const game = await page.evaluate((name) => Walker.book.games.find(({ id }) => Walker.book.game(id).question(name)).id, own.question);
    await page.evaluate((id) => { location.hash = `#/index/${id}`; }, game);
    await page.locator(`.entries a[href="#/ask/${game}/${own.question}"]`).click();
    await page.waitForSelector(`#answer[data-question="${own.question}"]`);
    await tell(page, own.facts, click);
    await isAnswer(page, own);
  }
  await page.context().close();
});

/** A task by the keyboard alone, from the search to the answer. */
const byKeyboard = async (page, own) => {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("/");
  await page.keyboard.type(own.question.replaceAll("-", " "));
  await page.waitForSelector(`#hits [data-to*="/${own.question}"]`);
  for (let step = 0; step < 12 && !(await page.locator(`#hits [aria-selected=true][data-to$="/${own.question}"]`).count()); step += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector(`#answer[data-question="${own.question}"]`);
  await tell(page, own.facts, press);
  await isAnswer(page, own);
};

const pages = [];
const again = async () => pages.pop() ?? open();
for (const [place, own] of all.entries()) {
  test(`the question of task ${own.task} is found and answered by the keyboard alone, ${place}`, (context) =>
    byKeys(context, again, (page) => byKeyboard(page, own), (page) => pages.push(page)));
}

test("what the other tasks look for is found by the keyboard alone", async () => {
  const page = await open();
  for (const { words, shows } of Object.values(OTHERS)) {
    await page.keyboard.press("/");
    await page.keyboard.type(words);
    await page.waitForSelector("#hits li");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForFunction((own) => new RegExp(own).test(document.getElementById("main").innerText), shows.source);
  }
  await page.context().close();
});
