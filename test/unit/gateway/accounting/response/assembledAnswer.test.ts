import { afterEach, describe, expect, it } from 'vitest';
import { assembledAnswer } from '../../../../../src/gateway/accounting/response/assembledAnswer';
import { ping, rawBlock, text, thinking, toolUse } from '../../../../support/api/reply';
import { ScriptedApi } from '../../../../support/api/scriptedApi';
import { events } from '../../../../support/gateway/observedExchange';

let api: ScriptedApi | undefined;

afterEach(() => api?.close());

const start = {
  type: 'message_start',
  message: { id: 'm', content: [], usage: { input_tokens: 1 } },
};
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

/** Asks the scripted API, and returns its answer as text. */
async function ask(stream: boolean): Promise<string> {
  const response = await fetch(`${api?.url}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'hi' }] }),
  });
  return response.text();
}

describe('A streamed answer that is put together', () => {
  it('is the message that comes without a stream', async () => {
    api = await ScriptedApi.start();
    api.on(
      () => true,
      () => [
        thinking('Hm, "so" or so.'),
        ping(),
        text('Grüße 👋 from here, over several deltas of a few words each.'),
        rawBlock({ type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } }),
        { ...toolUse('Edit', { path: 'a\\"b', list: [1, { deep: '世界' }], none: {} }), id: 't1' },
        { ...toolUse('Nothing', {}), id: 't2' },
      ],
    );
    const [streamed, whole] = [await ask(true), JSON.parse(await ask(false)) as { id: string }];
    expect({ ...assembledAnswer(streamed), id: whole.id }).toEqual(whole);
  });

  it('has citations, compactions and unknown members', () => {
    const answer = assembledAnswer(
      events(
        start,
        block(0, { type: 'text', text: '' }),
        delta(0, { type: 'text_delta', text: 'a' }),
        delta(0, { type: 'citations_delta', citation: { url: 'x' } }),
        delta(0, { type: 'citations_delta', citation: { url: 'y' } }),
        block(1, { type: 'compaction', content: null }),
        delta(1, { type: 'compaction_delta', content: 'Sum' }),
        delta(1, { type: 'new_delta', news: 1 }),
        block(2, { type: 'hologram', size: 7 }),
        {
          type: 'message_delta',
          delta: { stop_reason: 'refusal', stop_details: { category: 'x' } },
          usage: { input_tokens: null, output_tokens: 9 },
        },
      ),
    );
    expect(answer).toEqual({
      id: 'm',
      content: [
        { type: 'text', text: 'a', citations: [{ url: 'x' }, { url: 'y' }] },
        { type: 'compaction', content: 'Sum' },
        { type: 'hologram', size: 7 },
      ],
      stop_reason: 'refusal',
      stop_details: { category: 'x' },
      usage: { input_tokens: 1, output_tokens: 9 },
    });
  });

  it('is as much as there is', () => {
    const input = block(0, { type: 'tool_use', name: 'Write', input: {} });
    const half = delta(0, { type: 'input_json_delta', partial_json: '{"a":"b' });
    expect(assembledAnswer(`${events(start, input, half)}data: {"type":`)?.content).toEqual([
      { type: 'tool_use', name: 'Write', input: '{"a":"b' },
    ]);
    for (const odd of ['', 'x', events({ type: 'error' }), 'data: 7\n\n', events(half, input)]) {
      expect(assembledAnswer(odd)).toBeUndefined();
    }
  });
});
