import { expect, it } from 'vitest';
import { problemOf } from '../../../../src/core/runs/channelRun';

it('says where to sign in, and else what the agent reports', () => {
  const message = 'API Error: 401';
  expect(problemOf({ kind: 'error', reason: 'authentication', message })).toBe(
    'Not signed in. Open the conversation to sign in. API Error: 401',
  );
  expect(problemOf({ kind: 'error', reason: 'overloaded', message })).toBe(message);
  expect(problemOf({ kind: 'completed' })).toBeUndefined();
});
