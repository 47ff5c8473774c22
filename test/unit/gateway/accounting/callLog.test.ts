import { describe, expect, it } from 'vitest';
import type { ModelCall } from '../../../../src/contract/modelCalls';
import { CallLog } from '../../../../src/gateway/accounting/callLog';
import { answered, epoch, events, StrictLog } from '../../../support/gateway/observedExchange';
import { testInFull } from '../../../support/inFull';

const tools = [{ name: 'Bash', input_schema: {} }];
const main = { tools, messages: [{ role: 'user', content: 'hello' }] };
const title = { system: 'Generate a concise, sentence-case title for this' };
const usage = { input_tokens: 10, output_tokens: 3, cache_read_input_tokens: 7 };

describe('A log of calls', () => {
  it('adds up by kind and model, and counts failures and retries', async () => {
    const log = new StrictLog();
    await log.exchange({ body: main, answer: [answered(usage, 'big')] });
    await log.exchange({ body: main, status: 529, headers: {}, answer: ['{}'] });
    await log.exchange({ body: main, answer: [answered(usage, 'big')] });
    await log.exchange({ body: title, answer: [answered(usage, 'small')] });
    const one = { input: 10, output: 3, cacheRead: 7, cacheWritten5m: 0, cacheWritten1h: 0 };
    const times = (count: number) =>
      Object.fromEntries(Object.entries(one).map(([name, tokens]) => [name, tokens * count]));
    const { total, rows } = log.sums;
    expect(total).toEqual({ calls: 4, failed: 1, retries: 1, usage: times(3), duration: 48 });
    expect(rows).toEqual([
      {
        kind: 'main',
        model: 'big',
        calls: 2,
        failed: 0,
        retries: 1,
        usage: times(2),
        duration: 24,
      },
      { kind: 'main', calls: 1, failed: 1, retries: 0, usage: times(0), duration: 12 },
      { kind: 'title', model: 'small', calls: 1, failed: 0, retries: 0, usage: one, duration: 12 },
    ]);
  });

  it('recognizes a call that repeats a failed one', async () => {
    const log = new StrictLog();
    const fails = { status: 529, answer: ['{}'] };
    const goes = { answer: [answered(usage)] };
    const retry = async (more: object) => (await log.exchange({ body: main, ...more })).retry;
    expect([await retry(fails), await retry(fails), await retry(goes)]).toEqual([0, 1, 2]);
    expect([await retry(goes), await retry(fails)]).toEqual([0, 0]);
    const other = { ...main, messages: [{ role: 'user', content: 'bye' }] };
    expect(await retry({ body: other, ...goes })).toBe(0);
    expect(await retry({ headers: { 'x-stainless-retry-count': '2' }, ...goes })).toBe(2);
  });

  it('keeps the last calls and the sums of all', async () => {
    const log = new StrictLog(3);
    for (let count = 0; count < 5; count += 1) {
      await log.exchange({ body: main, answer: [answered(usage)] });
    }
    expect(log.calls.map(({ id }) => id)).toEqual([3, 4, 5]);
    expect(log.sums.total.calls).toBe(5);
  });

  it('bounds the rows of its sums, whatever models are called', async () => {
    const log = new StrictLog();
    for (let count = 0; count < 250; count += 1) {
      await log.exchange({ body: { ...main, model: `m${count}` } });
    }
    const { rows } = log.sums;
    expect(rows).toHaveLength(201);
    expect(rows.at(-1)).toMatchObject({ kind: 'main', calls: 50 });
    expect(rows.at(-1)?.model).toBeUndefined();
  });

  it('counts what has been streamed, and reports it at most four times a second', async () => {
    const log = new StrictLog();
    const delta = (members: object) =>
      events({ type: 'content_block_delta', index: 0, delta: members });
    const pieces = Array.from({ length: 1_000 }, () => delta({ type: 'text_delta', text: 'abcd' }));
    const seen: number[] = [];
    log.onProgress(({ streamed }) => {
      if (streamed !== undefined && streamed !== seen.at(-1)) seen.push(streamed);
    });
    const call = await log.exchange({
      body: main,
      // Each chunk takes a millisecond.
      answer: [
        delta({ type: 'thinking_delta', thinking: 'Hm.' }),
        delta({ type: 'input_json_delta', partial_json: '{"a":' }),
        ...pieces,
      ],
    });
    expect(call.streamed).toBe(4_008);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.length).toBeLessThanOrEqual(5);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(await log.exchange({ body: main })).not.toHaveProperty('streamed');
  });

  it('reports a call in flight as it becomes known, and each finished call once', async () => {
    const log = new StrictLog();
    const seen: Partial<ModelCall>[] = [];
    log.onProgress(({ kind, status, firstTokenAt }) =>
      seen.push({ kind, status, firstTokenAt } as Partial<ModelCall>),
    );
    const finished: number[] = [];
    log.onFinished(({ id }) => {
      finished.push(id);
      expect(log.inFlight).toEqual([]);
    });
    await log.exchange({ body: main, answer: [answered(usage)] });
    expect(seen).toEqual([
      { kind: 'other' },
      { kind: 'main' },
      { kind: 'main', status: 200 },
      { kind: 'main', status: 200, firstTokenAt: epoch + 11 },
    ]);
    expect(finished).toEqual([1]);
  });

  it('observes calls of the Messages API only', () => {
    const log = new StrictLog();
    const observes = (method: string, path: string) => {
      const exchange = { id: 1, method, path, headers: {}, at: epoch };
      return log.observe(exchange) !== undefined;
    };
    const paths = ['/v1/messages', '/v1/messages?beta=true', '/v1/messages/count_tokens'];
    for (const path of [...paths, '/anthropic/v1/messages'])
      expect(observes('POST', path)).toBe(true);
    for (const path of ['/v1/models', '/v1/messages/batches', '/v1/files', '/api/hello', '/']) {
      expect(observes('POST', path)).toBe(false);
    }
    expect(observes('GET', '/v1/messages')).toBe(false);
  });

  it('counts interleaved calls apart', () => {
    const log = new StrictLog();
    const begin = (id: number) =>
      log.observe({ id, method: 'POST', path: '/v1/messages', headers: {}, at: epoch });
    const [one, two] = [begin(1), begin(2)];
    const bytes = Buffer.from(answered(usage));
    for (const call of [one, two]) {
      call?.requestChunk(Buffer.from(JSON.stringify(main)));
      call?.response(200, { 'content-type': 'text/event-stream' }, epoch);
    }
    for (const byte of bytes) {
      one?.responseChunk(Buffer.from([byte]), epoch);
      two?.responseChunk(Buffer.from([byte]), epoch);
    }
    expect(log.inFlight.map(({ id, kind }) => [id, kind])).toEqual([
      [1, 'main'],
      [2, 'main'],
    ]);
  });

  it('lets nothing that throws reach the stream, and counts the call', async () => {
    const errors: unknown[] = [];
    const log = new CallLog({ onError: error => errors.push(error) });
    log.onProgress(() => {
      throw new Error('listener');
    });
    const counted = new Promise<ModelCall>(resolve => log.onFinished(resolve));
    const headers = {
      get 'x-claude-code-agent-id'(): string {
        throw new Error('header');
      },
    };
    const observer = log.observe({ id: 1, method: 'POST', path: '/v1/messages', headers, at: 0 });
    observer?.requestChunk(Buffer.from('{}'));
    observer?.response(200, { 'content-type': 'text/event-stream' }, 1);
    observer?.responseChunk(Buffer.from(answered(usage)), 2);
    observer?.end('complete', 3);
    expect(await counted).toMatchObject({ kind: 'other', endedAt: 3 });
    expect(errors.map(String)).toContain('Error: listener');
    expect(errors.map(String)).toContain('Error: header');
  });

  it('ends with its channel', async () => {
    const log = new StrictLog();
    const exchange = { id: 9, method: 'POST', path: '/v1/messages', headers: {}, at: epoch };
    const observer = log.observe(exchange);
    log.dispose();
    observer?.requestChunk(Buffer.from('{}'));
    expect(log.inFlight).toEqual([]);
    observer?.responseChunk(Buffer.from('x'), 1);
    observer?.end('clientClosed', 2);
    expect(log.calls).toEqual([]);
    expect(log.observe({ ...exchange, id: 10 })).toBeUndefined();
    expect(log.errors).toEqual([]);
  });
});

