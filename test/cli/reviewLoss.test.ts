import { afterEach, expect, it, vi } from 'vitest';
import type { ChannelPorts } from '../../src/core/conversation/ports';
import { toolUse } from '../support/api/reply';
import { underOurs } from '../support/channels/channelBed';
import { bytesAt, put, ReviewBed, type ReviewBedOptions } from '../support/channels/reviewBed';
import type { TrackedEdits } from '../support/trackedEdits';
import { fileAppears } from './support/fileAppears';

const beds: ReviewBed[] = [];

afterEach(async () => {
  for (const bed of beds.splice(0).reverse()) {
    await bed.close();
  }
});

async function open(options: ReviewBedOptions = {}): Promise<ReviewBed> {
  const bed = await ReviewBed.open({ version: underOurs, ...options });
  beds.push(bed);
  return bed;
}

const edit = (file: string, old_string: string, new_string: string) =>
  toolUse('Edit', { file_path: file, old_string, new_string });

/** Returns tracking that runs a test's code before the tracker learns that a call has ended. */
function heldAfter(edits: TrackedEdits, until: () => Promise<unknown>): ChannelPorts['edits'] {
  const { tracker } = edits;
  return {
    attach: tracker.attach.bind(tracker),
    warmUp: tracker.warmUp.bind(tracker),
    remembered: tracker.remembered.bind(tracker),
    cutOff: tracker.cutOff.bind(tracker),
    before: tracker.before.bind(tracker),
    asked: tracker.asked.bind(tracker),
    permitted: tracker.permitted.bind(tracker),
    forget: tracker.forget.bind(tracker),
    detach: tracker.detach.bind(tracker),
    settle: tracker.settle.bind(tracker),
    turnEnded: tracker.turnEnded.bind(tracker),
    openDiff: tracker.openDiff.bind(tracker),
    review: tracker.review.bind(tracker),
    after: async (...args) => {
      await until();
      return tracker.after(...args);
    },
  };
}

it('records no change for a call whose process was killed before it wrote', async () => {
  const bed = await open({ channelSettings: { initialMode: 'default' } });
  const talk = await bed.talk();
  const file = bed.path('a.txt');
  const before = await put(file, 'one\n');
  talk.begin(edit(file, 'one', 'ONE'));
  await talk.watch.prompt();
  // Nothing is open while the call waits: what changes meanwhile is not the agent's.
  const nothingIsOpen = () => expect(talk.review.record.open).toEqual([]);
  await vi.waitFor(nothingIsOpen, { timeout: 20_000 });
  await talk.kill();
  nothingIsOpen();
  expect(bed.waiting(file)).toEqual([]);
  expect(talk.updatesOf(file)).toEqual([]);
  expect(await bytesAt(file)).toEqual(before);
});

it('finds and undoes what a tool call wrote before its process was killed', async () => {
  let kill = () => Promise.resolve();
  const bed = await open({ tracking: edits => heldAfter(edits, () => kill()) });
  const talk = await bed.talk();
  const file = bed.path('a.txt');
  const before = await put(file, 'one\n');
  kill = () => talk.kill();
  talk.begin(edit(file, 'one', 'ONE'));
  await talk.watch.until('the update', () => talk.updatesOf(file).length > 0);
  expect(talk.updatesOf(file)).toMatchObject([{ status: 'updated', added: 1, removed: 1 }]);
  expect(talk.review.record.open).toEqual([]);
  expect(bed.waiting(file)).toHaveLength(1);
  await bed.decisions.undoFiles('Undo', bed.waiting(file));
  expect(await bytesAt(file)).toEqual(before);
});

it('finds and undoes what a command wrote before its process was killed', async () => {
  const bed = await open();
  const talk = await bed.talk();
  const file = bed.path('a.txt');
  const before = await put(file, 'one\n');
  const pipe = await bed.pipe('hold');
  const command = `echo two >> a.txt; touch started; cat '${pipe}'`;
  talk.begin(toolUse('Bash', { command, description: 'A command' }));
  await fileAppears(bed.path('started'));
  await talk.kill();
  await talk.watch.until('the update', () => talk.updatesOf(file).length > 0);
  expect(String(await bytesAt(file))).toBe('one\ntwo\n');
  await bed.decisions.undoFiles('Undo', bed.waiting(file));
  expect(await bytesAt(file)).toEqual(before);
});

