import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChannelId, ToolCallId } from '../../../../../src/contract/ids';
import { ReviewBed } from './reviewBed';

let bed: ReviewBed;

beforeEach(async () => {
  bed = await ReviewBed.open();
});
afterEach(() => bed.remove());

async function changed(name: string): Promise<void> {
  await bed.write(name, '1\n2\n3\n4\n');
  await bed.change(`t ${name}`, name, '1\nB\n3\nD\n');
}

describe('a change in the current file', () => {
  test('is counted in current line numbers', async () => {
    await changed('a');
    await bed.write('a', 'typed\n1\nB\n3\nD\n');
    expect(await bed.view('a')).toMatchObject({
      kind: 'updated',
      added: 2,
      removed: 2,
      hunks: [{ now: { start: 2, end: 3 } }, { now: { start: 4, end: 5 } }],
    });
  });

  test('disappears when the user reverts it by hand', async () => {
    await changed('a');
    await bed.write('a', '1\n2\n3\nD\n');
    expect((await bed.view('a'))?.hunks.length).toBe(1);
    await bed.write('a', 'typed\n1\n2\n3\n4\n');
    expect(await bed.view('a')).toBeUndefined();
    await bed.write('a', '1\n2\n3\n4\n');
    expect(await bed.view('a')).toBeUndefined();
    await bed.write('a', '1\n2\n3\nD\n');
    expect((await bed.view('a'))?.hunks.length).toBe(1);
  });

  test('is "created" or "deleted", and disappears when the user reverses it', async () => {
    await bed.change('t1', 'made', '1\n2\n');
    await bed.write('gone', '1\n2\n3\n');
    await bed.change('t1', 'gone', null);
    expect(await bed.view('made')).toMatchObject({ kind: 'created', added: 2, removed: 0 });
    expect(await bed.view('gone')).toMatchObject({ kind: 'deleted', added: 0, removed: 3 });
    await bed.write('made', null);
    await bed.write('gone', 'other\n');
    expect(await bed.view('made')).toBeUndefined();
    expect(await bed.view('gone')).toBeUndefined();
  });

  test('has no lines in a binary file', async () => {
    await bed.write('a', Uint8Array.from([0, 1]));
    await bed.change('t1', 'a', Uint8Array.from([0, 2]));
    expect(await bed.view('a')).toMatchObject({ kind: 'updated', hunks: [], added: 0, removed: 0 });
  });
});

describe('the change list', () => {
  const names = () => bed.list.all.map(({ review }) => review.path);

  test('fires one event for a batch of refreshes', async () => {
    await changed('a');
    await changed('b');
    await bed.list.settled();
    const told: string[][] = [];
    bed.list.onChanged(paths => told.push([...paths].sort()));
    bed.list.refresh([bed.path('a')]);
    bed.list.refresh([bed.path('b'), bed.path('a')]);
    bed.list.refresh([bed.path('unknown')]);
    await bed.list.settled();
    expect(told).toEqual([[bed.path('a'), bed.path('b')]]);
  });

  test("follows decisions and the user's edits", async () => {
    await changed('a');
    await changed('b');
    await bed.list.settled();
    expect(names()).toEqual([bed.path('a'), bed.path('b')]);
    await bed.undo('a');
    await bed.list.settled();
    expect(names()).toEqual([bed.path('b')]);
    await bed.write('a', '1\nB\n3\nD\n');
    bed.list.refresh([bed.path('a')]);
    await bed.list.settled();
    // The editor's own undo may restore the change, in the place that it had.
    expect(names()).toEqual([bed.path('a'), bed.path('b')]);
    await bed.write('a', '1\n2\n3\n4\n');
    bed.list.refresh([bed.path('a')]);
    await bed.list.settled();
    expect(bed.list.follows(bed.path('a'))).toBe(true);
    await bed.write('b', '1\n2\n3\n4\n');
    bed.list.refresh([bed.path('b')]);
    await bed.list.settled();
    expect(names()).toEqual([]);
    expect(bed.list.at(bed.path('b'))).toEqual([]);
    // The list checks the file again when it changes.
    expect(bed.list.follows(bed.path('b'))).toBe(true);
  });

  test('keeps refreshes that arrive while a round ends', async () => {
    await changed('a');
    await changed('b');
    await bed.list.settled();
    await bed.write('b', '1\n2\n3\n4\n');
    const told: string[][] = [];
    bed.list.onChanged(paths => {
      told.push([...paths]);
      if (told.length === 1) {
        bed.list.refresh([bed.path('b')]);
      }
    });
    bed.list.refresh([bed.path('a')]);
    await bed.list.settled();
    expect(told).toEqual([[bed.path('a')], [bed.path('b')]]);
    expect(names()).toEqual([bed.path('a')]);
    // Refreshes in the same microtask turn in which the previous round ends.
    await bed.write('b', '1\nB\n3\nD\n');
    bed.list.refresh([bed.path('a')]);
    await bed.list.settled().then(() => bed.list.refresh([bed.path('b')]));
    await bed.list.settled();
    expect(names()).toEqual([bed.path('a'), bed.path('b')]);
  });

  test('skips a file it cannot read and continues', async () => {
    await changed('a');
    await changed('b');
    await bed.write('a', null);
    await bed.write('a/inside', 'a folder now\n');
    bed.list.refresh([bed.path('a'), bed.path('b')]);
    await bed.list.settled();
    expect(names()).toEqual([bed.path('b')]);
  });

  test('continues after a listener throws', async () => {
    await changed('a');
    await bed.list.settled();
    const listener = bed.list.onChanged(() => {
      throw new Error('A listener fails.');
    });
    bed.list.refresh([bed.path('a')]);
    await bed.list.settled();
    listener.dispose();
    await changed('b');
    await bed.list.settled();
    expect(names()).toEqual([bed.path('a'), bed.path('b')]);
  });

  test('restores pending changes when the window is reopened', async () => {
    await changed('a');
    await bed.close();
    bed = await ReviewBed.open(bed.root);
    await bed.list.settled();
    expect(names()).toEqual([bed.path('a')]);
  });
});

