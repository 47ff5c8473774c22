import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../../../../src/base/clock';
import { toDisposable } from '../../../../../src/base/disposable';
import type { BlobId, ChannelId, ToolCallId } from '../../../../../src/contract/ids';
import type { ChannelReview } from '../../../../../src/core/edits/review/channelReview';
import type { Baselines } from '../../../../../src/core/edits/store/baselines';
import type { EditTracker } from '../../../../../src/core/edits/tracking/editTracker';
import { runTool } from '../../../../../src/node/runTool';
import { systemClock } from '../../../../../src/node/systemClock';
import type { ToolOutcome, ToolUse } from '../../../../../src/protocol/agentSource';
import { openBaselines } from '../../../../support/openBaselines';
import { removeFolder } from '../../../../support/removeFolder';
import { TrackedEdits } from '../../../../support/trackedEdits';

const channel = 'channel' as ChannelId;
/** A conversation whose changes are recorded on disk: only such ids name files. */
const recorded = 'c0ffee' as ChannelId;
const succeeded: ToolOutcome = { kind: 'succeeded', response: {} };
const failed: ToolOutcome = { kind: 'failed', error: 'No space left.' };

let root: string;
let baselines: Baselines;
let edits: TrackedEdits | undefined;
let tracker: EditTracker;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tracker-'));
  baselines = openBaselines(join(root, 'store'));
  tracker = createTracker(systemClock);
});

// An abandoned comparison may still be writing its copy.
afterEach(() => removeFolder(root));

function createTracker(clock: Clock): EditTracker {
  edits?.dispose();
  edits = new TrackedEdits(join(root, 'storage'), { baselines, clock });
  edits.tracker.attach({ id: channel, cwd: root, title: () => 'A test' });
  return edits.tracker;
}

function attachRecorded(): void {
  tracker.attach({ id: recorded, cwd: root, title: () => 'A recorded test' });
}

const at = (name: string) => join(root, name);

function use(id: string, ...names: string[]): ToolUse {
  return {
    toolId: id as ToolCallId,
    tool: 'Edit',
    input: {},
    cwd: root,
    edits: names.map(at),
    reads: names.map(at),
    isSubagent: false,
  };
}

async function updatesAfter(call: ToolUse, outcome: ToolOutcome) {
  return (await tracker.after(channel, call, outcome)).updates;
}

const text = async (ref: BlobId | undefined) =>
  ref === undefined ? undefined : Buffer.from((await baselines.get(ref)) ?? []).toString();

test('an edit is reported with its lines, and both versions are stored', async () => {
  await writeFile(at('a.txt'), 'one\ntwo\n');
  await tracker.before(channel, use('t', 'a.txt'));
  await writeFile(at('a.txt'), 'one\n2\nthree\n');
  const [update, ...more] = await updatesAfter(use('t', 'a.txt'), succeeded);
  expect(more).toEqual([]);
  expect(update).toMatchObject({
    toolId: 't',
    path: at('a.txt'),
    status: 'updated',
    added: 2,
    removed: 1,
    hunks: [{ oldStart: 1, lines: [' one', '-two', '+2', '+three'] }],
  });
  expect([await text(update?.oldRef), await text(update?.newRef)]).toEqual([
    'one\ntwo\n',
    'one\n2\nthree\n',
  ]);
});

test('a created file has no old content, and a deleted one no new content', async () => {
  await tracker.before(channel, use('t', 'new.txt'));
  await writeFile(at('new.txt'), 'a\nb\n');
  const [created] = await updatesAfter(use('t', 'new.txt'), succeeded);
  expect(created).toMatchObject({ status: 'created', added: 2, removed: 0 });
  expect(created).not.toHaveProperty('oldRef');

  await tracker.before(channel, use('u', 'new.txt'));
  await unlink(at('new.txt'));
  const [deleted] = await updatesAfter(use('u', 'new.txt'), succeeded);
  expect(deleted).toMatchObject({ status: 'deleted', added: 0, removed: 2 });
  expect(deleted).not.toHaveProperty('newRef');
});

