import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OwnedPlan } from '../../../../../src/core/edits/review/decisions';
import type { FilePlan } from '../../../../../src/core/edits/review/plan';
import { filesOnDisk, ReviewBed } from './reviewBed';

let bed: ReviewBed;
let merges: FilePlan[];

beforeEach(async () => {
  merges = [];
  await open();
});
afterEach(() => bed.remove());

/** @param root of a previous bed */
async function open(root?: string): Promise<void> {
  bed = await ReviewBed.open(root);
  bed.answers.resolve = async plan => {
    merges.push(plan);
    return false;
  };
}

/** Returns the three texts of the merges that the user was asked for. */
function asked() {
  const text = (bytes: Uint8Array | undefined) => (bytes ? Buffer.from(bytes).toString() : null);
  return merges.map(({ outcome, now }) => {
    const { base, theirs } = outcome.kind === 'conflict' ? outcome : {};
    return { base: text(base), ours: text(now.bytes), theirs: text(theirs) };
  });
}

async function rewind(name: string, since = 0): Promise<void> {
  const now = await filesOnDisk.read({ path: bed.path(name) });
  const plan = await bed.decisions.planner.rewind(bed.channel, bed.path(name), since, now);
  const plans: OwnedPlan[] = plan ? [{ channel: bed.channel, plan }] : [];
  await bed.decisions.run('Rewind', plans);
}

async function undoHunks(name: string): Promise<void> {
  for (let view = await bed.view(name); view?.hunks[0]; view = await bed.view(name)) {
    const known = merges.length;
    await bed.decisions.undoHunk('Undo a change', view, view.hunks[0]);
    if (merges.length > known) {
      break;
    }
  }
}

describe("the user's text, once the agent edits the file again", () => {
  /** Lines that the user changed among the agent's pending ones, then a change elsewhere. */
  async function editedThenExtended(): Promise<void> {
    await bed.write('a', '1\n2\n3\n4\n5\n');
    await bed.change('t1', 'a', '1\nB\n3\n4\n5\n');
    await bed.write('a', '1\nB and mine\n3\n4\n5\n');
    await bed.change('t2', 'a', '1\nB and mine\n3\n4\nE\n');
  }
  const merge = {
    base: '1\nB\n3\n4\nE\n',
    ours: '1\nB and mine\n3\n4\nE\n',
    theirs: '1\n2\n3\n4\n5\n',
  };

  test('is merged by the user when the file is undone', async () => {
    await editedThenExtended();
    await bed.undo('a');
    expect(await bed.text('a')).toBe('1\nB and mine\n3\n4\nE\n');
    expect(asked()).toEqual([merge]);
  });

  test('is merged by the user when both turns are undone', async () => {
    await editedThenExtended();
    await bed.undoTools('t1', 't2');
    expect(await bed.text('a')).toBe('1\nB and mine\n3\n4\nE\n');
    expect(asked()).toEqual([merge]);
  });

  test('stays when the other turn is undone', async () => {
    await editedThenExtended();
    await bed.undoTools('t2');
    expect(await bed.text('a')).toBe('1\nB and mine\n3\n4\n5\n');
    expect(asked()).toEqual([]);
    await bed.undo('a');
    expect(asked()).toHaveLength(1);
  });

  test('is shown as changed since, and merged when its hunk is undone', async () => {
    await editedThenExtended();
    const view = await bed.view('a');
    expect(view?.hunks.map(({ isEdited }) => isEdited)).toEqual([true, false]);
    await undoHunks('a');
    expect(await bed.text('a')).toBe('1\nB and mine\n3\n4\nE\n');
    expect(asked()).toHaveLength(1);
  });

  test('stays where it replaces lines that the agent deleted', async () => {
    await bed.write('a', '1\n2\n3\n4\n5\n6\n7\n');
    await bed.change('t1', 'a', '1\n2\n4\n5\n6\n7\n');
    await bed.write('a', '1\n2\nMINE\n4\n5\n6\n7\n');
    await bed.change('t2', 'a', '1\n2\nMINE\n4\n5\n6\nG\n');
    await bed.undo('a');
    expect(await bed.text('a')).toBe('1\n2\nMINE\n4\n5\n6\nG\n');
    expect(asked()).toMatchObject([{ theirs: '1\n2\n3\n4\n5\n6\n7\n' }]);
  });

  test('keeps a created file from being deleted', async () => {
    await bed.change('t1', 'a', '1\n2\n');
    await bed.write('a', 'MINE\n1\n2\nMINE, too\n');
    await bed.change('t2', 'a', 'MINE\n1\nB\nMINE, too\n');
    await bed.undo('a');
    expect(await bed.text('a')).toBe('MINE\n1\nB\nMINE, too\n');
    expect(asked()).toMatchObject([{ base: '1\nB\n', theirs: null }]);
  });

  test('comes back with a file that the agent deleted', async () => {
    await bed.change('t1', 'a', '1\n2\n');
    await bed.write('a', '1\n2\nMINE\n');
    await bed.change('t2', 'a', null);
    await bed.undo('a');
    expect(await bed.text('a')).toBe('1\n2\nMINE\n');
    expect(asked()).toEqual([]);
  });

  test('is merged by the user after the agent has edited those lines as well', async () => {
    await bed.write('a', '1\n2\n3\n');
    await bed.change('t1', 'a', '1\nB\n3\n');
    await bed.write('a', '1\nB and mine\n3\n');
    await bed.change('t2', 'a', '1\nB and mine, again\n3\n');
    await bed.undo('a');
    expect(await bed.text('a')).toBe('1\nB and mine, again\n3\n');
    expect(asked()).toMatchObject([{ base: '1\nB\n3\n', theirs: '1\n2\n3\n' }]);
  });

  test('comes back with the turn that removed it, and stays when the rest is undone', async () => {
    await bed.write('a', '1\n2\n3\n4\n');
    await bed.change('t1', 'a', '1\n2\n4\n');
    await bed.write('a', '1\n2\nMINE\n4\n');
    await bed.change('t2', 'a', '1\n2\n4\n');
    await bed.close();
    await open(bed.root);
    await bed.undoTools('t2');
    expect(await bed.text('a')).toBe('1\n2\nMINE\n4\n');
    await bed.undo('a');
    expect(await bed.text('a')).toBe('1\n2\nMINE\n4\n');
    expect(asked()).toMatchObject([{ base: '1\n2\n4\n', theirs: '1\n2\n3\n4\n' }]);
  });
});

