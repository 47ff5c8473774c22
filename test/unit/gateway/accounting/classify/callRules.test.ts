import { describe, expect, it } from 'vitest';
import { events, StrictLog } from '../../../../support/gateway/observedExchange';
import { recordedCalls } from '../../../../support/gateway/recordedCalls';

const tools = [{ name: 'Bash', input_schema: {} }];
const said = (text: string) => [{ role: 'user', content: text }];

describe('Calls of real CLIs', () => {
  it.each(
    recordedCalls.map(call => [`${call.version} ${call.kind} ${call.agent ?? ''}`.trim(), call]),
  )('%s', async (_, { kind, agent, headers, body }) => {
    const call = await new StrictLog().exchange({ headers, body });
    expect(call.kind).toBe(kind);
    expect(call.agent?.name).toBe(agent);
    expect(call.sessionId).toBe('00000000-0000-4000-8000-000000000001');
    expect(call.model).toBe(body.model);
    expect(call.gaps).toBeUndefined();
  });

  it('cover five versions and what differs between them', () => {
    expect(new Set(recordedCalls.map(({ version }) => version)).size).toBe(5);
    expect(new Set(recordedCalls.map(({ kind }) => kind)).size).toBe(11);
  });
});

describe('The rule', () => {
  it.each([
    ['countPath', 'countTokens', { path: '/v1/messages/count_tokens', body: { tools } }],
    ['quotaPrompt', 'quota', { body: { max_tokens: 1, messages: said('quota') } }],
    ['oneToken', 'countTokens', { body: { max_tokens: 1, tools, messages: said('foo') } }],
    ['warmupPrompt', 'warmup', { body: { messages: said('Warmup') } }],
    [
      'memoryPrompt',
      'memory',
      { body: { tools, messages: said('You are performing a dream — …') } },
    ],
    [
      'classifierSystem',
      'classifier',
      { body: { system: 'You are a security monitor for autonomous AI coding agents.' } },
    ],
    [
      'topicSystem',
      'topic',
      { body: { system: 'Analyze if this message indicates a new conversation topic. If …' } },
    ],
    ['agentHeader', 'subagent', { headers: { 'x-claude-code-agent-id': 'a1' }, body: { tools } }],
    ['clientTools', 'main', { body: { tools, messages: said('hello') } }],
    ['noRule', 'other', { body: { messages: said('hello') } }],
  ])('%s says %s', async (rule, kind, exchange) => {
    expect(await new StrictLog().exchange(exchange)).toMatchObject({ rule, kind });
  });

  it('takes no words of the user for those of the CLI', async () => {
    const log = new StrictLog();
    const main = async (text: string) =>
      (await log.exchange({ body: { tools, messages: said(text) } })).kind;
    expect(await main('What does "Your task is to create a detailed summary of the" mean?')).toBe(
      'main',
    );
    expect(await main('Say: Warmup')).toBe('main');
    expect(await main('Why quota?')).toBe('main');
  });
});

describe('A subagent', () => {
  const delegation = (name: string, prompt: string, input: object) =>
    events(
      { type: 'message_start', message: { usage: { input_tokens: 1, output_tokens: 1 } } },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', name, input: {} },
      },
      ...JSON.stringify({ prompt, ...input })
        .split(/(?<=\W)/)
        .map(partial_json => ({
          type: 'content_block_delta',
          index: 1,
          delta: { type: 'input_json_delta', partial_json },
        })),
      { type: 'content_block_stop', index: 1 },
      { type: 'message_stop' },
    );

  it('is known by the prompt that an answer has delegated', async () => {
    const log = new StrictLog();
    const input = { subagent_type: 'poet' };
    await log.exchange({
      body: { tools },
      answer: [delegation('Task', 'Write "a" poem\n', input)],
    });
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: '<system-reminder>Today is Monday.</system-reminder>' },
          { type: 'text', text: 'Write "a" poem' },
        ],
      },
    ];
    expect(await log.exchange({ body: { tools, messages } })).toMatchObject({
      kind: 'subagent',
      rule: 'delegatedPrompt',
      agent: { name: 'poet' },
    });
    const later = [...messages, { role: 'assistant', content: 'Roses' }, ...said('go on')];
    expect((await log.exchange({ body: { tools, messages: later } })).agent).toEqual({
      name: 'poet',
    });
  });

  it('keeps the name of its id when its conversation was compacted', async () => {
    const log = new StrictLog();
    await log.exchange({
      body: { tools },
      answer: [delegation('Agent', 'dig', { subagent_type: 'x' })],
    });
    const headers = { 'x-claude-code-agent-id': 'a7' };
    await log.exchange({ headers, body: { tools, messages: said('dig') } });
    const call = await log.exchange({ headers, body: { tools, messages: said('Summary: …') } });
    expect(call.agent).toEqual({ id: 'a7', name: 'x' });
  });

  it('has no name if nothing gives it away', async () => {
    const body = { tools, system: 'You are my own agent.' };
    const headers = { 'x-claude-code-agent-id': 'a7' };
    expect((await new StrictLog().exchange({ headers, body })).agent).toEqual({ id: 'a7' });
  });
});
