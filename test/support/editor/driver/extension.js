// Runs unbundled in VS Code, so it is CommonJS and uses only Node's and VS Code's modules.
const { subscribe } = require('node:diagnostics_channel');
const { connect } = require('node:net');
const { createInterface } = require('node:readline');
// biome-ignore lint/style/noRestrictedImports: handing out the API is what this extension is for
const vscode = require('vscode');

let socket;

/** Connects to the test process and evaluates the code it sends with the real API. */
exports.activate = () => {
  const path = process.env.TANDEM_DRIVER_SOCKET;
  if (!path) return;
  socket = connect(path);
  socket.on('error', () => socket.destroy());
  send({
    hello: {
      pid: process.pid,
      workspace: vscode.workspace.workspaceFile?.fsPath ?? null,
      folders: (vscode.workspace.workspaceFolders ?? []).map(folder => folder.uri.fsPath),
    },
  });
  // Reports every process that an extension in this window starts: tests count agents.
  subscribe('child_process', ({ process: child }) => {
    child.once('spawn', () => send({ started: child.spawnargs }));
  });
  createInterface({ input: socket }).on('line', async line => {
    const { id, source, args } = JSON.parse(line);
    try {
      // The test compiler may have wrapped inner functions in `__name`.
      const make = new Function('__name', 'require', `return (${source});`);
      const value = await make(target => target, require)(vscode, ...args);
      send({ id, value: value === undefined ? null : value });
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      send({ id, error: { message, stack } });
    }
  });
};

exports.deactivate = () => socket?.destroy();

function send(frame) {
  if (socket && !socket.destroyed) socket.write(`${JSON.stringify(frame)}\n`);
}