test.skipIf(process.platform === 'win32')(
  'the record holds the permissions that a file had',
  async () => {
    await writeFile(at('secret'), 'a\n');
    await chmod(at('secret'), 0o600);
    attachRecorded();
    await tracker.before(recorded, use('t', 'secret'));
    await unlink(at('secret'));
    await tracker.after(recorded, use('t', 'secret'), succeeded);
    const [change] = edits?.reviews.get(recorded)?.record.changes ?? [];
    expect(change?.old?.mode).toBe(0o600);
  },
);

test('a file in a newly created folder counts as created', async () => {
  await tracker.before(channel, use('t', 'deep/er/new.txt'));
  await mkdir(at('deep/er'), { recursive: true });
  await writeFile(at('deep/er/new.txt'), 'a\n');
  const [update] = await updatesAfter(use('t', 'deep/er/new.txt'), succeeded);
  expect(update?.status).toBe('created');
});

test('an edit without effect is "unchanged", or "failed" if the tool failed', async () => {
  await writeFile(at('a.txt'), 'same\n');
  await tracker.before(channel, use('t', 'a.txt'));
  const [unchanged] = await updatesAfter(use('t', 'a.txt'), succeeded);
  expect(unchanged).toMatchObject({ status: 'unchanged', added: 0, removed: 0 });

  await tracker.before(channel, use('u', 'a.txt'));
  const [update] = await updatesAfter(use('u', 'a.txt'), failed);
  expect(update).toMatchObject({ status: 'failed', detail: 'No space left.' });
});

test('a tool that failed after writing is reported with what it wrote', async () => {
  await writeFile(at('a.txt'), 'whole\n');
  await tracker.before(channel, use('t', 'a.txt'));
  await writeFile(at('a.txt'), 'ha');
  const [update] = await updatesAfter(use('t', 'a.txt'), failed);
  expect(update).toMatchObject({ status: 'updated', added: 1, removed: 1 });
});

test('a denied call reports nothing, an interrupted one what it has written', async () => {
  await writeFile(at('a.txt'), 'old\n');
  await tracker.before(channel, use('denied', 'a.txt'));
  await tracker.before(channel, use('interrupted', 'a.txt'));
  expect(await tracker.settle(channel, 'denied' as ToolCallId)).toEqual([]);
  await writeFile(at('a.txt'), 'new\n');
  const updates = await tracker.settle(channel, 'interrupted' as ToolCallId);
  expect(updates).toMatchObject([{ toolId: 'interrupted', status: 'updated' }]);
  expect(await tracker.settle(channel, 'interrupted' as ToolCallId)).toEqual([]);
});

test('equal call ids in two conversations are separate calls', async () => {
  const other = 'other' as ChannelId;
  await writeFile(at('a.txt'), 'a\n');
  await writeFile(at('b.txt'), 'b\n');
  await tracker.before(channel, use('t', 'a.txt'));
  await tracker.before(other, use('t', 'b.txt'));
  await writeFile(at('b.txt'), 'B\n');
  expect(await tracker.settle(channel, 't' as ToolCallId)).toEqual([]);
  const updates = await tracker.settle(other, 't' as ToolCallId);
  expect(updates.map(update => update.path)).toEqual([at('b.txt')]);
});

test('every file of a call is reported once', async () => {
  await writeFile(at('a.txt'), 'a\n');
  await tracker.before(channel, use('t', 'a.txt', 'b.txt', 'a.txt'));
  await writeFile(at('a.txt'), 'A\n');
  await writeFile(at('b.txt'), 'B\n');
  const updates = await updatesAfter(use('t', 'a.txt', 'b.txt', 'a.txt'), succeeded);
  expect(updates.map(update => update.status)).toEqual(['updated', 'created']);
});

test('line endings and byte order marks do not make all lines differ', async () => {
  await writeFile(at('a.txt'), '\uFEFFone\r\ntwo\r\nthree\r\n');
  await tracker.before(channel, use('t', 'a.txt'));
  await writeFile(at('a.txt'), 'one\n2\nthree\n');
  const [update] = await updatesAfter(use('t', 'a.txt'), succeeded);
  expect(update).toMatchObject({ status: 'updated', added: 1, removed: 1 });

  await tracker.before(channel, use('u', 'a.txt'));
  await writeFile(at('a.txt'), 'one\r\n2\r\nthree\r\n');
  const [invisible] = await updatesAfter(use('u', 'a.txt'), succeeded);
  expect(invisible).toMatchObject({ status: 'updated', added: 0, removed: 0, hunks: [] });
  expect(invisible?.detail).toContain('line ends');
});

