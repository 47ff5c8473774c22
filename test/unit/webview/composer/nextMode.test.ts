import { expect, it } from 'vitest';
import { nextMode, nextValue } from '../../../../webview/composer/nextMode';

const usual = ['default', 'acceptEdits', 'plan'] as const;

it.each([
  [usual, 'default', usual, 'acceptEdits'],
  [usual, 'plan', usual, 'default'],
  [['default', 'plan', 'bypassPermissions'], 'plan', usual, 'default'],
  [['default', 'plan', 'bypassPermissions'], 'bypassPermissions', usual, 'default'],
  [usual, 'default', ['plan', 'default'], 'plan'],
  [usual, 'acceptEdits', ['plan'], 'plan'],
  [usual, 'plan', ['plan'], undefined],
  [usual, 'plan', [], undefined],
  [usual, 'plan', ['auto'], undefined],
  [['default'], 'default', usual, undefined],
  [[], 'default', usual, undefined],
] as const)('of %j, the mode after %s in %j is %s', (modes, current, chosen, next) => {
  expect(nextMode(modes, current, chosen)).toBe(next);
});

it('goes through the values of an option, and ends at a single one', () => {
  expect(nextValue(['ask', 'code'], 'ask')).toBe('code');
  expect(nextValue(['ask', 'code'], 'code')).toBe('ask');
  expect(nextValue(['ask', 'code'], 'gone')).toBe('ask');
  expect(nextValue(['ask'], 'ask')).toBeUndefined();
  expect(nextValue([], 'ask')).toBeUndefined();
});
