import { describe, expect, test } from 'vitest';
import { ReviewText } from '../../../../../src/core/edits/review/reviewText';
import { toLines } from '../../../../../src/core/edits/text/lines';
import { isFull } from '../../../../support/extent';
import { Random } from '../text/random';

/** Returns the text that the decisions require: each hunk's lines before or after. */
function expected({ before, after, hunks }: ReviewText, keeps: readonly boolean[]): string[] {
  let at = 0;
  const made: string[] = [];
  hunks.forEach(({ oldStart, oldEnd, newStart, newEnd }, index) => {
    made.push(...before.slice(at, oldStart));
    made.push(...(keeps[index] ? after.slice(newStart, newEnd) : before.slice(oldStart, oldEnd)));
    at = oldEnd;
  });
  return [...made, ...before.slice(at)];
}

/** Inserts a user's line among lines that the agent has not changed, or beside changed ones. */
function typeElsewhere(
  text: ReviewText,
  random: Random,
): { now: string[]; mark: string } | undefined {
  const { after, hunks } = text;
  const isFree = (line: number) =>
    hunks.every(({ newStart, newEnd }) =>
      newStart === newEnd ? line !== newStart : line <= newStart || line >= newEnd,
    );
  const free = after.map((_, line) => line).filter(isFree);
  const line = free[random.below(free.length)];
  if (line === undefined) {
    return undefined;
  }
  const mark = 'typed by the user\n';
  return { now: [...after.slice(0, line), mark, ...after.slice(line)], mark };
}

function fiveHunks(random: Random): ReviewText {
  for (;;) {
    const before = random.lines(40);
    const text = new ReviewText(before, random.edit(before, 9));
    if (text.hunks.length >= 5) {
      return text;
    }
  }
}

test('keeping or undoing five hunks in any order yields the requested file', () => {
  const random = new Random(11);
  for (let round = 0; round < (isFull ? 10_000 : 1_000); round += 1) {
    const start = fiveHunks(random);
    const keeps = start.hunks.map(() => random.below(2) === 0);
    const wanted = expected(start, keeps);
    // The hunks' original lines identify the decisions.
    let left = start.hunks.map((_, index) => index);
    let text = start;
    let now = [...start.after];
    for (const choice of random.shuffle(left)) {
      const shown = text.hunksIn(now);
      expect(shown.length).toBe(left.length);
      const hunk = shown[left.indexOf(choice)];
      if (!hunk) {
        throw new Error('A hunk that waits is not shown.');
      }
      if (keeps[choice]) {
        text = text.keep(hunk);
      } else {
        now = text.undoneIn(now, hunk);
        text = text.undo(hunk);
      }
      left = left.filter(one => one !== choice);
    }
    expect(now.join('')).toBe(wanted.join(''));
    expect(text.hunksIn(now)).toEqual([]);
    expect(text.before).toEqual(text.after);
    expect(text.after).toEqual(wanted);
  }
});

test('keeping or undoing hunks preserves lines that the user typed between them', () => {
  const random = new Random(12);
  let rounds = 0;
  for (let round = 0; round < (isFull ? 3_000 : 600); round += 1) {
    const start = fiveHunks(random);
    const typed = typeElsewhere(start, random);
    if (!typed) {
      continue;
    }
    rounds += 1;
    let text = start;
    let { now } = typed;
    const keeps: boolean[] = [];
    for (let shown = text.hunksIn(now); shown[0]; shown = text.hunksIn(now)) {
      const [hunk] = shown;
      const isKept = random.below(2) === 0;
      keeps.push(isKept);
      if (isKept) {
        text = text.keep(hunk);
      } else {
        now = text.undoneIn(now, hunk);
        text = text.undo(hunk);
      }
    }
    const isOwn = (line: string) => line === typed.mark;
    expect(now.filter(isOwn).length).toBe(1);
    expect(now.filter(line => !isOwn(line))).toEqual(expected(start, keeps));
  }
  expect(rounds).toBeGreaterThan(isFull ? 2_000 : 400);
});

describe('a hunk that the user has edited', () => {
  const text = new ReviewText(toLines('a\nb\nc\nd\n'), toLines('a\nB\nc\nD\n'));
  const now = toLines('a\nB, typed\nc\nD\n');

  test('is marked as edited', () => {
    expect(text.hunksIn(now).map(hunk => hunk.isEdited)).toEqual([true, false]);
  });

  test("can be kept with the user's edits", () => {
    const [edited] = text.hunksIn(now);
    const kept = edited && text.keep(edited);
    expect(kept?.hunksIn(now).length).toBe(1);
    expect(kept?.originalOf(now).join('')).toBe('a\nB, typed\nc\nd\n');
  });

  test('is compared with the original lines', () => {
    expect(text.originalOf(now).join('')).toBe('a\nb\nc\nd\n');
  });
});

test('a change that the user reverted by hand is no longer shown', () => {
  const text = new ReviewText(toLines('a\nb\n'), toLines('a\nB\n'));
  expect(text.hunksIn(toLines('a\nb\n'))).toEqual([]);
  expect(text.hunksIn(toLines('a\nB\nc\n')).length).toBe(1);
});

test('the original text includes what the user typed elsewhere', () => {
  const random = new Random(13);
  for (let round = 0; round < (isFull ? 3_000 : 600); round += 1) {
    const text = fiveHunks(random);
    const typed = typeElsewhere(text, random);
    const undone = typed && text.originalOf(typed.now);
    if (typed) {
      expect(undone?.filter(line => line !== typed.mark)).toEqual(text.before);
      expect(undone).toContain(typed.mark);
    }
  }
});
