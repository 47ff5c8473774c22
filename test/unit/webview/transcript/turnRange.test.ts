import { describe, expect, it } from 'vitest';
import type { Conversation, Item, Turn } from '../../../../src/contract/conversation';
import type { TurnId } from '../../../../src/contract/ids';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { countNew, newestKey } from '../../../../webview/transcript/countNew';
import {
  extendDown,
  extendUp,
  fitRange,
  newestRange,
  rangeAround,
  trimStart,
  turnsIn,
} from '../../../../webview/transcript/turnRange';

function turn(index: number, itemCount: number): Turn {
  const items = Array.from(
    { length: itemCount },
    (_, at): Item => ({ kind: 'unknown', key: `${index}.${at}`, at, what: '' }),
  );
  return { id: `t${index}` as TurnId, origin: 'person', startedAt: 0, items };
}

function conversation(turnCount: number, itemCount: number, earlier = 0): Conversation {
  const turns = Array.from({ length: turnCount }, (_, index) => turn(earlier + index, itemCount));
  return { ...emptyConversation, turns, first: earlier, hasEarlier: earlier !== 0 };
}

describe('The rendered turns', () => {
  it('start with the newest page', () => {
    expect(newestRange(conversation(100, 2))).toEqual({ from: 70 });
    expect(newestRange(conversation(3, 2, 40))).toEqual({ from: 40 });
  });

  it('are the newest page again if the range lies beyond a conversation that was read anew', () => {
    const taken = conversation(3, 2);
    expect(fitRange(taken, { from: 2 })).toEqual({ from: 2 });
    for (const range of [{ from: 3 }, { from: 4 }, { from: 0, to: 9 }]) {
      expect(fitRange(taken, range)).toEqual({ from: 0 });
    }
    expect(fitRange(conversation(3, 2, 40), { from: 0 })).toEqual({ from: 40 });
    expect(fitRange(emptyConversation, { from: 0 })).toEqual({ from: 0 });
  });

  it('surround the requested turn, wherever that is', () => {
    const long = conversation(600, 2, -300);
    expect(rangeAround(long, 0)).toEqual({ from: -30, to: 30 });
    expect(rangeAround(long, -300)).toEqual({ from: -300, to: -270 });
    expect(rangeAround(long, 299)).toEqual({ from: 269 });
    expect(rangeAround(conversation(4, 300), 1)).toEqual({ from: 0, to: 2 });
  });

  it('grow upwards by page, dropping the far end if there are too many', () => {
    const long = conversation(600, 2);
    let range = newestRange(long);
    range = extendUp(long, range);
    expect(range).toEqual({ from: 540 });
    for (let step = 0; step < 20; step++) {
      range = extendUp(long, range);
    }
    expect(range).toEqual({ from: 0, to: 250 });
    expect(turnsIn(long, range)).toHaveLength(250);
  });

  it('stay unchanged if no earlier turn is loaded', () => {
    const range = { from: 40 };
    expect(extendUp(conversation(3, 2, 40), range)).toBe(range);
  });

  it('grow downwards to the newest turn', () => {
    const long = conversation(300, 2);
    let range = extendDown(long, { from: 0, to: 250 });
    expect(range).toEqual({ from: 30, to: 280 });
    range = extendDown(long, range);
    expect(range).toEqual({ from: 50 });
    expect(extendDown(long, range)).toBe(range);
  });

  it('are trimmed at the top while the end is followed', () => {
    const long = conversation(300, 2);
    expect(trimStart(long, { from: 10 })).toEqual({ from: 50 });
    const few = { from: 200 };
    expect(trimStart(long, few)).toBe(few);
  });
});

describe('New items', () => {
  it('are counted from the previously newest item', () => {
    const before = conversation(2, 2);
    const seen = newestKey(before);
    expect(countNew(before, seen)).toBe(0);
    const after = { ...before, open: turn(2, 3) };
    expect(countNew(after, seen)).toBe(3);
    expect(countNew(after, 'gone')).toBe(0);
  });
});
