import { expect, it } from 'vitest';
import { maskSecrets } from '../../../../src/base/secrets';
import type { RecordedExchange } from '../../../../src/contract/inspector/recordedCall';
import { CallRecorder } from '../../../../src/gateway/accounting/recording';
import { recount } from '../../../../src/gateway/accounting/recount';
import { answered, epoch, events, StrictLog } from '../../../support/gateway/observedExchange';

const onError = (error: unknown) => {
  throw error;
};
const tools = [{ name: 'Read', input_schema: {} }];
const mark = { cache_control: { type: 'ephemeral' } };

function body(...texts: readonly string[]) {
  return {
    ...{
      model: 'claude-test-1',
      stream: true,
      tools,
      system: [{ type: 'text', text: 'S', ...mark }],
    },
    messages: texts.map(text => ({ role: 'user', content: [{ type: 'text', text, ...mark }] })),
  };
}

/** Records exchanges as the gateway does, and counts them once more from the recording. */
async function twice(...scripts: readonly Parameters<StrictLog['exchange']>[0][]) {
  const log = new StrictLog();
  log.wantBodies();
  const recorder = new CallRecorder(log, maskSecrets);
  const exchanges: RecordedExchange[] = [];
  for (const [index, script] of scripts.entries()) {
    const call = await log.exchange({ at: epoch + index * 60_000, ...script });
    const recording = recorder.take(call) ?? expect.fail('Nothing was recorded.');
    const { startedAt, endedAt = startedAt, end = 'complete' } = call;
    exchanges.push({ startedAt, endedAt, end, ...recording });
  }
  return { first: log.calls, second: await recount(exchanges, { onError }), exchanges };
}

it('gives the figures of the first time: tokens, times, sizes, retries, what was lost', async () => {
  const answer = [answered({ input_tokens: 3, cache_read_input_tokens: 900, output_tokens: 5 })];
  const overloaded = events({ type: 'error', error: { type: 'overloaded_error', message: 'No' } });
  const { first, second } = await twice(
    { body: body('a'), answer },
    { body: body('a', 'b'), answer: [overloaded] },
    { body: body('a', 'b'), answer: [answered({ input_tokens: 9 })] },
    { body: { ...body('c'), stream: false }, status: 400, answer: ['{"type":"error","error":{}}'] },
    { body: body('d'), end: 'upstreamFailed' },
  );
  // A recording has the answer's first byte with its first piece, here 1 ms later.
  const later = first.map(({ firstByteAt, cache, ...call }) => ({
    ...call,
    ...(firstByteAt === undefined ? {} : { firstByteAt: firstByteAt + 1 }),
    cache: cache?.since
      ? { ...cache, since: { ...cache.since, elapsed: cache.since.elapsed - 1 } }
      : cache,
  }));
  expect(second).toEqual(later);
  expect(first[2]?.retry).toBe(1);
  expect(first[2]?.cache?.since?.lost).toBeGreaterThan(0);
});

it('cuts no character in two, whatever the times of a file say', async () => {
  const text = 'a🦊b'.repeat(20);
  const error = { type: 'error', error: { type: 'x', message: text } };
  const { exchanges } = await twice({ body: body('x'), answer: [events(error)] });
  const [exchange] = exchanges;
  if (!exchange?.response) return expect.fail('Nothing was recorded.');
  const times = Array.from({ length: exchange.response.body.length }, (_, at) => [at, at] as const);
  const split = { ...exchange, response: { ...exchange.response, times } };
  const [call] = await recount([split], { onError });
  expect(call?.error?.message).toBe(text);
});

it('leaves out what is no call of the Messages API, says what was cut, and can be stopped', async () => {
  const { exchanges } = await twice({ body: body('a') });
  const [exchange] = exchanges;
  if (!exchange) return expect.fail('Nothing was recorded.');
  const other = { ...exchange, request: { ...exchange.request, path: '/v1/models' } };
  const cut = { ...exchange, request: { ...exchange.request, body: '{"model":', isCut: true } };
  const [none, counted] = await recount([other, cut], { onError });
  expect(none).toBeUndefined();
  expect(counted?.gaps).toEqual(['requestInvalid', 'requestCut']);
  const reason = new Error('Enough');
  const stopped = recount([exchange], { onError, signal: AbortSignal.abort(reason) });
  await expect(stopped).rejects.toBe(reason);
  return undefined;
});
