import { expect, it } from 'vitest';
import { UserMessage } from '../../../../../src/acp/translate/session/userMessage';
import type { MessageId } from '../../../../../src/contract/ids';

function replayed(...texts: readonly string[]) {
  const message = new UserMessage('1', 'message' as MessageId, 1);
  for (const text of texts) {
    message.add({ type: 'text', text });
  }
  const event = message.toEvent();
  return event.type === 'prompt.sent' ? event : expect.fail();
}

it('takes contexts and links out of the text of an agent', () => {
  const text =
    'See [@a.ts](file:///w/a.ts)\n<context ref="file:///w/b.ts">\nb\n</context>\n and\n<context ref="c">d</context> [@e](http://f)';
  expect(replayed(text)).toMatchObject({
    text: 'See @a.ts\n and [@e](http://f)',
    context: [
      { title: 'b.ts', text: 'b' },
      { title: 'c', text: 'd' },
    ],
  });
});

it.each([
  ['contexts without an end', '\n<context ref="a">'],
  ['beginnings of links', '[@'],
  ['beginnings of addresses', '[@a](file'],
])('reads a long text of %s in linear time', (_, part) => {
  const text = part.repeat(1_000_000 / part.length);
  expect(replayed(text).text).toBe(text.trim());
});

it('keeps the beginning of a message that has no end', () => {
  const chunk = 'a'.repeat(1_000);
  const { text } = replayed(...Array.from({ length: 100_000 }, () => chunk));
  expect(text.length).toBeLessThanOrEqual(1_000_001);
});
