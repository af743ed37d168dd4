// Random situations over all questions, the same for everybody, with what the program answers.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The program that is tested. */
export const program = process.env.CHARTROOM ?? "target/release/chartroom";

/** A folder that is gone with the tests. */
export const scratch = () => {
  const folder = mkdtempSync(join(tmpdir(), "chartroom-book-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Writes a book, and tells its file. */
export const writeBook = (options = []) => {
  const file = join(scratch(), "book.html");
  execFileSync(program, ["book", file, ...options]);
  return file;
};

/** A generator of numbers below another that a seed begins. */
export const generator = (seed) => {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
};

/** So many situations: a game, a question, and facts as people write them. From few facts told to nearly all. */
export const situations = (games, count, seed) => {
  const random = generator(seed);
  const questions = games.flatMap((game) => game.questions.filter((own) => own && !own.step && !own.broken).map((own) => [game, own]));
  const one = () => {
    const [game, question] = questions[random(questions.length)];
    const taken = game.sources(({ questions: asked }) => asked.push(question.number));
    const told = random(5);
    const facts = {};
    for (const fact of taken) {
      const { role, name, domain } = game.variables[fact];
      if (role !== "" || random(4) >= told) continue;
      const shown = game.showIndex(fact, random(domain.size));
      facts[name] = domain.kind === "sets" && shown === "none of them" ? "none" : shown;
    }
    return { game: game.id, question: question.name, facts };
  };
  return Array.from({ length: count }, one);
};

/** What the program answers, a line each, without the files in which rules are written. */
export const answers = async (all, options = []) => {
  const child = spawn(program, ["ask", "--batch", "--why", ...options]);
  child.stdin.end(all.map(({ game, question, facts }) => `${JSON.stringify({ question: `${game}/${question}`, facts })}\n`).join(""));
  child.stdout.setEncoding("utf8");
  const texts = [];
  for await (const text of child.stdout) texts.push(text);
  return texts.join("").trimEnd().split("\n").map((text) => JSON.parse(text, (key, value) => (key === "file" || key === "line" ? undefined : value)));
};

/** Does something by the keyboard, and once more where that fails: on a loaded machine a key may come before a page is drawn, and go
 * astray. What it led to is told. A page with which all went well is `left`. */
export const byKeys = async (context, open, task, left = (page) => page.context().close()) => {
  for (let again = 0; ; again += 1) {
    const page = await open();
    try {
      await task(page);
      await left(page);
      return;
    } catch (error) {
      if (again) throw error;
      const shown = page.evaluate(() => `${location.hash}: ${document.getElementById("main").innerText.slice(0, 200)}`);
      const late = new Promise((done) => setTimeout(done, 2000, "the page does not answer"));
      context.diagnostic(`${error.message}; ${await Promise.race([shown, late])}`);
      await page.context().close();
    }
  }
};

/** Waits until a page has gone where it was sent, and filled what it fills once it stands. */
export const filled = async (page) => {
  await page.evaluate(() => new Promise((done) => { setTimeout(done); }));
  await page.waitForFunction(() => !document.querySelector("[aria-busy], body.settling"));
};

/** In a page: all questions that can be asked, each by its game and name. */
export const questionsOf = () => Walker.book.games.flatMap(({ id }) => Walker.book.game(id).questions.filter((own) => own && !own.step && !own.broken).map(({ name }) => `${id}/${name}`));

/** In a page: goes to a question. */
export const goTo = (name) => new Promise((done) => {
  addEventListener("hashchange", () => done(document.body.offsetHeight), { once: true });
  location.hash = `#/ask/${name}`;
});

/** In a page: taps the first thing that its question offers. */
export const tap = () => {
  const own = document.querySelector(".facts .missing input[type=radio], .facts .missing select, .chips button");
  if (own?.tagName === "SELECT") {
    own.selectedIndex = 1;
    own.dispatchEvent(new Event("change"));
  } else own?.click();
  return document.body.offsetHeight;
};
