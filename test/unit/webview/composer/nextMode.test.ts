import { expect, it } from 'vitest';
import { nextMode } from '../../../../webview/composer/nextMode';

it.each([
  [['default', 'acceptEdits', 'plan'], 'default', 'acceptEdits'],
  [['default', 'acceptEdits', 'plan'], 'plan', 'default'],
  [['default', 'acceptEdits', 'bypassPermissions'], 'acceptEdits', 'default'],
  [['default', 'acceptEdits', 'bypassPermissions'], 'bypassPermissions', 'default'],
  [['default'], 'default', undefined],
  [[], 'default', undefined],
] as const)('in %j, the mode after %s is %s', (modes, current, next) => {
  expect(nextMode(modes, current)).toBe(next);
});
