import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import type { ChannelId } from '../../../../../src/contract/ids';
import { asLines } from '../../../../../src/core/edits/review/contents';
import type { FileView } from '../../../../../src/core/edits/review/fileView';
import { ReviewText } from '../../../../../src/core/edits/review/reviewText';
import { FakeClock } from '../../../node/fakeClock';

let changes: typeof import('../../../../../src/host/toolsForOthers/reading/changes').changes;
let folder: string;

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('vscode', () => ({ workspace: { workspaceFolders: [] }, window: {} }));
  ({ changes } = await import('../../../../../src/host/toolsForOthers/reading/changes'));
  folder = await realpath(await mkdtemp(join(tmpdir(), 'changes-')));
  for (const name of ['a.ts', 'b.ts', '.env', 'denied.ts']) {
    await writeFile(join(folder, name), 'x\n');
  }
});
afterAll(async () => {
  vi.doUnmock('vscode');
  vi.resetModules();
  await rm(folder, { recursive: true, force: true });
});

/** A file of the project whose text was one, is another by the agent's hand, and a third one now. */
function view(name: string, before?: string, after?: string, now = after): FileView {
  const bytes = (text?: string) => (text === undefined ? undefined : Buffer.from(text));
  const shown = asLines([bytes(before), bytes(after), bytes(now)]);
  const [old = [], agents = [], present = []] = shown?.texts ?? [];
  const text = new ReviewText(old, agents);
  const hunks = shown ? text.hunksIn(present) : [];
  return {
    channel: { record: { channelId: 'c1' } },
    review: { path: join(folder, name) },
    ...{ before: bytes(before), now: { bytes: bytes(now) }, hunks, added: 1, removed: 1 },
    kind: before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated',
    ...(shown ? { lines: { text, now: present, encoding: shown.encoding } } : {}),
  } as unknown as FileView;
}

async function listed(views: readonly FileView[], input: object = {}) {
  const tool = changes.make({
    ...{ cwd: folder, runFolder: folder, folders: [], channelId: 'c' as ChannelId },
    ...{ clock: new FakeClock(), log: silentLog },
    readRules: () => ({ deny: async path => path.endsWith('denied.ts') }),
    features: { changes: async () => views } as never,
  });
  const { content } = await tool.run({ ...input }, { signal: new AbortController().signal });
  const [part] = content;
  return part?.type === 'text' ? part.text : '';
}

it('shows places and lines of updated, created and deleted files', async () => {
  const text = await listed([
    view('a.ts', 'one\ntwo\nthree\n', 'one\nTWO\nthree\n', 'zero\none\nTWO\nthree\n'),
    view('b.ts', undefined, 'new\r\n'),
    view('gone.ts', 'old\n'),
  ]);
  expect(text).toBe(
    [
      'Changes in 3 files wait for review',
      'a.ts (updated, +1 -1, 1 place, conversation c1)',
      '@@ -2,1 +3,1 @@',
      '-two',
      '+TWO',
      'b.ts (created, +1 -1, conversation c1)',
      '+new',
      'gone.ts (deleted, +1 -1, conversation c1)',
      '-old',
    ].join('\n'),
  );
  expect(await listed([])).toBe('No changes wait for review.');
});

it('marks what the user has edited since, and what is no text', async () => {
  const edited = view('a.ts', 'one\n', 'ONE\n', 'One!\n');
  expect(await listed([edited])).toContain('@@ edited by the user since\n-one\n+One!');
  expect(await listed([view('b.ts', undefined, 'a\u0000b')])).toContain('(This is not text.)');
});

it('keeps the text of private and denied files to itself', async () => {
  for (const name of ['.env', 'denied.ts']) {
    const text = await listed([view(name, 'TOKEN=1\n', 'TOKEN=2\n')]);
    expect(text).toContain(`${name} (updated`);
    expect(text).toContain('private by its name or by the rules');
    expect(text).not.toContain('TOKEN');
  }
});

it('leaves out other folders, and others than the path asked for', async () => {
  const views = [view('a.ts', '1\n', '2\n'), view('../x.ts', '1\n', '2\n')];
  expect(await listed(views)).toMatch(/^Changes in 1 file wait[^x]*$/);
  expect(await listed(views, { path: 'b.ts' })).toBe('No changes wait for review.');
  expect(await listed(views, { path: 'a.ts', diff: false })).not.toContain('@@');
  await expect(listed(views, { path: '/etc' })).rejects.toThrow('outside of');
});

it('bounds a large change', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `line ${index}\n`).join('');
  const text = await listed([view('b.ts', undefined, many), view('a.ts', '1\n', '2\n')]);
  expect(text).toContain('(4800 more lines. Read the file.)');
  expect(text).toContain('a.ts (updated');
  expect(text.length).toBeLessThan(10_000);
});
