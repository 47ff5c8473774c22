import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  cut,
  failure,
  gate,
  judged,
  ping,
  redactedThinking,
  stop,
  streamError,
  text,
  thinking,
  toolUse,
  usage,
} from '../../support/api/reply';
import { attempts, ScriptedApi } from '../../support/api/scriptedApi';

let api: ScriptedApi;

beforeEach(async () => {
  api = await ScriptedApi.start();
});

afterEach(() => api.close());

const tools = [{ name: 'Read', input_schema: { type: 'object' } }];

type Message = { role: string; content: unknown };

function post(messages: Message[], more: Record<string, unknown> = {}): Promise<Response> {
  return fetch(`${api.url}/v1/messages?beta=true`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', max_tokens: 100, stream: true, tools, messages, ...more }),
  });
}

function ask(prompt: string, more: Record<string, unknown> = {}): Promise<Response> {
  return post([{ role: 'user', content: prompt }], more);
}

interface StreamEvent {
  type: string;
  delta?: { text?: string; partial_json?: string; stop_reason?: string };
  [key: string]: unknown;
}

function eventsOf(stream: string): StreamEvent[] {
  return [...stream.matchAll(/^data: (.*)$/gm)].map(match => JSON.parse(match[1] ?? ''));
}

async function events(response: Response): Promise<StreamEvent[]> {
  return eventsOf(await response.text());
}

function streamedText(all: readonly StreamEvent[]): string {
  return all.map(event => event.delta?.text ?? '').join('');
}

describe('a streamed answer', () => {
  it('has a start, deltas and a stop for every block, within those of the message', async () => {
    api.onPrompt('go', [
      [
        thinking('Hm.'),
        redactedThinking('secret'),
        ping(),
        text('Grüße, 世界 👋'),
        toolUse('Read', { file_path: '/a "b"\n.txt' }),
      ],
    ]);
    const all = await events(await ask('go'));
    expect(all[0]?.type).toBe('message_start');
    expect(all.at(-1)?.type).toBe('message_stop');
    expect(all.filter(event => event.type === 'content_block_start')).toHaveLength(4);
    expect(all.filter(event => event.type === 'content_block_stop')).toHaveLength(4);
    expect(all.some(event => event.type === 'ping')).toBe(true);
    expect(streamedText(all)).toBe('Grüße, 世界 👋');
    const json = all.map(event => event.delta?.partial_json ?? '');
    expect(json.filter(piece => piece).length).toBeGreaterThan(3);
    expect(JSON.parse(json.join(''))).toEqual({ file_path: '/a "b"\n.txt' });
    expect(all.at(-2)?.delta?.stop_reason).toBe('tool_use');
  });

  it('reports scripted usage and stop reason', async () => {
    const tokens = { input_tokens: 7, cache_read_input_tokens: 900, output_tokens: 3 };
    api.onPrompt('go', [[text('x'), usage(tokens), stop('max_tokens')]]);
    const all = await events(await ask('go'));
    expect(all[0]?.message).toMatchObject({
      usage: { input_tokens: 7, cache_read_input_tokens: 900 },
    });
    expect(all.at(-2)).toMatchObject({
      delta: { stop_reason: 'max_tokens' },
      usage: { output_tokens: 3 },
    });
  });

  it('waits at a gate, in mid-text, until it is opened', async () => {
    api.onPrompt('go', [text('before ', gate('middle'), 'after')]);
    const response = await ask('go');
    const reader = response.body?.getReader();
    await api.reached('middle');
    const first = new TextDecoder().decode((await reader?.read())?.value);
    expect(streamedText(eventsOf(first))).not.toContain('after');
    api.open('middle');
    let rest = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      rest += new TextDecoder().decode(part.value);
    }
    expect(streamedText(eventsOf(first + rest))).toBe('before after');
  });

  it('sends no headers before an initial gate', async () => {
    api.onPrompt('go', [[gate('hang'), text('late')]]);
    let answered = false;
    const response = ask('go').then(value => {
      answered = true;
      return value;
    });
    await api.reached('hang');
    expect(answered).toBe(false);
    api.open('hang');
    expect(streamedText(await events(await response))).toBe('late');
  });

  it('is cut off, or ended by an error event, as scripted', async () => {
    api.onPrompt('cut', [text('half', cut(), 'never')]);
    const response = await ask('cut');
    await expect(response.text()).rejects.toThrow();
    api.onPrompt('nothing', [cut()]);
    await expect(ask('nothing')).rejects.toThrow();
    api.onPrompt('error', [[text('half'), streamError('overloaded_error', 'Too many')]]);
    const all = await events(await ask('error'));
    expect(all.at(-1)).toEqual({
      type: 'error',
      error: { type: 'overloaded_error', message: 'Too many' },
    });
  });

  it('is one JSON message for a request without streaming', async () => {
    api.onPrompt('go', [[thinking('Hm.'), text('a', 'b'), toolUse('Read', { file_path: '/a' })]]);
    const response = await ask('go', { stream: false });
    expect(await response.json()).toMatchObject({
      type: 'message',
      stop_reason: 'tool_use',
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'ab' },
        { type: 'tool_use', name: 'Read', input: { file_path: '/a' } },
      ],
    });
  });
});

