import { describe, expect, it } from 'vitest';
import { answered, epoch, StrictLog } from '../../../../support/gateway/observedExchange';

const minute = 60_000;
const mark = (ttl?: string) => ({ cache_control: { type: 'ephemeral', ...(ttl ? { ttl } : {}) } });
const text = (words: string, more = {}) => ({ type: 'text', text: words, ...more });
const tool = (name: string, more = {}) => ({ name, description: 'd', input_schema: {}, ...more });

const request = {
  model: 'm',
  tools: [tool('Bash'), tool('Read'), tool('Write')],
  system: [
    text('x-anthropic-billing-header: cc_version=1; cch=11111;'),
    text('You are helpful.', mark()),
  ],
  messages: [{ role: 'user', content: [text('hello', mark())] }],
};
const next = {
  ...request,
  system: [
    text('x-anthropic-billing-header: cc_version=1; cch=22222;'),
    text('You are helpful.', mark()),
  ],
  messages: [
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: [text('Hi.')] },
    { role: 'user', content: [text('and now?', mark())] },
  ],
};
const wrote = answered({ input_tokens: 3, cache_creation_input_tokens: 1000, output_tokens: 5 });
const read = (tokens: number) => answered({ input_tokens: 3, cache_read_input_tokens: tokens });

/** Compares a second call with a first one. */
async function second(body: object, options: { at?: number; reads?: number; first?: object } = {}) {
  const log = new StrictLog();
  await log.exchange({ body: options.first ?? request, answer: [wrote] });
  const call = await log.exchange({
    body,
    at: options.at ?? epoch + minute,
    answer: [read(options.reads ?? 1000)],
  });
  expect(log.errors).toEqual([]);
  return call.cache?.since;
}

describe('The breakpoints of a call', () => {
  it('are listed with their lifetimes', async () => {
    const body = {
      tools: [tool('Bash', mark('1h'))],
      system: [text('a', mark('1h'))],
      messages: [{ role: 'user', content: [text('b'), text('c', mark())] }],
    };
    const call = await new StrictLog().exchange({ body });
    expect(call.cache?.breakpoints).toEqual([
      { place: { part: 'tools', index: 0, name: 'Bash' }, ttl: '1h' },
      { place: { part: 'system', index: 0 }, ttl: '1h' },
      { place: { part: 'messages', index: 0, block: 1, name: 'user' }, ttl: '5m' },
    ]);
  });
});

