import { afterAll, expect, it, vi } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import type { Mention, MentionItem, MentionTarget } from '../../../../src/contract/mentions';
import type { Channel } from '../../../../src/core/conversation/channel';
import type { MentionSource } from '../../../../src/host/mentions/mentionSource';
import type { MentionSources } from '../../../../src/host/mentions/sourceTable';
import { fakeWindow } from '../front/fakeWindow';

vi.doMock('vscode', () => fakeWindow('/w', {}).vscode);
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { Mentions } = await import('../../../../src/host/mentions/mentions');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const channel = { cwd: '/w' } as Channel;
const signal = new AbortController().signal;

function mention(kind: MentionTarget['kind'], name: string, token = `@${name}`): Mention {
  const target = { kind, path: name, name, server: 's' } as unknown as MentionTarget;
  return { token, label: name, target };
}

const rowOf = (kind: MentionTarget['kind'], name: string): MentionItem => ({
  ...{ mention: mention(kind, name), icon: 'x' },
});

type Parts = Partial<Omit<MentionSource<'file'>, 'kind'>>;

function source(kind: MentionTarget['kind'], parts: Parts = {}) {
  return {
    kind,
    pace: 'fast',
    find: async () => [],
    resolve: async ({ path }: { path: string }) => ({ text: `<${path}>`, blocks: [] }),
    open: async () => undefined,
    ...parts,
  };
}

function mentionsOf(...sources: readonly object[]) {
  const used: string[] = [];
  const asked: string[] = [];
  const questions = {
    require: async (path: string) => void asked.push(path),
    requireName: async (name: string) => void asked.push(name),
  };
  const table = { ...sources } as unknown as MentionSources;
  const mentions = new Mentions(table, questions, silentLog, (_, paths) => {
    used.push(...paths);
  });
  const prepare = (text: string, ...all: readonly Mention[]) =>
    mentions.prepare(channel, { text, images: [], mentions: all }, signal, run => run());
  return { mentions, prepare, used, asked };
}

it('puts open editors first, then files, unless another thing has the very name', async () => {
  const file = source('file', {
    find: async () => [
      { ...rowOf('file', 'open.ts'), group: 'open' as const },
      rowOf('file', 'remain.ts'),
      rowOf('file', 'main.ts'),
    ],
  });
  const branch = source('branch', {
    find: async () => [rowOf('branch', 'mainly'), rowOf('branch', 'main')],
  });
  const { mentions } = mentionsOf(branch, file);
  const { items, isPartial } = await mentions.find(channel, 'main', 'all');
  expect(items.map(({ mention: { label } }) => label)).toEqual([
    ...['open.ts', 'main', 'main.ts', 'mainly', 'remain.ts'],
  ]);
  expect(isPartial).toBe(false);
});

it('puts a thing first that is called like the query, also by another name', async () => {
  const file = source('file', {
    find: async () => [rowOf('file', '.gitignore'), rowOf('file', 'git.ts')],
  });
  const changes = source('changes', {
    find: async () => [{ ...rowOf('changes', 'Uncommitted changes'), aliases: ['git', 'diff'] }],
  });
  const { mentions } = mentionsOf(file, changes);
  const labels = async (query: string) =>
    (await mentions.find(channel, query, 'all')).items.map(({ mention: { label } }) => label);
  expect(await labels('git')).toEqual(['Uncommitted changes', 'git.ts', '.gitignore']);
  const { items } = await mentions.find(channel, 'gi', 'all');
  expect(items[0]?.mention.label).toBe('git.ts');
  expect(items.some(item => 'aliases' in item)).toBe(false);
});

it('asks slow sources only when all is wanted, and leaves out those that fail', async () => {
  const slow = source('commit', { pace: 'slow', find: async () => [rowOf('commit', 'c')] });
  const broken = source('session', {
    find: () => Promise.reject(new Error('no list')),
  });
  const file = source('file', {
    find: async () => [rowOf('file', 'a.ts')],
    troubleOf: () => ({ error: 'It has ended.' }),
  });
  const { mentions } = mentionsOf(slow, broken, file);
  const labels = async (depth: 'fast' | 'all') => {
    const { items, ...rest } = await mentions.find(channel, '', depth);
    return [items.map(item => item.mention.label), rest];
  };
  expect(await labels('fast')).toEqual([['a.ts'], { isPartial: true, error: 'It has ended.' }]);
  expect(await labels('all')).toEqual([
    ['a.ts', 'c'],
    { isPartial: false, error: 'It has ended.' },
  ]);
});

it('replaces each token once, the longest first, and none inside of words', async () => {
  const { prepare, used, asked } = mentionsOf(source('file'));
  const all = [
    mention('file', 'a', '@a'),
    mention('file', 'a.ts', '@a.ts'),
    mention('file', '$&', '@$&'),
  ];
  const { text } = await prepare('@a and @a.ts, @ab, x@a, @$& @a', ...all);
  expect(text).toBe('<a> and <a.ts>, @ab, x@a, <$&> <a>');
  expect(used).toEqual(['a', 'a.ts', '$&']);
  expect(asked).toEqual(expect.arrayContaining(['a', 'a.ts', '$&', 'ab']));
});

it('takes a prompt at the start of a message only', async () => {
  const prompt = source('prompt', { resolve: async () => ({ text: '/mcp__s__p', blocks: [] }) });
  const { prepare } = mentionsOf(prompt);
  const chip = mention('prompt', 'p', '@prompt:s:p');
  expect((await prepare('@prompt:s:p Ada', chip)).text).toBe('/mcp__s__p Ada');
  for (const text of ['do @prompt:s:p', '@prompt:s:p and @prompt:s:p']) {
    await expect(prepare(text, chip)).rejects.toMatchObject({ code: 'mention.misplaced' });
  }
});

it('sends nothing for a conversation that is closed', async () => {
  const { mentions } = mentionsOf();
  const message = { text: '', images: [] };
  await expect(mentions.prepare(undefined, message, signal, run => run())).rejects.toMatchObject({
    code: 'message.gone',
  });
});