describe('errors', () => {
  it.each([400, 401, 403, 404, 413, 429, 500, 529])('returns %i like the API', async status => {
    api.onPrompt('go', [failure(status, { retryAfter: 2, headers: { 'x-more': 'yes' } })]);
    const response = await ask('go');
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(response.headers.get('x-more')).toBe('yes');
    expect(await response.json()).toMatchObject({ type: 'error' });
  });

  it('gives retries of one request their own answers', async () => {
    api.onPrompt('go', [attempts(failure(529), failure(529), text('at last'))]);
    const statuses = [await ask('go'), await ask('go'), await ask('go'), await ask('go')];
    expect(statuses.map(response => response.status)).toEqual([529, 529, 200, 200]);
  });

  it('judges the called tools for the safety check of the server', async () => {
    api.onPrompt('go', [
      [toolUse('Read', {}), toolUse('Read', {}, { id: 'own' }), judged('flagged')],
    ]);
    const delta = (await events(await ask('go'))).at(-2)?.delta;
    const verdict = { type: 'evaluated', outcome: 'flagged' };
    const tool_uses = { toolu_scripted_0001: verdict, own: verdict };
    expect(delta).toMatchObject({
      safeguard_results: [{ type: 'dangerous_tool_use', status: { type: 'available', tool_uses } }],
    });
  });

  it('expects its prefix, as behind a gateway, and answers with documents', async () => {
    const prefixed = await ScriptedApi.start({ prefix: '/nonce' });
    prefixed.documents.set('/api/list', ['apples']);
    expect(prefixed.url).toMatch(/:\d+\/nonce$/);
    expect(await (await fetch(`${prefixed.url}/api/list`)).json()).toEqual(['apples']);
    expect(prefixed.otherRequests).toMatchObject([{ method: 'GET', path: '/api/list' }]);
    await prefixed.close();
  });

  it('answers unknown paths with 404 and counts tokens', async () => {
    expect((await fetch(`${api.url}/api/unknown`)).status).toBe(404);
    expect((await fetch(api.url, { method: 'HEAD' })).status).toBe(200);
    const count = await fetch(`${api.url}/v1/messages/count_tokens`, {
      method: 'POST',
      body: '{}',
    });
    expect(await count.json()).toEqual({ input_tokens: 1 });
    expect(api.otherRequests.map(({ path }) => path)).toContain('/api/unknown');
  });
});

describe('request matching', () => {
  const call = { type: 'tool_use', id: 't1', name: 'Read', input: {} };
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'words', is_error: true };

  it('counts the rounds of a turn and passes on the tool results', async () => {
    api.onPrompt('read it', [
      toolUse('Read', {}),
      ({ results }) => text(`${results[0]?.name} ${results[0]?.isError} ${results[0]?.text}`),
    ]);
    const response = await post([
      { role: 'user', content: 'an earlier prompt' },
      { role: 'assistant', content: [{ type: 'text', text: 'an earlier answer' }] },
      { role: 'user', content: '<system-reminder>\nnoise\n</system-reminder>\nread it' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [result] },
    ]);
    expect(streamedText(await events(response))).toBe('Read true words');
    expect(api.requests[0]).toMatchObject({ prompt: 'read it', round: 1, conversation: 'main' });
  });

  it('recognizes the prompt after an interrupted tool in the same message', async () => {
    const note = { type: 'text', text: '[Request interrupted by user for tool use]' };
    await post([
      { role: 'user', content: 'first' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [result, note, { type: 'text', text: 'second' }] },
    ]);
    expect(api.requests[0]).toMatchObject({ prompt: 'second', round: 0 });
  });

  it('does not mistake the text of a skill for a prompt', async () => {
    const skill = { type: 'tool_use', id: 't1', name: 'Skill', input: {} };
    await post([
      { role: 'user', content: 'use the skill' },
      { role: 'assistant', content: [skill] },
      { role: 'user', content: [result, { type: 'text', text: 'Base directory for this skill' }] },
    ]);
    expect(api.requests[0]).toMatchObject({ prompt: 'use the skill', round: 1 });
  });

  it('lets the last rule win and keeps side requests away from prompts', async () => {
    api.onPrompt('', [text('first')]);
    api.onPrompt(/go/, [text('second')]);
    api.onSide('title', [text('a title')]);
    expect(streamedText(await events(await ask('go')))).toBe('second');
    expect(streamedText(await events(await ask('other')))).toBe('first');
    const side = await ask('go', { tools: [], system: 'Make a title' });
    expect(streamedText(await events(side))).toBe('a title');
    expect(api.mainRequests()).toHaveLength(2);
  });

  it('recognizes subagents by their prompt or their billing line', async () => {
    api.onPrompt('delegate', [toolUse('Task', { prompt: 'count the files' })]);
    api.onSubagent('', [text('from the agent')]);
    await (await ask('delegate')).text();
    expect(streamedText(await events(await ask('count the files')))).toBe('from the agent');
    const marked = await ask('anything', { system: 'x-billing: cc_is_subagent=true;' });
    expect(streamedText(await events(marked))).toBe('from the agent');
    expect(api.requests.map(({ conversation }) => conversation)).toEqual([
      'main',
      'subagent',
      'subagent',
    ]);
  });

  it('answers requests without a rule, and records them for the test', async () => {
    expect((await ask('surprise')).status).toBe(200);
    expect(api.unmatched).toMatchObject([{ prompt: 'surprise' }]);
    api.onPrompt('short', [text('one round')]);
    await post([
      { role: 'user', content: 'short' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [result] },
    ]);
    expect(api.unmatched).toHaveLength(2);
  });

  it('resolves when a matching request has arrived', async () => {
    const request = api.waitForRequest(({ prompt }) => prompt === 'later');
    await ask('sooner');
    await ask('later', { system: 'Primary working directory: /some where' });
    expect(await request).toMatchObject({ prompt: 'later', cwd: '/some where' });
  });
});
