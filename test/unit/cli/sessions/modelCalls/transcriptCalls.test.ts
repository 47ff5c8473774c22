import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTranscriptCalls } from '../../../../../src/cli/sessions/modelCalls/transcriptCalls';
import type { SessionId } from '../../../../../src/contract/ids';
import { callFacts } from '../../../../../src/contract/inspector/callRows';
import { assistant, jsonl, sessionId, user } from '../sessionBed';

const fixtures = join(__dirname, '..', 'fixtures', '2.1.329', 'subagent');
const stored = 'aecb73b3-eb0d-43af-a83c-158e1482508b' as SessionId;
const id = sessionId(1);
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const signal = new AbortController().signal;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-calls-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const read = (session = id) => readTranscriptCalls(session, '/workspace', {}, { signal, folder });

async function write(content: string | readonly object[], session = id): Promise<void> {
  const text = typeof content === 'string' ? content : jsonl(content);
  await writeFile(join(folder, `${session}.jsonl`), text);
}

const usage = (output: number, more: object = {}) => ({
  ...{ input_tokens: 3, cache_creation_input_tokens: 100, cache_read_input_tokens: 9_000 },
  ...{ output_tokens: output, ...more },
});

/** Line of an answer. */
const said = (second: number, message: object, more: object = {}) => ({
  ...assistant([], { timestamp: at(second), uuid: `u${second}`, ...more }),
  message: { id: 'm1', role: 'assistant', model: 'claude-opus-5', content: [], ...message },
});

