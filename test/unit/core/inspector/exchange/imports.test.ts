import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maskSecrets } from '../../../../../src/base/secrets';
import type { RecordedCall } from '../../../../../src/contract/inspector/recordedCall';
import type { ModelCall } from '../../../../../src/contract/modelCalls';
import { harOf } from '../../../../../src/core/inspector/exchange/har';
import { callsOf } from '../../../../../src/core/inspector/exchange/importedCalls';
import { jsonlOf } from '../../../../../src/core/inspector/exchange/jsonl';
import { readCallFile } from '../../../../../src/core/inspector/exchange/readCallFile';
import { recount } from '../../../../../src/gateway/accounting/recount';
import { answered } from '../../../../support/gateway/observedExchange';
import { testInFull } from '../../../../support/inFull';
import { recording } from '../../../../support/inspector/recordings';

const mask = maskSecrets;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-import-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(content: string, options: { signal?: AbortSignal; mask?: typeof mask } = {}) {
  const path = join(folder, 'calls');
  await writeFile(path, content);
  return readCallFile(path, { mask, ...options });
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

const onError = (error: unknown) => {
  throw error;
};
const tools = [{ name: 'Read', input_schema: {} }];
const bodyOf = (text: string) => ({
  model: 'claude-test-1',
  stream: true,
  tools,
  messages: [{ role: 'user', content: text }],
});
const usage = { input_tokens: 7, output_tokens: 3, cache_read_input_tokens: 11 };
const calls = [1, 2].map(id =>
  recording({
    id,
    body: bodyOf(`é ${id}`),
    answer: answered(usage),
    times: [
      [0, 10],
      [30, 25],
      [200, 31],
    ],
  }),
);

describe('A log of recorded calls', () => {
  it('comes back as it was exported, as an import', async () => {
    const { version, inspected } = recording({ id: 3 });
    const all: RecordedCall[] = [
      ...calls,
      { version, inspected: { ...inspected, hasBodies: false } },
    ];
    const found = await read(await textOf(jsonlOf(all, { mask })));
    expect(found).toMatchObject({ exchanges: [], skipped: 0, problems: [], omittedProblems: 0 });
    expect(found.calls).toEqual(
      all.map((call, at) => ({
        ...call,
        inspected: { ...call.inspected, key: `line-${at + 1}`, source: 'import' },
      })),
    );
  });

  it('keeps all figures of a call, and cuts what is too long for a log', async () => {
    const place = { part: 'tools', index: 0, name: 'Read' } as const;
    const full: Partial<ModelCall> = {
      ...{ effort: 'high', requestId: 'r', agent: { id: 'a', name: 'b' }, gaps: ['answerCut'] },
      error: { where: 'stream', type: 't', message: 'm' },
      answer: {
        ...{ blocks: { text: 1 }, tools: { Read: 2 }, citations: 3, pings: 4 },
        ...{ thinkingTokens: 5, serverRequests: { web: 6 }, unknown: { x: 7 }, malformed: 8 },
      },
      sizes: {
        ...{ system: 1, messages: 2, reminders: 3, tokensPerByte: 0.3, basis: 'usage' },
        tools: [{ server: 's', bytes: 4, tools: [{ name: 'n', bytes: 4 }] }],
        media: { count: 1, bytes: 2, estimatedTokens: 3 },
      },
      cache: {
        breakpoints: [{ place, ttl: '1h' }],
        since: {
          ...{ previous: 1, elapsed: 2, expected: 3, lost: 4, options: ['model'] },
          change: { how: 'changed', place, member: 'm', character: 5, wasCached: true },
          ...{ expired: ['5m'], cause: 'changed' },
        },
        apiReason: 'why',
      },
      rateLimits: { 'retry-after': '3' },
    };
    const exported = async (call: Partial<ModelCall>) =>
      read(await textOf(jsonlOf([recording({ call })], { mask })));
    const [found] = (await exported(full)).calls;
    expect(found?.inspected.call).toMatchObject(full);
    const long = 'n'.repeat(5_000);
    const tools = [{ server: long, bytes: 1, tools: [{ name: long, bytes: 1 }] }];
    const hostile = await exported({
      ...{ model: long, agent: { id: long } },
      answer: { blocks: {}, tools: { [long]: 1 }, citations: 0, pings: 0 },
      ...(full.sizes ? { sizes: { ...full.sizes, tools } } : {}),
    });
    expect(hostile.problems).toEqual([]);
    expect(hostile.calls[0]?.inspected.call.sizes?.tools[0]?.server).toBe(long.slice(0, 1_000));
  });

  it('has no secret in what is said about it', async () => {
    const secret = 'sk-ant-api03-canary-7f3Qz9Lk2mWx8Rt5Vb1N';
    const answer = { blocks: { [secret]: -1 }, tools: {}, citations: 0, pings: 0 };
    const { problems } = await read(JSON.stringify(recording({ call: { answer } })));
    expect(problems).toEqual([
      { line: 1, text: expect.stringMatching(/^inspected\.call\.answer\.blocks\.\*\*\*: /) },
    ]);
  });

  it('has its problems told by line, and the other lines are read', async () => {
    const [line = ''] = (await textOf(jsonlOf(calls, { mask }))).split('\n');
    const value = JSON.parse(line);
    const changed = (change: object) => JSON.stringify({ ...value, ...change });
    const inspected = (change: object) => changed({ inspected: { ...value.inspected, ...change } });
    const call = (change: object) => inspected({ call: { ...value.inspected.call, ...change } });
    const lines = [
      ...['garbage', line, '', '{"version":1}', changed({ version: 2 }), 'null', '"x"', '[]'],
      ...[inspected({ key: 1 }), inspected({ source: 'elsewhere' }), inspected({ unknown: ['x'] })],
      ...[call({ kind: 'x' }), call({ usage: { input: -1 } }), call({ model: 'm'.repeat(5_000) })],
      ...[call({ retry: null }), changed({ request: { body: 1 } }), line.slice(0, -40), line],
    ];
    const found = await read(`\uFEFF${lines.join('\r\n')}`);
    expect(found.calls.map(({ inspected: { key } }) => key)).toEqual(['line-2', 'line-18']);
    expect(found.problems.map(({ line: at }) => at)).toEqual([
      1,
      ...Array.from({ length: 14 }, (_, at) => at + 4),
    ]);
    expect(found.problems[2]?.text).toContain('newer version');
    expect(found.problems[6]?.text).toContain('inspected.key');
    const many = await read(`${line}\n${'x\n'.repeat(500)}`);
    expect([many.problems.length, many.omittedProblems]).toEqual([100, 400]);
  });

  testInFull('is bounded: file, line, calls', async () => {
    const [line = ''] = (await textOf(jsonlOf(calls, { mask }))).split('\n');
    const long = await read(`${line}\n{"x":"${'y'.repeat(33 * 1024 * 1024)}"}\n${line}\n`);
    expect(long.calls).toHaveLength(2);
    expect(long.problems).toEqual([{ line: 2, text: 'The line is longer than 32 MB.' }]);
    const { request: _request, response: _response, ...bare } = JSON.parse(line);
    const many = await read(`${JSON.stringify(bare)}\n`.repeat(20_003), { mask: text => text });
    expect([many.calls.length, many.problems.length + many.omittedProblems]).toEqual([20_000, 3]);
    const path = join(folder, 'large');
    await writeFile(path, line);
    await truncate(path, 201 * 1024 * 1024);
    const tooLarge = expect.objectContaining({ code: 'inspector.tooLarge' });
    await expect(readCallFile(path, { mask })).rejects.toEqual(tooLarge);
  });

  it('does no harm by names of prototypes, or by times that lead nowhere', async () => {
    const [recorded = recording()] = calls;
    const answer = { blocks: {}, tools: {}, citations: 0, pings: 0 };
    const line = JSON.stringify({
      ...recorded,
      inspected: { ...recorded.inspected, call: { ...recorded.inspected.call, answer } },
      response: {
        ...recorded.response,
        times: [
          [5, 1],
          [3, 2],
          [1e9, 3],
          [6, -1],
          [7, 9],
        ],
      },
    }).replace('"tools":{}', '"tools":{"__proto__":1,"constructor":2}');
    const found = await read(line);
    expect(found.problems).toEqual([]);
    expect(found.calls[0]?.response?.times).toEqual([
      [5, 1],
      [7, 9],
    ]);
    expect(Object.getPrototypeOf(found.calls[0]?.inspected.call.answer?.tools)).toBe(
      Object.prototype,
    );
    expect(({} as { constructor: unknown }).constructor).toBe(Object);
  });

  it('can be stopped', async () => {
    const reason = new Error('Enough');
    const stopped = read('{}', { signal: AbortSignal.abort(reason) });
    await expect(stopped).rejects.toBe(reason);
  });
});

describe('An HTTP archive', () => {
  it('of Tandem gives the same contents, and figures that are counted anew', async () => {
    const found = await read(await textOf(harOf(calls, { mask, version: '1' })));
    expect(found).toMatchObject({ calls: [], skipped: 0, problems: [] });
    const counted = await recount(found.exchanges, { onError });
    const all = callsOf(found.exchanges, counted, 'import', at => `har-${at}`, mask);
    expect(all.map(({ request, response }) => ({ request, response }))).toEqual(
      calls.map(({ request, response }) => ({ request, response })),
    );
    expect(
      all.map(({ inspected }) => [inspected.key, inspected.source, inspected.hasBodies]),
    ).toEqual([
      ['har-0', 'import', true],
      ['har-1', 'import', true],
    ]);
    expect(all[0]?.inspected.call).toMatchObject({
      ...{
        kind: 'main',
        model: 'claude-test-1',
        stopReason: 'end_turn',
        end: 'complete',
        status: 200,
      },
      usage: { input: 7, output: 3, cacheRead: 11 },
      startedAt: calls[0]?.inspected.call.startedAt,
      endedAt: calls[0]?.inspected.call.endedAt,
    });
  });

  it('of others gives its calls of the Messages API, and counts the rest', async () => {
    const response = (content: object) => ({ status: 200, headers: [], content });
    const entry = (request: object, answer: object, more: object = {}) => ({
      ...{ startedDateTime: '2026-11-25T10:00:00.000Z', time: 500 },
      request: {
        method: 'POST',
        url: 'https://proxy.example/v1/messages',
        headers: [],
        ...request,
      },
      response: answer,
      ...more,
    });
    const postData = { mimeType: 'application/json', text: JSON.stringify(bodyOf('Hi')) };
    const base64 = Buffer.from(answered(usage)).toString('base64');
    const entries = [
      entry({ method: 'GET' }, response({})),
      entry({ url: 'https://example.com/v1/messages/batches' }, response({})),
      entry(
        { url: 'https://user:pw@proxy.example/x/v1/messages?key=abc#x', postData },
        response({ mimeType: 'text/event-stream', text: base64, encoding: 'base64' }),
        {
          timings: { send: 1, wait: 99, receive: 400 },
          startedDateTime: '2026-11-25T10:00:09.000Z',
        },
      ),
      entry({ postData }, { status: 0, headers: [], content: {} }),
      entry({}, response({})),
      entry({ postData }, response({}), { startedDateTime: 'yesterday' }),
      entry({ postData, headers: 'x' }, response({})),
      null,
      7,
    ];
    const found = await read(JSON.stringify({ log: { version: '1.2', entries } }, undefined, 2));
    expect(found.skipped).toBe(4);
    expect(found.problems.map(({ line }) => line)).toEqual([5, 6, 7]);
    expect(found.exchanges.map(({ request, end }) => [request.path, end])).toEqual([
      ['/v1/messages', 'upstreamFailed'],
      ['/v1/messages?key=***', 'complete'],
    ]);
    const [failed, counted] = await recount(found.exchanges, { onError });
    expect(failed).toMatchObject({ end: 'upstreamFailed', error: { where: 'transport' } });
    expect(counted).toMatchObject({
      kind: 'main',
      usage: { input: 7 },
      firstByteAt: (counted?.startedAt ?? 0) + 100,
    });
  });

  it('has times and states that can be shown and exported, whatever its numbers are', async () => {
    const har = JSON.parse(
      await textOf(harOf([calls[0] ?? expect.fail()], { mask, version: '1' })),
    );
    const [entry] = har.log.entries;
    const timings = { send: 1e308, wait: 1e308, receive: -1e308 };
    const huge = { ...entry, time: 1e308, timings, _times: [[0, 1e308]] };
    const odd = { ...entry, response: { ...entry.response, status: 1e9 } };
    const endless = JSON.stringify({ ...entry, time: 7 }).replace('"time":7', '"time":1e999');
    const found = await read(
      `{"log":{"entries":[${JSON.stringify(huge)},${JSON.stringify(odd)},${endless}]}}`,
    );
    expect(found.problems.map(({ line }) => line)).toEqual([2, 3]);
    const counted = await recount(found.exchanges, { onError });
    const imported = callsOf(found.exchanges, counted, 'import', String, mask);
    const again = await read(await textOf(jsonlOf(imported, { mask })));
    expect([again.problems, again.calls.length]).toEqual([[], 1]);
    const { startedAt, endedAt = 0 } = imported[0]?.inspected.call ?? expect.fail();
    expect(endedAt - startedAt).toBe(1e10);
  });

  it('of any size holds nobody up, and can be cancelled between two calls', async () => {
    const har = await textOf(
      harOf(
        Array.from({ length: 30 }, () => calls[0] ?? expect.fail()),
        { mask, version: '1' },
      ),
    );
    let turns = 0;
    const other = setInterval(() => {
      turns += 1;
    }, 0);
    const abort = new AbortController();
    let masked = 0;
    const counting = (text: string) => {
      masked += 1;
      if (masked === 40) abort.abort();
      return text;
    };
    await read(har);
    clearInterval(other);
    expect(turns).toBeGreaterThan(0);
    await expect(read(har, { mask: counting, signal: abort.signal })).rejects.toThrow();
    expect(masked).toBeLessThan(100);
  });

  it.each([
    ['no file', undefined, 'inspector.unreadable'],
    ['a folder', 'folder', 'inspector.unreadable'],
    ['a device', '/dev/zero', 'inspector.unreadable'],
    ['no JSON', '{"log":', 'inspector.noArchive'],
    ['another JSON', '{"a":1}', 'inspector.noArchive'],
    ['no entries', '{"log":{"entries":{}}}', 'inspector.noArchive'],
    ['nothing', '', 'inspector.noArchive'],
  ])('that is none is refused with what to do: %s', async (_name, content, code) => {
    const path =
      content === 'folder' ? folder : content === '/dev/zero' ? content : join(folder, 'x');
    if (content !== undefined && path === join(folder, 'x')) await writeFile(path, content);
    await expect(readCallFile(path, { mask })).rejects.toEqual(expect.objectContaining({ code }));
  });
});
