import { expect, it } from 'vitest';
import { localTime, zonedTime } from '../../../../../webview/prompts/elicitation/localTime';

it('converts a time to the zone of the user and back', () => {
  const time = '2026-07-08T09:10:11Z';
  const local = localTime(time);
  expect(local).toMatch(/^2026-07-0[789]T\d\d:\d\d:11$/);
  expect(new Date(local).getTime()).toBe(Date.parse(time));
  expect(zonedTime(local)).toBe(time);
  expect(zonedTime('2026-07-08T09:10')).toMatch(/^2026-07-0[789]T\d\d:\d\d:00Z$/);
});

it('leaves the control empty for what is no time', () => {
  expect([localTime(''), localTime('soon'), zonedTime(''), zonedTime('soon')]).toEqual([
    ...['', '', '', ''],
  ]);
});
