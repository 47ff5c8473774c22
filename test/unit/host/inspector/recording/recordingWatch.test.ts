import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import type { ChannelId } from '../../../../../src/contract/ids';
import { CallLogs, type FinishedCall } from '../../../../../src/host/gateway/callLogs';
import { RecordingWatch } from '../../../../../src/host/inspector/recording/recordingWatch';
import { answered } from '../../../../support/gateway/observedExchange';

const wanted = 'wanted' as ChannelId;
const other = 'other' as ChannelId;

let logs: CallLogs;
let open: Awaited<ReturnType<CallLogs['opener']>>;
let watch: RecordingWatch;
let stored: FinishedCall[];
let recorded: Set<ChannelId>;

beforeEach(async () => {
  [stored, recorded] = [[], new Set()];
  logs = new CallLogs({ isOpen: () => true, log: silentLog });
  open = await logs.opener();
  watch = new RecordingWatch({
    calls: logs,
    isOn: channel => recorded.has(channel),
    store: finished => stored.push(finished),
  });
});
afterEach(() => {
  watch.dispose();
  logs.dispose();
});

let id = 0;

/** Sends a request through the log of a conversation; resolves when it is counted. */
async function call(channel: ChannelId): Promise<string | undefined> {
  const log = open(channel);
  id += 1;
  const observer = log.observe({ id, method: 'POST', path: '/v1/messages', headers: {}, at: id });
  if (!observer) throw new Error('not observed');
  const counted = new Promise<void>(resolve => {
    const listener = log.onFinished(() => {
      listener.dispose();
      resolve();
    });
  });
  observer.requestChunk(Buffer.from('{"model":"claude-test-1"}'));
  observer.response(200, { 'content-type': 'text/event-stream' }, id);
  observer.responseChunk(Buffer.from(answered({ input_tokens: 1, output_tokens: 1 })), id);
  observer.end('complete', id);
  await counted;
  return log.takeBody(id)?.request;
}

it('keeps and stores calls of the conversations that are recorded, from their first one on', async () => {
  recorded.add(wanted);
  expect(await call(wanted)).toContain('claude-test-1');
  expect(await call(other)).toBeUndefined();
  expect(stored.map(({ channel, call: { model } }) => [channel, model])).toEqual([
    [wanted, 'claude-test-1'],
  ]);
});

it('begins and stops with the next call when the user switches', async () => {
  await call(wanted);
  recorded.add(wanted);
  watch.follow();
  expect(await call(wanted)).toContain('claude-test-1');
  recorded.clear();
  watch.follow();
  expect(await call(wanted)).toBeUndefined();
  expect(stored).toHaveLength(1);
});

it('lets go of all content at its end', async () => {
  recorded.add(wanted);
  await call(wanted);
  watch.dispose();
  expect(await call(wanted)).toBeUndefined();
  expect(stored).toHaveLength(1);
});
