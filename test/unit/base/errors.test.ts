import { expect, it } from 'vitest';
import { messageOf } from '../../../src/base/errors';

function parse(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch (error) {
    return messageOf(error);
  }
}

it.each([
  'secret "quoted" words',
  '{"a":x secret}',
  '{"draft":"a long text before it", secret and a long text after it}',
  '"secret\nline"',
])('does not quote invalid JSON: %s', text => {
  expect(parse(text)).toMatch(/JSON/);
  expect(parse(text)).not.toMatch(/secr|draft/);
});

it('returns the message of other errors', () => {
  expect(messageOf(new Error('a "b" is not valid JSON'))).toBe('a "b" is not valid JSON');
  expect(messageOf('plain')).toBe('plain');
});
