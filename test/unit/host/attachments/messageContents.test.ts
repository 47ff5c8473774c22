import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { ChannelId, MessageId } from '../../../../src/contract/ids';
import { scriptedBed } from '../../../support/channels/scriptedAgents';

interface Parts {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
}

const opened = vi.hoisted(() => [] as { path: string; toString(): string }[]);

vi.mock('vscode', () => ({
  EventEmitter: class {
    event = () => undefined;
    fire = () => undefined;
    dispose = () => undefined;
  },
  FileChangeType: { Changed: 1 },
  FilePermission: { Readonly: 1 },
  FileType: { File: 1 },
  FileSystemError: {
    FileNotFound: (uri: unknown) => new Error(`${uri} is not there`),
    NoPermissions: (uri: unknown) => new Error(`${uri} is read-only`),
  },
  Uri: {
    from: ({ scheme, path, query }: Parts) => ({
      path,
      toString: () => `${scheme}:${path}?${query}`,
    }),
  },
  commands: { executeCommand: async (_: string, uri: { path: string }) => opened.push(uri) },
  workspace: { registerFileSystemProvider: () => ({ dispose: () => undefined }) },
  l10n: { t: (text: string) => text },
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { ContentFiles } = await import('../../../../src/host/attachments/contentFiles');
const { MessageContents } = await import('../../../../src/host/attachments/messageContents');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

let files: InstanceType<typeof ContentFiles>;
let contents: InstanceType<typeof MessageContents>;

beforeEach(() => {
  opened.length = 0;
  files = new ContentFiles(() => 1);
  contents = new MessageContents(files);
});

const newest = () => {
  const uri = opened.at(-1);
  if (!uri) throw new Error('Nothing was opened');
  return { path: uri.path, text: Buffer.from(files.readFile(uri as never)).toString() };
};

const names: readonly [string, string][] = [
  ['a.ts', '/a.ts'],
  ['report.docx', '/report.docx.txt'],
  ['Selection in src/b.ts, lines 1–2', '/b.ts, lines 1–2.txt'],
  ['../../etc/passwd', '/passwd.txt'],
  ['..', '/...txt'],
  ['', '/.txt'],
  ['a?b#c:d.md', '/a b c d.md'],
  ['\u202egnp.exe\0', '/gnp.exe .txt'],
  ['C:\\x\\y.ts', '/y.ts'],
];

it.each(names)('opens an attachment named %j as a read-only document', async (name, path) => {
  const { channel } = scriptedBed();
  const attachment = { id: 'x', name, kind: 'text', origin: 'file', text: 'content' } as const;
  channel.saveDraft({ text: '', images: [], attachments: [attachment] });
  await contents.openAttachment(channel, 'x');
  expect(newest()).toEqual({ path, text: 'content' });
  expect(() => files.writeFile('it' as never, new Uint8Array())).toThrow('read-only');
  channel.dispose();
});

it('opens what went with a message exactly as it was sent', async () => {
  const bed = scriptedBed();
  bed.agents.stored = [];
  await bed.channel.agent.warmUp();
  const selection = { kind: 'selection', title: 'Selection', text: 'x'.repeat(40_000) } as const;
  const pdf = { id: 'p', name: 'a.pdf', kind: 'pdf', data: 'JVBERg==' } as const;
  bed.channel.messages.send({ text: 'hi', images: [], attachments: [pdf] }, [selection]);
  await vi.waitFor(() => expect(bed.agents.newest.sent).toHaveLength(1));
  const id = bed.agents.newest.sent[0]?.id ?? ('' as MessageId);
  await contents.openContext(bed.channel, id, 0);
  expect(newest()).toEqual({ path: '/Selection.txt', text: selection.text });
  await contents.openContext(bed.channel, id, 1);
  expect(newest()).toEqual({ path: '/a.pdf', text: '%PDF' });
  for (const index of [2, 1e9]) {
    await expect(contents.openContext(bed.channel, id, index)).rejects.toMatchObject({
      code: 'attachment.gone',
    });
  }
  bed.channel.dispose();
});

it('shows a message as the model gets it, and what it costs', async () => {
  const bed = scriptedBed();
  const attachment = { id: 'x', name: 'a ``` #.md', kind: 'text', origin: 'file' } as const;
  const draft = {
    text: 'x'.repeat(3_500),
    images: [],
    attachments: [{ ...attachment, text: '```' }],
  };
  const block = { kind: 'selection', title: 'Selection in a.ts', text: 'let a;' } as const;
  await contents.preview(bed.channel, draft, [block]);
  const { path, text } = newest();
  expect(path).toBe('/What will be sent.txt');
  expect(text).toContain('About 1,003 tokens');
  expect(text).toContain('──── Selection in a.ts (about 2 tokens) ────\n\nlet a;\n');
  expect(text).toContain('──── a ``` #.md (about 1 token) ────\n\n```\n');
  expect(bed.agents.processes).toEqual([]);
  bed.channel.dispose();
});

it('refuses an attachment that is no longer in the draft', async () => {
  const { channel } = scriptedBed();
  const id = 'channel' as ChannelId;
  await expect(contents.openAttachment(channel, id)).rejects.toMatchObject({
    code: 'attachment.gone',
  });
  channel.dispose();
});
