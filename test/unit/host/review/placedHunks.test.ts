import { describe, expect, test } from 'vitest';
import {
  hunkAfter,
  hunkAt,
  hunkAtLine,
  hunkBeside,
  hunkWithin,
  lineOfHunk,
  type PlacedHunk,
  presentHunk,
} from '../../../../src/host/review/placedHunks';
import { reviewOf, viewOf } from './fileViews';

const channel = reviewOf('c');
/** Line 2 is changed, lines 4 and 5 are removed, and a line is added at the end. */
const before = '1\n2\n3\n4\n5\n6\n';
const after = '1\nB\n3\n6\nnew\n';
const view = viewOf('/a', channel, { before, after });

/** Names a change by its present lines, from 0: "1-2". */
const named = (found: PlacedHunk | undefined) =>
  found && `${found.view.review.path} ${found.hunk.now.start}-${found.hunk.now.end}`;

/** Returns the only change of a file. */
function only(found: PlacedHunk['view']): PlacedHunk {
  const [hunk] = found.hunks;
  if (!hunk || found.hunks.length > 1) {
    throw new Error(`${found.hunks.length} changes`);
  }
  return { view: found, hunk };
}

describe('the change at the cursor', () => {
  test('covers its lines, and both neighbours of removed lines', () => {
    const found = [0, 1, 2, 3, 4, 5].map(line => named(hunkAtLine([view], line, 'now')));
    expect(found).toEqual([undefined, '/a 1-2', '/a 3-3', '/a 3-3', '/a 4-5', undefined]);
  });

  test('covers other lines on the left side of a diff, where removed lines are shown', () => {
    const found = [0, 1, 2, 3, 4, 5, 6].map(line => named(hunkAtLine([view], line, 'before')));
    expect(found).toEqual([undefined, '/a 1-2', undefined, '/a 3-3', '/a 3-3', '/a 4-5', '/a 4-5']);
  });

  test('is counted on the left side across the changes of all conversations', () => {
    const now = '1\nx\ny\n2\nB\n';
    const first = viewOf('/a', channel, { before: '1\n2\nB\n', after: now });
    const second = viewOf('/a', reviewOf('d'), { before: '1\nx\ny\n2\n3\n', after: now });
    expect(named(hunkAtLine([second, first], 2, 'before'))).toBe('/a 4-5');
  });
});

test('a change is found by the lines of a lens only in its own conversation', () => {
  const twin = viewOf('/a', reviewOf('d'), { before, after });
  expect(hunkAt([view, twin], 'd', 3, 3)?.view).toBe(twin);
  expect(hunkAt([view, twin], 'd', 3, 4)).toBeUndefined();
  expect(hunkAt([view], 'd', 3, 3)).toBeUndefined();
});

test.each([
  ['changed lines', 2, 2, '/a 1-2'],
  ['lines around them', 1, 4, '/a 1-2'],
  ['removed lines, whose end is 0', 3, 0, '/a 3-3'],
  ['lines without changes', 9, 9, undefined],
])("a change is found by VS Code's own comparison: %s", (_, first, last, expected) => {
  expect(named(hunkWithin([view], first, last))).toBe(expected);
});

describe('a change that has moved', () => {
  const was = only(viewOf('/a', channel, { before: '1\n2\n', after: '1\nB\n' }));

  test('is found by what the agent has changed', () => {
    const moved = viewOf('/a', channel, {
      before: '1\n2\n',
      after: '1\nB\n',
      now: 'typed\ntyped\n1\nB\n',
    });
    expect(named(presentHunk([moved], was))).toBe('/a 3-4');
    const undone = viewOf('/a', channel, { before: '1\n2\n', after: '1\nC\n' });
    expect(presentHunk([undone], was)).toBeUndefined();
    const foreign = viewOf('/a', reviewOf('d'), { before: '1\n2\n', after: '1\nB\n' });
    expect(presentHunk([foreign], was)).toBeUndefined();
  });

  test('is the nearest of several like it', () => {
    const like = viewOf('/a', channel, {
      before: '2\n-\n-\n-\n2\n-\n2\n',
      after: 'B\n-\n-\n-\nB\n-\nB\n',
    });
    const [, second] = like.hunks;
    const third = like.hunks[2];
    const near = (start: number): PlacedHunk => ({
      view: was.view,
      hunk: { ...was.hunk, now: { start, end: start + 1 } },
    });
    expect(presentHunk([like], near(3))?.hunk).toBe(second);
    expect(presentHunk([like], near(9))?.hunk).toBe(third);
  });
});

