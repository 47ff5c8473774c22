import { expect, it } from 'vitest';
import { openElsewhere } from '../../../../src/host/sessions/openSessions';

const live = (...sessions: readonly object[]) => ({ list: async () => sessions }) as never;
const windows = (...ids: readonly string[]) => ({ openInWindows: async () => ids }) as never;

it('sessions are open in other windows, and in terminals of the user', async () => {
  const found = await openElsewhere(
    live(
      { sessionId: 'typed', pid: 1, entrypoint: 'cli' },
      { sessionId: 'ours', pid: 2, entrypoint: 'sdk-ts' },
      { sessionId: 'shown', pid: 3, entrypoint: 'cli' },
    ),
    windows('shown', 'other'),
  );
  expect(Object.fromEntries(found)).toEqual({
    ...{ shown: 'window', other: 'window', typed: 'terminal' },
  });
  // Until a CLI is found, nothing says where its processes keep their files.
  expect([...(await openElsewhere(undefined, windows('other')))]).toEqual([['other', 'window']]);
});
