import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Emitter } from '../../../../../src/base/emitter';
import { silentLog } from '../../../../../src/base/log';
import type { ChannelId } from '../../../../../src/contract/ids';
import type { Batch, Run } from '../../../../../src/core/runs/run';
import type { UnaskedRun } from '../../../../../src/host/runs/startUnasked';
import type { SharedContext } from '../../../../../src/host/toolsForOthers/tool/sharedTool';
import { FakeClock } from '../../../node/fakeClock';

type Module = typeof import('../../../../../src/host/toolsForOthers/acting/runPrompt');
let [runPrompt, readWanted] = [{} as Module['runPrompt'], {} as Module['readWanted']];
let folder: string;

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('vscode', () => ({ workspace: { workspaceFolders: [] }, window: {} }));
  ({ runPrompt, readWanted } = await import(
    '../../../../../src/host/toolsForOthers/acting/runPrompt'
  ));
  folder = await realpath(await mkdtemp(join(tmpdir(), 'run-prompt-')));
  await writeFile(join(folder, 'a.ts'), '');
  await writeFile(join(folder, '.env'), '');
});
afterAll(async () => {
  vi.doUnmock('vscode');
  vi.resetModules();
  await rm(folder, { recursive: true, force: true });
});

const run = (changes: Partial<Run>): Run => ({
  ...{ id: 'r1', folder, state: 'running', target: { kind: 'folder', path: folder }, ...changes },
});

/** The tool, with runs whose course the test decides. */
function bed(confirmRun?: SharedContext['confirmRun']) {
  const clock = new FakeClock();
  const changed = new Emitter<void>();
  const started: UnaskedRun[] = [];
  const stopped: string[] = [];
  let runs: readonly Run[] = [];
  const set = (...now: readonly Run[]) => {
    runs = now;
    changed.fire();
  };
  const batch = () => ({ id: 'b', runs }) as unknown as Batch;
  const context = {
    ...{
      cwd: folder,
      runFolder: folder,
      folders: [],
      channelId: 'c' as ChannelId,
      clock,
      log: silentLog,
    },
    readRules: () => ({ deny: async () => false }),
    features: {
      startRun: async wanted => {
        started.push(wanted);
        set(run({}));
        return batch();
      },
      runs: async () => ({
        book: { batch } as never,
        onChanged: changed.event,
        stop: ids => stopped.push(...ids),
      }),
    } as Partial<SharedContext['features']> as SharedContext['features'],
    ...(confirmRun ? { confirmRun } : {}),
  } satisfies SharedContext;
  const ending = new AbortController();
  const call = async (input: object) => {
    const { content, isError } = await runPrompt
      .make(context)
      .run({ ...input }, { signal: ending.signal });
    const [part] = content;
    return { text: part?.type === 'text' ? part.text : '', isError };
  };
  /** Resolves after a round of the event loop in which the call waits. */
  const isWaiting = async () => {
    do {
      await new Promise<void>(resolve => setImmediate(resolve));
    } while (clock.waiting.length === 0);
  };
  return { call, set, clock, ending, started, stopped, isWaiting };
}

it('starts in the background and answers at once', async () => {
  const { call, started } = bed();
  const { text } = await call({ prompt: '  Do\u202e it\u0007 ', inWorktrees: true });
  expect(started).toEqual([{ prompt: 'Do  it', files: [], folder, inWorktrees: true }]);
  expect(text).toMatch(/^1 run of 1 under way\. .*Runs of Tandem/);
});

it('runs no prompt of which nothing can be seen', async () => {
  const { call, started } = bed();
  const given = { prompt: '\u200b\u2060\u202e' };
  await expect(call(given)).rejects.toThrow('no visible text');
  expect(readWanted(given)).toBeUndefined();
  expect(started).toEqual([]);
});

it('waits for the results, and reports them', async () => {
  const { call, set, isWaiting } = bed();
  const answer = call({ prompt: 'Do it', files: ['a.ts', './a.ts'], waitSeconds: 60 });
  await isWaiting();
  set(run({ state: 'waiting' }));
  await isWaiting();
  const about = { target: { kind: 'file', path: '/a.ts' }, sessionId: 's' } as const;
  set(
    run({ ...about, state: 'done', result: 'Fine.', changed: ['/x', '/y'] }),
    run({ ...about, state: 'failed', problem: 'No luck', denied: 2 }),
  );
  expect((await answer).text).toBe(
    [
      '2 runs over.',
      '/a.ts: done; session s; changed /x, /y\nFine.',
      '/a.ts: failed; session s; 2 tool calls not allowed\nNo luck',
    ].join('\n\n'),
  );
});

it('stops waiting after the time, and leaves the run alone', async () => {
  const { call, clock, isWaiting, stopped } = bed();
  const answer = call({ prompt: 'Do it', waitSeconds: 60 });
  await isWaiting();
  clock.advance(60_000);
  expect((await answer).text).toContain('under way');
  expect(stopped).toEqual([]);
});

it('stops the runs of a caller that gives up', async () => {
  const { call, ending, isWaiting, stopped } = bed();
  const answer = call({ prompt: 'Do it', waitSeconds: 60 });
  await isWaiting();
  ending.abort();
  await answer;
  expect(stopped).toEqual(['r1']);
});

it('starts nothing without a yes, nor for a caller that is gone', async () => {
  const declined = bed(async () => false);
  expect(await declined.call({ prompt: 'x' })).toMatchObject({ isError: true });
  expect(declined.started).toEqual([]);
  const gone = bed(async () => true);
  gone.ending.abort();
  expect(await gone.call({ prompt: 'x' })).toMatchObject({ isError: true });
  expect(gone.started).toEqual([]);
});

it.each([
  {},
  { prompt: '   ' },
  { prompt: 'x'.repeat(20_001) },
  { prompt: 'x', waitSeconds: 601 },
  { prompt: 'x', files: Array.from({ length: 51 }, () => 'a.ts') },
  { prompt: 'x', files: [''] },
])('refuses %j before the user is asked', async input => {
  const { call, started } = bed(async () => {
    throw new Error('The user was asked');
  });
  expect((await call(input)).text).toContain('cannot be called like this');
  expect(started).toEqual([]);
});

it.each([
  ['/etc/hosts', 'outside of'],
  ['../x.ts', 'outside of'],
  ['.env', 'holds secrets'],
  ['missing.ts', 'is not a file'],
  ['.', 'is not a file'],
])('refuses the file %j before the user is asked', async (file, words) => {
  const { call } = bed(async () => {
    throw new Error('The user was asked');
  });
  await expect(call({ prompt: 'x', files: ['a.ts', file] })).rejects.toThrow(words);
});
