import { expect, test } from 'vitest';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { lostTexts } from '../../../support/recordings/completeness';
import { allRecordings, processesOf } from '../../../support/recordings/recording';
import { replay } from '../../../support/recordings/replay';

const recordings = allRecordings();

test('the check reports losses of every kind for an empty conversation', () => {
  const lost = recordings.flatMap(({ rows }) => lostTexts(rows, [emptyConversation]));
  expect(lost.length).toBeGreaterThan(1000);
  for (const kind of ['text', 'thinking', 'input of', 'result of', 'result:']) {
    expect(lost.some(one => one.startsWith(kind))).toBe(true);
  }
});

test('the check reports the loss of any single item', () => {
  const basic = recordings.filter(({ scenario }) => scenario === 'basic');
  expect(basic.length).toBeGreaterThan(0);
  for (const { rows } of basic) {
    for (const process of processesOf(rows)) {
      const { conversation } = replay(process);
      for (const turn of conversation.turns) {
        for (const item of turn.items) {
          const isSaid =
            item.kind === 'tool' ||
            ((item.kind === 'text' || item.kind === 'thinking') && item.text !== '');
          const without = conversation.turns.map(one => ({
            ...one,
            items: one.items.filter(other => other !== item),
          }));
          const lost = lostTexts(process, [{ ...conversation, turns: without }]);
          expect(lost.length > 0).toBe(isSaid);
        }
      }
    }
  }
});