test('UTF-16 is compared as text', async () => {
  const utf16 = (content: string) => Buffer.from(`\uFEFF${content}`, 'utf16le');
  await writeFile(at('a.txt'), utf16('one\ntwo\n'));
  await tracker.before(channel, use('t', 'a.txt'));
  await writeFile(at('a.txt'), utf16('one\n2\n'));
  const [update] = await updatesAfter(use('t', 'a.txt'), succeeded);
  expect(update).toMatchObject({ added: 1, removed: 1 });
});

test.each([
  ['binary', Buffer.from([1, 0, 2, 3]), 0],
  ['in another encoding', Buffer.from('Gr\xfc\xdfe\n', 'latin1'), 1],
])('a file that is %s is stored without lines', async (_what, bytes, added) => {
  await writeFile(at('a.bin'), bytes);
  await tracker.before(channel, use('t', 'a.bin'));
  await writeFile(at('a.bin'), Buffer.concat([bytes, bytes]));
  const [update] = await updatesAfter(use('t', 'a.bin'), succeeded);
  expect(update).toMatchObject({ status: 'updated', added, removed: 0 });
  expect(update).not.toHaveProperty('hunks');
  expect(update?.oldRef && update.newRef).toBeTruthy();
});

test('a file larger than 10 MB is neither tracked nor copied', async () => {
  await writeFile(at('big.txt'), Buffer.alloc(10 * 1024 * 1024 + 1, 'x'));
  await tracker.before(channel, use('t', 'big.txt'));
  await writeFile(at('big.txt'), 'small\n');
  const [update] = await updatesAfter(use('t', 'big.txt'), succeeded);
  expect(update).toMatchObject({ status: 'untracked', detail: 'It is larger than 10 MB.' });
  expect(update).not.toHaveProperty('oldRef');
});

test('folders and pipes are not tracked and do not block', async () => {
  await mkdir(at('folder'));
  await runTool('mkfifo', [at('pipe')]);
  await symlink(at('pipe'), at('link'));
  await tracker.before(channel, use('t', 'folder', 'pipe', 'link'));
  const updates = await updatesAfter(use('t', 'folder', 'pipe', 'link'), succeeded);
  expect(updates.map(update => update.status)).toEqual(['untracked', 'untracked', 'untracked']);
  expect(updates[1]?.detail).toBe('It is not a regular file.');
});

test('symlinks are followed', async () => {
  await writeFile(at('target.txt'), 'old\n');
  await symlink(at('target.txt'), at('link.txt'));
  await tracker.before(channel, use('t', 'link.txt'));
  await writeFile(at('target.txt'), 'new\n');
  const [update] = await updatesAfter(use('t', 'link.txt'), succeeded);
  expect(update).toMatchObject({ path: at('link.txt'), status: 'updated' });
});

test('a file that cannot be read in time is untracked and does not block the agent', async () => {
  const late = createTracker({
    now: () => 0,
    setTimeout(fire) {
      queueMicrotask(fire);
      return toDisposable(() => undefined);
    },
  });
  await writeFile(at('a.txt'), 'old\n');
  await late.before(channel, use('t', 'a.txt'));
  await writeFile(at('a.txt'), 'new\n');
  const [update] = (await late.after(channel, use('t', 'a.txt'), succeeded)).updates;
  expect(update).toMatchObject({ status: 'untracked', detail: 'Reading it took too long.' });
});

