import { describe, expect, it } from 'vitest';
import { answered, epoch, events, StrictLog } from '../../../../support/gateway/observedExchange';

const usage = {
  input_tokens: 12,
  output_tokens: 1,
  cache_read_input_tokens: 500,
  cache_creation_input_tokens: 30,
  cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
};
const start = { type: 'message_start', message: { id: 'msg_7', model: 'claude-z', usage } };
const block = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
});
const delta = (index: number, change: object) => ({
  type: 'content_block_delta',
  index,
  delta: change,
});
const json = { 'content-type': 'application/json' };

describe('A streamed answer', () => {
  const whole = events(
    start,
    block(0, { type: 'thinking', thinking: '' }),
    { type: 'ping' },
    delta(0, { type: 'thinking_delta', thinking: 'Hm.' }),
    delta(0, { type: 'signature_delta', signature: 'x' }),
    block(1, { type: 'redacted_thinking', data: 'x' }),
    block(2, { type: 'text', text: '' }),
    delta(2, { type: 'text_delta', text: 'Grüße 👋' }),
    delta(2, { type: 'citations_delta', citation: {} }),
    block(3, { type: 'server_tool_use', name: 'web_search', input: {} }),
    block(4, { type: 'web_search_tool_result', content: [] }),
    block(5, { type: 'tool_use', name: 'Read', input: {} }),
    delta(5, { type: 'input_json_delta', partial_json: '{"a":' }),
    { type: 'content_block_stop', index: 5 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: {
        input_tokens: null,
        output_tokens: 77,
        output_tokens_details: { thinking_tokens: 9 },
        server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
      },
    },
    { type: 'message_stop' },
  );
  const expected = {
    status: 200,
    model: 'claude-z',
    messageId: 'msg_7',
    stopReason: 'tool_use',
    usage: { input: 12, output: 77, cacheRead: 500, cacheWritten5m: 10, cacheWritten1h: 20 },
    answer: {
      blocks: {
        thinking: 1,
        redacted_thinking: 1,
        text: 1,
        server_tool_use: 1,
        web_search_tool_result: 1,
        tool_use: 1,
      },
      tools: { web_search: 1, Read: 1 },
      citations: 1,
      pings: 1,
      thinkingTokens: 9,
      serverRequests: { web_search: 1 },
    },
  };

  it('is counted with all of its events', async () => {
    const call = await new StrictLog().exchange({ body: { model: 'asked' }, answer: [whole] });
    expect(call).toMatchObject(expected);
    expect(call.answer).toEqual(expected.answer);
    expect([call.error, call.gaps]).toEqual([undefined, undefined]);
  });

  it('is the same cut after any byte, and with other line ends', async () => {
    for (const text of [whole, whole.replaceAll('\n', '\r\n'), `: comment\n\n${whole}`]) {
      const bytes = [...Buffer.from(text)].map(byte => Buffer.from([byte]));
      expect(await new StrictLog().exchange({ answer: bytes })).toMatchObject(expected);
    }
  });

  it('has the times of its first byte and of its first content', async () => {
    const answer = [events(start), events({ type: 'ping' }), whole.slice(events(start).length)];
    const call = await new StrictLog().exchange({ answer });
    expect([call.startedAt, call.firstByteAt, call.firstTokenAt, call.endedAt]).toEqual([
      epoch,
      epoch + 10,
      epoch + 13,
      epoch + 14,
    ]);
  });

  it('keeps what it does not know by name and count', async () => {
    const call = await new StrictLog().exchange({
      answer: [
        events(
          start,
          { type: 'vibe_check' },
          { type: 'vibe_check' },
          block(0, { type: 'hologram' }),
          delta(0, { type: 'hologram_delta' }),
          block(1, { type: '__proto__' }),
          { type: 'message_stop' },
        ),
        'data: {not json\n\ndata: 7\n\n',
        ...Array.from({ length: 90 }, (_, at) => events({ type: `odd_${at}` })),
      ],
    });
    const unknown = new Map(Object.entries(call.answer?.unknown ?? {}));
    expect(unknown.get('vibe_check')).toBe(2);
    expect(unknown.get('hologram')).toBe(1);
    expect(unknown.get('hologram_delta')).toBe(1);
    expect(unknown.get('__proto__')).toBe(1);
    expect(unknown.size).toBe(51);
    expect(unknown.get('…')).toBe(44);
    expect(call.answer?.malformed).toBe(2);
  });

  it('counts writes without a split as those that the request asked for', async () => {
    const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } };
    const body = { system: [{ type: 'text', text: 'a', ...hour }] };
    const answer = [answered({ cache_creation_input_tokens: 9 })];
    const log = new StrictLog();
    expect((await log.exchange({ body, answer })).usage).toMatchObject({ cacheWritten1h: 9 });
    expect((await log.exchange({ answer })).usage).toMatchObject({ cacheWritten5m: 9 });
  });

  it('takes no odd number for a count of tokens', async () => {
    for (const odd of [-1, 1.5, '7', null, 1e300, {}, Number.MAX_SAFE_INTEGER + 1]) {
      const answer = [answered({ input_tokens: odd, output_tokens: 3 })];
      expect((await new StrictLog().exchange({ answer })).usage).toMatchObject({
        input: 0,
        output: 3,
      });
    }
  });
});