describe('Calls of a transcript', () => {
  it('are those that the CLI has stored, with its subagents', async () => {
    await copyFile(join(fixtures, `${stored}.jsonl`), join(folder, `${stored}.jsonl`));
    const agents = join(folder, stored, 'subagents');
    await mkdir(agents, { recursive: true });
    const from = join(fixtures, stored, 'subagents');
    for (const file of await readdir(from)) await copyFile(join(from, file), join(agents, file));

    const { calls, unreadable, omitted } = await read(stored);
    expect({ unreadable, omitted }).toEqual({ unreadable: 0, omitted: 0 });
    const ids = calls.map(({ key }) => key);
    const all = Array.from({ length: 11 }, (_, n) => `msg_scripted_${`${n + 1}`.padStart(4, '0')}`);
    expect([...ids].sort()).toEqual(all);
    const [first] = calls;
    expect(first).toEqual({
      ...{ key: 'msg_scripted_0001', source: 'transcript', hasBodies: false, unknown: callFacts },
      call: {
        ...{ id: 1, kind: 'main', rule: 'noRule', stream: true, retry: 0, end: 'complete' },
        startedAt: Date.parse('2026-11-21T04:34:46.706Z'),
        endedAt: Date.parse('2026-11-21T04:34:46.788Z'),
        ...{ sessionId: stored, messageId: 'msg_scripted_0001', stopReason: 'tool_use' },
        model: first?.call.model,
        effort: first?.call.effort,
        usage: {
          ...{ input: 12, output: 56, cacheRead: 13_413 },
          ...{ cacheWritten5m: 240, cacheWritten1h: 0 },
        },
        answer: {
          ...{ blocks: { text: 1, tool_use: 1 }, tools: { Agent: 1 }, citations: 0, pings: 0 },
        },
      },
    });
    expect(first?.call.model).toMatch(/^claude-/);
    const subagents = calls.filter(({ call }) => call.kind === 'subagent');
    expect(subagents).toHaveLength(7);
    expect(new Set(subagents.map(({ call }) => call.agent?.id)).size).toBe(3);
    expect(subagents.every(({ call }) => call.agent?.name === 'general-purpose')).toBe(true);
    const starts = calls.map(({ call }) => call.startedAt);
    expect(starts).toEqual([...starts].sort((one, other) => one - other));
  });

  it('take a message of several lines once, with its last usage and the line before it', async () => {
    await write([
      user('hello', { timestamp: at(1) }),
      said(5, { usage: usage(1), content: [{ type: 'thinking', thinking: 'x' }] }),
      said(6, {
        usage: usage(80, { cache_creation: { ephemeral_1h_input_tokens: 60 } }),
        content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }],
        stop_reason: 'tool_use',
      }),
      user([{ type: 'tool_result', tool_use_id: 't', content: 'ok' }], { timestamp: at(9) }),
      said(12, { id: 'm2', usage: usage(7) }, { requestId: 'req_9' }),
      said(20, { id: 'm3', usage: usage(8) }),
    ]);
    const { calls } = await read();
    expect(calls.map(({ key, call }) => [key, call.startedAt, call.endedAt])).toEqual([
      ['m1', Date.parse(at(1)), Date.parse(at(6))],
      ['m2', Date.parse(at(9)), Date.parse(at(12))],
      ['m3', Date.parse(at(12)), Date.parse(at(20))],
    ]);
    expect(calls[0]?.call.usage).toEqual({
      ...{ input: 3, output: 80, cacheRead: 9_000, cacheWritten5m: 40, cacheWritten1h: 60 },
    });
    expect(calls[0]?.call.answer?.tools).toEqual({ Bash: 1 });
    expect(calls[1]?.call.requestId).toBe('req_9');
  });

  it('follow each thread of its own where subagents stand in the same file', async () => {
    await write([
      user('hello', { timestamp: at(1) }),
      said(2, { usage: usage(1) }),
      user('sub', { timestamp: at(3), isSidechain: true, agentId: 'a' }),
      user([{ type: 'tool_result', tool_use_id: 't' }], { timestamp: at(4) }),
      said(8, { id: 's1', usage: usage(1) }, { isSidechain: true, agentId: 'a' }),
      said(9, { id: 'm2', usage: usage(1) }),
    ]);
    const { calls } = await read();
    expect(calls.map(({ key, call }) => [key, call.kind, call.startedAt])).toEqual([
      ['m1', 'main', Date.parse(at(1))],
      ['s1', 'subagent', Date.parse(at(3))],
      ['m2', 'main', Date.parse(at(4))],
    ]);
  });

  it('contain failures that the CLI reports, but not its own notes', async () => {
    const synthetic = { model: '<synthetic>', usage: usage(0) };
    await write([
      user('hello', { timestamp: at(1) }),
      said(
        30,
        { id: 'x1', ...synthetic, content: [{ type: 'text', text: 'API Error: 529' }] },
        { isApiErrorMessage: true, error: 'overloaded' },
      ),
      said(31, { id: 'x2', ...synthetic, content: [{ type: 'text', text: 'Interrupted' }] }),
    ]);
    const { calls } = await read();
    expect(calls).toHaveLength(1);
    expect(calls[0]?.call).toMatchObject({
      error: { where: 'http', type: 'overloaded', message: 'API Error: 529' },
    });
    expect(calls[0]?.call).not.toHaveProperty('usage');
    expect(calls[0]?.call).not.toHaveProperty('messageId');
  });

  it('skip and count lines that are damaged, and take the others', async () => {
    const good = said(2, { usage: usage(1) });
    await write(
      [
        '{"type":"assistant","message":{"id":"cut","usage"',
        JSON.stringify(good),
        '{"type":"assistant","message":7}',
        'no JSON',
        '',
        JSON.stringify(said(3, { id: 'odd', usage: { input_tokens: -5, output_tokens: '9' } })),
        JSON.stringify({ ...said(4, { id: 'late' }), timestamp: 'yesterday' }),
        JSON.stringify(said(5, { id: 'many', content: [null, 7, { type: 3 }] })),
        '{"type":"summary","summary":"x"}',
        '{"type":"assistant","message":{"id":"open"',
      ].join('\n'),
    );
    const { calls, unreadable } = await read();
    expect(calls.map(({ key }) => key).sort()).toEqual(['late', 'm1', 'many', 'odd']);
    // The last line may still be written.
    expect(unreadable).toBe(3);
    const odd = calls.find(({ key }) => key === 'odd');
    expect(odd?.call.usage).toMatchObject({ input: 0, output: 0 });
    const late = calls.find(({ key }) => key === 'late');
    expect(late?.call.startedAt).toBe(Date.parse(at(3)));
  });

  it('bound what they keep: names, errors, and the number of calls', async () => {
    await write(
      [
        JSON.stringify(said(1, { id: 'i'.repeat(9_000), model: 'm'.repeat(9_000) })),
        ...Array.from({ length: 20_004 }, (_, n) => JSON.stringify(said(2, { id: `n${n}` }))),
      ].join('\n'),
    );
    const { calls, omitted } = await read();
    expect(calls).toHaveLength(20_000);
    expect(omitted).toBe(5);
    expect(calls.at(-1)?.key).toBe('n20003');
    await write([said(1, { id: 'i'.repeat(9_000), model: 'm'.repeat(9_000) })]);
    const [long] = (await read()).calls;
    expect([long?.key.length, long?.call.model?.length]).toEqual([200, 200]);
  });

  it('are none without a file; anything else that cannot be read is an error', async () => {
    expect(await read()).toEqual({ calls: [], unreadable: 0, omitted: 0 });
    await mkdir(join(folder, `${id}.jsonl`));
    await expect(read()).rejects.toMatchObject({ code: 'session.unreadable' });
    const aborted = AbortSignal.abort();
    await write([said(1, {})], sessionId(2));
    const options = { signal: aborted, folder };
    await expect(readTranscriptCalls(sessionId(2), '/', {}, options)).rejects.toThrow();
  });

  it('go on without the file of a subagent that is no file', async () => {
    await write([user('hello', { timestamp: at(1) }), said(2, { usage: usage(1) })]);
    await mkdir(join(folder, id, 'subagents', 'agent-abc.jsonl'), { recursive: true });
    const { calls, unreadable } = await read();
    expect(calls).toHaveLength(1);
    expect(unreadable).toBe(1);
  });
});