test.each([
  ['tracked although the disk takes seconds to store it', 10_000, { status: 'updated', added: 1 }],
  [
    'untracked if the disk takes longer than an agent should wait',
    20_000,
    { status: 'untracked', detail: 'Storing its content took too long.' },
  ],
])('an edit is %s', async (_, duration, expected) => {
  const limits = new Map<() => void, number>();
  const store = openBaselines(join(root, 'store'));
  const put = store.put.bind(store);
  store.put = async bytes => {
    await setImmediate();
    for (const [end, ms] of limits) {
      if (ms <= duration) end();
    }
    await setImmediate();
    return put(bytes);
  };
  baselines = store;
  const busy = createTracker({
    now: () => 0,
    setTimeout(end, ms) {
      limits.set(end, ms);
      return toDisposable(() => limits.delete(end));
    },
  });
  await writeFile(at('a.txt'), 'old\n');
  await busy.before(channel, use('t', 'a.txt'));
  await writeFile(at('a.txt'), 'new\n');
  const [update] = (await busy.after(channel, use('t', 'a.txt'), succeeded)).updates;
  expect(update).toMatchObject(expected);
});

test('an edit is untracked, with the reason, if the store cannot be written', async () => {
  await writeFile(at('store'), 'a file where the folder should be');
  await writeFile(at('a.txt'), 'old\n');
  await tracker.before(channel, use('t', 'a.txt'));
  const [update] = await updatesAfter(use('t', 'a.txt'), succeeded);
  expect(update?.status).toBe('untracked');
  expect(update?.detail).toContain('could not be stored');
});

test('an edit that does not fit into the full store is untracked, with advice', async () => {
  baselines = openBaselines(join(root, 'store'), { limits: () => ({ maxSize: 10, maxAge: 1 }) });
  tracker = createTracker(systemClock);
  await writeFile(at('a.txt'), 'short\n');
  await tracker.before(channel, use('t', 'a.txt'));
  await writeFile(at('a.txt'), 'more than there is room for\n');
  const [update] = await updatesAfter(use('t', 'a.txt'), succeeded);
  expect(update).toMatchObject({ status: 'untracked', added: 0, removed: 0 });
  expect(update?.detail).toMatch(/Review changes.*tandem\.baselines\.maxSizeMegabytes/);
  expect(await text(update?.oldRef)).toBe('short\n');
});

test('an edit that was never announced reports nothing and does not fail', async () => {
  expect(await updatesAfter(use('t', 'a.txt'), succeeded)).toEqual([]);
  expect(await tracker.settle(channel, 't' as ToolCallId)).toEqual([]);
  expect(await readdir(root)).toEqual([]);
});

test("the user's changes while a call awaits permission are not attributed to the call", async () => {
  await writeFile(at('a.txt'), 'one\ntwo\n');
  await tracker.before(channel, use('t', 'a.txt'));
  await writeFile(at('a.txt'), 'mine\none\ntwo\n');
  await tracker.permitted(channel, 't' as ToolCallId);
  await writeFile(at('a.txt'), 'mine\none\n2\n');
  const [update] = await updatesAfter(use('t', 'a.txt'), succeeded);
  expect(update).toMatchObject({ added: 1, removed: 1 });
  expect(await text(update?.oldRef)).toBe('mine\none\ntwo\n');
});

test('changes of a command that took long are uncertain: others may have made them', async () => {
  let ahead = 0;
  tracker = createTracker({ ...systemClock, now: () => Date.now() + ahead });
  const isUncertain: (boolean | undefined)[] = [];
  for (const [id, seconds] of [
    ['quick', 0],
    ['long', 20],
  ] as const) {
    const command = { ...use(id), tool: 'Bash', command: { isBackground: false } };
    await tracker.before(channel, command);
    await writeFile(at('a.txt'), id);
    ahead += seconds * 1000;
    isUncertain.push(...(await updatesAfter(command, succeeded)).map(one => one.isUncertain));
  }
  expect(isUncertain).toEqual([undefined, true]);
});

