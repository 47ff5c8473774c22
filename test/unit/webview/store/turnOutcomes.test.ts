import { expect, it } from 'vitest';
import { outcomeText } from '../../../../webview/store/turnOutcomes';

const context = { now: 0, agentTitle: 'Claude' };

it('returns no text for a completed turn', () => {
  expect(outcomeText({ kind: 'completed' }, context)).toBeUndefined();
});

it('adds the message and the status from the API', () => {
  expect(
    outcomeText({ kind: 'error', reason: 'overloaded', message: 'Busy', status: 529 }, context),
  ).toMatchObject({
    tone: 'error',
    sentence: 'Claude is overloaded right now. Try again in a moment.',
    detail: 'Busy (529)',
  });
});

it('names the status once', () => {
  const message = 'API Error: 500 Internal server error';
  expect(
    outcomeText({ kind: 'error', reason: 'server', message, status: 500 }, context)?.detail,
  ).toBe(message);
});

it('treats an unrecognized reason as unknown', () => {
  const text = outcomeText(
    { kind: 'error', reason: 'gremlins' as 'unknown', message: '' },
    context,
  );
  expect(text).toMatchObject({ sentence: 'Something went wrong.' });
});

const limit = { kind: 'error', reason: 'usageLimit', message: 'Limit', resetsAt: 60_000 } as const;
const kinds = (goOnAt?: number, now = 0) =>
  outcomeText(limit, { ...context, now, goOnAt })?.steps.map(({ kind }) => kind);

it('offers to go on when the limit is reset, until then', () => {
  expect(kinds()).toEqual(['goOn', 'retry', 'picker']);
  expect(kinds(undefined, 60_000)).toEqual(['retry', 'picker']);
});

it('says that the conversation goes on by itself, and lets the user cancel that', () => {
  expect(kinds(65_000)).toEqual(['cancelGoOn', 'retry', 'picker']);
  const text = outcomeText(limit, { ...context, goOnAt: 65_000 });
  expect(text?.sentence).toContain('continues automatically at');
});
