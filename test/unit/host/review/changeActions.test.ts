import { basename } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { UserError } from '../../../../src/base/errors';
import type { ChannelId, ToolCallId } from '../../../../src/contract/ids';
import { ChangeActions } from '../../../../src/host/review/changeActions';
import type { PlacedHunk } from '../../../../src/host/review/placedHunks';
import { ReviewBed } from '../../core/edits/review/reviewBed';

let bed: ReviewBed;
let actions: ChangeActions;
/** Messages to the user. */
let told: string[];
let answer: Promise<string | undefined>;

beforeEach(async () => {
  bed = await ReviewBed.open();
  told = [];
  answer = Promise.resolve(undefined);
  actions = new ChangeActions(bed.list, bed.decisions, {
    nameOf: path => basename(path),
    tell: message => void told.push(message),
    offer: (message, action) => {
      told.push(`${message} [${action}]`);
      return answer;
    },
  });
});
afterEach(() => bed.remove());

/** Creates a file whose second and last lines the agent has changed. */
async function changed(name = 'a'): Promise<void> {
  await bed.write(name, '1\n2\n3\n4\n');
  await bed.change(`t ${name}`, name, '1\nB\n3\nD\n');
  await bed.list.settled();
}

/** Finds the change that has replaced this line, as commands do: in the list as it is now. */
async function find(line: string, name = 'a'): Promise<PlacedHunk> {
  for (const view of bed.list.at(bed.path(name))) {
    for (const hunk of view.hunks) {
      if (view.lines?.text.before[hunk.before.start] === line) {
        return { view, hunk };
      }
    }
  }
  throw new Error(`${line} is not changed`);
}

const labels = () => bed.channel.record.operations.map(({ label }) => label);

describe('decisions about single changes', () => {
  test('are made one after the other, each in the file that the one before has left', async () => {
    await changed();
    const order: string[] = [];
    const seen = (line: string) => async () => {
      order.push(`${line.trim()}: ${(await bed.text('a'))?.trim().replaceAll('\n', '')}`);
      return find(line);
    };
    await Promise.all([actions.undoHunk(seen('2\n')), actions.undoHunk(seen('4\n'))]);
    expect(order).toEqual(['2: 1B3D', '4: 123D']);
    expect(await bed.text('a')).toBe('1\n2\n3\n4\n');
    expect(labels()).toEqual(['Undo a change of a', 'Undo a change of a']);
  });

  test('go on after one that fails, and while the user is asked about another', async () => {
    await changed();
    await bed.write('a', '1\ntyped\n3\nD\n');
    bed.list.refresh([bed.path('a')]);
    await bed.list.settled();
    const merged = new Deferred<boolean>();
    const isAsked = new Deferred<void>();
    bed.answers.resolve = () => {
      isAsked.resolve();
      return merged.promise;
    };
    const undoing = actions.undoHunk(() => find('2\n'));
    await isAsked.promise;
    await expect(actions.keepHunk(() => find('no such line'))).rejects.toThrow('is not changed');
    await actions.keepHunk(() => find('4\n'));
    expect((await bed.waiting('a'))?.before).toBe('1\n2\n3\nD\n');
    merged.resolve(false);
    await undoing;
    expect(await bed.text('a')).toBe('1\ntyped\n3\nD\n');
  });

  test('of uncertain origin are carried out only once the user has confirmed', async () => {
    await bed.write('a', '1\n2\n');
    await bed.change('t', 'a', '1\nB\n', true);
    await bed.list.settled();
    bed.answers.confirm = () => undefined;
    await actions.undoHunk(() => find('2\n'));
    expect(await bed.text('a')).toBe('1\nB\n');
    bed.answers.confirm = plans => plans;
    await actions.undoHunk(() => find('2\n'));
    expect(await bed.text('a')).toBe('1\n2\n');
  });
});

