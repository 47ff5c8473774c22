import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { Deferred } from '../../../../../src/base/deferred';
import type { Attachment, DraftAddition } from '../../../../../src/contract/draft';
import type { ChannelId } from '../../../../../src/contract/ids';
import type { Mention } from '../../../../../src/contract/mentions';
import type { Channel } from '../../../../../src/core/conversation/channel';
import type { PreparedMessage } from '../../../../../src/core/conversation/messageContext';
import type { MentionSources } from '../../../../../src/host/mentions/sourceTable';
import { FakeClock } from '../../../node/fakeClock';
import { editorOf, fakeWindow, uriOf } from '../../front/fakeWindow';
import { content, excluded, PrivateFolder, type PrivateKind, privateFiles } from './privateFiles';

const bed = new PrivateFolder();
const editor = fakeWindow(bed.folder, excluded);
vi.doMock('vscode', () => ({
  ...editor.vscode,
  FileType: { Unknown: 0, Directory: 2 },
  workspace: { ...editor.vscode.workspace, fs: { stat: async () => ({ type: 1 }) } },
  Uri: {
    ...editor.vscode.Uri,
    parse: (text: string) => uriOf(decodeURIComponent(new URL(text).pathname)),
  },
}));
// Files of one worker share modules: these are loaded with the mock, and not left behind.
vi.resetModules();
const { Mentions } = await import('../../../../../src/host/mentions/mentions');
const { fileSource, folderSource } = await import(
  '../../../../../src/host/mentions/files/fileSource'
);
const { SecretQuestion } = await import('../../../../../src/host/mentions/files/secretQuestion');
const { FilePrivacy } = await import('../../../../../src/host/mentions/privacy/filePrivacy');
const { problemsSource } = await import('../../../../../src/host/mentions/editor/problems');
const { symbolSource } = await import('../../../../../src/host/mentions/editor/symbols');
const { ActiveEditorContext } = await import('../../../../../src/host/front/front');
const { Sharing } = await import('../../../../../src/host/sharing/sharing');
const { AddToChat } = await import('../../../../../src/host/addToChat/addToChat');
const { GitProgram } = await import('../../../../../src/node/git/gitProgram');
const { DropReader } = await import('../../../../../src/host/chat/dropReader');

const channel = { id: 'c' as ChannelId, cwd: bed.folder } as Channel;
const signal = new AbortController().signal;
const clock = new FakeClock();
const git = new GitProgram({ env: process.env, platform: process.platform });
const sharing = new Sharing(clock, folders => bed.rules(folders));
const privacy = new FilePrivacy({
  readRules: (cwds, others) => bed.rules(cwds, others),
  ...{ git, log: bed.log },
  workspaceFolders: () => [bed.folder],
  excludes: () => Object.keys(excluded),
});
const lines = { start: 1, end: 1 };
/** Names of files that the user was asked about, who always declines. */
let asked: string[] = [];

afterAll(() => {
  sharing.dispose();
  git.dispose();
  bed.remove();
  vi.doUnmock('vscode');
  vi.resetModules();
});

/** Mentions in an editor that knows a problem and a symbol in one file. */
function mentionsOf(path: string) {
  const problem = { severity: 'error' as const, message: content, line: 1 };
  const symbol = { name: 'open', container: '', kind: 'function', path, lines };
  const ofFile = async () => [symbol];
  const files = {
    search: { find: async () => ({ files: [], isCut: false }) },
    readRules: (cwds: readonly string[]) => bed.rules(cwds),
  };
  const sources: MentionSources = {
    file: fileSource(files),
    folder: folderSource(files),
    problems: problemsSource(privacy, {
      all: () => new Map([[path, [problem]]]),
      ...{ front: () => path, show: async () => undefined },
    }),
    symbol: symbolSource(privacy, {
      ...{ ofFront: ofFile, ofWorkspace: ofFile, ofFile },
      ...{ lines: async () => [content], show: async () => undefined },
    }),
  };
  const question = new SecretQuestion(async name => {
    asked.push(name);
    return false;
  });
  return new Mentions(sources, question, bed.log, () => undefined);
}

type Outcome = PreparedMessage | string;

/** Sends a message, and returns what the agent gets, or the code of the error. */
function send(path: string, draft: { text?: string; mention?: Mention; file?: Attachment }) {
  asked = [];
  const { mention, file, text = `see ${mention?.token ?? ''}` } = draft;
  const message = {
    ...{ text, images: [] },
    ...(mention ? { mentions: [mention] } : {}),
    ...(file ? { attachments: [file] } : {}),
  };
  const sent: Promise<Outcome> = mentionsOf(path).prepare(channel, message, signal, run => run());
  return sent.catch((error: { code: string }) => error.code);
}

/** Expects that content leaves only by a name, which the agent's own rules decide about. */
function expectNamed(outcome: Outcome, kind: PrivateKind): void {
  const isWithheld = kind === 'secret' || kind === 'denied';
  expect(outcome).toEqual(
    isWithheld ? 'mention.withheld' : { text: expect.stringContaining('see '), context: [] },
  );
  expect(asked).toHaveLength(kind === 'secret' ? 1 : 0);
}

