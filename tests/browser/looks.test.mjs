// How the book looks: its main pages at three widths in both looks, its words, what is tapped, and its paper.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { filled, writeBook } from "./situations.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const url = pathToFileURL(writeBook()).href;
/** Where pictures of what is tested are written, to be looked at; nowhere, if it is not said. */
const PICTURES = process.env.PICTURES;
const MAIN = {
  contents: "#/",
  paragraph: "#/book/asl/AD3.312",
  dust: "#/book/asl/F11.601",
  haze: "#/book/asl/F11.62",
  question: "#/ask/asl/heat-haze-drm?heat-haze=intense&range=17&target=infantry&attack=ordnance",
  table: "#/table/asl?region=north-africa&month=jul&weather=clear&dust=light",
  errata: "#/errata/battle-for-moscow?.errata=all",
  odds: "#/thing/asl/sarid-set-up",
  bog: "#/ask/asl/bog-dr-drm",
  charts: "#/charts/asl",
  index: "#/index/asl",
};
/** Pages that are another of them, opened at another place. */
const AGAIN = ["haze"];
const WIDTHS = [360, 820, 1280];
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(() => browser?.close());

const open = async (hash, options = {}) => {
  const context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(url + hash);
  await page.waitForSelector("body.ready");
  await filled(page);
  return page;
};

/** Goes on to another page of the book that is open. */
const go = async (page, hash) => {
  await page.evaluate(async (own) => {
    history.pushState(null, "", own);
    await Page.render();
  }, hash);
  await filled(page);
};

/** What of a page is wrong to the eye or the hand: wider than the screen, cut, broken within a word, or too small to be tapped. */
const faults = () => {
  const own = [];
  const name = (node) => `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""} ${node.textContent.trim().slice(0, 40)}`;
  const isShown = (node) => node.offsetParent !== null && getComputedStyle(node).visibility !== "hidden";
  if (document.documentElement.scrollWidth > innerWidth) own.push(`${document.documentElement.scrollWidth} pixels wide`);
  for (const node of document.querySelectorAll("h1,h2,h3,h4,p,li,td,th,figcaption,legend,button,summary")) {
    if (node.closest(".scroll,.hits,.toc,.vh,.skip") || !isShown(node)) continue;
    const { left, right } = node.getBoundingClientRect();
    if (right > innerWidth + 1 || left < -1) own.push(`outside: ${name(node)}`);
  }
  for (const node of document.querySelectorAll("button,select,input:not([type=radio],[type=checkbox],[type=file]),summary,nav a")) {
    const { width, height } = node.getBoundingClientRect();
    if (isShown(node) && !node.closest(".vh,.toc") && (height < 24 || width < 24)) own.push(`too small to tap: ${name(node)} ${Math.round(width)}×${Math.round(height)}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    const isAcross = getComputedStyle(text.parentElement).writingMode === "horizontal-tb";
    for (const { 0: word, index } of isAcross ? text.data.matchAll(/[\p{L}\p{N}]+/gu) : []) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) own.push(`broken within a word: ${word}`);
    }
  }
  return own;
};

/** The boxes of a page that are elsewhere in its light look. */
const movedInLight = async (page) => {
  // What stands: a frame later it is the same.
  const boxes = () => page.evaluate(async () => {
    const now = () => [...document.body.querySelectorAll("*")].map((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return [node.tagName, left, top, width, height].join(" ");
    });
    for (let [before, frames] = [[], 0]; ; frames += 1) {
      await new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });
      const own = now();
      if (frames === 100 || own.join() === before.join()) return own;
      before = own;
    }
  });
  const dark = await boxes();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await boxes();
  await page.emulateMedia({ colorScheme: "dark" });
  return dark.length === light.length ? dark.filter((box, at) => box !== light[at]) : [`${dark.length} boxes, ${light.length} in the light look`];
};

for (const colorScheme of ["light", "dark"]) {
  for (const width of WIDTHS) {
    test(`the main pages fit on ${width} pixels and have no finding of axe, ${colorScheme}`, async () => {
      const page = await open("#/", { colorScheme, bypassCSP: true, viewport: { width, height: width < 500 ? 740 : 1000 }, hasTouch: width < 1000 });
      await page.evaluate(axe);
      // Where the dark look has each box at the place that it has in the light one, its colors alone are left to be looked at, on the
      // narrowest and the widest page.
      const isDark = colorScheme === "dark";
      const isLookedAt = !isDark || width !== 820;
      const asked = { resultTypes: ["violations"], ...(isDark && { runOnly: ["color-contrast", "link-in-text-block"] }) };
      for (const [name, hash] of Object.entries(MAIN)) {
        await go(page, hash);
        const { violations } = !isLookedAt || AGAIN.includes(name) ? { violations: [] } : await page.evaluate((asked) => globalThis.axe.run(document, asked), asked);
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
        assert.deepEqual([...found, ...isDark ? await movedInLight(page) : await page.evaluate(faults)], [], name);
        if (PICTURES) {
          mkdirSync(PICTURES, { recursive: true });
          await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`) });
        }
      }
      await page.context().close();
    });
  }
}

