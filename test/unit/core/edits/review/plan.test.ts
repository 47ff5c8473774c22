import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OwnedPlan } from '../../../../../src/core/edits/review/decisions';
import { toLines } from '../../../../../src/core/edits/text/lines';
import { testInFull } from '../../../../support/inFull';
import { Random } from '../text/random';
import { filesOnDisk, ReviewBed } from './reviewBed';

let bed: ReviewBed;

beforeEach(async () => {
  bed = await ReviewBed.open();
});
afterEach(() => bed.remove());

describe('undoing a file', () => {
  const plan = async (name: string) => {
    const review = bed.review(name);
    if (!review) {
      throw new Error('Nothing waits.');
    }
    return bed.decisions.planner.undoFile(review, await filesOnDisk.read({ path: bed.path(name) }));
  };
  const bytes = (text: string) =>
    expect.objectContaining({ kind: 'clean', bytes: Buffer.from(text) });

  test("restores the bytes from before the agent's change", async () => {
    await bed.write('a', '1\r\n2');
    await bed.change('t1', 'a', '1\r\nB');
    expect(await plan('a')).toMatchObject({ outcome: bytes('1\r\n2'), isEdited: false });
  });

  test("preserves the user's edits elsewhere", async () => {
    await bed.write('a', '1\n2\n3\n');
    await bed.change('t1', 'a', '1\n2\nC\n');
    await bed.write('a', 'typed\n1\n2\nC\n');
    expect(await plan('a')).toMatchObject({ outcome: bytes('typed\n1\n2\n3\n'), isEdited: true });
  });

  test('conflicts where the user changed the same lines', async () => {
    await bed.write('a', '1\n2\n3\n');
    await bed.change('t1', 'a', '1\n2\nC\n');
    await bed.write('a', '1\n2\nC, typed\n');
    expect(await plan('a')).toMatchObject({
      outcome: {
        kind: 'conflict',
        base: Buffer.from('1\n2\nC\n'),
        theirs: Buffer.from('1\n2\n3\n'),
      },
      isEdited: true,
    });
  });

  test('restores a binary file as a whole or conflicts', async () => {
    const binary = (...last: number[]) => Uint8Array.from([0, 1, 2, 10, 3, 10, ...last]);
    await bed.write('a', binary(1));
    await bed.change('t1', 'a', binary(2));
    expect(await plan('a')).toMatchObject({
      outcome: { kind: 'clean', bytes: Buffer.from(binary(1)) },
    });
    await bed.write('a', binary(2, 9));
    expect(await plan('a')).toMatchObject({ outcome: { kind: 'conflict' } });
  });

  test('deletes a created file, or conflicts once the user has edited it', async () => {
    await bed.change('t1', 'a', '1\n');
    expect(await plan('a')).toMatchObject({ outcome: { kind: 'clean', bytes: undefined } });
    await bed.write('a', '1\n2\n');
    expect(await plan('a')).toMatchObject({ outcome: { kind: 'conflict', theirs: undefined } });
    await bed.write('a', null);
    expect(await plan('a')).toMatchObject({ outcome: { kind: 'clean', bytes: undefined } });
  });

  test('restores a deleted file, or conflicts once the user has created another', async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', null);
    expect(await plan('a')).toMatchObject({ outcome: bytes('1\n') });
    await bed.write('a', 'other\n');
    expect(await plan('a')).toMatchObject({ outcome: { kind: 'conflict', base: undefined } });
  });
});

test('after a deletion of what the user had written over pending lines, only that can be undone', async () => {
  await bed.write('a', 'user 1\n');
  await bed.change('t1', 'a', null);
  await bed.change('t2', 'a', '');
  await bed.write('a', 'user 2\n');
  await bed.change('t3', 'a', null);
  expect(await bed.waiting('a')).toMatchObject({ before: 'user 2\n', tools: ['t3'] });
  await bed.undoTools('t1');
  expect(await bed.waiting('a')).toMatchObject({ tools: ['t3'] });
  await bed.undoTools('t3');
  expect(await bed.text('a')).toBe('user 2\n');
});

