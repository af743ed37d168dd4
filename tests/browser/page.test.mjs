// The book in Chromium, opened from a file with the net off: by clicking, by the keyboard alone, on a phone, under attack.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { answers, byKeys, goTo, program, questionsOf, scratch, situations, tap, writeBook } from "./situations.mjs";
import { book } from "./walker.mjs";

const IN_BROWSER = Number(process.env.IN_BROWSER ?? 1_000);
const told = readFileSync(new URL("told.mjs", import.meta.url), "utf8").replaceAll("export const", "const");
const file = writeBook();
const url = pathToFileURL(file).href;
let browser;

before(async () => {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** A page of the book with the net off; whatever goes wrong in it fails the test. */
const open = async (hash = "", options = {}, from = url) => {
  const context = await browser.newContext({ offline: true, viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  page.wrong = [];
  page.on("pageerror", (error) => page.wrong.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") page.wrong.push(message.text()); });
  page.on("dialog", (dialog) => { page.wrong.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => { if (!/^(file|blob|data):/.test(request.url())) page.wrong.push(request.url()); });
  await page.goto(from + hash);
  await page.waitForSelector("body.ready");
  return page;
};
const answerOf = (page) => page.locator("#answer .big").evaluate((node) => [...node.childNodes].map((own) => own.textContent).join(" ").replace("\u2212", "-"));
const close = async (page) => {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
};

test("a question is answered by clicking, and its address holds the situation", async () => {
  const page = await open("#/ask/asl/heat-haze-drm");
  await page.locator("#fact-heat-haze").click();
  await page.locator("[data-fact=heat-haze] label", { hasText: "Intense" }).click();
  await page.locator("[data-fact=target] label", { hasText: "Infantry" }).first().click();
  await page.locator("[data-fact=attack] select").selectOption({ label: "Ordnance" });
  await page.locator("[data-fact=range] input").fill("17");
  await page.locator("[data-fact=range] input").press("Enter");
  assert.equal(await answerOf(page), "+2 DRM");
  assert.match(await page.locator(".ledger").innerText(), /F11\.621/);
  await page.waitForSelector("#changes:not([aria-busy])", { state: "attached" });
  await page.locator(".would button", { hasText: "LOS within one building" }).click();
  assert.equal(await answerOf(page), "+0 DRM");
  const link = page.url();
  const other = await open(link.slice(link.indexOf("#")));
  assert.equal(await answerOf(other), "+0 DRM");
  await close(other);
  await close(page);
});

test("a question is answered by the keyboard alone", (context) => byKeys(context, () => open("#/"), async (page) => {
  await page.keyboard.press("/");
  await page.keyboard.type("heat haze drm");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
  if (!page.url().includes("#/ask/asl/heat-haze-drm")) await page.goto(`${url}#/ask/asl/heat-haze-drm`);
  await page.waitForSelector("#answer");
  /** Goes on by the tabulator to what has this id. */
  const to = async (id) => {
    for (let step = 0; step < 80; step += 1) {
      if (await page.evaluate((own) => document.activeElement?.id.startsWith(own) && document.activeElement.id !== `${own}-clear`, id)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`the keyboard does not reach ${id}`);
  };
  await page.evaluate(() => document.getElementById("main").focus());
  await to("fact-heat-haze");
  await page.keyboard.press("Space");
  for (let step = 0; step < 4 && !page.url().includes("heat-haze=intense"); step += 1) await page.keyboard.press("ArrowRight");
  assert.match(page.url(), /heat-haze=intense/);
  await to("fact-target");
  await page.keyboard.press("Space");
  for (let step = 0; step < 8 && !page.url().includes("target=infantry"); step += 1) await page.keyboard.press("ArrowRight");
  await to("fact-attack");
  await page.keyboard.type("Ordnance");
  await page.keyboard.press("Tab");
  await page.waitForSelector("body:not(.typing)");
  await to("fact-range");
  const isInput = () => page.evaluate(() => document.activeElement.tagName === "INPUT");
  while (!(await isInput())) await page.keyboard.press("Tab");
  await page.keyboard.type("17");
  await page.keyboard.press("Enter");
  assert.equal(await answerOf(page), "+2 DRM");
  assert.deepEqual(page.wrong, []);
}));

test("what is typed slowly in a list is one word", async () => {
  const page = await open("#/ask/asl/sun-blindness-direction");
  await page.locator("#fact-time-of-day").focus();
  await page.keyboard.press("Space");
  await page.waitForSelector("select#fact-time-of-day");
  await page.keyboard.type("Late afternoon", { delay: 250 });
  await page.keyboard.press("Tab");
  await page.waitForSelector("body:not(.typing)");
  assert.match(page.url(), /time-of-day=late-afternoon/);
  await page.context().close();
});

test("the table keeps its situation, plays turns with undo, and its game file goes to the program and back", async () => {
  const page = await open("#/table/asl", { acceptDownloads: true });
  const pick = (fact, label) => page.locator(`[data-fact=${fact}] select`).selectOption({ label });
  await pick("region", "North Africa");
  await pick("month", "July");
  await page.locator("[data-fact=desert-boards] label", { hasText: "All" }).click();
  await page.locator("#dice-arid-set-up").fill("5+4, 3, 2, 3, 4");
  await page.locator("#roll-arid-set-up").click();
  await page.locator("#dice-weather-turn").fill("6+6");
  await page.locator("#play-weather-turn").click();
  assert.match(await page.locator(".log").first().innerText(), /12/);
  const save = async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
    return readFileSync(await download.path(), "utf8");
  };
  const text = await save();
  const path = join(scratch(), "evening.game");
  writeFileSync(path, text);
  const shown = JSON.parse(execFileSync(program, ["game", "show", path, "--format", "json"], { encoding: "utf8" }));
  assert.deepEqual(shown.misfits ?? [], []);
  assert.equal(shown.differs, undefined);
  assert.ok(shown.facts.some(({ fact, value }) => fact === "gusts" && value === "yes"), JSON.stringify(shown.facts));
  await page.locator("#undo-weather-turn").click();
  assert.match(await save(), /undo\n$/);
  await page.reload();
  await page.waitForSelector("body.ready");
  assert.match(await page.locator(".sit .now").innerText(), /North Africa/);
  execFileSync(program, ["game", "set", path, "dust=heavy"]);
  await page.locator("#open").setInputFiles(path);
  await page.waitForFunction(() => document.querySelector(".sit .now").textContent.includes("Dust heavy"));
  await close(page);
});

test("all rolls told are used, what cannot be is seen, and a search takes the table along", async () => {
  const page = await open("#/table/asl?weather=overcast&region=europe&month=jul");
  await page.locator("#dice-weather-turn").fill("6,6");
  await page.locator("#play-weather-turn").click();
  await page.getByText("1 roll too many: 6").first().waitFor();
  await page.locator("#dice-weather-turn").fill("6");
  await page.locator("#play-weather-turn").click();
  assert.match(await page.locator("[aria-labelledby=process-weather-turn] .note").first().innerText(), /^after .* 1$/);
  await close(page);
  const never = await open("#/table/asl?dust=light&raining=yes");
  assert.ok(await never.locator("p.impossible").isVisible());
  await close(never);
  const table = await open("#/table/asl?raining=yes&weather=overcast&precipitation=intensified");
  await table.locator("#keep").click();
  await table.locator("#find").fill("my mortar fires at a squad 14 hexes away");
  await table.locator("#hits [role=option]").first().click();
  await table.waitForSelector("#answer");
  assert.equal(await answerOf(table), "+3 DRM");
  await close(table);
});

test("it answers as the program does in the browser too", async () => {
  const { open: rules } = book(file);
  const games = rules.games.map(({ id }) => rules.game(id));
  const page = await open("#/ask/asl/heat-haze-drm");
  await page.evaluate(`(() => { ${told}; window.told = line; })()`);
  for (let done = 0; done < IN_BROWSER; done += 1000) {
    const all = situations(games, Math.min(1000, IN_BROWSER - done), 500 + done);
    const expected = await answers(all, ["--errata", rules.states[0]]);
    const own = await page.evaluate((asked) => asked.map(({ game, question, facts }) =>
      JSON.parse(JSON.stringify(window.told(Walker.ask(Walker.book.game(game), question, facts))))), all);
    own.forEach((answer, at) => assert.deepEqual(answer, expected[at], JSON.stringify(all[at])));
  }
  await close(page);
});

test("each question opens on a phone, takes a tap and is no wider than the screen", async () => {
  const page = await open("#/ask/asl/heat-haze-drm", { viewport: { width: 360, height: 740 } });
  await page.waitForFunction(() => Walker.book);
  const wide = [];
  for (const name of await page.evaluate(questionsOf)) {
    await page.evaluate(goTo, name);
    await page.evaluate(tap);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 360) wide.push(`${name}: ${width} pixels`);
  }
  assert.deepEqual(wide, []);
  await close(page);
});

test("a pack whose every text is an attack shows it as text", async () => {
  const attack = "</script><img src=x onerror=alert(1)><a href='javascript:alert(1)'>x</a>\\u202e\\u001b[2J${alert(1)}";
  const folder = join(scratch(), "rules", "g", "attack");
  mkdirSync(folder, { recursive: true });
  const text = (says) => JSON.stringify(says).replaceAll("\\\\u", "\\u");
  writeFileSync(join(folder, "pack.toml"), `id = "attack"\ntitle = ${text(attack)}\nedition = ${text(attack)}\n[paragraphs]\n"1" = ${text(attack)}\n` +
    `[fact.roll]\ndomain = "1..=2"\ntitle = ${text(attack)}\nmeans = ${text(attack)}\n[fact.kind]\ndomain = "one | two"\nlabels = { one = ${text(attack)} }\n` +
    `[question.hits]\ncite = "1"\ntitle = ${text(`hits ${attack}`)}\nasks = ${text(attack)}\nanswer = "bool"\ngives = "roll >= 2 and kind is one"\n` +
    `[[impossible]]\ncite = "1"\nsays = ${text(attack)}\nwhen = "roll = 2 and kind is two"\n[guide]\ntitle = ${text(attack)}\nscenario = ["kind"]\nasked = ["hits"]\n`);
  const own = writeBook(["--rules", join(folder, "../..")]);
  const from = pathToFileURL(own).href;
  for (const hash of ["", "#/ask/g/hits?roll=2&kind=two", "#/table/g", "#/book/g/1", "#/index/g", "#/ask/g/hits?roll=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "#/book/g/%3Cscript%3Ealert(1)%3C%2Fscript%3E"]) {
    const page = await open(hash, {}, from);
    assert.equal(await page.locator("img, a[href^='javascript']").count(), 0);
    const shown = await page.evaluate(() => document.body.innerText);
    assert.ok(!/[\u202a-\u202e\u2066-\u2069\u001b]/.test(shown), hash);
    await close(page);
  }
  const page = await open("#/ask/g/hits?roll=2&kind=two", {}, from);
  assert.match(await page.locator("#main").innerText(), /onerror=alert\(1\)/);
  await close(page);
});

test("the policy of the file refuses the net, eval, inline handlers and scripts", async () => {
  const page = await open("#/");
  const wanted = ["connect-src", "fetch", "EvalError", "script-src-attr", "script-src-elem", "img-src", "frame-src", "style-src-elem", "form-action"];
  const refused = await page.evaluate(async (wanted) => {
    const all = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => all.push(effectiveDirective));
    window.ran = [];
    const tried = (work) => { try { work(); } catch (error) { all.push(error.name); } };
    await fetch("https://example.org/").catch(() => all.push("fetch"));
    // What a debugger evaluates itself may do so; what comes of it later may not.
    setTimeout(() => {
      tried(() => (0, eval)("window.ran.push('eval')"));
      tried(() => new Function("window.ran.push('function')")());
    });
    const put = (name, attributes, text = "") => {
      const own = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) own.setAttribute(key, value);
      own.textContent = text;
      document.body.append(own);
      return own;
    };
    put("button", { onclick: "window.ran.push('handler')" }).click();
    put("script", {}, "window.ran.push('script')");
    put("a", { href: "javascript:window.ran.push('link')" }).click();
    put("img", { src: "https://example.org/x.png", onerror: "window.ran.push('image')" });
    put("iframe", { src: "https://example.org/" });
    put("style", {}, "body { background: red }");
    const form = put("form", { action: "https://example.org/", target: "_blank" });
    form.submit();
    // A browser tells of what it refused when it comes to it: what is told last is waited for.
    for (let waits = 0; waits < 200 && !wanted.every((each) => all.includes(each)); waits += 1) {
      await new Promise((done) => setTimeout(done, 100));
    }
    return { all: [...new Set(all)].sort(), ran: window.ran };
  }, wanted);
  for (const each of wanted) assert.ok(refused.all.includes(each), `${each}: ${refused.all.join(" ")}`);
  assert.deepEqual(refused.ran, []);
  await page.context().close();
});

test("what is pressed right after a number was typed is pressed, and the keyboard goes on from there", async () => {
  const page = await open("#/ask/asl/heat-haze-drm?heat-haze=intense&attack=ordnance");
  await page.locator("#fact-range").click();
  await page.keyboard.type("17");
  const box = await page.locator("[data-fact=target] label", { hasText: "Infantry" }).first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 80 });
  assert.equal(await answerOf(page), "+2 DRM");
  assert.match(await page.locator("#heard").innerText(), /2 ?DRM/);
  await page.locator("#fact-range").press("Control+A");
  await page.keyboard.type("2\uff10 hexes");
  await page.keyboard.press("Tab");
  assert.match(page.url(), /range=20/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "fact-range-more");
  await close(page);
});

test("a table of a link is asked, played and gone back to as it is, and leaves the kept one alone", async () => {
  const page = await open("#/table/asl?weather=overcast&region=europe&month=jul&raining=yes&precipitation=normal&range=14&attack=small-arms&target=infantry");
  const ask = page.locator(".qs a").first();
  await page.waitForFunction(() => /\+2/.test(document.querySelector(".qs a .note")?.textContent));
  await ask.click();
  await page.waitForSelector("#answer");
  assert.equal(await answerOf(page), "+2 DRM");
  await page.goBack();
  await page.locator("#play-weather-turn").click();
  await page.locator("h2", { hasText: "Weather turn" }).locator("..").getByText("after player turn 1").waitFor();
  await page.reload();
  await page.locator("h2", { hasText: "Weather turn" }).locator("..").getByText("after player turn 1").waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("chartroom game asl")), null);
  await close(page);
});

