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
