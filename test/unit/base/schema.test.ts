import { expect, test } from 'vitest';
import * as zod from 'zod/mini';
import * as z from '../../../src/base/schema';

test('schemas that say the same are one', () => {
  expect(z.string()).toBe(z.string());
  expect(z.optional(z.string())).toBe(z.optional(z.string()));
  expect(z.array(z.nullable(z.number()))).toBe(z.array(z.nullable(z.number())));
  expect(z.optional(z.string())).not.toBe(z.optional(z.number()));
  expect(z.array(z.string())).not.toBe(z.optional(z.string()));
});

test('what is added to a schema stays out of the one that all share', () => {
  const short = z.string().check(z.maxLength(2), z.describe('A short text.'));
  const one = z.array(z.string(), 'No list.').check(z.maxLength(1));
  const described = z.optional(z.string()).check(z.describe('A text.'));
  expect(short.safeParse('long').success).toBe(false);
  expect(one.safeParse(['a', 'b']).success).toBe(false);
  expect(z.string().safeParse('long').success).toBe(true);
  expect(z.array(z.string()).safeParse(['a', 'b']).success).toBe(true);
  const found = z.toJSONSchema(z.object({ short, described, plain: z.optional(z.string()) }));
  expect(found.properties).toEqual({
    short: { type: 'string', maxLength: 2, description: 'A short text.' },
    described: { type: 'string', description: 'A text.' },
    plain: { type: 'string' },
  });
});

test('a message of its own makes a schema of its own', () => {
  const named = z.string('Not a name.');
  expect(named).not.toBe(z.string());
  expect(named.safeParse(1).error?.issues[0]?.message).toBe('Not a name.');
  expect(z.string().safeParse(1).error?.issues[0]?.message).not.toBe('Not a name.');
});

test('all else is as the library has it', () => {
  expect(Object.keys(z).sort()).toEqual(Object.keys(zod).sort());
});
