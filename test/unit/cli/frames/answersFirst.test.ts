import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AnswersFirst } from '../../../../src/cli/frames/answersFirst';

/** Reads lines; who waited for an answer uses it some microtasks later. */
function reader() {
  const seen: string[] = [];
  const use = async (line: string) => {
    for (let hop = 0; hop < 10; hop += 1) await undefined;
    seen.push(`used ${line}`);
  };
  const lines = new AnswersFirst(line => {
    seen.push(line);
    const isAnswer = line.startsWith('answer');
    if (isAnswer) void use(line);
    return isAnswer;
  });
  return { seen, lines };
}

it('lets an answer be used before the lines behind it', async () => {
  const { seen, lines } = reader();
  for (const line of ['a', 'answer 1', 'b', 'answer 2', 'c', 'd']) lines.next(line);
  expect(seen).toEqual(['a', 'answer 1']);
  await turn();
  lines.next('e');
  await turn();
  await turn();
  const answers = ['answer 1', 'used answer 1', 'b', 'answer 2', 'used answer 2'];
  expect(seen).toEqual(['a', ...answers, 'c', 'd', 'e']);
});

it('reads what is left at the end, once', async () => {
  const { seen, lines } = reader();
  for (const line of ['answer 1', 'b', 'c']) lines.next(line);
  lines.flush();
  expect(seen).toEqual(['answer 1', 'b', 'c']);
  await turn();
  expect(seen).toEqual(['answer 1', 'b', 'c', 'used answer 1']);
});
