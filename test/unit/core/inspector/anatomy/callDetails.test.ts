import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallDetails, PartRef } from '../../../../../src/contract/inspector/callDetails';
import type { RecordedCall } from '../../../../../src/contract/inspector/recordedCall';
import { callDetails, partText } from '../../../../../src/core/inspector/anatomy/callDetails';
import { isFull } from '../../../../support/extent';
import { events } from '../../../../support/gateway/observedExchange';
import { recordedCalls } from '../../../../support/gateway/recordedCalls';
import { testInFull } from '../../../../support/inFull';
import { recording } from '../../../../support/inspector/recordings';

const image = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(4_000) },
};
const mark = (ttl?: string) => ({ cache_control: { type: 'ephemeral', ...(ttl ? { ttl } : {}) } });

const request = {
  model: 'claude-test-1',
  tools: [
    { name: 'Read', description: 'Reads a\n  file', input_schema: { type: 'object' } },
    { name: 'mcp__maps__find', description: 'Finds', input_schema: {} },
    { type: 'web_search_20250305', name: 'web_search' },
    { name: 'mcp__maps__route', input_schema: {}, ...mark() },
    { name: 'mcp__other__x', input_schema: {} },
  ],
  system: [
    { type: 'text', text: 'You are.' },
    { type: 'text', text: 'Long', ...mark('1h') },
  ],
  messages: [
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: '<system-reminder>a</system-reminder>\n<system-reminder>b</system-reminder>\n',
        },
        { type: 'text', text: '<system-reminder>a</system-reminder> and words' },
        { type: 'text', text: 'Say "hi" \u{1F98A}' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
        { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/a' } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't1',
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two' },
          ],
        },
        { type: 'tool_result', tool_use_id: 't2', content: [image] },
        { type: 'future_block', x: 1, ...mark() },
      ],
    },
    { role: 'user', content: 'plain' },
  ],
  max_tokens: 32_000,
  metadata: { user_id: '…' },
};

function details(script: Parameters<typeof recording>[0]): CallDetails {
  return callDetails(recording(script));
}

function textOf(recorded: RecordedCall, part: PartRef) {
  return partText(recorded, part);
}

