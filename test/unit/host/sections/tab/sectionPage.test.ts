import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { Deferred } from '../../../../../src/base/deferred';
import { silentLog } from '../../../../../src/base/log';
import type {
  ActionOutcome,
  ActionRequest,
  SectionSource,
} from '../../../../../src/host/sections/model/sectionSource';
import type { SectionPageOptions } from '../../../../../src/host/sections/tab/sectionPage';
import { testInFull } from '../../../../support/inFull';
import { networkPaths } from '../../../../support/networkPaths';

const commands = { executeCommand: vi.fn() };
vi.mock('vscode', () => ({
  commands,
  Uri: { joinPath: (...parts: unknown[]) => parts.join('/'), file: (path: string) => path },
  Range: class {
    constructor(readonly line: number) {}
  },
  env: { language: 'en' },
  l10n: { t: (text: string) => text },
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { UserError } = await import('../../../../../src/base/errors');
const { SectionPage } = await import('../../../../../src/host/sections/tab/sectionPage');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

type Webview = ConstructorParameters<typeof SectionPage>[0];
interface Message {
  readonly kind: string;
  readonly id?: number;
  readonly name?: string;
  readonly result?: { readonly undo?: string; readonly kind?: string };
  readonly error?: { readonly code: string; readonly message: string };
}

let posted: Message[];
let receive: (message: unknown) => void;
let acts: ActionRequest[];
let outcome: () => ActionOutcome;
let watchers: { onChange: () => void; isEnded: boolean }[];
let page: InstanceType<typeof SectionPage>;
let id = 0;
let cwd: string;
let isTrusted: boolean;
/** Something that reads wait for, and whether they find nothing. */
let before: Promise<void> | undefined;
let isEmpty: boolean;
let reads: number;
let reports: () => Promise<never>;
const channel = undefined;

beforeEach(() => {
  posted = [];
  cwd = '/a';
  isTrusted = true;
  before = undefined;
  isEmpty = false;
  reads = 0;
  reports = () => Promise.reject(new Error('There is no CLI.'));
  acts = [];
  watchers = [];
  outcome = () => ({});
  commands.executeCommand.mockClear();
  const webview: Partial<Webview> = {
    onDidReceiveMessage: listener => {
      receive = listener;
      return { dispose: () => undefined };
    },
    postMessage: async message => posted.push(message) > 0,
    asWebviewUri: uri => uri,
    cspSource: '',
  };
  const options: SectionPageOptions = {
    extensionUri: '' as never,
    log: silentLog,
    platform: 'win32',
    place: () => ({ cwd, isTrusted, reports, channel }),
    sources: [
      {
        ...{ id: 'permissions', title: 'Permissions' },
        read: async place => {
          reads += 1;
          const wasEmpty = isEmpty;
          await before;
          if (wasEmpty) return { groups: [] };
          const form = { title: 'X', submit: 'X', fields: [], canPreview: true };
          const row = {
            ...{
              id: 'there',
              title: 'There',
              toggle: { action: 'switch', label: 'S', isOn: true },
            },
            rows: [{ id: 'inner', title: 'Inner', actions: [{ id: 'remove', label: 'R' }] }],
          };
          return {
            groups: [{ id: 'group', title: 'Group', rows: [row] }],
            notes: [{ text: await whyNone(place), place: { path: '/a/c', line: 4 } }],
            ...(isTrusted ? { actions: [{ id: 'x', label: 'X', form }] } : {}),
          };
        },
        act: async (_place, request) => {
          acts.push(request);
          return outcome();
        },
        locate: async (_place, row) =>
          row === 'there'
            ? { path: '/a/b', line: 3 }
            : row.includes('evil')
              ? { path: row }
              : undefined,
        watch: (_place, onChange) => {
          const watcher = { onChange, isEnded: false };
          watchers.push(watcher);
          return {
            dispose: () => {
              watcher.isEnded = true;
            },
          };
        },
      },
      {
        ...{ id: 'status', title: 'Status' },
        read: async () => ({
          groups: [
            {
              ...{ id: 'files', title: 'Files' },
              rows: [{ id: 'a', title: 'A', origin: { label: 'Project', path: '/a/b.json' } }],
            },
          ],
        }),
      },
    ],
  };
  page = new SectionPage(webview as Webview, options, { section: 'status' });
});

/** Returns the reason why no CLI answers. */
function whyNone(place: Parameters<SectionSource['read']>[0]): Promise<string> {
  return place.reports().then(
    () => '',
    (error: Error) => error.message,
  );
}

/** Sends a call of the page and returns the answer. */
async function call(method: string, params: unknown): Promise<Message> {
  id += 1;
  const own = id;
  receive({ kind: 'call', id: own, method, params });
  await vi.waitFor(() => expect(posted.some(message => message.id === own)).toBe(true));
  const answer = posted.find(message => message.id === own);
  if (!answer) throw new Error('There is no answer.');
  return answer;
}

const read = () => call('section.read', { section: 'permissions' });
const act = async (more: object = {}) => {
  await read();
  return call('section.act', { section: 'permissions', action: 'x', ...more });
};
const events = () => posted.filter(({ kind }) => kind === 'event').map(({ name }) => name);

test.each([
  ['section.read', { section: 'nowhere' }],
  ['section.read', { section: 'hooks' }],
  ['section.read', null],
  ['section.act', { section: 'permissions' }],
  ['section.act', { section: 'permissions', action: '' }],
  ['section.act', { section: 'permissions', action: 'x', entries: [{}] }],
  ['section.act', { section: 'permissions', action: 'x', isPreview: 'no' }],
  ['section.act', { section: 'permissions', action: 'x'.repeat(5_000) }],
  ['section.act', { section: 'status', action: 'x' }],
  ['section.undo', { undo: 3 }],
  ['section.open', { section: 'permissions', row: ['there'] }],
])('refuses %s with %j', async (method, params) => {
  expect((await call(method, params)).error?.code).toBe('page.badCall');
  expect(acts).toEqual([]);
  expect(commands.executeCommand).not.toHaveBeenCalled();
});

test.each([
  [{ row: 'there', action: 'switch' }, true],
  [{ group: 'group', row: 'inner', action: 'remove' }, true],
  [{ action: 'x', isPreview: true }, true],
  [{ row: 'there', action: 'remove' }, false],
  [{ row: 'inner', action: 'x' }, false],
  [{ row: 'elsewhere', action: 'remove' }, false],
  [{ group: 'other', row: 'inner', action: 'remove' }, false],
  [{ group: 'group', action: 'x' }, false],
  [{ action: 'remove' }, false],
  // An action without a preview must not be carried out in place of one.
  [{ row: 'inner', action: 'remove', isPreview: true }, false],
])('carries out what it has offered there, and nothing else: %j', async (request, isDone) => {
  const { kind, error } = await act(request);
  expect([kind, error?.code, acts.length]).toEqual(
    isDone ? ['result', undefined, 1] : ['failure', 'row.gone', 0],
  );
});

test('tells what the switch has shown that was clicked', async () => {
  await act({ row: 'there', action: 'switch' });
  await act();
  expect(acts.map(({ wasOn }) => wasOn)).toEqual([true, undefined]);
});

test('an older read that answers late does not hide what a newer one has offered', async () => {
  const late = new Deferred<void>();
  before = late.promise;
  isEmpty = true;
  const older = read();
  await vi.waitFor(() => expect(reads).toBe(1));
  before = undefined;
  isEmpty = false;
  await read();
  late.resolve();
  await older;
  await call('section.act', { section: 'permissions', row: 'there', action: 'switch' });
  expect(acts).toHaveLength(1);
});

test('carries out nothing in another folder than the one that is shown', async () => {
  await read();
  cwd = '/b';
  const request = { section: 'permissions', row: 'inner', action: 'remove' };
  expect((await call('section.act', request)).error?.code).toBe('row.gone');
  await read();
  expect((await call('section.act', request)).error).toBeUndefined();
});

test('neither changes nor takes back anything once the workspace is not trusted', async () => {
  const undone: string[] = [];
  outcome = () => ({ undo: async () => void undone.push('x') });
  const undo = (await act()).result?.undo;
  isTrusted = false;
  expect((await act()).error?.code).toBe('trust.required');
  expect((await call('section.undo', { undo })).error?.code).toBe('trust.required');
  expect([acts.length, undone]).toEqual([1, []]);
  isTrusted = true;
  await call('section.undo', { undo });
  expect(undone).toEqual(['x']);
});

test('shows paths from the folder in front', async () => {
  expect(await call('section.read', { section: 'status' })).toMatchObject({
    result: { groups: [{ rows: [{ origin: { label: 'Project', path: 'b.json' } }] }] },
  });
});

test('opens only places that the section itself names', async () => {
  expect(
    (await call('section.open', { section: 'permissions', row: '/etc/passwd' })).error?.code,
  ).toBe('row.gone');
  expect((await call('section.open', { section: 'status', row: 'there' })).error?.code).toBe(
    'row.gone',
  );
  expect(commands.executeCommand).not.toHaveBeenCalled();
  await call('section.open', { section: 'permissions', row: 'there', path: '/etc/passwd' });
  expect(commands.executeCommand).toHaveBeenCalledWith('vscode.open', '/a/b', {
    selection: { line: 2 },
  });
});

test('a change can be taken back once, and again if that has failed', async () => {
  let attempts = 0;
  outcome = () => ({
    undo: async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('It is read-only.');
    },
  });
  const undo = (await act()).result?.undo;
  expect((await call('section.undo', { undo })).error?.message).toBe('It is read-only.');
  const answers = await Promise.all([
    call('section.undo', { undo }),
    call('section.undo', { undo }),
  ]);
  expect(answers.map(({ kind, error }) => error?.code ?? kind)).toEqual(['result', 'row.gone']);
  expect(attempts).toBe(2);
});

testInFull('keeps the newest fifty changes', async () => {
  const undone: number[] = [];
  const ids: (string | undefined)[] = [];
  for (let change = 0; change < 51; change += 1) {
    outcome = () => ({ undo: async () => void undone.push(change) });
    ids.push((await act()).result?.undo);
  }
  expect((await call('section.undo', { undo: ids[0] })).error?.code).toBe('row.gone');
  await call('section.undo', { undo: ids[1] });
  await call('section.undo', { undo: ids[50] });
  expect(undone).toEqual([1, 50]);
});

test('a preview and wrong entries change nothing: no undo, nothing is read anew', async () => {
  await call('sections.ready', {});
  outcome = () => ({ undo: async () => undefined });
  expect((await act({ isPreview: true })).result).toEqual({ kind: 'done' });
  expect(acts.at(-1)).toMatchObject({ isPreview: true, entries: [] });
  outcome = () => ({ problems: ['Wrong.'] });
  expect((await act({ entries: ['a'] })).result).toEqual({ kind: 'invalid', problems: ['Wrong.'] });
  expect(events()).toEqual([]);
  outcome = () => ({});
  await act();
  expect(events()).toEqual(['section.changed']);
});

test.each([
  ['folder.unanswered', ['tandem.programs.allow', 'tandem.programs.decline']],
  ['folder.none', ['vscode.openFolder']],
  ['cli.missing', ['tandem.cli.install', 'tandem.cli.choosePath']],
  ['cli.timeout', []],
] as const)('offers what helps if no CLI answers: %s', async (code, commandIds) => {
  await call('sections.ready', {});
  reports = () => Promise.reject(new UserError(code, 'Why not.'));
  const { result } = await call('section.read', { section: 'permissions' });
  const { actions: all = [] } = result as { actions?: readonly { id: string }[] };
  const actions = all.filter(action => action.id !== 'x');
  expect(actions.map(({ id: action }) => action)).toEqual(commandIds.map(one => `remedy/${one}`));
  for (const { id: action } of actions) {
    const answer = await call('section.act', { section: 'permissions', action });
    expect(answer.result).toEqual({ kind: 'done', text: '' });
  }
  expect(commands.executeCommand.mock.calls).toEqual(commandIds.map(one => [one]));
  expect(acts).toEqual([]);
  // An answer changes all sections, not only this one.
  expect(events()).toHaveLength(2 * commandIds.length);
});

test('opens the place of a note, which the page does not know', async () => {
  const read = await call('section.read', { section: 'permissions' });
  expect(read.result).toMatchObject({ notes: [{ opens: 'note#0' }] });
  expect(JSON.stringify(read.result)).not.toContain('/a/c');
  await call('section.open', { section: 'permissions', row: 'note#0' });
  expect(commands.executeCommand).toHaveBeenCalledWith('vscode.open', '/a/c', {
    selection: { line: 3 },
  });
  const gone = await call('section.open', { section: 'permissions', row: 'note#1' });
  expect(gone.error?.code).toBe('row.gone');
});

test('leads out of an untrusted workspace, and runs no command that the page makes up', async () => {
  isTrusted = false;
  const { result } = await call('section.read', { section: 'permissions' });
  expect(result).toMatchObject({ actions: [{ id: 'remedy/workbench.trust.manage' }] });
  await call('section.act', { section: 'permissions', action: 'remedy/workbench.action.quit' });
  expect(commands.executeCommand).not.toHaveBeenCalled();
});

test('watches a section once it was read, for as long as the page is visible', async () => {
  await call('sections.ready', {});
  await call('section.read', { section: 'permissions' });
  await call('section.read', { section: 'permissions' });
  expect(watchers).toHaveLength(1);
  watchers[0]?.onChange();
  expect(events()).toEqual(['section.changed']);
  page.hidden();
  expect(watchers[0]?.isEnded).toBe(true);
  watchers[0]?.onChange();
  page.show({ section: 'permissions' });
  expect(events()).toEqual(['section.changed']);
  expect((await call('sections.ready', {})).result).toMatchObject({
    show: { section: 'permissions' },
  });
  await call('section.read', { section: 'permissions' });
  page.dispose();
  expect(watchers.map(({ isEnded }) => isEnded)).toEqual([true, true]);
});

test('watches the folder in front when that has changed', async () => {
  await call('section.read', { section: 'permissions' });
  cwd = '/b';
  await call('section.read', { section: 'permissions' });
  await call('section.read', { section: 'permissions' });
  expect(watchers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

test('a hidden page gets back its section and its unfinished forms', async () => {
  const kept = { section: 'permissions', forms: { key: ['typed', null, true] } };
  await call('tab.keep', kept);
  page.hidden();
  expect((await call('sections.ready', {})).result).toMatchObject({
    show: { section: 'permissions' },
    forms: kept.forms,
  });
  expect((await call('tab.keep', { section: 'permissions', forms: [] })).error?.code).toBe(
    'page.badCall',
  );
});

test.each(networkPaths)('does not open what is on another computer: %s', async path => {
  const { error } = await call('section.open', { section: 'permissions', row: path });
  expect([error?.code, commands.executeCommand.mock.calls]).toEqual([
    ...[path.includes('evil') ? 'file.outside' : 'row.gone', []],
  ]);
});
