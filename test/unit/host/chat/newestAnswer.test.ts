import { expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { NewestAnswer } from '../../../../src/host/chat/newestAnswer';

/** Questions whose answers the test gives, in any order. */
function createAsked() {
  const questions: Deferred<string>[] = [];
  const answers = new NewestAnswer(() => {
    const question = new Deferred<string>();
    questions.push(question);
    return question.promise;
  });
  const answer = (index: number, text: string) => questions[index]?.resolve(text);
  return { questions, answers, answer };
}

test('an answer is dropped if the question was asked again, whichever comes first', async () => {
  const { answers, answer } = createAsked();
  const [first, second] = [answers.unlessOutdated(), answers.unlessOutdated()];
  answer(1, 'new');
  answer(0, 'old');
  expect([await first, await second]).toEqual([undefined, 'new']);
});

test('two that need an answer get the most recent one, and ask no more for that', async () => {
  const { questions, answers, answer } = createAsked();
  const [first, second] = [answers.newest(), answers.newest()];
  answer(0, 'old');
  await new Promise(setImmediate);
  answer(1, 'new');
  expect([await first, await second]).toEqual(['new', 'new']);
  expect(questions).toHaveLength(2);
});

test('many that need an answer at once come to an end', async () => {
  let asked = 0;
  const answers = new NewestAnswer(async () => {
    asked += 1;
    return asked;
  });
  const given = await Promise.all(Array.from({ length: 20 }, () => answers.newest()));
  expect(new Set(given)).toEqual(new Set([asked]));
  expect(asked).toBeLessThan(30);
});

test('one that needs an answer asks again if the later one has been given and dropped', async () => {
  const { answers, answer, questions } = createAsked();
  const [first, second] = [answers.newest(), answers.unlessOutdated()];
  answer(1, 'new');
  expect(await second).toBe('new');
  answer(0, 'old');
  await expect.poll(() => questions.length).toBe(3);
  answer(2, 'newest');
  expect(await first).toBe('newest');
});

test('a question that fails fails for all that wait for it, and can be asked again', async () => {
  const { questions, answers, answer } = createAsked();
  const waiting = Promise.allSettled([answers.newest(), answers.newest()]);
  answer(0, 'old');
  await new Promise(setImmediate);
  questions[1]?.reject(new Error('EMFILE'));
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = answers.newest();
  answer(2, 'new');
  expect(await again).toBe('new');
});