describe('one of three turns', () => {
  beforeEach(async () => {
    await bed.write('a', '1\n2\n3\n4\n5\n6\n7\n');
    await bed.change('t1', 'a', '1\nB\n3\n4\n5\n6\n7\n');
    await bed.change('t2', 'a', '1\nB\n3\nD\n5\n6\n7\n');
    await bed.change('t3', 'a', '1\nB\n3\nD\n5\nF\n7\n');
  });

  test('undo reverts its lines and leaves the others pending', async () => {
    await bed.undoTools('t2');
    expect(await bed.text('a')).toBe('1\nB\n3\n4\n5\nF\n7\n');
    expect(await bed.waiting('a')).toEqual({
      before: '1\n2\n3\n4\n5\n6\n7\n',
      after: '1\nB\n3\n4\n5\nF\n7\n',
      tools: ['t1', 't3'],
    });
  });

  test('keep accepts its lines and leaves the others pending', async () => {
    await bed.keepTools('t2');
    expect(await bed.text('a')).toBe('1\nB\n3\nD\n5\nF\n7\n');
    expect(await bed.waiting('a')).toMatchObject({
      before: '1\n2\n3\nD\n5\n6\n7\n',
      tools: ['t1', 't3'],
    });
  });

  test('undo leaves a turn that was kept', async () => {
    await bed.keepTools('t2');
    await bed.undoTools('t1', 't2', 't3');
    expect(await bed.text('a')).toBe('1\n2\n3\nD\n5\n6\n7\n');
    expect(bed.channel.files).toEqual([]);
  });

  test('undo leaves a hunk that was kept on its own', async () => {
    const view = await bed.view('a');
    const [, second] = view?.hunks ?? [];
    if (!view || !second) {
      throw new Error('A hunk is missing.');
    }
    await bed.decisions.keepHunk(view, second);
    await bed.undoTools('t1', 't2', 't3');
    expect(await bed.text('a')).toBe('1\n2\n3\nD\n5\n6\n7\n');
  });

  test('undo leaves the part of a turn that was kept, and the other turns', async () => {
    await bed.change('t2', 'a', '1\nB\n3\nD\n5\nF\nG\n');
    const view = await bed.view('a');
    const second = view?.hunks.find(({ now }) => now.start === 3);
    if (!view || !second) {
      throw new Error('A hunk is missing.');
    }
    await bed.decisions.keepHunk(view, second);
    await bed.undoTools('t2');
    expect(await bed.text('a')).toBe('1\nB\n3\nD\n5\nF\n7\n');
    expect(await bed.waiting('a')).toMatchObject({
      before: '1\n2\n3\nD\n5\n6\n7\n',
      tools: ['t1', 't3'],
    });
  });

  test('undo leaves a kept turn that it builds on', async () => {
    await bed.change('t4', 'a', '1\nB, again\n3\nD\n5\nF\n7\n');
    await bed.keepTools('t1');
    expect(await bed.waiting('a')).toMatchObject({ before: '1\nB\n3\n4\n5\n6\n7\n' });
    await bed.undoTools('t2', 't3', 't4');
    expect(await bed.text('a')).toBe('1\nB\n3\n4\n5\n6\n7\n');
  });

  test('keep does not reinstate a hunk that was undone', async () => {
    await bed.change('t1', 'a', '1\nB\n3\nD\n5\nF\nG\n');
    const view = await bed.view('a');
    const first = view?.hunks[0];
    if (!view || !first) {
      throw new Error('A hunk is missing.');
    }
    await bed.decisions.undoHunk('Undo a change', view, first);
    await bed.keepTools('t1');
    expect(await bed.waiting('a')).toMatchObject({
      before: '1\n2\n3\n4\n5\nF\nG\n',
      after: '1\n2\n3\nD\n5\nF\nG\n',
    });
  });

  test('keep does not reinstate an undone hunk whose lines a later turn has changed', async () => {
    const view = await bed.view('a');
    const first = view?.hunks[0];
    if (!view || !first) {
      throw new Error('A hunk is missing.');
    }
    await bed.decisions.undoHunk('Undo a change', view, first);
    await bed.change('t4', 'a', '1\ntwo\n3\nD\n5\nF\n7\n');
    await bed.keepTools('t1');
    await bed.undo('a');
    expect(await bed.text('a')).toBe('1\n2\n3\n4\n5\n6\n7\n');
  });

  test('keep takes only its own lines when another turn was undone and restored', async () => {
    await bed.change('t4', 'a', '1\nB\n3\nD\n5\nF\n7\nH\n');
    const done = await bed.undoTools('t4');
    for (const { channel, operation } of done?.operations ?? []) {
      await bed.decisions.restore(channel, operation);
    }
    await bed.keepTools('t1');
    expect(await bed.waiting('a')).toMatchObject({ before: '1\nB\n3\n4\n5\n6\n7\n' });
  });

  test("keep leaves the user's line where it is among lines that repeat", async () => {
    await bed.write('b', '}\nuser 1\nuser 2\n}\nthree\n');
    await bed.change('t5', 'b', 'three\nuser 2\n}\nthree\n');
    await bed.change('t6', 'b', 'three\nuser 2\n');
    await bed.keepTools('t5');
    expect(await bed.waiting('b')).toMatchObject({ before: 'three\nuser 2\n}\nthree\n' });
    await bed.undo('b');
    expect(await bed.text('b')).toBe('three\nuser 2\n}\nthree\n');
  });

  test('keep accepts the lines of both a turn and the one it builds on', async () => {
    await bed.change('t4', 'a', '1\nB, again\n3\nD\n5\nF\n7\n');
    await bed.keepTools('t4');
    expect(await bed.waiting('a')).toMatchObject({ before: '1\nB, again\n3\n4\n5\n6\n7\n' });
  });

  test('undo is refused while later turns build on all of it', async () => {
    await bed.change('t4', 'a', '1\nB, again\n3\nD\n5\nF\n7\n');
    await expect(bed.undoTools('t1')).rejects.toMatchObject({ code: 'change.builtUpon' });
    expect(await bed.text('a')).toBe('1\nB, again\n3\nD\n5\nF\n7\n');
    await bed.undoTools('t4');
    await bed.undoTools('t1');
    expect(await bed.text('a')).toBe('1\n2\n3\nD\n5\nF\n7\n');
  });

  test('undo together with the turn built on it restores the lines before both', async () => {
    await bed.change('t4', 'a', '1\nB, again\n3\nD\n5\nF\n7\n');
    await bed.undoTools('t1', 't4');
    expect(await bed.text('a')).toBe('1\n2\n3\nD\n5\nF\n7\n');
  });

  test("undo preserves the user's later edits", async () => {
    await bed.write('a', 'typed\n1\nB\n3\nD\n5\nF\n7\n');
    await bed.undoTools('t2');
    expect(await bed.text('a')).toBe('typed\n1\nB\n3\n4\n5\nF\n7\n');
  });
});