describe("the editor's own undo", () => {
  const look = async () => {
    bed.list.refresh([bed.path('a')]);
    await bed.list.settled();
  };

  test('makes an undone change pending again, and redo resolves it', async () => {
    await changed('a');
    await look();
    await bed.undo('a');
    await look();
    expect(bed.review('a')).toBeUndefined();
    await bed.write('a', '1\nB\n3\nD\n');
    await look();
    expect(bed.list.all[0]?.hunks.length).toBe(2);
    await bed.write('a', '1\n2\n3\n4\n');
    await look();
    expect(bed.review('a')).toBeUndefined();
  });

  test('lets the change be kept afterwards, even after a restore', async () => {
    await changed('a');
    await look();
    const done = await bed.undo('a');
    await look();
    await bed.write('a', '1\nB\n3\nD\n');
    await look();
    await bed.keepTools('t a');
    await look();
    expect(bed.review('a')).toBeUndefined();

    await bed.change('t 2', 'a', '1\nB\n3\n4\n');
    await look();
    const again = await bed.undo('a');
    await look();
    const [one] = again?.operations ?? [];
    await (one && bed.decisions.restore(one.channel, one.operation));
    await look();
    expect(bed.list.all.length).toBe(1);
    await bed.keepTools('t 2');
    await look();
    expect(bed.review('a')).toBeUndefined();
    expect(done?.files).toBe(1);
  });
});

describe('an undone change', () => {
  const done = '1\nB\n3\nD\n';

  test('becomes pending again when the editor reverts the undo', async () => {
    await changed('a');
    await bed.undo('a');
    await bed.write('a', done);
    bed.list.refresh([bed.path('a')]);
    await bed.list.settled();
    expect(bed.review('a')).toBeDefined();
  });

  test('stays undone when another conversation makes the same change', async () => {
    await changed('a');
    await bed.undo('a');
    const path = bed.path('a');
    const other = await bed.edits.reviews.open(bed.root, 'decaf' as ChannelId);
    const [old = null, now = null] = await Promise.all(
      ['1\n2\n3\n4\n', done].map(text => bed.edits.contents.keep(Buffer.from(text))),
    );
    const call = { at: bed.clock.now(), path, old, toolId: 'of the other' as ToolCallId };
    await other.begin([call]);
    // The watcher sees the change before the call has ended.
    await bed.write('a', done);
    bed.list.refresh([path]);
    await bed.list.settled();
    await other.add([{ ...call, new: now }]);
    await bed.list.settled();
    expect(bed.review('a')).toBeUndefined();
    expect(bed.list.at(path)).toHaveLength(1);
  });
});
