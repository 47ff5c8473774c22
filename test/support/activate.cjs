// Requires the built extension and activates it in a process of its own, with a `vscode` that does
// nothing, and prints how long both took in milliseconds. Cold: nothing has been loaded before.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

// Whatever is asked of it is there, and does and holds nothing.
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
// Only what starts in each window is measured: in a trusted one, or with tabs of ours, more follows.
vscode.workspace = but('isTrusted', false);
vscode.window = but('tabGroups', { all: [] });

// An extension host has Node's own modules long before.
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
