import { expect, it } from 'vitest';
import { outcomeText } from '../../../../webview/store/turnOutcomes';

it('returns no text for a completed turn', () => {
  expect(outcomeText({ kind: 'completed' })).toBeUndefined();
});

it('adds the message and the status from the API', () => {
  expect(
    outcomeText({ kind: 'error', reason: 'overloaded', message: 'Busy', status: 529 }),
  ).toMatchObject({ tone: 'error', detail: 'Busy (529)' });
});

it('treats an unrecognized reason as unknown', () => {
  const text = outcomeText({ kind: 'error', reason: 'gremlins' as 'unknown', message: '' });
  expect(text).toMatchObject({ sentence: 'The turn ended with an error.' });
});

const limit = { kind: 'error', reason: 'usageLimit', message: 'Limit', resetsAt: 60_000 } as const;
const kinds = (goOnAt?: number, now = 0) =>
  outcomeText(limit, { now, goOnAt })?.steps.map(({ kind }) => kind);

it('offers to go on when the limit is reset, until then', () => {
  expect(kinds()).toEqual(['goOn', 'retry', 'picker']);
  expect(kinds(undefined, 60_000)).toEqual(['retry', 'picker']);
});

it('says that the conversation goes on by itself, and lets the user cancel that', () => {
  expect(kinds(65_000)).toEqual(['cancelGoOn', 'retry', 'picker']);
  const text = outcomeText(limit, { now: 0, goOnAt: 65_000 });
  expect(text?.sentence).toContain('continues automatically at');
});
