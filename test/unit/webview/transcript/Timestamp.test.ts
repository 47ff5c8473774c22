import { expect, test } from 'vitest';
import { Timestamp } from '../../../../webview/transcript/Timestamp';

test.each([0, -1, 1e300, 8.65e15, Number.NaN, Number.POSITIVE_INFINITY])(
  'the time %s, which no message has, is not shown',
  at => {
    expect(Timestamp({ at })).toBeNull();
  },
);

test('a time is shown, and told to machines', () => {
  expect(Timestamp({ at: Date.UTC(2026, 0, 31, 15) })?.props).toMatchObject({
    dateTime: '2026-01-31T15:00:00.000Z',
  });
});
