// The preview: what a saved file changed stands at the top, what is wrong at its cell; for this machine alone, and it writes nothing.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { Preview } from "./preview.mjs";

let [browser, preview] = [];

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  preview = await Preview.start();
});
after(async () => {
  preview?.stop();
  await browser?.close();
});

/** All files below a folder with what they hold. */
const held = (place) => readdirSync(place, { recursive: true }).sort().filter((name) => statSync(join(place, name)).isFile())
  .map((name) => `${name} ${createHash("sha256").update(readFileSync(join(place, name))).digest("hex")}`);

test("a changed cell shows with the regions and odds that changed, and a wrong one at its cell", async (t) => {
  const { folder, url, printed, changed } = preview;
  const before = held(folder);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${url}#/charts/asl/temperate-weather-chart`);
  await page.waitForSelector("body.ready");
  assert.equal(await page.locator(".live").count(), 0);
  const { passed, work } = await preview.save(page, changed, "otherwise");
  t.diagnostic(`shown after ${Math.round(passed)} ms, for which it worked ${work} ms`);
  const top = await page.locator(".live").innerText();
  assert.match(top, /temperate weather/i);
  assert.match(top, /\d+ in 36 by the dice/);
  await preview.save(page, printed.replace('("7",  ["clear-and-gusty",', '("7",  ["cleer",'), "finding");
  await page.waitForSelector("td.wrong .finding");
  assert.match(await page.locator("td.wrong .finding").first().innerText(), /cleer/);
  assert.match(await page.locator(".live .findings").innerText(), /01-temperate-weather\.ron:\d+:\d+/);
  await preview.save(page, printed, "no finding");
  assert.deepEqual(held(folder), before);
  await page.context().close();
});

const status = (options) => new Promise((done) => {
  const asked = request(options, (response) => { response.resume(); done(response.statusCode); });
  asked.on("error", ({ code }) => done(code));
  asked.end();
});

test("the preview is for this machine alone", async () => {
  const { port } = new URL(preview.url);
  assert.equal(await status({ host: "127.0.0.1", port, path: "/" }), 200);
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", "127.0.0.1.evil.example"]) {
    assert.equal(await status({ host: "127.0.0.1", port, path: "/", headers: { host } }), 403, host);
    assert.equal(await status({ host: "127.0.0.1", port, path: "/next/0", headers: { host } }), 403, host);
  }
  const outside = Object.values(networkInterfaces()).flat().filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address } of outside) assert.equal(await status({ host: address, port, path: "/" }), "ECONNREFUSED", address);
});
