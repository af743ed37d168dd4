// The preview of a book over a copy of the shipped packs, of which one chart is changed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program, scratch } from "./situations.mjs";

const ROW = '("7",  ["clear-and-gusty",';

export class Preview {
  /** Starts one, and waits until it can be looked at. */
  static async start() {
    const own = new Preview();
    own.folder = join(scratch(), "rules");
    cpSync(new URL("../../rules", import.meta.url), own.folder, { recursive: true, filter: (path) => !path.endsWith(".md") });
    own.chart = join(own.folder, "asl/e3/01-temperate-weather.ron");
    own.printed = readFileSync(own.chart, "utf8");
    own.changed = own.printed.replace(ROW, '("7",  ["overcast",');
    assert.notEqual(own.changed, own.printed, "the row of the chart");
    own.process = spawn(program, ["book", "--watch", "--rules", own.folder], { stdio: ["ignore", "pipe", "ignore"] });
    own.process.stdout.setEncoding("utf8");
    for await (const text of own.process.stdout) {
      [own.url] = /http:\S+/.exec(text) ?? [];
      if (own.url) break;
    }
    assert.ok(own.url, "the program is built with the feature `watch`");
    return own;
  }

  stop() {
    this.process.kill();
  }

  /** How many milliseconds it has worked, in all its threads. */
  worked() {
    const [, rest] = readFileSync(`/proc/${this.process.pid}/stat`, "utf8").split(") ");
    const [user, system] = rest.split(" ").slice(11, 13).map(Number);
    return 10 * (user + system);
  }

  /** Saves the chart with a change, and waits until the page shows what became of it. */
  async save(page, text, shown) {
    const [began, before] = [performance.now(), this.worked()];
    writeFileSync(this.chart, text);
    await page.waitForFunction((words) => document.querySelector(".live")?.innerText.includes(words), shown);
    return { passed: performance.now() - began, work: this.worked() - before };
  }
}