describe('after a reload', () => {
  async function reload(): Promise<ChannelReview> {
    // Whatever is still to be recorded comes before this.
    await edits?.reviews.get(recorded)?.end('none');
    tracker = createTracker(systemClock);
    const review = await edits?.reviews.open(root, recorded);
    if (!review) {
      throw new Error('Nothing tracks.');
    }
    await tracker.recover(review);
    return review;
  }

  test('what the user changed while a call awaited permission is theirs', async () => {
    attachRecorded();
    await writeFile(at('a.txt'), 'one\n');
    await tracker.before(recorded, use('t', 'a.txt'));
    tracker.asked(recorded, 't' as ToolCallId);
    await writeFile(at('a.txt'), 'mine\n');
    expect((await reload()).record).toMatchObject({ changes: [], files: [], open: [] });
  });

  test('a call that was cut off is recorded once if two look for it at a time', async () => {
    attachRecorded();
    await writeFile(at('a.txt'), 'one\n');
    await tracker.before(recorded, use('t', 'a.txt'));
    await writeFile(at('a.txt'), 'two\n');
    tracker = createTracker(systemClock);
    const review = await edits?.reviews.open(root, recorded);
    await Promise.all([1, 2].map(async () => review && tracker.recover(review)));
    expect(review?.record.changes).toHaveLength(1);
  });

  test('a call is on record before it may run', async () => {
    attachRecorded();
    await writeFile(at('a.txt'), 'one\n');
    await tracker.before(recorded, use('t', 'a.txt'));
    const names = await readdir(at('storage/reviews'), { recursive: true });
    const [record = ''] = names.filter(name => name.endsWith('.json'));
    const { data } = JSON.parse(await readFile(join(at('storage/reviews'), record), 'utf8'));
    expect(data.open).toMatchObject([{ toolId: 't', path: at('a.txt') }]);
  });

  test('a command that was running is known to be cut off, once its window is gone', async () => {
    attachRecorded();
    const command = { ...use('t'), tool: 'Bash', command: { isBackground: false } };
    await tracker.before(recorded, command);
    await tracker.before(recorded, { ...command, toolId: 'ended' as ToolCallId });
    await tracker.after(recorded, { ...command, toolId: 'ended' as ToolCallId }, succeeded);
    expect(await tracker.cutOff(recorded)).toEqual([]);
    await reload();
    attachRecorded();
    expect(await tracker.cutOff(recorded)).toEqual(['t']);
    await reload();
    attachRecorded();
    expect(await tracker.cutOff(recorded)).toEqual(['t']);
  });

  test('a command that had not been allowed yet is not cut off', async () => {
    attachRecorded();
    const command = { ...use('t'), tool: 'Bash', command: { isBackground: false } };
    await tracker.before(recorded, command);
    const running = () => edits?.reviews.get(recorded)?.record.commands;
    expect(running()).toHaveLength(1);
    tracker.asked(recorded, 't' as ToolCallId);
    await expect.poll(running).toEqual([]);
    await reload();
    attachRecorded();
    expect(await tracker.cutOff(recorded)).toEqual([]);
  });

  test('what a permitted call has written is its own', async () => {
    attachRecorded();
    await writeFile(at('a.txt'), 'one\n');
    await tracker.before(recorded, use('t', 'a.txt'));
    tracker.asked(recorded, 't' as ToolCallId);
    await writeFile(at('a.txt'), 'mine\n');
    await tracker.permitted(recorded, 't' as ToolCallId);
    await writeFile(at('a.txt'), 'mine\nnew\n');
    const [change, ...more] = (await reload()).record.changes;
    expect(more).toEqual([]);
    expect(await text(change?.old?.ref)).toBe('mine\n');
    expect(await text(change?.new?.ref)).toBe('mine\nnew\n');
  });
});

test('concurrent calls on one file are uncertain unless one is awaiting permission', async () => {
  const other = 'other' as ChannelId;
  edits?.tracker.attach({ id: other, cwd: root, title: () => 'Another test' });
  await writeFile(at('a.txt'), 'top\n\nbottom\n');
  await tracker.before(channel, use('t', 'a.txt'));
  await tracker.before(other, use('u', 'a.txt'));
  await writeFile(at('a.txt'), 'TOP\n\nbottom\n');
  expect((await updatesAfter(use('t', 'a.txt'), succeeded))[0]?.isUncertain).toBe(true);
  await tracker.settle(other, 'u' as ToolCallId);

  await tracker.before(channel, use('v', 'a.txt'));
  await tracker.before(other, use('w', 'a.txt'));
  tracker.asked(other, 'w' as ToolCallId);
  await writeFile(at('a.txt'), 'TOP\n\nBOTTOM\n');
  expect((await updatesAfter(use('v', 'a.txt'), succeeded))[0]).not.toHaveProperty('isUncertain');
});
