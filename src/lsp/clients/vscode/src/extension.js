// Starts `chartroom lsp` for the files of packs.
const { workspace, commands, window } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  const own = workspace.getConfiguration("chartroom");
  return { rules: own.get("rules"), base: own.get("base") };
}

async function start() {
  const command = workspace.getConfiguration("chartroom").get("path");
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("chartroom", "Chartroom", { run: server, debug: server }, {
    documentSelector: [
      { scheme: "file", pattern: "**/*.toml" },
      { scheme: "file", pattern: "**/*.ron" },
    ],
    initializationOptions: settings(),
    synchronize: {
      configurationSection: "chartroom",
      fileEvents: workspace.createFileSystemWatcher("**/*.{toml,ron}"),
    },
  });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`Chartroom: ${command} lsp does not start: ${error.message}`);
  }
}

async function stop() {
  await client?.stop();
  client = undefined;
}

async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("chartroom.restart", async () => {
      await stop();
      await start();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
