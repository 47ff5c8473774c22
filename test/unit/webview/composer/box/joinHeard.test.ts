import { expect, it } from 'vitest';
import { joinHeard } from '../../../../../webview/composer/box/joinHeard';

it.each([
  ['', '', 'add a flag'],
  ['Please', '', ' add a flag'],
  ['Please ', 'now', 'add a flag '],
  ['Please', ', now', ' add a flag'],
  ['(', ')', 'add a flag'],
  ['Done.', '', ' add a flag'],
  ['\ufffc', '\ufffc', ' add a flag'],
])('between %j and %j, a text becomes %j', (before, after, joined) => {
  expect(joinHeard('add a flag', before, after)).toBe(joined);
});

it('adds nothing to nothing', () => {
  expect(joinHeard('', 'Please', 'now')).toBe('');
});
