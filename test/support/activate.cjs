// Requires the built extension and activates it in a process of its own, with a `vscode` that does
// nothing, and prints how long both took in milliseconds. Cold: nothing has been loaded before.
const Module = require('node:module');

const nothing = () => undefined;
const disposable = () => ({ dispose: nothing });
const item = () => ({ show: nothing, hide: nothing, dispose: nothing });
const log = { info: nothing, warn: nothing, error: nothing, debug: nothing, dispose: nothing };
const vscode = {
  version: '0',
  l10n: { t: text => text },
  LogLevel: { Trace: 1 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  ThemeIcon: class {},
  ThemeColor: class {},
  commands: { registerCommand: disposable, executeCommand: async () => undefined },
  workspace: { isTrusted: false },
  window: {
    createOutputChannel: () => log,
    createStatusBarItem: item,
    createTreeView: item,
    registerWebviewViewProvider: disposable,
    registerWebviewPanelSerializer: disposable,
  },
};

const load = Module._load;
Module._load = function (request, ...rest) {
  return request === 'vscode' ? vscode : load.call(this, request, ...rest);
};

const [, , main, manifest] = process.argv;
const packageJSON = JSON.parse(require('node:fs').readFileSync(manifest, 'utf8'));
const start = process.hrtime.bigint();
const { activate } = require(main);
activate({ subscriptions: [], extension: { packageJSON } });
console.log(Number(process.hrtime.bigint() - start) / 1e6);
