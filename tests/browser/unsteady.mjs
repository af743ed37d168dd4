// Runs test files of which some drive a browser. What fails is run once more, by itself: on a loaded machine a key may come before a
// page is drawn. What fails again has failed; what passes then is told at the end as unsteady. More than a few are never chance.

import { resolve } from "node:path";
import { run } from "node:test";
import { tap } from "node:test/reporters";

/** So many tests may be unsteady at once. */
const MOST = 3;
const files = process.argv.slice(2).map((file) => resolve(file));

/** Runs tests, shows what they say, and tells which failed and how many passed. */
const runAll = (options) => new Promise((done) => {
  const failed = [];
  let passed = 0;
  const tests = run(options);
  tests.on("test:pass", ({ skip }) => { passed += Number(skip === undefined); });
  tests.on("test:fail", ({ name, file, todo }) => {
    if (todo === undefined) failed.push({ name, file: file ?? resolve(name) });
  });
  const shown = tests.compose(tap);
  shown.on("data", (text) => process.stdout.write(text));
  shown.on("end", () => done({ failed, passed }));
});

const { failed: first } = await runAll({ files, concurrency: 2 });
let lost = first;
if (first.length && first.length <= MOST) {
  lost = [];
  for (const { name, file } of first) {
    console.log(`# once more, by itself: ${name}`);
    const pattern = new RegExp(`^${name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);
    const isFile = resolve(name) === file;
    const again = await runAll({ files: [file], concurrency: 1, ...(!isFile && { testNamePatterns: [pattern] }) });
    if (again.failed.length || !again.passed) lost.push({ name, file });
  }
}
for (const { name, file } of first) {
  console.log(`# ${lost.some((own) => own.name === name && own.file === file) ? "FAILED" : "UNSTEADY, failed once and passed by itself"}: ${name} (${file})`);
}
process.exitCode = lost.length ? 1 : 0;
