import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../../../../src/contract/events';
import { postedLength, surelyFits } from '../../../../src/core/conversation/postedLength';

const nested = (depth: number): unknown => (depth === 0 ? 'x' : { in: [nested(depth - 1)] });

const values: readonly unknown[] = [
  'plain',
  '"\\\n\u0001\ud800',
  '\u0001'.repeat(500),
  -1.7976931348623157e308,
  5e-324,
  null,
  true,
  [],
  {},
  [undefined, null, false, [[]], [{}]],
  { a: undefined, b: 'text', '"\n"': [1, 2, 3], c: { d: { e: 'f' } } },
  Array.from({ length: 400 }, (_, index) => ({ key: `item${index}`, index })),
  JSON.parse('{"__proto__":{"a":"bcdef"},"constructor":"x"}'),
  nested(10),
];

describe('whether a value surely fits', () => {
  it.each(values.map(value => [JSON.stringify(value).slice(0, 40), value]))(
    'is never said of JSON that is longer: %s',
    (_what, value) => {
      const { length } = JSON.stringify(value);
      expect(surelyFits(value, length - 1)).toBe(false);
      expect(surelyFits(value, 6 * length + 25)).toBe(true);
    },
  );

  it('is not known of what is nested too deeply', () => {
    expect(surelyFits(nested(1_000), 1_000_000)).toBe(false);
  });
});

it('measures the JSON of an event', () => {
  const event = { type: 'block.delta', blockId: 'b', text: '"' } as ConversationEvent;
  expect([postedLength(event), postedLength(event)]).toEqual(
    Array(2).fill(JSON.stringify(event).length),
  );
});
