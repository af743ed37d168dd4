// What a maintainer does in VS Code, in a browser without a screen.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";

const { SERVER, VSIX, DESK, STATE, CHARTROOM, PACKAGES } = process.env;
const { chromium } = createRequire(PACKAGES)("playwright-core");
const WAIT = 60000;

const port = await new Promise((told) => {
  const own = createServer().listen(0, "127.0.0.1", () => {
    const { port } = own.address();
    own.close(() => told(port));
  });
});
const places = ["--user-data-dir", `${STATE}/user`, "--extensions-dir", `${STATE}/extensions`];
const settings = JSON.stringify({
  "chartroom.path": CHARTROOM, "security.workspace.trust.enabled": false, "workbench.startupEditor": "none",
  "editor.autoClosingBrackets": "never", "editor.autoClosingQuotes": "never", "editor.quickSuggestions": false,
  "editor.suggestOnTriggerCharacters": false, "extensions.ignoreRecommendations": true, "files.autoSave": "off",
});
for (const kind of ["User", "Machine"]) {
  mkdirSync(`${STATE}/user/${kind}`, { recursive: true });
  writeFileSync(`${STATE}/user/${kind}/settings.json`, settings);
}
execFileSync(process.execPath, [SERVER, ...places, "--install-extension", VSIX], { stdio: "ignore" });
const server = spawn(process.execPath, [SERVER, ...places, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`,
  "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override", DESK], { stdio: "ignore" });

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  page.setDefaultTimeout(WAIT);
  const address = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`${address}healthz`).then((own) => own.ok, () => false)) break;
    await new Promise((next) => setTimeout(next, 200));
  }
  const seen = (what) => console.log(`  ${what}`);
  const open = (name) => {
    const file = `vscode-remote://127.0.0.1:${port}${DESK}/packs/haze/${name}`;
    return page.goto(`${address}?folder=${DESK}&payload=${encodeURIComponent(JSON.stringify([["openFile", file]]))}`);
  };
  // Finds a piece of the text, which is chosen then.
  const find = async (piece) => {
    await page.locator(".monaco-editor .view-lines").first().click();
    await page.keyboard.press("Control+f");
    await page.locator(".find-widget textarea").first().fill(piece);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
  };
  // Writes a text in the place of another. The editor looks for that after a while: what is typed too early stands elsewhere, and is taken back.
  const write = async (old, text, tries = 3) => {
    await find(old);
    await page.keyboard.insertText(text);
    const isGone = (gone) => !document.querySelector(".monaco-editor .view-lines").textContent.includes(gone);
    const isWritten = await page.waitForFunction(isGone, old, { timeout: 5000 }).then(() => true, () => false);
    if (isWritten || tries === 1) return;
    await page.keyboard.press("Control+z");
    await write(old, text, tries - 1);
  };

  await open("10-first.ron");
  await page.locator(".view-line", { hasText: "much" }).first().waitFor();
  seen("the extension is installed, and the chart is open");

  await write("much", "mucch");
  await page.locator(".squiggly-error").first().waitFor({ state: "attached" });
  await page.keyboard.press("F8");
  await page.locator(".marker-widget, .zone-widget").filter({ hasText: "did you mean `much`" }).first().waitFor();
  seen("a finding is underlined, with the nearest name");
  await page.keyboard.press("Escape");

  await write("mucch", "nothing");
  await page.locator(".codelens-decoration", { hasText: "1 of 6 situations" }).first().waitFor();
  await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
  seen("the lens tells what the edit does");

  await find("haze-roll");
  await page.keyboard.press("F12");
  await page.locator(".tab.active", { hasText: "10-first.toml" }).waitFor();
  seen("a jump to the fact");
} catch (error) {
  const picture = process.env.PICTURE;
  if (picture) await browser.contexts()[0].pages()[0].screenshot({ path: picture });
  throw error;
} finally {
  await browser.close();
  server.kill();
}
