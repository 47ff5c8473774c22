import { expect, test } from 'vitest';
import type { ChatReference } from '../../../../src/host/participant/references';
import {
  type ReferencePorts,
  requestMessage,
} from '../../../../src/host/participant/requestMessage';

const cwd = '/work';

const ports: ReferencePorts = {
  isFolder: async path => path.endsWith('/docs'),
  textOf: async ({ path }, lines) => (lines ? `lines of ${path}` : `text of ${path}`),
  mayTell: async path => !path.endsWith('.env'),
  isWithheld: async ({ path }) => path.endsWith('.env'),
  front: () => 'always',
};

const uri = (path: string, scheme = 'file') => ({ scheme, path, fsPath: path });
const range = (start: number, end: number, character = 4) => ({
  start: { line: start, character: 0 },
  end: { line: end, character },
});

const made = (
  prompt: string,
  references: readonly ChatReference[],
  own: Partial<ReferencePorts> = {},
) => requestMessage({ prompt, references }, cwd, { ...ports, ...own });

test('files and lines named in the prompt become mentions at their places', async () => {
  const prompt = 'compare #file:a.ts with #sym:b and #file:a.ts';
  const at = (text: string, from = 0) => {
    const start = prompt.indexOf(text, from);
    return [start, start + text.length] as const;
  };
  const { draft, context } = await made(prompt, [
    { id: 'f', range: at('#file:a.ts'), value: uri('/work/src/a.ts') },
    {
      id: 's',
      range: at('#sym:b'),
      value: { uri: uri('/work/b.ts'), range: range(4, 9) },
    },
    { id: 'f', range: at('#file:a.ts', 20), value: uri('/work/src/a.ts') },
  ]);
  expect(draft.text).toBe('compare @src/a.ts with @b.ts#5-10 and @src/a.ts');
  expect(draft.mentions?.map(({ target }) => target)).toEqual([
    { kind: 'file', path: 'src/a.ts' },
    { kind: 'file', path: 'b.ts', lines: { start: 5, end: 10 } },
  ]);
  expect(context).toEqual([]);
});

test.each([
  ['look', 'look\n\n@a.ts @docs/'],
  ['/explain', '/explain @a.ts @docs/'],
  ['', '@a.ts @docs/'],
  ['look at @a.ts', 'look at @a.ts\n\n@docs/'],
])('attached files stand below %j', async (prompt, text) => {
  const { draft } = await made(prompt, [
    { id: '1', value: uri('/work/a.ts') },
    { id: '2', value: uri('/work/docs') },
  ]);
  expect(draft.text).toBe(text);
  expect(draft.mentions).toHaveLength(2);
});

test('a selection that ends at the start of a line leaves that line out', async () => {
  const { draft } = await made('x', [
    { id: '1', value: { uri: uri('/work/a.ts'), range: range(1, 3, 0) } },
  ]);
  expect(draft.mentions?.[0]?.target).toMatchObject({ lines: { start: 2, end: 3 } });
});

test('texts, documents without a file and images travel with the message', async () => {
  const { draft, notes } = await made('x', [
    { id: 't', value: 'some words' },
    { id: 'u', value: uri('Untitled-1', 'untitled') },
    { id: 'g', value: uri('/work/.env', 'git') },
    { id: 'i', value: { mimeType: 'image/png', data: async () => new Uint8Array([1, 2, 3]) } },
    { id: 'n', value: { mimeType: 'image/tiff', data: async () => new Uint8Array() } },
    { id: 'o', value: 42 },
  ]);
  expect(draft.text).toBe('x');
  expect(draft.attachments?.map(({ name }) => name)).toEqual(['Attached text', 'Untitled-1']);
  expect(draft.attachments?.[1]).toMatchObject({ text: 'text of Untitled-1', origin: 'file' });
  expect(draft.images).toEqual([{ name: 'Attached image', mediaType: 'image/png', data: 'AQID' }]);
  expect(notes).toEqual([
    '.env was not sent: it is private, or cannot be read.',
    'An attachment of this request was not sent: Tandem does not support its type.',
    'An attachment of this request was not sent: Tandem does not support its type.',
  ]);
});

test.each([
  ['always', ['Open in the editor: a.ts', 'Selection in b.ts, lines 2–3']],
  ['selection', ['Selection in b.ts, lines 2–3']],
  ['never', []],
] as const)(
  'what VS Code adds by itself goes along as the user shares: %s',
  async (front, titles) => {
    const { draft, context, notes } = await made(
      'x',
      [
        { id: 'vscode.implicit.file', value: uri('/work/a.ts') },
        {
          id: 'vscode.implicit.selection',
          value: { uri: uri('/work/b.ts'), range: range(1, 2) },
        },
        { id: 'vscode.implicit.file', value: uri('/work/.env') },
        { id: 'vscode.implicit.string', value: 'a web page' },
      ],
      { front: () => front },
    );
    expect(context.map(({ title }) => title)).toEqual(titles);
    expect(notes).toHaveLength(3 - titles.length);
    expect(notes.at(-1)).toContain('.env was not sent');
    expect(draft).toEqual({ text: 'x', images: [] });
  },
);

test('what is too large is named', async () => {
  const large = 'x'.repeat(1024 * 1024 + 1);
  await expect(made('x', [{ id: 't', value: large }])).rejects.toThrow('too large to send');
  const data = async () => new Uint8Array(5 * 1024 * 1024 + 1);
  await expect(made('x', [{ id: 'i', value: { mimeType: 'image/png', data } }])).rejects.toThrow(
    'too large to send',
  );
});
