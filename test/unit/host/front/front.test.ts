import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type { DraftAddition } from '../../../../src/contract/draft';
import type { ChannelId } from '../../../../src/contract/ids';
import type { WithheldReason } from '../../../../src/contract/mentions';
import type { FrontMode } from '../../../../src/host/front/frontWatch';
import { FakeClock } from '../../node/fakeClock';
import { editorOf, type FakeEditor, fakeWindow, uriOf } from './fakeWindow';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-front-')));
const editor = fakeWindow(root, { '**/hidden.txt': true, unsearched: true });

vi.doMock('vscode', () => editor.vscode);
// Files of one worker share modules: these are loaded with the mock, and not left behind.
vi.resetModules();
const { ActiveEditorContext } = await import('../../../../src/host/front/front');
const { AddToChat } = await import('../../../../src/host/addToChat/addToChat');
const { Sharing } = await import('../../../../src/host/sharing/sharing');

const clock = new FakeClock();
const denies = async (path: string) => path.includes('/denied/');
const sharing = new Sharing(clock, () => ({ deny: denies }));
let mode: FrontMode;
let front: InstanceType<typeof ActiveEditorContext>;
const channel = { id: 'c' as ChannelId, cwd: root };

execFileSync('git', ['init', '--quiet'], { cwd: root });
writeFileSync(join(root, '.gitignore'), 'ignored/\n*.log\n');

afterAll(() => {
  sharing.dispose();
  vi.doUnmock('vscode');
  vi.resetModules();
  rmSync(root, { recursive: true, force: true });
});

beforeEach(async () => {
  mode = 'always';
  editor.window.activeTextEditor = undefined;
  editor.window.tabGroups.activeTabGroup.activeTab = undefined;
  const settings = { get: () => mode, onChanged: () => ({ dispose: () => undefined }) };
  front = new ActiveEditorContext({
    settings: settings as unknown as ConstructorParameters<
      typeof ActiveEditorContext
    >[0]['settings'],
    ...{ sharing, clock, isWanted: () => true, isSettled: Promise.resolve() },
  });
  await Promise.resolve();
  return () => front.dispose();
});

/** Opens the editor, and resolves when the chip follows it. */
async function look(next: FakeEditor | undefined): Promise<ReturnType<typeof front.show>> {
  const changed = new Deferred<void>();
  const subscription = front.onChanged(() => changed.resolve());
  editor.window.activeTextEditor = next;
  editor.changed();
  clock.advance(40);
  await changed.promise;
  subscription.dispose();
  return front.show(channel);
}

const text = 'one\ntwo\nthree\nfour\n';
const at = (name: string) => uriOf(join(root, name));
const taken = (shown: ReturnType<typeof front.show>, id = channel.id) =>
  front.take(id, shown.front?.id ?? '');

describe('The chip', () => {
  it('has the selected text as it is in the editor', async () => {
    const shown = await look(editorOf(at('src/a.ts'), text, { lines: [1, 2], isDirty: true }));
    expect(shown.front).toMatchObject({
      ...{ kind: 'selection', path: 'src/a.ts', lines: { start: 2, end: 3 } },
    });
    expect(taken(shown)).toEqual({
      ...{ kind: 'selection', title: 'Selection in src/a.ts, lines 2–3', text: 'two\nthree' },
    });
  });

  it('has no more than the path where nothing is selected', async () => {
    const shown = await look(editorOf(at('src/a.ts'), text));
    expect(shown.front).toMatchObject({ kind: 'file', path: 'src/a.ts' });
    expect(taken(shown)).toEqual({
      kind: 'openFile',
      title: 'Open in the editor: src/a.ts',
      text: 'The user has src/a.ts open in the editor.',
    });
  });

  it('stands for what was shown, whatever is selected since then', async () => {
    const before = await look(editorOf(at('a.ts'), text, { lines: [0, 0] }));
    const after = await look(editorOf(at('a.ts'), 'other', { lines: [0, 0] }));
    expect(after.front?.id).not.toBe(before.front?.id);
    expect(taken(before)).toMatchObject({ text: 'one' });
    expect(taken(after)).toMatchObject({ text: 'other' });
  });

  it('stands for nothing in a conversation that never showed it', async () => {
    const shown = await look(editorOf(at('a.ts'), text, { lines: [0, 0] }));
    expect(taken(shown, 'other' as ChannelId)).toBeUndefined();
    expect(front.take(channel.id, 'front-1')).toBeUndefined();
  });

  it('names documents without a file', async () => {
    const untitled = await look(editorOf(uriOf('Untitled-1', 'untitled'), text, { lines: [0, 1] }));
    expect(untitled.front).toMatchObject({ path: 'Untitled-1', name: 'Untitled-1' });
    const output = uriOf('extension-output-me.linter-#1-Linter', 'output');
    const shown = await look(editorOf(output, text, { lines: [0, 0] }));
    expect(shown.front?.name).toBe('Output me.linter-Linter');
  });

  it('goes with the editor, and stays while a chat is in front', async () => {
    const shown = await look(editorOf(at('a.ts'), text, { lines: [0, 0] }));
    const { TabInputWebview, TabInputText } = editor.vscode;
    editor.window.tabGroups.all = [{ tabs: [{ input: new TabInputText(at('a.ts')) }] }];
    editor.window.tabGroups.activeTabGroup.activeTab = {
      input: new TabInputWebview('mainThreadWebview-tandem.chatTab'),
    };
    editor.window.activeTextEditor = undefined;
    editor.changed();
    clock.advance(40);
    expect(front.show(channel).front?.id).toBe(shown.front?.id);
    editor.window.tabGroups.activeTabGroup.activeTab = {
      input: new TabInputWebview('mainThreadWebview-image'),
    };
    expect(await look(undefined)).toEqual({});
  });

  it('is as the setting says', async () => {
    mode = 'selection';
    const selected = await look(editorOf(at('a.ts'), text, { lines: [0, 0] }));
    expect(selected.front?.kind).toBe('selection');
    expect(await look(editorOf(at('a.ts'), text))).toEqual({});
    mode = 'always';
    expect((await look(editorOf(at('a.ts'), text))).front?.kind).toBe('file');
    mode = 'never';
    expect(await look(editorOf(at('a.ts'), text, { lines: [0, 0] }))).toEqual({});
  });
});

