import { expect, test } from 'vitest';
import type { ChannelId, SessionId } from '../../../../src/contract/ids';
import { type ChannelRecord, emptyRecord } from '../../../../src/core/conversation/channelRecord';
import { followRecord } from '../../../../src/core/conversation/recordFollower';
import { RecordKeeper } from '../../../../src/core/conversation/recordKeeper';
import { parseRecord } from '../../../../src/core/registry/recordSchema';
import { systemClock } from '../../../../src/node/systemClock';

const fork: ChannelRecord = {
  ...emptyRecord({
    channelId: 'channel' as ChannelId,
    sessionId: 'own' as SessionId,
    cwd: '/w',
  }),
  fork: { from: 'source' as SessionId, at: 'line' },
  fallbackTitle: 'Source (fork)',
};

const followed = { waiting: () => [], ownMode: () => 'default' as const };

test('clearing a fork drops its origin and fallback title', () => {
  const saved: ChannelRecord[] = [];
  const storage = {
    save: (record: ChannelRecord) => saved.push(record),
    written: () => Promise.resolve(),
    flush: () => Promise.resolve(),
  };
  const keeper = new RecordKeeper(fork, storage, systemClock);
  followRecord({ type: 'conversation.cleared' }, keeper, followed);
  const { fork: _, fallbackTitle: __, ...rest } = fork;
  expect(saved.at(-1)).toEqual({ ...rest, updatedAt: expect.any(Number) });
});

test('clearing drops what was allowed for the session', () => {
  const granted = { rules: ['Bash(curl:*)'], directories: [] };
  const storage = {
    save: () => undefined,
    written: () => Promise.resolve(),
    flush: () => Promise.resolve(),
  };
  const keeper = new RecordKeeper({ ...fork, granted }, storage, systemClock);
  followRecord({ type: 'conversation.cleared' }, keeper, followed);
  expect(keeper.current).not.toHaveProperty('granted');
});

test('a stored record keeps its fork origin', () => {
  expect(parseRecord(JSON.parse(JSON.stringify(fork)))).toEqual({ ok: true, value: fork });
  // A time that no calendar has would throw wherever it is written, or lose the conversation.
  const late = parseRecord({ ...JSON.parse(JSON.stringify(fork)), updatedAt: 1e300 });
  expect(late).toEqual({ ok: true, value: { ...fork, updatedAt: 0 } });
});