describe('A request', () => {
  const { request: found } = details({ body: request });
  const sections = found?.sections ?? [];
  const parts = (kind: string, server?: string) =>
    sections.find(one => one.kind === kind && one.server === server)?.parts ?? [];

  it('is taken apart by section, the servers one by one', () => {
    expect(sections.map(({ kind, server, parts: all }) => [kind, server, all.length])).toEqual([
      ['system', undefined, 2],
      ['reminders', undefined, 1],
      ['ownTools', undefined, 2],
      ['serverTools', 'maps', 2],
      ['serverTools', 'other', 1],
      ['messages', undefined, 8],
    ]);
    expect(found?.options).toEqual([
      { name: 'model', text: '"claude-test-1"' },
      { name: 'max_tokens', text: '32000' },
      { name: 'metadata', text: '{"user_id":"…"}' },
    ]);
  });

  it('has each part with its place, name, preview and cache mark', () => {
    expect(parts('ownTools')[0]).toMatchObject({
      ...{ type: 'tool', name: 'Read', preview: 'Reads a file' },
      place: { part: 'tools', index: 0, name: 'Read' },
      bytes: JSON.stringify(request.tools[0]).length,
    });
    expect(parts('messages').map(({ type, name, preview }) => [type, name, preview])).toEqual([
      ['text', 'user', '<system-reminder>a</system-reminder> and words'],
      ['text', 'user', 'Say "hi" \u{1F98A}'],
      ['thinking', 'assistant', 'Hm.'],
      ['tool_use', 'assistant', 'Read {"file_path":"/a"}'],
      ['tool_result', 'user', 'one two'],
      ['tool_result', 'user', expect.stringMatching(/AAA…$/)],
      ['future_block', 'user', expect.stringContaining('"x":1')],
      ['text', 'user', 'plain'],
    ]);
    const marked = sections.flatMap(({ parts: all }) => all).filter(({ cacheMark }) => cacheMark);
    expect(marked.map(({ place: { part, index }, cacheMark }) => [part, index, cacheMark])).toEqual(
      [
        ['system', 1, '1h'],
        ['tools', 3, '5m'],
        ['messages', 2, '5m'],
      ],
    );
  });

  it('has tokens that add up to what the API has counted', () => {
    const sizes = {
      ...{ system: 100, messages: 500, tools: [], tokensPerByte: 0.5, basis: 'usage' as const },
      media: { count: 1, bytes: 4_000, estimatedTokens: 77 },
    };
    const all = details({ body: request, call: { sizes } }).request?.sections ?? [];
    const sum = (of: (section: (typeof all)[number]) => number) =>
      all.reduce((total, one) => total + of(one), 0);
    const count = all.flatMap(({ parts: list }) => list).length;
    expect(
      Math.abs(sum(one => one.estimatedTokens) - (sum(one => one.bytes) - 4_000) * 0.5 - 77),
    ).toBeLessThan(count);
    for (const { parts: list, ...section } of all) {
      expect(list.reduce((total, { bytes }) => total + bytes, 0)).toBe(section.bytes);
    }
  });

  it('gives the text of each part: as it is read where it has one', () => {
    const recorded = recording({ body: request });
    const at = (index: number, block: number) =>
      textOf(recorded, { kind: 'request', place: { part: 'messages', index, block } });
    expect(at(0, 2)).toEqual({ text: 'Say "hi" \u{1F98A}', isJson: false, isCut: false });
    expect(at(2, 0).text).toBe('one\ntwo');
    expect(at(1, 1)).toMatchObject({
      isJson: true,
      text: JSON.stringify(request.messages[1]?.content[1]),
    });
    expect(at(2, 1).text).not.toContain('A'.repeat(100));
    expect(at(3, 0).text).toBe('plain');
    expect(at(9, 9)).toEqual({ text: '', isJson: false, isCut: false });
    const raw = textOf(recorded, { kind: 'rawRequest' });
    expect([raw.isJson, JSON.parse(raw.text)]).toEqual([true, request]);
    const long = recording({
      body: { messages: [{ role: 'user', content: '\u{1F98A}'.repeat(150_000) }] },
    });
    const cut = textOf(long, { kind: 'request', place: { part: 'messages', index: 0, block: 0 } });
    expect([cut.isCut, cut.text.length, /\p{Surrogate}/u.test(cut.text)]).toEqual([
      true,
      200_000,
      false,
    ]);
  });

  it('is taken apart for every kind of call of real CLIs', () => {
    expect(recordedCalls.length).toBeGreaterThan(20);
    for (const { body } of recordedCalls) {
      const all = details({ body }).request?.sections.flatMap(({ parts: list }) => list) ?? [];
      const { tools = [], messages = [] } = body as {
        tools?: unknown[];
        messages?: { content: unknown }[];
      };
      const blocks = messages.flatMap(({ content }) =>
        typeof content === 'string' ? [content] : content,
      );
      expect(all.filter(({ place }) => place.part === 'tools')).toHaveLength(tools.length);
      expect(all.filter(({ place }) => place.part === 'messages')).toHaveLength(blocks.length);
      expect(all.every(({ preview, type }) => preview !== '' && type !== 'unknown')).toBe(true);
    }
  });

  it('that breaks off gives what there is of it', () => {
    const body = JSON.stringify(request);
    const whole = details({ body }).request?.sections.flatMap(({ parts: list }) => list) ?? [];
    let most = 0;
    for (let end = 0; end < body.length; end += 23) {
      const cut = details({ body: body.slice(0, end) }).request;
      const count = cut?.sections.flatMap(({ parts: list }) => list).length ?? 0;
      expect(count).toBeGreaterThanOrEqual(most);
      most = count;
    }
    expect(most).toBe(whole.length);
    const open = recording({
      body: '{"messages":[{"role":"user","content":[{"type":"text","text":"Hello \\u00',
    });
    expect(callDetails(open).request?.sections[0]?.parts).toMatchObject([
      { type: 'text', name: 'user', preview: 'Hello' },
    ]);
  });
});