it('covers forty files', () => expect(privateFiles).toHaveLength(40));

it.each(privateFiles)(
  'a %s file does not leave by a chip of the editor: %s',
  async (kind, name) => {
    const view = { get: () => 'always' as const, onChanged: () => ({ dispose: () => undefined }) };
    const front = new ActiveEditorContext({
      settings: view as unknown as ConstructorParameters<typeof ActiveEditorContext>[0]['settings'],
      ...{ sharing, clock, isWanted: () => true, isSettled: Promise.resolve() },
    });
    await Promise.resolve();
    for (const selected of [undefined, [0, 0] as const]) {
      const changed = new Deferred<void>();
      const subscription = front.onChanged(() => changed.resolve());
      const uri = uriOf(bed.path(name));
      editor.window.activeTextEditor = editorOf(
        ...([uri, content] as const),
        selected ? { lines: selected } : {},
      );
      editor.changed();
      clock.advance(40);
      await changed.promise;
      subscription.dispose();
      const { front: chip, withheld } = front.show(channel);
      // A file outside is as open as the editor in which the user sees it, with its chip.
      expect({ reason: withheld?.reason, isShown: chip !== undefined }).toEqual(
        kind === 'outside'
          ? { reason: undefined, isShown: true }
          : { reason: kind, isShown: false },
      );
      editor.window.activeTextEditor = undefined;
      editor.changed();
      clock.advance(40);
      await Promise.resolve();
    }
    front.dispose();
  },
);

it.each(privateFiles)(
  'a %s file leaves only by its name, or after a question: %s',
  async (kind, name) => {
    const path = bed.path(name);
    const target = { kind: 'file', path: name } as const;
    const mention = { token: '@file', label: name, target };
    expectNamed(await send(path, { mention }), kind);
    expectNamed(await send(path, { mention: { ...mention, target: { ...target, lines } } }), kind);
    const [dropped] = await new DropReader().read(channel, [String(pathToFileURL(path))]);
    expectNamed(await send(path, { ...(dropped ? { mention: dropped } : {}) }), kind);
    const added: DraftAddition[] = [];
    const adding = new AddToChat({
      ...{ sharing, add: async make => void added.push(make(channel)) },
      noteTest: () => undefined,
      confirmSecret: async () => false,
    });
    await adding.files(uriOf(path));
    const [piece] = added.flatMap(({ pieces }) => pieces);
    expectNamed(await send(path, typeof piece === 'object' ? { mention: piece } : {}), kind);
    const typed = await send(path, { text: `see @"${name}"` });
    const isAsked = kind === 'secret';
    expect(typed).toEqual(isAsked ? 'mention.withheld' : { text: `see @"${name}"`, context: [] });
    expect(JSON.stringify(added)).not.toContain(content);
  },
);

it.each(privateFiles)(
  'a %s file does not leave by its folder, a problem or a symbol: %s',
  async (_, name) => {
    const path = bed.path(name);
    const folder = { kind: 'folder', path: dirname(path) } as const;
    const byFolder = await send(path, { mention: { token: '@f', label: 'f', target: folder } });
    expect(JSON.stringify(byFolder)).not.toContain(content);
    for (const target of [
      { kind: 'problems', path: name },
      { kind: 'problems', path, line: 1 },
      { kind: 'symbol', name: 'open', path: name, lines },
    ] as const) {
      const mention = { token: '@it', label: 'it', target };
      expect(await send(path, { mention })).toBe('mention.withheld');
    }
    const all = { token: '@all', label: 'all', target: { kind: 'problems' } } as const;
    expect(JSON.stringify(await send(path, { mention: all }))).not.toContain(content);
    const found = await mentionsOf(path).find(channel, 'open', 'all');
    expect(JSON.stringify(found)).not.toContain(content);
    expect(found.items.filter(({ mention }) => mention.target.kind === 'symbol')).toEqual([]);
  },
);

it('lets an open file go all these ways', async () => {
  const path = bed.path('plain.ts');
  const target = { kind: 'file', path: 'plain.ts' } as const;
  const mention = { token: '@file', label: 'plain.ts', target };
  expect(await send(path, { mention })).toEqual({ text: 'see @plain.ts', context: [] });
  for (const other of [
    { kind: 'problems', path: 'plain.ts' },
    { kind: 'symbol', name: 'open', path: 'plain.ts', lines },
  ] as const) {
    const sent = await send(path, { mention: { token: '@it', label: 'it', target: other } });
    expect(JSON.stringify(sent)).toContain(content);
  }
});

it('asks before a file is sent whose content was attached', async () => {
  const file = (name: string): Attachment => ({
    ...{ id: '1', name, kind: 'text', origin: 'file', text: content },
  });
  expect(await send('', { file: file('.env'), text: '' })).toBe('mention.withheld');
  expect(asked).toEqual(['.env']);
  const pdf = { id: '1', name: 'secrets.pdf', kind: 'pdf', data: '' } as const;
  expect(await send('', { file: pdf, text: '' })).toBe('mention.withheld');
  expect(await send('', { file: file('plain.txt'), text: '' })).toEqual({ text: '', context: [] });
});
