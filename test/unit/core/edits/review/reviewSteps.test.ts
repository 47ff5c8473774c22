import { expect, test } from 'vitest';
import type { ToolCallId } from '../../../../../src/contract/ids';
import type { FileChange, StoredContent } from '../../../../../src/core/edits/review/reviewRecord';
import { ReviewSteps } from '../../../../../src/core/edits/review/reviewSteps';

const content = (ref: string): StoredContent => ({ ref: ref as never });
const change = (toolId: string, old: string, now: string): FileChange => ({
  ...{ at: 1, path: '/a', toolId: toolId as ToolCallId },
  ...{ old: content(old), new: content(now), base: content('base') },
});

test('all known calls are pending again if the log does not reach back to the first', async () => {
  const first = change('t1', 'x', 'y');
  const last = change('t2', 'y', 'base');
  const unread = { read: () => Promise.reject(new Error('not needed')) };
  const steps = new ReviewSteps(unread as never);
  expect(await steps.without(undefined, last, [first, last])).toMatchObject({
    after: content('y'),
    tools: ['t1'],
  });
});