test("a game that another takes the place of can be brought back, and what another window does is seen", async () => {
  const page = await open("#/table/asl");
  await page.locator("#table-region").selectOption({ label: "North Africa" });
  await page.locator(".now", { hasText: "North Africa" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${url}#/table/asl`);
  await other.waitForSelector("body.ready");
  await other.locator("details.sit > summary").click();
  await other.locator("#table-month").selectOption({ label: "July" });
  await page.locator(".now", { hasText: "July" }).waitFor();
  await other.close();
  await page.locator("#new").click();
  await page.locator(".now", { hasText: "nothing is told yet" }).waitFor();
  await page.locator("#back").click();
  await page.locator(".now", { hasText: "North Africa, Month July" }).waitFor();
  await close(page);
});

test("who goes back finds a page as it was left, and may search before all of it is there", async () => {
  const page = await open("#/index/asl");
  await page.waitForFunction(() => Walker.book);
  // What is clicked by the mouse is brought into view first. Here it is clicked, and drawn, before the browser tells of the scrolling.
  await page.evaluate(async () => {
    scrollTo(0, 2_500);
    history.pushState(null, "", document.querySelectorAll(".entries a")[60].href);
    await Page.render();
  });
  await page.waitForFunction(() => !document.querySelector(".entries"));
  await page.goBack();
  await page.waitForFunction(() => scrollY === 2_500);
  await close(page);
  const early = await browser.newPage();
  const wrong = [];
  early.on("pageerror", (error) => wrong.push(String(error)));
  await early.goto(url);
  await early.locator("#find").fill("mud in october");
  await early.locator("#hits li").first().waitFor();
  assert.deepEqual(wrong, []);
  await early.close();
});

test("values that are gone through one by one are one event, and a turn tells what it changed", async () => {
  const page = await open("#/table/asl");
  for (const _ of [1, 2, 3]) await page.locator("#table-year-more").click();
  const lines = () => page.evaluate(() => localStorage.getItem("chartroom game asl").split("\n").filter((line) => / set /.test(line)).map((line) => line.split(" set ")[1]));
  assert.equal((await lines()).length, 1);
  await page.locator("#undo-weather-turn", { hasText: "Year" }).click();
  assert.match(await page.locator(".now").innerText(), /nothing is told yet/);
  await page.goto(`${url}#/table/asl?region=north-africa&month=jul&weather=clear&wind-force=no-wind`);
  await page.locator("#dice-weather-turn").fill("5+3");
  await page.locator("#play-weather-turn").click();
  const log = page.locator(".log", { hasText: "What it did" }).first();
  await log.getByText("5+3").waitFor();
  assert.doesNotMatch(await log.innerText(), /Fog level|rained|Gusts/);
  await close(page);
});