describe('a rewind across text that the user typed between two edits', () => {
  test('leaves that text out of the merge of other lines', async () => {
    await bed.write('a', '1\n2\n3\n4\n5\n');
    await bed.change('t1', 'a', '1\nB\n3\n4\n5\n');
    await bed.write('a', '1\nB\n3\nPERSON\n4\n5\n');
    await bed.change('t2', 'a', '1\nB\n3\nPERSON\n4\nE\n');
    await bed.write('a', '1\nB\n3\nPERSON\n4\nE, typed\n');
    await rewind('a');
    expect(asked()).toEqual([
      {
        base: '1\nB\n3\nPERSON\n4\nE\n',
        ours: '1\nB\n3\nPERSON\n4\nE, typed\n',
        theirs: '1\n2\n3\nPERSON\n4\n5\n',
      },
    ]);
  });

  test('asks the user about lines that both have changed', async () => {
    await bed.write('a', '1\n2\n3\n4\n5\n');
    await bed.change('t1', 'a', '1\nB\n3\n4\n5\n');
    await bed.write('a', '1\nB and mine\n3\n4\n5\n');
    await bed.change('t2', 'a', '1\nB and mine\n3\n4\nE\n');
    await rewind('a');
    expect(asked()).toEqual([
      {
        base: '1\nB\n3\n4\nE\n',
        ours: '1\nB and mine\n3\n4\nE\n',
        theirs: '1\n2\n3\n4\n5\n',
      },
    ]);
  });
});

describe('a last line without a line end', () => {
  test.each([
    ['the user added a line after it', 'A=1', 'A=1\nB=2\n', 'A=1\nB=2\nMINE=3', 'A=1\nMINE=3'],
    ['of the user stands before cut lines', 'a\nb\nc\n', 'a\nb\n', 'a\nb mine', 'a\nb mine\nc\n'],
    ['is ended as the file is', 'A=1', 'A=1\r\nB=2\r\n', 'A=1\r\nB=2\r\nMINE', 'A=1\r\nMINE'],
  ])('is not joined with another line: %s', async (_, before, after, now, undone) => {
    await bed.write('a', before);
    await bed.change('t1', 'a', after);
    await bed.write('b', before);
    await bed.change('t2', 'b', after);
    await bed.write('c', before);
    await bed.change('t3', 'c', after);
    for (const name of ['a', 'b', 'c']) {
      await bed.write(name, now);
    }
    await bed.undo('a');
    await undoHunks('b');
    await bed.undoTools('t3');
    expect(merges).toEqual([]);
    for (const name of ['a', 'b', 'c']) {
      expect(await bed.text(name)).toBe(undone);
    }
  });
});
