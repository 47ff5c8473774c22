import { expect, it } from 'vitest';
import { outcomeText } from '../../../../webview/store/outcomes';

it('has nothing to say about a turn that went well', () => {
  expect(outcomeText({ kind: 'completed' })).toBeUndefined();
});

it('adds what the API said, with its status', () => {
  expect(
    outcomeText({ kind: 'error', reason: 'overloaded', message: 'Busy', status: 529 }),
  ).toMatchObject({ tone: 'error', detail: 'Busy (529)' });
});

it('treats a reason that it does not know as unknown', () => {
  const text = outcomeText({ kind: 'error', reason: 'gremlins' as 'unknown', message: '' });
  expect(text).toMatchObject({ sentence: 'The turn ended with an error.' });
});
