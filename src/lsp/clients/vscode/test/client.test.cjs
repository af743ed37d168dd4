// The extension and its client as they are, against the program, in Node: only the module `vscode` is a stand-in, which keeps
// what the client registers with it. Takes the program from CHARTROOM.
const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const { mkdtempSync, readFileSync, rmSync } = require("node:fs");
const Module = require("node:module");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const test = require("node:test");
const { createTextDocument, createVSCodeMock } = require("jest-mock-vscode");

const program = process.env.CHARTROOM ?? "chartroom";

function stub(implementation = () => undefined) {
  let own = implementation;
  const stubbed = (...given) => own(...given);
  stubbed.mockImplementation = (other) => {
    own = other;
    return stubbed;
  };
  stubbed.mockReturnValue = (value) => stubbed.mockImplementation(() => value);
  return stubbed;
}

// Kinds of thing that the stand-in does not know are told apart by their names alone.
const known = createVSCodeMock({ fn: stub });
known.CancellationTokenSource = require("vscode-jsonrpc/node").CancellationTokenSource;
const vscode = new Proxy(known, {
  get: (own, name) => (own[name] ??= typeof name === "string" && /^[A-Z]/.test(name) ? class {} : undefined),
});
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

// What is registered, by its name, and the findings of each document.
const providers = {};
const findings = new Map();
const gone = { dispose() {} };

function stand_in(folder) {
  const { languages, workspace, window, commands } = vscode;
  for (const name of Object.keys(languages).filter((name) => name.startsWith("register"))) {
    languages[name] = (selector, provider) => {
      providers[name] = provider;
      return gone;
    };
  }
  languages.match = (selector, document) =>
    [selector].flat().some((own) => document.uri.path.endsWith(own.pattern.replace("**/*", ""))) ? 10 : 0;
  languages.createDiagnosticCollection = () => ({
    set: (uri, found) => findings.set(uri.toString(), found ?? []),
    delete: (uri) => findings.delete(uri.toString()),
    clear: () => findings.clear(),
    dispose() {},
  });
  const events = {};
  for (const name of Object.keys(workspace).filter((name) => /^on(Did|Will)/.test(name))) {
    events[name] = new vscode.EventEmitter();
    workspace[name] = events[name].event;
  }
  for (const name of Object.keys(window).filter((name) => /^onDid/.test(name))) {
    window[name] = new vscode.EventEmitter().event;
  }
  const settings = { path: program, rules: [], base: "" };
  workspace.getConfiguration = () => ({ get: (name, other) => settings[name] ?? other, ...settings });
  workspace.createFileSystemWatcher = () => ({
    onDidCreate: () => gone,
    onDidChange: () => gone,
    onDidDelete: () => gone,
    dispose() {},
  });
  known.env = { appName: "a stand-in", language: "en" };
  workspace.workspaceFolders = [{ uri: vscode.Uri.file(folder), name: "packs", index: 0 }];
  workspace.getWorkspaceFolder = () => workspace.workspaceFolders[0];
  const channel = { append() {}, appendLine() {}, show() {}, dispose() {}, replace() {}, clear() {} };
  window.createOutputChannel = () => channel;
  window.tabGroups = { all: [], onDidChangeTabs: () => gone, onDidChangeTabGroups: () => gone };
  window.visibleTextEditors = [];
  window.showErrorMessage = (message) => assert.fail(message);
  commands.registerCommand = () => gone;
  return events;
}

async function until(what, is_so) {
  const end = Date.now() + 60_000;
  for (;;) {
    const value = await is_so();
    if (value) return value;
    assert.ok(Date.now() < end, what);
    await new Promise((next) => setTimeout(next, 50));
  }
}

test("the extension starts the program, shows findings, jumps, completes, renames, formats and has lenses", async () => {
  const desk = mkdtempSync(join(tmpdir(), "chartroom-vscode-"));
  execFileSync(program, ["new", join(desk, "packs/haze"), "--game", "desert"], { stdio: "ignore" });
  const git = (...rest) => execFileSync("git", ["-C", desk, "-c", "user.name=a", "-c", "user.email=a@b", ...rest], { stdio: "ignore" });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "the pack");
  const events = stand_in(desk);
  const open = (name, language) => {
    const path = join(desk, "packs/haze", name);
    return createTextDocument(vscode.Uri.file(path), readFileSync(path, "utf8"), language, 1);
  };
  let topic = open("10-first.toml", "toml");
  let chart = open("10-first.ron", "ron");
  vscode.workspace.textDocuments = [topic, chart];

  const extension = require(process.env.EXTENSION ?? "../src/extension.js");
  await extension.activate({ subscriptions: [] });

  const write = (document, old, now) => {
    const text = document.getText();
    assert.ok(text.includes(old), old);
    const changed = createTextDocument(document.uri, text.replace(old, now), document.languageId, document.version + 1);
    events.onDidChangeTextDocument.fire({ document: changed, contentChanges: [{ text: changed.getText() }], reason: undefined });
    return changed;
  };
  const place = (document, piece) => document.positionAt(document.getText().indexOf(piece) + piece.length);
  const never = new vscode.CancellationTokenSource().token;
  const told = (document) => findings.get(document.uri.toString()) ?? [];

  await until("the client asks for jumps", () => providers.registerDefinitionProvider);
  topic = write(topic, "6         | much", "6         | nothing");
  await until("an example that fails is told", () => told(topic).some((found) => found.message.includes("gives much, not nothing")));
  topic = write(topic, "6         | nothing", "6         | much");
  await until("and goes when it is mended", () => told(topic).length === 0);

  const jumped = await providers.registerDefinitionProvider.provideDefinition(chart, place(chart, "haze-roll"), never);
  assert.equal([jumped].flat()[0].uri.path, topic.uri.path);
  const offered = await providers.registerCompletionItemProvider.provideCompletionItems(chart, place(chart, "haze-roll"), never, { triggerKind: 0 });
  assert.ok((offered.items ?? offered).some((item) => item.label === "haze-roll"));
  const renamed = await providers.registerRenameProvider.provideRenameEdits(topic, place(topic, "[fact.haze-roll"), "haze-die", never);
  assert.deepEqual(renamed.entries().map(([uri]) => uri.path.split("/").pop()).sort(), ["10-first.ron", "10-first.toml"]);

  chart = write(chart, '("6",    ["much"])', '("6",["much"])');
  const form = await providers.registerDocumentFormattingEditProvider.provideDocumentFormattingEdits(chart, { tabSize: 4, insertSpaces: true }, never);
  assert.equal(form.length, 1);
  chart = write(chart, '("6",["much"])', '("6",    ["nothing"])');
  await until("the lens tells what the edit does", async () => {
    const lenses = await providers.registerCodeLensProvider.provideCodeLenses(chart, never);
    return lenses?.some((lens) => lens.command.title.includes(" situations"));
  });
  await extension.deactivate();
  rmSync(desk, { recursive: true });
});
