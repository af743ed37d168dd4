// What the book costs a phone that is four times as slow: until it can be used, and for each tap.
//
//   tests/browser/install; CHARTROOM=target/release/chartroom node benches/page.mjs
//
// Milliseconds of the page's own thread, whatever else the machine does, beside what a blank page costs; exits with 1 where a wish of
// the project is missed: a second until it can be used, a tenth of a second for a tap.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { writeBook } from "../tests/browser/situations.mjs";

const { chromium } = createRequire(new URL("../tests/browser/", import.meta.url))("playwright-core");
const url = pathToFileURL(writeBook()).href;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const SCREEN = { width: 360, height: 740 };
/** A phone is four times as slow. */
const PHONE = 4;

/** A new page, and what its thread has done so far, in milliseconds on a phone. */
const measured = async (address, ...counted) => {
  const page = await (await browser.newContext({ offline: true, viewport: SCREEN })).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
  await session.send("Performance.enable");
  await page.goto(address);
  await page.waitForSelector("body.ready");
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.filter(({ name }) => counted.includes(name)).reduce((all, { value }) => all + PHONE * 1000 * value, 0);
  };
  return { page, spent };
};

/** The least of ten times until a page can be used. */
const opened = async (address) => {
  const all = [];
  for (let time = 0; time < 10; time += 1) {
    const { page, spent } = await measured(address, "TaskDuration");
    all.push(await spent());
    await page.context().close();
  }
  return Math.min(...all);
};

const blank = await opened('data:text/html,<!doctype html><body class="ready"><p>blank');
const whole = await opened(`${url}#/ask/asl/heat-haze-drm?heat-haze=intense&range=17&target=infantry&attack=ordnance`);
console.log(`usable after     ${Math.round(whole - blank).toString().padStart(5)} ms, beside ${Math.round(blank)} ms of a blank page`);

const { page, spent } = await measured(`${url}#/ask/asl/heat-haze-drm`, "ScriptDuration", "LayoutDuration", "RecalcStyleDuration");
await page.waitForFunction(() => Walker.book);
await page.waitForTimeout(3000);
// What is looked for while nobody waits is left out.
await page.evaluate(() => { window.setTimeout = () => 0; });
const names = await page.evaluate(() => Walker.book.games.flatMap(({ id }) => Walker.book.game(id).questions.filter((own) => own && !own.step && !own.broken).map(({ name }) => `${id}/${name}`)));
const show = (name) => page.evaluate((to) => new Promise((done) => {
  addEventListener("hashchange", () => done(document.body.offsetHeight), { once: true });
  location.hash = `#/ask/${to}`;
}), name);
const tap = () => page.evaluate(() => {
  const own = document.querySelector(".facts .missing input[type=radio], .facts .missing select, .chips button");
  if (own?.tagName === "SELECT") {
    own.selectedIndex = 1;
    own.dispatchEvent(new Event("change"));
  } else own?.click();
  return document.body.offsetHeight;
});
const cost = async (work) => {
  const before = await spent();
  await work();
  return await spent() - before;
};
const least = [];
for (const name of names) {
  const [shown, tapped] = [[], []];
  for (let time = 0; time < 4; time += 1) {
    if (time) await show("asl/heat-haze-drm");
    shown.push(await cost(() => show(name)));
    tapped.push(await cost(tap));
  }
  least.push([Math.min(...shown), `${name}, opened`], [Math.min(...tapped), `${name}, tapped`]);
}
least.sort(([one], [other]) => other - one);
for (const [took, name] of least.slice(0, 10)) console.log(`${Math.round(took).toString().padStart(20)} ms  ${name}`);
await browser.close();
process.exitCode = whole - blank < 1000 && least[0][0] < 100 ? 0 : 1;
