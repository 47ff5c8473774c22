import { expect, it } from 'vitest';
import type { PermissionPrompt } from '../../../../src/contract/prompts';
import { withAnswer } from '../../../../src/core/conversation/sessionGrants';

const prompt = {
  kind: 'permission',
  suggestions: [
    { type: 'addRules', index: 0, rules: ['Bash(npm test)'], destination: 'localSettings' },
    { type: 'addDirectories', index: 1, directories: ['/tmp'], destination: 'session' },
    { type: 'setMode', index: 2, mode: 'acceptEdits', destination: 'session' },
  ],
} as unknown as PermissionPrompt;

const allow = (...apply: { index: number; destination?: 'session' | 'userSettings' }[]) =>
  ({ kind: 'allow', input: {}, apply }) as const;

it('remembers only what is allowed for the session', () => {
  expect(withAnswer(undefined, prompt, allow({ index: 0, destination: 'session' }))).toEqual({
    rules: ['Bash(npm test)'],
    directories: [],
  });
  expect(withAnswer(undefined, prompt, allow({ index: 0 }))).toBeUndefined();
  expect(
    withAnswer(undefined, prompt, allow({ index: 0, destination: 'userSettings' })),
  ).toBeUndefined();
  expect(withAnswer(undefined, prompt, { kind: 'deny', message: '' })).toBeUndefined();
});

it('adds to earlier grants without duplicates', () => {
  const before = { rules: ['Bash(npm test)', 'WebFetch'], directories: [] };
  expect(
    withAnswer(before, prompt, allow({ index: 0, destination: 'session' }, { index: 1 })),
  ).toEqual({ rules: ['Bash(npm test)', 'WebFetch'], directories: ['/tmp'] });
  expect(withAnswer(before, prompt, allow({ index: 2 }))).toEqual(before);
});
