// Loads and activates the built extension in a separate process with a stub `vscode`. Prints how
// many milliseconds each step took. Cold start: nothing has been loaded before.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

// Stub with every property; calling or constructing it does nothing.
const nothing = new Map([
  ['then', undefined],
  [Symbol.iterator, () => [].values()],
  [Symbol.toPrimitive, () => ''],
]);
const anything = new Proxy(class {}, {
  get: (_, key) => (nothing.has(key) ? nothing.get(key) : anything),
  apply: () => anything,
  construct: () => anything,
  set: () => true,
});
const types = readFileSync(require.resolve('@types/vscode/index.d.ts'), 'utf8');
const names = [...types.matchAll(/^\s*export (?:namespace|class|enum) (\w+)/gm)];
const vscode = Object.fromEntries(names.map(([, name]) => [name, anything]));
const but = (key, value) =>
  new Proxy(anything, { get: (target, asked) => (asked === key ? value : target[asked]) });
// Measures only the activation that every window runs: untrusted, and without Tandem tabs.
vscode.workspace = but('isTrusted', false);
vscode.window = but('tabGroups', { all: [] });

// An extension host has already loaded Node's built-in modules.
require('node:crypto');

const load = Module._load;
Module._load = function (request, ...rest) {
  return request === 'vscode' ? vscode : load.call(this, request, ...rest);
};

const [, , main, manifest] = process.argv;
const packageJSON = JSON.parse(readFileSync(manifest, 'utf8'));
const context = {
  subscriptions: [],
  extension: { packageJSON },
  environmentVariableCollection: anything,
  globalStorageUri: { fsPath: join(tmpdir(), 'no-such-folder') },
};
const start = process.hrtime.bigint();
const { activate } = require(main);
activate(context);
console.log(Number(process.hrtime.bigint() - start) / 1e6);
process.exit();