/** Returns separate places in a file, each with the lines that a turn made of it. */
function places(random: Random, turns: number) {
  return Array.from({ length: 8 }, (_, place) => {
    const old = [`place ${place}\n`, `more ${place}\n`, `end ${place}\n`].slice(random.below(4));
    const made = Array.from({ length: random.below(3) }, (_, line) => `made ${place} ${line}\n`);
    return { old, made, turn: random.below(turns + 1), fixed: [`keeps ${place}\n`, '\n', '}\n'] };
  });
}

testInFull('keeping or undoing three turns in any order yields the requested file', async () => {
  const random = new Random(21);
  for (let round = 0; round < 25; round += 1) {
    const name = `file ${round}`;
    const all = places(random, 3);
    const textWith = (isMade: (turn: number) => boolean, typed = '') =>
      all
        .flatMap(({ old, made, turn, fixed }) => [...(isMade(turn) ? made : old), ...fixed])
        .join('') + typed;
    await bed.write(
      name,
      textWith(() => false),
    );
    const turns: number[] = [];
    for (const turn of [1, 2, 3]) {
      const text = textWith(one => one > 0 && one <= turn);
      if (text !== (await bed.text(name))) {
        await bed.change(`${round}.${turn}`, name, text);
        turns.push(turn);
      }
    }
    const typed = random.below(2) ? 'typed\n' : '';
    await bed.write(
      name,
      textWith(one => one > 0, typed),
    );
    const undone = new Set<number>();
    for (const turn of random.shuffle(turns)) {
      if (random.below(2) === 0) {
        await bed.keepTools(`${round}.${turn}`);
      } else {
        await bed.undoTools(`${round}.${turn}`);
        undone.add(turn);
      }
      expect(await bed.text(name)).toBe(textWith(one => one > 0 && !undone.has(one), typed));
    }
    expect(bed.channel.files).toEqual([]);
  }
});