describe('the next and the previous change', () => {
  const other = viewOf('/b', channel, { before: '1\n', after: 'A\n' });
  const deleted = { ...viewOf('/c', channel, { before: '1\n', after: '1\n' }), hunks: [] };
  const all = [view, other, deleted];

  test('lie in the same file, then in the next one, in a circle', () => {
    expect(named(hunkBeside(all, '/a', 1, 1))).toBe('/a 3-3');
    expect(named(hunkBeside(all, '/a', 4, 1))).toBe('/b 0-1');
    expect(named(hunkBeside(all, '/b', 0, 1))).toBe('/c 0-0');
    expect(named(hunkBeside(all, '/c', 0, 1))).toBe('/a 1-2');
    expect(named(hunkBeside(all, '/a', 4, -1))).toBe('/a 3-3');
    expect(named(hunkBeside(all, '/a', 1, -1))).toBe('/c 0-0');
    expect(named(hunkBeside(all, '/b', 0, -1))).toBe('/a 4-5');
  });

  test('are the first and the last for a file without changes, and circle within one', () => {
    expect(named(hunkBeside(all, '/else', 7, 1))).toBe('/a 1-2');
    expect(named(hunkBeside(all, undefined, -1, -1))).toBe('/c 0-0');
    expect(named(hunkBeside([other], '/b', 0, 1))).toBe('/b 0-1');
    expect(hunkBeside([], '/a', 0, 1)).toBeUndefined();
  });

  test.each([
    ['now', ['/a 1-2', '/a 3-3', '/a 4-5', '/b 0-1', '/c 0-0', '/a 1-2']],
    ['before', ['/a 1-2', '/a 3-3', '/a 4-5', '/b 0-1', '/c 0-0', '/a 1-2']],
  ] as const)('lead through all changes once, from where each is shown: %s', (side, expected) => {
    const found: (string | undefined)[] = [];
    const lines = side === 'now' ? [0, 1, 2, 4] : [0, 1, 3, 5];
    for (const line of lines) found.push(named(hunkBeside(all, '/a', line, 1, side)));
    found.push(named(hunkBeside(all, '/b', 0, 1, side)), named(hunkBeside(all, '/c', 0, 1, side)));
    expect(found).toEqual(expected);
    const back = lines.map(line => named(hunkBeside(all, '/a', line, -1, side)));
    expect(back).toEqual(['/c 0-0', '/c 0-0', '/a 1-2', '/a 3-3']);
  });

  test('follow the lines of a file, whichever conversation has changed them', () => {
    const now = '1\nx\n2\nB\n3\n';
    const below = viewOf('/a', channel, { before: '1\nx\n2\nb\n3\n', after: now });
    const above = viewOf('/a', reviewOf('d'), { before: '1\n2\nB\n3\n', after: now });
    const both = [below, above, other];
    expect(named(hunkBeside(both, '/a', 0, 1))).toBe('/a 1-2');
    expect(named(hunkBeside(both, '/a', 1, 1))).toBe('/a 3-4');
    expect(named(hunkBeside(both, '/a', 3, 1))).toBe('/b 0-1');
    expect(named(hunkBeside(both, '/b', 0, 1))).toBe('/a 1-2');
    expect(named(hunkBeside(both, '/a', 3, -1))).toBe('/a 1-2');
    expect(named(hunkBeside(both, '/b', 0, -1))).toBe('/a 3-4');
  });

  test('after a decision are the one below, or else the first that is left', () => {
    const [first, second, third] = view.hunks.map(hunk => ({ view, hunk }));
    const without = (gone: PlacedHunk | undefined) => ({
      ...view,
      hunks: view.hunks.filter(hunk => hunk !== gone?.hunk),
    });
    expect(first && named(hunkAfter([without(first)], first))).toBe('/a 3-3');
    expect(second && named(hunkAfter([without(second)], second))).toBe('/a 4-5');
    expect(third && named(hunkAfter([without(third)], third))).toBe('/a 1-2');
    expect(first && hunkAfter([], first)).toBeUndefined();
  });
});

test('removed lines are shown at the line above, unless there is none', () => {
  expect(view.hunks.map(lineOfHunk)).toEqual([1, 2, 4]);
  const atTop = only(viewOf('/a', channel, { before: '1\n2\n', after: '2\n' }));
  expect(lineOfHunk(atTop.hunk)).toBe(0);
});