describe('An answer', () => {
  const delta = (index: number, of: object) => ({ type: 'content_block_delta', index, delta: of });
  const streamed = events(
    { type: 'message_start', message: {} },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    delta(0, { type: 'text_delta', text: 'Hel' }),
    { type: 'ping' },
    delta(0, { type: 'text_delta', text: 'lo ' }),
    delta(0, { type: 'text_delta', text: 'you' }),
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', name: 'Bash' } },
    delta(1, { type: 'input_json_delta', partial_json: '{"a":' }),
    delta(1, { type: 'input_json_delta', partial_json: '1}' }),
    delta(1, { type: 'future_delta', x: 1 }),
    { type: 'future_event', y: 2 },
    { type: 'error', error: { type: 'overloaded_error', message: 'No' } },
  );
  const starts = [...streamed.matchAll(/event: /g)].map(
    ({ index }, at) => [index, at * 10] as const,
  );
  const recorded = recording({ answer: `${streamed}data: {"type":"message_st`, times: starts });
  const response = callDetails(recorded).response;

  it('is a list of events with their times, where deltas of a block are one', () => {
    expect(
      response?.events.map(({ type, from, to, count, block, preview }) => [
        type,
        from,
        to,
        count,
        block,
        preview,
      ]),
    ).toEqual([
      ['message_start', 0, 0, 1, undefined, expect.any(String)],
      ['content_block_start', 10, 10, 1, 'text', expect.any(String)],
      ['content_block_delta', 20, 20, 1, 'text', 'Hel'],
      ['ping', 30, 30, 1, undefined, expect.any(String)],
      ['content_block_delta', 40, 50, 2, 'text', 'lo you'],
      ['content_block_start', 60, 60, 1, 'tool_use Bash', expect.any(String)],
      ['content_block_delta', 70, 80, 2, 'tool_use Bash', '{"a":1}'],
      ['content_block_delta', 90, 90, 1, 'tool_use Bash', expect.stringContaining('future_delta')],
      ['future_event', 100, 100, 1, undefined, expect.any(String)],
      ['error', 110, 110, 1, undefined, expect.stringContaining('overloaded_error')],
      ['unknown', 110, 110, 1, undefined, '{"type":"message_st'],
    ]);
    expect(response?.events.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
      recorded.response?.body.length,
    );
    expect(textOf(recorded, { kind: 'event', index: 4 })).toEqual({
      text: 'lo you',
      isJson: false,
      isCut: false,
    });
    expect(textOf(recorded, { kind: 'event', index: 9 }).isJson).toBe(true);
    expect(textOf(recorded, { kind: 'event', index: 99 }).text).toBe('');
  });

  it('without a stream is itself and its blocks; others are text', () => {
    const message = {
      type: 'message',
      content: [
        { type: 'text', text: 'Hi' },
        { type: 'tool_use', name: 'Bash', input: {} },
      ],
    };
    const list = (answer: string) =>
      details({ answer }).response?.events.map(({ type, block, from, preview }) => [
        type,
        block,
        from,
        preview,
      ]);
    expect(list(JSON.stringify(message))).toEqual([
      ['message', undefined, 20, expect.any(String)],
      ['content_block', 'text', 20, 'Hi'],
      ['content_block', 'tool_use Bash', 20, expect.stringContaining('Bash')],
    ]);
    expect(list('{"type":"error","error":{"type":"x"}}')).toEqual([
      ['error', undefined, 20, expect.any(String)],
    ]);
    expect(list('<html>Bad Gateway</html>')).toEqual([
      ['text', undefined, 20, '<html>Bad Gateway</html>'],
    ]);
    expect(list('')).toEqual([['empty', undefined, 20, '']]);
  });

  it('has at most 5,000 events, and says how many more there are', () => {
    const many = details({
      answer: events(...Array.from({ length: 6_000 }, () => ({ type: 'ping' }))),
    });
    expect([many.response?.events.length, many.response?.omitted]).toEqual([5_000, 1_000]);
  });

  it('is absent where nothing was recorded', () => {
    const { version, inspected } = recording();
    expect(callDetails({ version, inspected })).toEqual({ inspected });
    expect(textOf({ version, inspected }, { kind: 'rawResponse' })).toEqual({
      text: '',
      isJson: false,
      isCut: false,
    });
  });
});