describe('Bodies of calls', () => {
  it('are kept only while someone wants them, and cleared with the last one', async () => {
    const log = new StrictLog();
    const answer = [answered(usage)];
    await log.exchange({ body: main, answer });
    expect(log.takeBody(1)).toBeUndefined();
    const [one, two] = [log.wantBodies(), log.wantBodies()];
    expect(log.takeBody(1)).toBeUndefined();
    await log.exchange({ body: main, answer });
    one.dispose();
    one.dispose();
    expect(log.takeBody(2)).toMatchObject({
      ...{ path: '/v1/messages?beta=true', status: 200, isRequestCut: false },
      ...{ request: JSON.stringify(main), response: answer[0], times: [[0, 11]] },
    });
    await log.exchange({ body: main, answer });
    two.dispose();
    expect(log.takeBody(3)).toBeUndefined();
    await log.exchange({ body: main, answer });
    expect(log.takeBody(4)).toBeUndefined();
  });

  it('are given away: what was taken is kept no longer', async () => {
    const log = new StrictLog();
    log.wantBodies();
    const sized = Buffer.alloc(7 * 1024 * 1024, 0x20);
    for (let id = 1; id <= 9; id += 1) {
      await log.exchange({ body: sized });
      // Nothing would be evicted for the last ones if those before still took room.
      if (id < 6) expect(log.takeBody(id)?.request).toHaveLength(sized.length);
      if (id < 6) expect(log.takeBody(id)).toBeUndefined();
    }
    expect([6, 7, 8, 9].map(id => log.takeBody(id)?.request.length)).toEqual(
      Array(4).fill(sized.length),
    );
  });

  testInFull('are bounded for each call and for all', async () => {
    const log = new StrictLog();
    log.wantBodies();
    const sized = (bytes: number) => Buffer.alloc(bytes, 0x20);
    await log.exchange({ body: sized(9 * 1024 * 1024) });
    const cut = log.takeBody(1);
    expect([cut?.request.length, cut?.isRequestCut]).toEqual([8 * 1024 * 1024, true]);
    expect([cut?.response, cut?.isResponseCut]).toEqual(['', false]);
    for (let count = 0; count < 6; count += 1) await log.exchange({ body: sized(7 * 1024 * 1024) });
    const kept = [1, 2, 3, 4, 5, 6, 7].filter(id => log.takeBody(id)?.request);
    expect(kept).toEqual([4, 5, 6, 7]);
  });
});