describe('three overlapping turns', () => {
  async function turns(random: Random, round: number): Promise<[string, string[], string]> {
    const name = `file ${round}`;
    let lines = random.lines(30, 12);
    const before = lines.join('');
    await bed.write(name, before);
    const tools: string[] = [];
    for (const turn of [1, 2, 3]) {
      const edited = random.edit(lines);
      if (edited.join('') !== lines.join('')) {
        tools.push(`${round}.${turn}`);
        await bed.change(`${round}.${turn}`, name, edited.join(''));
      }
      lines = edited;
    }
    return [name, tools, before];
  }

  testInFull('restore the original text when undone newest first', async () => {
    const random = new Random(23);
    for (let round = 0; round < 25; round += 1) {
      const [name, tools, before] = await turns(random, round);
      for (const tool of tools.toReversed()) {
        // A turn that only reverted an earlier one has no pending change.
        await bed.undoTools(tool).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'change.builtUpon' });
        });
      }
      expect(await bed.text(name)).toBe(before);
      expect(bed.review(name)).toBeUndefined();
    }
  });

  testInFull('restore the original text when undone in any order, unless refused', async () => {
    const random = new Random(25);
    for (let round = 0; round < 25; round += 1) {
      const [name, tools, before] = await turns(random, round);
      let errors = 0;
      for (const tool of random.shuffle(tools)) {
        await bed.undoTools(tool).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'change.builtUpon' });
          errors += 1;
        });
      }
      expect(errors > 0 || (await bed.text(name)) === before).toBe(true);
      expect(errors > 0 || bed.review(name) === undefined).toBe(true);
    }
  });

  test('leave nothing pending when kept in any order', async () => {
    const random = new Random(24);
    for (let round = 0; round < 25; round += 1) {
      const [name, tools] = await turns(random, round);
      const after = await bed.text(name);
      for (const tool of random.shuffle(tools)) {
        await bed.keepTools(tool);
      }
      expect(await bed.text(name)).toBe(after);
      expect(bed.review(name)).toBeUndefined();
    }
  });
});

describe('rewinding', () => {
  const names = ['a', 'b', 'folder/c'];
  const state = () => Promise.all(names.map(name => bed.text(name)));

  async function rewind(since: number) {
    const plans: OwnedPlan[] = [];
    for (const name of names) {
      const path = bed.path(name);
      const now = await filesOnDisk.read({ path });
      const plan = await bed.decisions.planner.rewind(bed.channel, path, since, now);
      plans.push(...(plan ? [{ channel: bed.channel, plan }] : []));
    }
    bed.clock.advance(1);
    return bed.decisions.run('Rewind', plans);
  }

  test('restores the exact bytes of each of twelve states, and can be reverted', async () => {
    const random = new Random(22);
    for (let round = 0; round < 4; round += 1) {
      const states: { at: number; texts: (string | null)[] }[] = [];
      for (let step = 0; step < 12; step += 1) {
        states.push({ at: bed.clock.now() + 1, texts: await state() });
        const name = names[random.below(names.length)] ?? '';
        const old = await bed.text(name);
        const edited = random.edit(toLines(old ?? ''), 5).join('');
        await bed.change(
          `${round}.${step}`,
          name,
          old !== null && random.below(6) === 0 ? null : edited,
        );
      }
      for (const { at, texts } of random.shuffle(states)) {
        const [from, waiting] = [await state(), bed.channel.files];
        const done = await rewind(at);
        expect(await state()).toEqual(texts);
        if (random.below(2) === 0) {
          for (const { channel, operation } of done?.operations ?? []) {
            bed.clock.advance(1);
            await bed.decisions.restore(channel, operation);
          }
          expect(await state()).toEqual(from);
          expect(sorted(bed.channel.files)).toEqual(sorted(waiting));
        }
      }
    }
  });

  test("preserves the user's edits and leaves none of the agent's changes pending", async () => {
    await bed.write('a', '1\n2\n3\n');
    await bed.change('t1', 'a', '1\n2\nC\n');
    await bed.write('a', 'typed\n1\n2\nC\n');
    await bed.change('t2', 'a', 'typed\n1\n2\nC\nD\n');
    await rewind(1);
    expect(await bed.text('a')).toBe('typed\n1\n2\n3\n');
    expect(bed.channel.files).toEqual([]);
  });

  test('plans nothing for a file that is already in its earlier state', async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', '2\n');
    await bed.write('a', '1\n');
    const now = await filesOnDisk.read({ path: bed.path('a') });
    const { planner } = bed.decisions;
    expect(await planner.rewind(bed.channel, bed.path('a'), 1, now)).toBeUndefined();
    expect(await planner.rewind(bed.channel, bed.path('a'), 2, now)).toBeUndefined();
  });

  test('reverts kept changes, even in a renamed file', async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', '2\n');
    await bed.keepTools('t1');
    await bed.write('b', '2\n');
    await bed.write('a', null);
    await bed.edits.reviews.moved(bed.path('a'), bed.path('b'));
    await rewind(1);
    expect(await state()).toEqual([null, '1\n', null]);
  });
});

function sorted<T extends { readonly path: string }>(files: readonly T[]): T[] {
  return [...files].sort((a, b) => a.path.localeCompare(b.path));
}