it('finds what a call wrote before its window closed in the next window, as uncertain', async () => {
  let reached: () => void = () => undefined;
  const written = new Promise<void>(resolve => {
    reached = resolve;
  });
  const bed = await open({
    tracking: edits =>
      heldAfter(edits, () => {
        reached();
        return new Promise(() => undefined);
      }),
  });
  const talk = await bed.talk();
  const file = bed.path('a.txt');
  const untouched = bed.path('b.txt');
  const before = await put(file, 'one\n');
  await put(untouched, 'one\n');
  talk.begin(edit(file, 'one', 'ONE'));
  await written;
  expect(String(await bytesAt(file))).toBe('ONE\n');
  await talk.review.flush();

  const next = await open({ after: bed });
  const { reviews, tracker } = next.edits;
  await reviews.load([bed.home.workspace], async () => false);
  const review = next.review(talk.channel.id);
  await tracker.recover(review);
  expect(review.record.open).toEqual([]);
  expect(next.waiting(file)).toMatchObject([{ review: { isUncertain: true } }]);
  expect(review.record.changes).toMatchObject([{ path: file, isUncertain: true }]);
  await next.decisions.undoFiles('Undo', next.waiting(file));
  expect(next.room.asked).toHaveLength(1);
  expect(await bytesAt(file)).toEqual(before);
});

it('undoes the changes of two conversations in one file independently', async () => {
  const bed = await open();
  const [one, other] = [await bed.talk(), await bed.talk()];
  const [first, second] = [bed.path('first.txt'), bed.path('second.txt')];
  const before = await put(first, 'top\n\n\n\nbottom\n');
  await put(second, 'top\n\n\n\nbottom\n');
  await one.turn([edit(first, 'top', 'TOP'), edit(second, 'top', 'TOP')]);
  await other.turn([edit(first, 'bottom', 'BOTTOM'), edit(second, 'bottom', 'BOTTOM')]);
  const { title } = one.review.record;
  expect(title).toMatch(/^step number/);
  const rows = [
    [first, 0, 'top\n\n\n\nBOTTOM\n'],
    [second, 1, 'TOP\n\n\n\nbottom\n'],
  ] as const;
  for (const [file, which, left] of rows) {
    expect(one.updatesOf(file)[0]).not.toHaveProperty('note');
    expect(other.updatesOf(file)).toMatchObject([
      { note: `“${title}” has changes in this file that wait for a decision.` },
    ]);
    const waiting = bed.waiting(file);
    expect(waiting.map(({ channel }) => channel.record.channelId)).toEqual([
      one.channel.id,
      other.channel.id,
    ]);
    expect(waiting.map(({ review }) => review.isUncertain)).toEqual([undefined, undefined]);
    await bed.decisions.undoFiles('Undo', waiting.slice(which, which + 1));
    expect(String(await bytesAt(file))).toBe(left);
    const views = await bed.views(file);
    expect(views.map(({ added, removed }) => [added, removed])).toEqual([[1, 1]]);
    await bed.decisions.undoFiles('Undo', bed.waiting(file));
    expect(await bytesAt(file)).toEqual(before);
  }
  expect(bed.room.asked).toEqual([]);
});

it('distinguishes changes when one conversation edits a file while another waits', async () => {
  const bed = await open({ channelSettings: { initialMode: 'default' } });
  const file = bed.path('shared.txt');
  const before = await put(file, 'top\n\n\n\nbottom\n');
  const [one, other] = [await bed.talk(), await bed.talk()];
  one.begin(edit(file, 'top', 'TOP'));
  const first = await one.watch.prompt();
  other.begin(edit(file, 'bottom', 'BOTTOM'));
  const second = await other.watch.prompt();
  await other.channel.answer(second.id, { kind: 'allowOnce' });
  await other.ended();
  await one.channel.answer(first.id, { kind: 'allowOnce' });
  await one.ended();
  expect(String(await bytesAt(file))).toBe('TOP\n\n\n\nBOTTOM\n');
  expect(bed.waiting(file).map(({ review }) => review.isUncertain)).toEqual([undefined, undefined]);
  await bed.decisions.undoFiles('Undo', bed.waiting(file).slice(0, 1));
  expect(bed.room.asked).toHaveLength(0);
  expect(String(await bytesAt(file))).toBe('top\n\n\n\nBOTTOM\n');
  await bed.decisions.undoFiles('Undo', bed.waiting(file));
  expect(await bytesAt(file)).toEqual(before);
});