describe('An answer that failed', () => {
  it.each([
    [
      'by HTTP',
      {
        status: 529,
        responseHeaders: {
          ...json,
          'request-id': 'req_1',
          'retry-after': '7',
          'anthropic-ratelimit-unified-5h-utilization': '0.4',
          'anthropic-organization-id': 'org',
        },
        answer: ['{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
      },
      {
        status: 529,
        error: { where: 'http', type: 'overloaded_error', message: 'Overloaded' },
        requestId: 'req_1',
        rateLimits: { 'retry-after': '7', 'unified-5h-utilization': '0.4' },
      },
    ],
    [
      "by somebody else's page",
      { status: 502, responseHeaders: { 'content-type': 'text/html' }, answer: ['<html>'] },
      { error: { where: 'http' } },
    ],
    [
      'in its stream',
      {
        answer: [events(start, { type: 'error', error: { type: 'api_error', message: 'Sorry' } })],
      },
      { status: 200, error: { where: 'stream', type: 'api_error', message: 'Sorry' } },
    ],
    [
      'by ending early',
      { answer: [events(start)] },
      { error: { where: 'stream', type: 'incomplete' } },
    ],
    [
      'on the way',
      { end: 'upstreamFailed' as const, answer: [events(start)] },
      { end: 'upstreamFailed', error: { where: 'transport', type: 'upstreamFailed' } },
    ],
    ['without an answer', { end: 'timedOut' as const }, { error: { where: 'transport' } }],
  ])('%s says so', async (_, exchange, expected) => {
    const log = new StrictLog();
    expect(await log.exchange(exchange)).toMatchObject(expected);
    expect(log.sums.total).toMatchObject({ calls: 1, failed: 1 });
  });

  it('keeps the tokens that were counted before', async () => {
    const call = await new StrictLog().exchange({ answer: [events(start)], end: 'upstreamFailed' });
    expect(call.usage).toMatchObject({ input: 12, output: 1, cacheRead: 500 });
  });

  it('is no failure if the user has stopped it', async () => {
    const log = new StrictLog();
    const call = await log.exchange({ answer: [events(start)], end: 'clientClosed' });
    expect([call.end, call.error]).toEqual(['clientClosed', undefined]);
    expect(log.sums.total.failed).toBe(0);
  });
});

describe('An answer without a stream', () => {
  it('is counted like the others', async () => {
    const content = [
      { type: 'text', text: 'Hi', citations: [{}, {}] },
      { type: 'tool_use', name: 'Read', input: {} },
    ];
    const message = {
      id: 'msg_1',
      type: 'message',
      model: 'm',
      content,
      usage,
      stop_reason: 'end_turn',
    };
    const answer = [JSON.stringify(message)];
    expect(await new StrictLog().exchange({ responseHeaders: json, answer })).toMatchObject({
      stopReason: 'end_turn',
      usage: { input: 12, output: 1, cacheRead: 500, cacheWritten5m: 10, cacheWritten1h: 20 },
      answer: { blocks: { text: 1, tool_use: 1 }, tools: { Read: 1 }, citations: 2 },
    });
  });

  it('has no tokens if it only counts them', async () => {
    const exchange = {
      path: '/v1/messages/count_tokens?beta=true',
      responseHeaders: json,
      answer: ['{"input_tokens":1234}'],
    };
    const call = await new StrictLog().exchange(exchange);
    expect(call).toMatchObject({ kind: 'countTokens', status: 200 });
    expect([call.usage, call.error]).toEqual([undefined, undefined]);
  });
});
