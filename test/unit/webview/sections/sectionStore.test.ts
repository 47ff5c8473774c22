import { expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type { Section } from '../../../../src/contract/sections';
import { SectionStore } from '../../../../webview/sections/sectionStore';

function open() {
  const answers: Deferred<Section>[] = [];
  const call = () => {
    const answer = new Deferred<Section>();
    answers.push(answer);
    return answer.promise;
  };
  const store = new SectionStore({ call } as never);
  const shown = () => store.get('hooks').section?.notes?.[0]?.text;
  const answer = async (text: string) => {
    answers.at(-1)?.resolve({ id: 'hooks', groups: [], notes: [{ text }] });
    // The store goes on after the answer.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { store, answers, shown, answer };
}

it('reads twice at a time and once more, however often files change', async () => {
  const { store, answers, shown, answer } = open();
  store.need('hooks');
  for (let change = 0; change < 100; change += 1) store.changed('hooks', true);
  expect(answers.length).toBe(2);
  await answer('second');
  expect([shown(), store.get('hooks').isReading, answers.length]).toEqual(['second', true, 3]);
  await answer('third');
  expect([shown(), store.get('hooks').isReading, answers.length]).toEqual(['third', false, 3]);
  answers[0]?.reject(new Error('late'));
  await answer('third');
  expect([shown(), store.get('hooks').failure]).toEqual(['third', undefined]);
});

it('forgets an answer from before a change that nobody has seen', async () => {
  const { store, answers, shown, answer } = open();
  store.need('hooks');
  store.changed('hooks', false);
  await answer('old');
  expect([shown(), answers.length]).toEqual([undefined, 1]);
  store.need('hooks');
  await answer('new');
  expect([shown(), answers.length]).toEqual(['new', 2]);
});

it('reads anew what is shown again while an answer from before is on its way', async () => {
  const { store, answers, shown, answer } = open();
  store.need('hooks');
  store.changed('hooks', false);
  store.need('hooks');
  expect([store.get('hooks').isReading, answers.length]).toEqual([true, 2]);
  answers[0]?.resolve({ id: 'hooks', groups: [], notes: [{ text: 'old' }] });
  await answer('new');
  expect([shown(), store.get('hooks').isReading]).toEqual(['new', false]);
});