describe('Hostile bodies', () => {
  const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
  const hostile: readonly (readonly [string, string])[] = [
    ['deep lists', `{"messages":${deep('[', ']')}}`],
    ['deep objects', `{"messages":[{"role":"user","content":[${deep('{"content":', '1}')}]}]}`],
    [
      'a deep block',
      `{"messages":[{"role":"user","content":[{"type":"tool_use","name":"x","input":${deep('[', ']')}}]}]}`,
    ],
    [
      'names of prototypes',
      '{"__proto__":{"a":1},"constructor":1,"tools":[{"name":"__proto__","__proto__":1}],"messages":[{"role":"__proto__","content":[{"type":"__proto__"}]}]}',
    ],
    ['20 MB in one text', `{"messages":[{"role":"user","content":"${'x'.repeat(20_000_000)}"}]}`],
    ['20 MB of brackets', `{"messages":[${'[]'.repeat(10_000_000)}`],
    ['millions of elements', `{"messages":[${'1,'.repeat(2_000_000)}`],
    ['20 MB of backslashes', `{"messages":"${'\\'.repeat(20_000_001)}"`],
    ['20 MB of quotation marks', `{${'"'.repeat(20_000_000)}`],
    ['no JSON', 'GET / HTTP/1.1'],
    ['a lone bracket', '{'],
  ];

  const rows = hostile.filter(([, body]) => isFull || body.length < 10_000_000);
  it.each(rows)('are taken apart all the same: %s', (_name, body) => {
    const recorded = recording({ body, answer: `data: ${body}\n\n` });
    const found = callDetails(recorded);
    expect(found.response?.events).toHaveLength(1);
    expect(found.request?.sections.flatMap(({ parts }) => parts).length).toBeLessThanOrEqual(
      5_000 * 2,
    );
    expect(JSON.stringify(found).length).toBeLessThan(5_000_000);
    const whole = callDetails({ ...recorded, response: { ...recorded.response, body } as never });
    expect(whole.response?.events.length).toBeGreaterThan(0);
    for (const kind of ['rawRequest', 'rawResponse'] as const) {
      expect(textOf(recorded, { kind }).text.length).toBeLessThanOrEqual(200_000);
    }
    expect(
      textOf(recorded, { kind: 'request', place: { part: 'messages', index: 0, block: 0 } }),
    ).toBeDefined();
  });

  testInFull('never throw where names and types are values that cannot be written as text', () => {
    const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`;
    for (const value of ['{"toString":1,"valueOf":1}', deep, 'null', '1e999', '{"__proto__":1}']) {
      const all = `"type":"tool_use","name":${value},"input":${value},"content":${value}`;
      const odd = `"type":${value},"index":${value},"delta":{"type":${value}},"message":${value}`;
      const body = `{"tools":[{${all}},${value}],"system":${value},"messages":[{"role":${value},"content":[{${all}},{${odd}}]}]}`;
      const answer = `data: {${odd}}\n\ndata: {"type":"content_block_delta",${odd.slice(odd.indexOf(',') + 1)}}\n\n`;
      for (const shown of [details({ body, answer }), details({ body, answer: `{${all}}` })]) {
        expect(shown.request?.sections.length).toBeGreaterThan(0);
        expect(shown.response?.events.length).toBeGreaterThan(0);
      }
    }
  });

  it('of any kind never throw, and lose no block of a request that is JSON', () => {
    const block = fc.record({ type: fc.string(), text: fc.anything() });
    const body = fc.record({
      messages: fc.array(fc.record({ role: fc.string(), content: fc.array(block) })),
      x: fc.jsonValue(),
    });
    fc.assert(
      fc.property(body, fc.string(), fc.nat(), (value, answer, end) => {
        let json = '{}';
        try {
          json = JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? 1 : member));
        } catch {
          return;
        }
        const parts = details({ body: json }).request?.sections.flatMap(one => one.parts) ?? [];
        const blocks = JSON.parse(json).messages.flatMap(
          (one: { content: unknown[] }) => one.content,
        );
        expect(parts).toHaveLength(blocks.length);
        details({ body: json.slice(0, end % (json.length + 1)), answer });
      }),
    );
  });
});
