import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { systemClock } from '../../../../src/node/systemClock';
import { FakeClock } from '../../node/fakeClock';

/** Installed extensions, by id. */
const installed = vi.hoisted(() => new Map<string, unknown>());
const messages = vi.hoisted(() => ({
  shown: [] as string[],
  answer: undefined as string | undefined,
}));

vi.mock('vscode', () => {
  class Disposable {
    constructor(readonly dispose: () => void) {}
    static from = (other: { dispose(): void }) => new Disposable(() => other.dispose());
  }
  const show = async (text: string) => {
    messages.shown.push(text);
    return messages.answer;
  };
  return {
    l10n: { t: (text: string, ...values: unknown[]) => text.replace('{0}', String(values[0])) },
    Uri: { file: (fsPath: string) => ({ fsPath }) },
    Disposable,
    extensions: { getExtension: (id: string) => installed.get(id) },
    window: {
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
      showQuickPick: show,
      showInputBox: show,
      withProgress: show,
    },
    TreeItemCollapsibleState: {},
    ProgressLocation: {},
  };
});

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { followPython } = await import('../../../../src/host/python/followPython');
const { WorkspacePython } = await import('../../../../src/host/python/workspacePython');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

let root: string;
let fire: () => void;
let isUsed: boolean;
let own: string[];

async function environment(name: string): Promise<string> {
  const prefix = join(root, name);
  await mkdir(prefix, { recursive: true });
  await writeFile(join(prefix, 'pyvenv.cfg'), '');
  return prefix;
}

/** The API of `ms-python.python` as its wiki describes it. */
function python(path: () => string) {
  return {
    isActive: false,
    activate: async () => ({
      environments: {
        getActiveEnvironmentPath: ({ fsPath }: { fsPath: string }) => ({
          id: fsPath,
          path: path(),
        }),
        onDidChangeActiveEnvironmentPath: (listener: () => void) => {
          fire = listener;
          return { dispose: () => undefined };
        },
      },
    }),
  };
}

const create = (clock: FakeClock | typeof systemClock = systemClock) =>
  new WorkspacePython({
    isUsed: () => isUsed,
    ownVariables: () => own,
    platform: process.platform,
    clock,
    log: silentLog,
  });

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-python-')));
  installed.clear();
  messages.shown = [];
  messages.answer = undefined;
  isUsed = true;
  own = [];
});

afterEach(() => rm(root, { recursive: true }));

it('adds the environment that the Python extension has chosen for the folder', async () => {
  const prefix = await environment('venv');
  installed.set(
    'ms-python.python',
    python(() => join(prefix, 'bin/python')),
  );
  const env = await create().addTo({ PATH: '/usr/bin' }, '/work');
  expect(env).toMatchObject({ VIRTUAL_ENV: prefix, PATH: `${join(prefix, 'bin')}:/usr/bin` });
});

it('prefers the newer extension, and copes with one that fails or has another shape', async () => {
  const prefix = await environment('new');
  const old = await environment('old');
  installed.set(
    'ms-python.python',
    python(() => old),
  );
  const exports = { getEnvironment: async () => ({ sysPrefix: prefix }) };
  installed.set('ms-python.vscode-python-envs', { isActive: true, exports });
  expect(await create().environmentOf('/work')).toEqual({ kind: 'venv', prefix });
  const activate = async () => {
    throw new Error('broken');
  };
  installed.set('ms-python.vscode-python-envs', { isActive: false, activate });
  expect(await create().environmentOf('/work')).toEqual({ kind: 'venv', prefix: old });
  installed.set('ms-python.python', { isActive: true, exports: { environments: 1 } });
  expect(await create().environmentOf('/work')).toBeUndefined();
});

it('adds nothing if it is switched off or the user sets the variables', async () => {
  const prefix = await environment('venv');
  installed.set(
    'ms-python.python',
    python(() => prefix),
  );
  isUsed = false;
  expect(await create().addTo({}, '/work')).toEqual({});
  isUsed = true;
  own = ['VIRTUAL_ENV'];
  expect(await create().addTo({}, '/work')).toEqual({});
});

it('waits for a slow extension no longer than its limit', async () => {
  const clock = new FakeClock();
  const activate = () => new Promise(() => undefined);
  installed.set('ms-python.python', { isActive: false, activate });
  const found = create(clock).environmentOf('/work');
  await vi.waitFor(() => expect(clock.waiting).toEqual([3_000]));
  clock.advance(3_000);
  expect(await found).toBeUndefined();
});

it('offers a restart if another environment is chosen, and restarts nothing by itself', async () => {
  const first = await environment('first');
  const second = await environment('second');
  let chosen = first;
  installed.set(
    'ms-python.python',
    python(() => chosen),
  );
  const workspace = create();
  const started = new Map([['/work', (await workspace.environmentOf('/work'))?.prefix]]);
  const needRestart = vi.fn();
  const agents = [{ cwd: '/work', agent: { isLive: true, needRestart } }];
  followPython(workspace, () => agents, started);
  fire();
  await new Promise(resolve => setImmediate(resolve));
  expect(messages.shown).toEqual([]);
  chosen = second;
  fire();
  await vi.waitFor(() => expect(messages.shown).toHaveLength(1));
  expect(messages.shown[0]).toContain('second');
  expect(needRestart).not.toHaveBeenCalled();
  messages.answer = 'Restart Before Next Message';
  fire();
  await vi.waitFor(() => expect(needRestart).toHaveBeenCalledOnce());
});