/** Files of which nothing may leave without a question, and the reason. */
const withheld: readonly (readonly [WithheldReason, readonly string[]])[] = [
  [
    'secret',
    [
      ...['.env', '.env.local', 'prod.env', '.envrc', 'server.pem', 'tls.key', 'store.p12'],
      ...['a.pfx', 'b.jks', 'c.kdbx', 'id_rsa', 'id_ed25519', '.netrc', '.npmrc', '.pypirc'],
      ...['.pgpass', '.git-credentials', 'kubeconfig', 'main.tfstate', 'prod.tfvars'],
      ...['credentials.json', 'secrets.yaml', 'service-account.json', '.ssh/config'],
      ...['.aws/config', 'ignored/.env', '.env.bak', 'id_rsa (1)', 'secret.ts'],
    ],
  ],
  ['ignored', ['ignored/a.ts', 'ignored/deep/b.ts', 'debug.log', 'src/trace.log']],
  ['excluded', ['hidden.txt', 'src/hidden.txt', 'unsearched/a.ts', 'unsearched/deep/b.ts']],
  ['denied', ['denied/a.ts', 'denied/deep/b.ts', 'src/denied/c.ts']],
];
const rows = withheld.flatMap(([reason, names]) => names.map(name => [reason, name] as const));

describe('Nothing leaves', () => {
  it('covers forty files', () => expect(rows).toHaveLength(40));

  it.each(rows)('by the chip of a %s file: %s', async (reason, name) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), 'hush-hush');
    for (const lines of [undefined, [0, 0] as const]) {
      const shown = await look(editorOf(at(name), 'hush-hush', lines ? { lines } : {}));
      expect(shown).toEqual({ withheld: { name: name.split('/').at(-1), reason } });
      expect(taken(shown)).toBeUndefined();
      await look(editorOf(at('plain.ts'), String(lines), { lines: [0, 0] }));
    }
  });

  it.each(rows.filter(([reason]) => reason === 'secret' || reason === 'denied'))(
    'of the text of a %s file that is added with changes: %s',
    async (_, name) => {
      const added: DraftAddition[] = [];
      const adding = new AddToChat({
        ...{ sharing, add: async make => void added.push(make(channel)) },
        noteTest: () => undefined,
        confirmSecret: async () => false,
      });
      editor.window.activeTextEditor = editorOf(at(name), 'hush-hush', {
        ...{ lines: [0, 0], isDirty: true },
      });
      await adding.selection();
      expect(JSON.stringify(added)).not.toContain('hush-hush');
      expect(added).toMatchObject([{ pieces: [{ target: { kind: 'file' } }], attachments: [] }]);
    },
  );
});

it.each<[string, WithheldReason | undefined]>([
  ['src/a.ts', undefined],
  ['.env', 'secret'],
  ['src/hidden.txt', 'excluded'],
  ['unsearched/a.ts', 'excluded'],
  ['ignored/a.ts', 'ignored'],
  ['denied/a.ts', 'denied'],
])('A file that no editor has open is judged alike: %s', async (name, reason) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  expect(await sharing.reasonAgainstFile(join(root, name))).toBe(reason);
});
