// Loads and activates a built extension in a separate process with a stub `vscode`. Prints how many
// milliseconds of CPU it took, how many bytes of code were loaded, and with a command as the third
// argument, how many milliseconds until that is done: Tandem loads everything else for it. Cold
// start: nothing has been loaded before, but the fourth argument is the folder where the extension
// keeps files. With a fifth one, "keep", the process ends when the extension has kept its compiled
// code there.
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

// Stub with every property; calling or constructing it does nothing.
const nothing = new Map([
  ['then', undefined],
  [Symbol.hasInstance, undefined],
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
vscode.window = but('tabGroups', {
  ...{ all: [], activeTabGroup: {} },
  ...{ onDidChangeTabs: anything, onDidChangeTabGroups: anything },
});
const commands = new Map();
vscode.commands = but('registerCommand', (id, run) => {
  commands.set(id, run);
  return anything;
});

// The extension host's own program imports these of Node's built-in modules, the last two by the
// library through which it leads requests to proxies (`@vscode/proxy-agent`).
const builtin = ['crypto', 'fs/promises', 'child_process', 'net', 'os', 'url', 'http', 'zlib'];
for (const name of [...builtin, 'https', 'tls']) {
  require(`node:${name}`);
}
// It uses timers before any extension does, too; the first one costs nearly a millisecond.
clearTimeout(setTimeout(() => undefined, 1));

const load = Module._load;
Module._load = function (request, ...rest) {
  return request === 'vscode' ? vscode : load.call(this, request, ...rest);
};

const [, , main, manifest, command, folder, keep] = process.argv;
const packageJSON = JSON.parse(readFileSync(manifest, 'utf8'));
const storage = folder ?? join(tmpdir(), 'no-such-folder');
const context = {
  ...{ subscriptions: [], extension: { packageJSON }, extensionUri: anything, secrets: anything },
  ...{ environmentVariableCollection: anything, globalState: anything, workspaceState: anything },
  ...{ extensionPath: storage, asAbsolutePath: path => join(storage, path) },
  globalStorageUri: { fsPath: storage },
};

if (keep) {
  // What waits for idle time need not wait here.
  const { setTimeout: later } = globalThis;
  globalThis.setTimeout = (fire, delay, ...rest) => later(fire, Math.min(delay, 100), ...rest);
}
const beginning = process.cpuUsage();
const spent = () => {
  const { user, system } = process.cpuUsage(beginning);
  return (user + system) / 1000;
};
const before = new Set(Object.keys(require.cache));
const { activate } = require(main);
const start = async () => {
  await activate(context);
  const activated = spent();
  const loaded = Object.keys(require.cache).filter(path => !before.has(path));
  await (command && commands.get(command)());
  const used = spent();
  const bytes = loaded.reduce((sum, path) => sum + statSync(path).size, 0);
  return { activated, loaded: bytes, used };
};
start().then(
  spending => {
    console.log(JSON.stringify(spending));
    if (keep) {
      endWhenKept();
    } else {
      process.exit();
    }
  },
  error => {
    console.error(error);
    process.exit(1);
  },
);

/** Waits for an entry for each file, which are written one after the other. */
function endWhenKept() {
  const cache = join(storage, 'codeCache');
  let before = -1;
  setInterval(() => {
    const { length } = existsSync(cache) ? readdirSync(cache) : [];
    if (length > 0 && length === before) {
      process.exit();
    }
    before = length;
  }, 500);
}
