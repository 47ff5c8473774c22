import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Log, silentLog } from '../../../../src/base/log';
import type { MessageId, SessionId } from '../../../../src/contract/ids';
import type { ChannelRecord, StoredMessage } from '../../../../src/core/conversation/channelRecord';
import { ChannelFiles } from '../../../../src/core/registry/channelFiles';
import { SessionLocks } from '../../../../src/core/registry/sessionLocks';
import { diskErrors, eachCut, eachFailure } from '../../../support/disk/faultyDisk';
import { FakeClock } from '../../node/fakeClock';

const cwd = '/work/project';
const message = (text: string): StoredMessage => ({
  ...{ id: text as MessageId, text, images: [], at: 1, picks: {} },
});

/** States of a conversation's record while a message is written, queued and sent. */
const steps: readonly Partial<ChannelRecord>[] = [
  { draft: { text: 'hel', images: [] } },
  { draft: { text: '', images: [] }, queue: [message('hello')] },
  { queue: [], inFlight: [message('hello')] },
  { inFlight: [], draft: { text: 'next', images: [] } },
];

const filesIn = (root: string, log: Log = silentLog) =>
  new ChannelFiles(root, new FakeClock(), log);

/** Makes a record's steps; notes each that is said to be on disk. */
async function takeSteps(root: string, note: (step: string) => void): Promise<ChannelRecord> {
  const file = await filesIn(root).create(cwd);
  for (const [index, step] of steps.entries()) {
    file.update(record => ({ ...record, ...step }));
    if (index === steps.length - 1) file.flushSync();
    else await file.flush();
    note(String(index));
  }
  return file.value;
}

/** Returns which step of a record was found; -1 if there is no record. */
async function stepOn(root: string): Promise<number> {
  const files = filesIn(root);
  const [id] = await files.list(cwd);
  const record = id && (await files.open(cwd, id))?.value;
  return steps.findLastIndex(
    step =>
      record &&
      Object.entries(step).every(
        ([name, value]) => JSON.stringify(Reflect.get(record, name)) === JSON.stringify(value),
      ),
  );
}

describe('a record on a faulty disk', () => {
  test('is whole after a power cut, and not older than what was saved', async () => {
    const cuts = await eachCut(
      async () => undefined,
      async ({ root, calls }) => void (await takeSteps(root, step => calls.note(step))),
      async (root, { notes }) => {
        expect(await stepOn(root)).toBeGreaterThanOrEqual(Number(notes.at(-1) ?? -1));
        const names = await readdir(root, { recursive: true });
        expect(names.filter(name => name.includes('unreadable'))).toEqual([]);
      },
    );
    expect(cuts).toBeGreaterThan(40);
  });

  test('is whole after a power cut while texts are written ahead of the disk', async () => {
    const cuts = await eachCut(
      async () => undefined,
      async ({ root, calls }) => {
        const file = await filesIn(root).create(cwd);
        for (const [index, step] of steps.entries()) {
          file.update(record => ({ ...record, ...step }));
          // The first two are on their way to the disk when the next one overtakes them.
          if (index > 0) await file.written();
          if (index === 0 || index === steps.length - 1) {
            await file.flush();
            calls.note(String(index));
          }
        }
      },
      async (root, { notes }) => {
        expect(await stepOn(root)).toBeGreaterThanOrEqual(Number(notes.at(-1) ?? -1));
        const names = await readdir(root, { recursive: true });
        expect(names.filter(name => name.includes('unreadable'))).toEqual([]);
      },
    );
    expect(cuts).toBeGreaterThan(20);
  });

  test.each(diskErrors)('is written ahead or says %s, lasting: %s', async (code, isLasting) => {
    const calls = await eachFailure(code, isLasting, async ({ root, calls }, fail) => {
      const clock = new FakeClock();
      const file = await new ChannelFiles(root, clock, silentLog).create(cwd);
      file.update(record => ({ ...record, ...steps[0] }));
      await file.flush();
      fail();
      file.update(record => ({ ...record, ...steps[1] }));
      const failure = await file.written().then(
        () => undefined,
        (error: unknown) => error,
      );
      // Read as after the end of this process at this moment.
      expect(await stepOn(root)).toBeGreaterThanOrEqual(failure ? 0 : 1);
      if (failure) expect(failure).toMatchObject({ code });
      await file.flush().catch(() => undefined);
      expect(await stepOn(root)).toBeGreaterThanOrEqual(failure ? 0 : 1);
      calls.heal();
      clock.advance(60_000);
      await file.flush();
      expect(await stepOn(root)).toBe(1);
    });
    expect(calls).toBeGreaterThan(4);
  });

  test.each(diskErrors)('survives %s at any call, lasting: %s', async (code, isLasting) => {
    const calls = await eachFailure(code, isLasting, async ({ root, calls }, fail) => {
      const clock = new FakeClock();
      const errors: string[] = [];
      const log = { ...silentLog, error: (text: string) => void errors.push(text) };
      const files = new ChannelFiles(root, clock, log);
      const file = await files.create(cwd);
      file.update(record => ({ ...record, ...steps[0] }));
      await file.flush();
      fail();
      file.update(record => ({ ...record, ...steps[1] }));
      const failure = await file.flush().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(file.value).toMatchObject(steps[1] ?? {});
      expect(await stepOn(root)).toBeGreaterThanOrEqual(failure ? 0 : 1);
      calls.heal();
      if (failure) {
        expect(failure).toMatchObject({ code });
        expect(errors).toEqual([expect.stringContaining(code)]);
        clock.advance(60_000);
      }
      await file.flush();
      expect(await stepOn(root)).toBe(1);
      file.update(record => ({ ...record, ...steps[2] }));
      file.flushSync();
      expect(await stepOn(root)).toBe(2);
    });
    expect(calls).toBeGreaterThan(4);
  });
});

test('a session lease that a power cut has damaged blocks nobody', async () => {
  const locksOf = (root: string, pid: number) =>
    new SessionLocks(
      root,
      {
        self: async () => ({ pid, startTime: String(pid) }),
        // A process of before the power cut is gone.
        lives: async () => false,
      },
      silentLog,
    );
  const session = 'a-session' as SessionId;
  await eachCut(
    async () => undefined,
    async ({ root }) => void (await locksOf(join(root, 'open'), 1).acquire(session)),
    async root => {
      const next = locksOf(join(root, 'open'), 2);
      expect(await next.acquire(session)).toBeUndefined();
      expect(await locksOf(join(root, 'open'), 3).ownerOf(session)).toBeUndefined();
      next.release(session);
      expect(await readdir(join(root, 'open'))).not.toContain(`${session}.lock`);
    },
  );
});