test("what has the focus is seen", async () => {
  for (const [name, hash] of Object.entries(MAIN)) {
    if (AGAIN.includes(name)) continue;
    const page = await open(hash);
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press("Tab");
      const seen = await page.evaluate(() => {
        const own = document.activeElement;
        const shown = [own, own.nextElementSibling, own.parentElement].filter(Boolean);
        const isOutlined = (node) => getComputedStyle(node).outlineStyle !== "none" && parseFloat(getComputedStyle(node).outlineWidth) >= 2;
        return own === document.body || shown.some(isOutlined) ? "" : own.outerHTML.slice(0, 200);
      });
      assert.equal(seen, "", hash);
    }
    await page.context().close();
  }
});

/** The addresses of all chapters, lists and things played, and of some questions. */
const pages = () => Page.content().games.flatMap(({ id, packs }) => [
  ["charts", id], ["index", id], ["index", id, "facts"], ["index", id, "played"], ["errata", id], ["table", id],
  ...packs.map((pack) => ["book", id, pack.id]), ...Page.keys(id, "s").map((key) => ["thing", id, key]),
  ...Page.keys(id, "q").filter((_, at) => at % 12 === 0).map((key) => ["ask", id, key.slice(1)]),
]).map((parts) => `#/${parts.map(encodeURIComponent).join("/")}`);

test("no page shows a name of the packs where there are words for people", async () => {
  const page = await open("#/ask/asl/heat-haze-drm");
  const names = new Set(await page.evaluate(() => Page.content().games.flatMap(({ id }) =>
    ["q", "f", "s", "c"].flatMap((kind) => Page.keys(id, kind).map((key) => key.slice(1).split("/").pop())).filter((name) => name.includes("-")))));
  assert.ok(names.size > 300, `${names.size} names`);
  for (const hash of ["#/", ...await page.evaluate(pages)]) {
    await page.evaluate((own) => { location.hash = own; }, hash);
    await page.waitForFunction((own) => location.hash === own && document.querySelector("main h1, main h2"), hash);
    const text = await page.evaluate(() => {
      const copy = document.getElementById("main").cloneNode(true);
      copy.querySelectorAll(".written").forEach((own) => own.remove());
      return copy.textContent;
    });
    const shown = (text.match(/\b[a-z][a-z0-9]*(?:-[a-z0-9]+)+\b/g) ?? []).filter((word) => names.has(word));
    assert.deepEqual([...new Set(shown)], [], hash);
  }
});

test("the words of rules have no notation", async () => {
  const page = await open("#/book/asl/f11");
  for (const hash of await page.evaluate(() => Page.content().games.flatMap(({ id, packs }) => packs.map((pack) => `#/book/${id}/${pack.id}`)))) {
    await page.evaluate((own) => { location.hash = own; }, hash);
    await page.waitForSelector("main h1");
    const lines = await page.locator(".rules > li, .tree > li, .modifiers .when").allTextContents();
    const wrong = lines.filter((line) => /[{}|]| \w+\.\.\w+| in \{| is not none|\bis none\b(?! or )| (>=|<=|!=) /.test(line));
    assert.deepEqual(wrong.slice(0, 5), [], hash);
  }
});

const pdf = async (hash, name) => {
  const page = await open(hash);
  const path = PICTURES ? join(PICTURES, `${name}.pdf`) : undefined;
  const text = (await page.pdf({ preferCSSPageSize: true, path })).toString("latin1");
  const sizes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => `${Math.round(width)}×${Math.round(height)}`);
  await page.context().close();
  return sizes;
};

test("three chapters are printed on A4, and the card on one page of A5", async () => {
  for (const [chapter, most, state = ""] of [["asl/f11", 48], ["asl/f7", 24], ["battle-for-moscow/moscow", 24, "?.errata=all"]]) {
    const sizes = await pdf(`#/book/${chapter}${state}`, chapter.replace("/", "-"));
    assert.ok(sizes.length > 5 && sizes.length <= most, `${chapter}: ${sizes.length} pages`);
    assert.deepEqual([...new Set(sizes)], ["595×842"], chapter);
  }
  const full = "region=north-africa&month=jul&weather=clear&dust=light&heat-haze=intense";
  assert.deepEqual(await pdf(`#/table/asl?${full}`, "card"), ["420×595"]);
  assert.deepEqual(await pdf("#/paper/asl?c=temperate-weather-chart&c=arid-weather-chart", "charts"), ["595×842"]);
});

test("on paper paragraphs keep their numbers, errata their marks, and nothing asks to be tapped", async () => {
  const page = await open("#/book/battle-for-moscow/moscow?.errata=all");
  await page.emulateMedia({ media: "print" });
  const seen = await page.evaluate(() => {
    const isShown = (own) => own.getClientRects().length > 0;
    return {
      numbers: [...document.querySelectorAll(".par .no")].filter(isShown).length,
      paragraphs: document.querySelectorAll(".par").length,
      marks: [...document.querySelectorAll(".rules ins, .chart ins")].filter(isShown).length,
      tapped: [...document.querySelectorAll("button,select,input,.toc,.uses,.noprint")].filter(isShown).length,
      charts: [...document.querySelectorAll(".chart .grid:not(.chances)")].every((own) => getComputedStyle(own).breakInside === "avoid"),
    };
  });
  assert.equal(seen.numbers, seen.paragraphs);
  assert.ok(seen.marks > 0);
  assert.equal(seen.tapped, 0);
  assert.ok(seen.charts);
});