describe('Compared with the previous call', () => {
  it('the first call of a conversation has no comparison', async () => {
    expect((await new StrictLog().exchange({ body: request })).cache?.since).toBeUndefined();
  });

  it('a call that appends changes nothing, although breakpoints and checksums move', async () => {
    expect(await second(next)).toEqual({
      previous: 1,
      elapsed: minute - 10,
      expected: 1000,
      lost: 0,
      options: [],
      expired: [],
    });
  });

  it.each<[string, object, object]>([
    [
      'a word of the system',
      { ...next, system: [text('You are helpless.', mark())] },
      { how: 'changed', place: { part: 'system', index: 0 }, member: 'text', character: 12 },
    ],
    [
      'a message in the middle',
      {
        ...next,
        messages: [{ role: 'user', content: [text('hello you')] }, ...next.messages.slice(1)],
      },
      {
        how: 'changed',
        place: { part: 'messages', index: 0, block: 0, name: 'user' },
        member: 'text',
        character: 5,
      },
    ],
    [
      'the description of a tool',
      { ...next, tools: [tool('Bash'), tool('Read', { description: 'differs' }), tool('Write')] },
      {
        how: 'changed',
        place: { part: 'tools', index: 1, name: 'Read' },
        member: 'description',
        character: 1,
      },
    ],
    [
      'a schema deep inside',
      {
        ...next,
        tools: [tool('Bash', { input_schema: { a: { b: [1, 'x'] } } }), ...request.tools.slice(1)],
      },
      {
        how: 'changed',
        place: { part: 'tools', index: 0, name: 'Bash' },
        member: 'input_schema.a',
      },
    ],
    [
      'a tool that came in between',
      { ...next, tools: [tool('Bash'), tool('mcp__a__b'), ...request.tools.slice(1)] },
      { how: 'added', place: { part: 'tools', index: 1, name: 'mcp__a__b' } },
    ],
    [
      'a tool that is gone',
      { ...next, tools: [tool('Bash'), tool('Write')] },
      { how: 'removed', place: { part: 'tools', index: 1, name: 'Read' } },
    ],
    [
      'a tool at the end',
      { ...next, tools: [...request.tools, tool('Zed')] },
      { how: 'added', place: { part: 'tools', index: 3, name: 'Zed' } },
    ],
    [
      'other messages, as after a compaction',
      { ...next, messages: [{ role: 'user', content: 'Summary' }] },
      {
        how: 'changed',
        place: { part: 'messages', index: 0, block: 0, name: 'user' },
        member: 'text',
        character: 0,
      },
    ],
  ])('it finds %s', async (_, body, change) => {
    const since = await second(body, { reads: 0 });
    expect(since?.change).toEqual({ ...change, wasCached: true });
    expect(since).toMatchObject({ lost: 1000, cause: 'changed' });
  });

  it('a change behind the last breakpoint costs no cache', async () => {
    const first = {
      ...request,
      messages: [{ role: 'user', content: [text('hello', mark()), text('time: 1')] }],
    };
    const body = {
      ...request,
      messages: [{ role: 'user', content: [text('hello', mark()), text('time: 2')] }],
    };
    const since = await second(body, { first });
    expect(since?.change).toMatchObject({ place: { block: 1 }, character: 6, wasCached: false });
    expect(since?.cause).toBeUndefined();
  });

  it('members that matter to the cache are named, others are not', async () => {
    const body = { ...next, model: 'n', max_tokens: 5, metadata: { user_id: 'x' }, thinking: {} };
    const since = await second(body, { reads: 0 });
    expect(since?.options).toEqual(['model', 'thinking']);
    expect(since).toMatchObject({ cause: 'changed' });
  });

  it('a loss is expected once the lifetime is over', async () => {
    expect(await second(next, { at: epoch + 6 * minute, reads: 0 })).toMatchObject({
      lost: 1000,
      expired: ['5m'],
      cause: 'expired',
    });
    // Whatever has changed meanwhile.
    const changed = { ...next, system: [text('You were helpful.', mark())] };
    const cause = (await second(changed, { at: epoch + 6 * minute, reads: 0 }))?.cause;
    expect(cause).toBe('expired');
    // Another conversation may have kept it alive.
    expect(await second(next, { at: epoch + 6 * minute })).toMatchObject({ lost: 0 });
    const first = { ...request, system: [text('You are helpful.', mark('1h'))] };
    const late = { first, at: epoch + 30 * minute, reads: 400 };
    const body = { ...next, system: first.system };
    expect(await second(body, late)).toMatchObject({
      expired: ['5m'],
      lost: 600,
      cause: 'expired',
    });
    const other = { ...body, system: [text('You were helpful.', mark('1h'))] };
    expect(await second(other, { ...late, reads: 100 })).toMatchObject({ cause: 'changed' });
  });

  it('a loss without a cause is said to have none', async () => {
    expect(await second(next, { reads: 300 })).toMatchObject({ lost: 700, cause: 'unknown' });
  });

  it('only answered calls of the same conversation, kind and agent count', async () => {
    const log = new StrictLog();
    const body = { ...request, metadata: { user_id: '{"session_id":"s1"}' } };
    const since = async (more: object) =>
      (await log.exchange({ body, answer: [read(0)], ...more })).cache?.since?.previous;
    expect(await since({})).toBeUndefined();
    expect(await since({ headers: { 'x-claude-code-session-id': 's2' } })).toBeUndefined();
    expect(await since({ headers: { 'x-claude-code-agent-id': 'a1' } })).toBeUndefined();
    expect(await since({ status: 529, answer: [] })).toBe(1);
    expect(await since({})).toBe(1);
    expect(await since({ headers: { 'x-claude-code-agent-id': 'a1' } })).toBe(3);
  });

  it('calls that stand for themselves are not compared', async () => {
    const log = new StrictLog();
    const title = (words: string) => ({
      system: [text('Generate a concise, sentence-case title', mark())],
      messages: [{ role: 'user', content: words }],
    });
    await log.exchange({ body: title('one'), answer: [wrote] });
    const call = await log.exchange({ body: title('two'), answer: [read(0)] });
    expect(call).toMatchObject({ kind: 'title', cache: { breakpoints: [{ ttl: '5m' }] } });
    expect(call.cache?.since).toBeUndefined();
  });

  it('a text that is no longer kept has no character', async () => {
    const log = new StrictLog();
    await log.exchange({ body: request, answer: [wrote] });
    // Further conversations push the first one's texts out of the bounded memory.
    for (let count = 0; count < 8; count += 1) {
      const messages = [{ role: 'user', content: `${count}${'x'.repeat(1024 * 1024)}` }];
      await log.exchange({ body: { messages }, answer: [wrote] });
    }
    const body = { ...next, system: [text('You are helpless.', mark())] };
    const call = await log.exchange({ body, answer: [read(0)] });
    expect(call.cache?.since?.change).toEqual({
      how: 'changed',
      place: { part: 'system', index: 0 },
      wasCached: true,
    });
  });

  it("the API's own diagnosis is kept", async () => {
    const diagnostics = { cache_miss_reason: { type: 'tools_changed' } };
    const message = { type: 'message', content: [], usage: { input_tokens: 1 }, diagnostics };
    const call = await new StrictLog().exchange({
      body: request,
      responseHeaders: { 'content-type': 'application/json' },
      answer: [JSON.stringify(message)],
    });
    expect(call.cache?.apiReason).toBe('tools_changed');
  });
});