describe('an undo of files', () => {
  test('is named after a single file, without a message', async () => {
    await changed();
    await actions.undo(bed.list.all);
    expect(labels()).toEqual(['Undo the changes of a']);
    expect(told).toEqual([]);
    expect(bed.list.all).toEqual([]);
  });

  test('of all there are has a message even for one file', async () => {
    await changed();
    await actions.undoAll(bed.list.all);
    expect(labels()).toEqual(['Undo the changes of a']);
    expect(told).toEqual(['Undid changes in 1 file. [Redo]']);
  });

  test('that was taken back already is not redone once more from its message', async () => {
    await changed();
    const late = new Deferred<string>();
    answer = late.promise;
    await actions.undoAll(bed.list.all);
    await actions.restore([bed.channel]);
    await bed.write('a', 'mine\n');
    late.resolve('Redo');
    await expect.poll(() => told.at(-1), { interval: 5 }).toBe('There is nothing left to redo.');
    expect(await bed.text('a')).toBe('mine\n');
  });

  test('says why the Redo of its message has failed', async () => {
    await changed();
    const offered = new Deferred<string>();
    answer = offered.promise;
    await actions.undoAll(bed.list.all);
    await bed.write('a', '1\nmine\n3\n4\n');
    bed.answers.resolve = async () => {
      throw new UserError('file.changed', 'a has just changed.');
    };
    offered.resolve('Redo');
    await expect.poll(() => told.at(-1), { interval: 5 }).toBe('a has just changed.');
  });

  test('of several is named after their number and can be redone from its message', async () => {
    await changed('a');
    await changed('b');
    const restored = new Deferred<string>();
    answer = restored.promise;
    await actions.undo(bed.list.all);
    expect([await bed.text('a'), await bed.text('b')]).toEqual(['1\n2\n3\n4\n', '1\n2\n3\n4\n']);
    expect(told).toEqual(['Undid changes in 2 files. [Redo]']);
    restored.resolve('Redo');
    const texts = async () => [await bed.text('a'), await bed.text('b')];
    const changedText = '1\nB\n3\nD\n';
    await expect.poll(texts, { interval: 5 }).toEqual([changedText, changedText]);
    // Redoing is not announced, as it was just asked for.
    expect(told).toHaveLength(1);
  });

  test('needs a file, as does keeping them', async () => {
    const noChanges = expect.objectContaining({ code: 'change.none' });
    await expect(actions.undo([])).rejects.toThrow(noChanges);
    await expect(actions.keep([])).rejects.toThrow(noChanges);
  });
});

test('an undo of a turn is announced even for one file; a cancelled one is not', async () => {
  await changed();
  const scope = {
    channel: bed.channel,
    tools: new Set(['t a' as ToolCallId]),
    label: 'Undo the changes of a turn',
  };
  await actions.undo(scope);
  expect(told).toEqual(['Undid changes in 1 file. [Redo]']);
  await actions.showResult(undefined, true);
  expect(told).toHaveLength(1);
});

test('Restore takes back the newest operation of all conversations, and says so', async () => {
  await changed();
  await actions.undo(bed.list.all);
  const other = await bed.edits.reviews.open(bed.root, 'd' as ChannelId);
  const newer = { id: 'o', at: bed.clock.now() + 1, label: 'Rewind code', files: [] };
  await other.addOperation(newer);
  await actions.restore([other, bed.channel]);
  expect(await bed.text('a')).toBe('1\n2\n3\n4\n');
  await actions.restore([other, bed.channel]);
  expect(await bed.text('a')).toBe('1\nB\n3\nD\n');
  expect(told).toEqual(['Redid changes in 1 file.']);
  await expect(actions.restore([other])).rejects.toThrow(
    expect.objectContaining({ code: 'change.nothingUndone' }),
  );
});

test('Restore can be repeated for the files whose merge the user has left', async () => {
  await changed('a');
  await changed('b');
  await actions.undo(bed.list.all);
  await bed.write('b', '1\nmine\n3\n4\n');
  bed.answers.resolve = async () => false;
  await actions.restore([bed.channel]);
  expect(told.pop()).toBe('Redid changes in 1 of 2 files.');
  expect(await bed.text('a')).toBe('1\nB\n3\nD\n');
  expect(await bed.text('b')).toBe('1\nmine\n3\n4\n');
  told = [];
  await actions.restore([bed.channel]);
  expect(told).toEqual([]);
  bed.answers.resolve = async ({ path }) => {
    expect(path).toBe(bed.path('b'));
    await bed.write('b', '1\nB and mine\n3\nD\n');
    return true;
  };
  await actions.restore([bed.channel]);
  expect(told).toEqual(['Redid changes in 1 file.']);
  expect(await bed.text('b')).toBe('1\nB and mine\n3\nD\n');
  expect(bed.channel.files.map(({ path }) => basename(path)).sort()).toEqual(['a', 'b']);
});
