import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { maskSecrets } from '../../../../src/base/secrets';
import { frameShape } from '../../../../src/cli/frames/frameShape';
import { FrameTrace } from '../../../../src/cli/frames/frameTrace';
import { allRecordings } from '../../../support/recordings/recording';

const secret = 'correct-horse-battery-staple';

describe('The shape of a frame', () => {
  it('keeps protocol names and ids, and only the size of everything else', () => {
    const frame = {
      type: 'assistant',
      session_id: '0b6f0c7e-0000-4000-8000-000000000000',
      message: {
        role: 'assistant',
        model: 'claude-x',
        usage: { input_tokens: 12 },
        content: [
          { type: 'text', text: 'Hello' },
          { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls', n: 1, at: {} } },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        ],
      },
    };
    expect(frameShape(frame)).toEqual({
      ...frame,
      message: {
        ...frame.message,
        content: [
          { type: 'text', text: '(5 characters)' },
          {
            type: 'tool_use',
            id: 'toolu_1',
            name: 'Bash',
            input: { command: '(2 characters)', n: '(number)', at: '(0 members)' },
          },
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: '(4 characters)' },
          },
        ],
      },
    });
  });

  it.each([
    ['a prompt', { type: 'user', message: { role: 'user', content: `say ${secret}` } }],
    ['a content block', { type: 'user', message: { content: [{ type: 'text', text: secret }] } }],
    ['a tool input', { type: 'tool_use', name: 'Bash', input: { command: secret, name: secret } }],
    [
      'a member of a tool input',
      { input: { deep: { [secret]: secret, name: secret, id: secret } } },
    ],
    ['a header', { request: { servers: { a: { headers: { Authorization: secret } } } } }],
    ['an environment variable', { env: { TOKEN: secret, name: secret } }],
    ['a tool output', { type: 'user', tool_use_result: { stdout: secret, type: secret } }],
    ['a list', { errors: [secret], slash_commands: [secret] }],
    ['partial JSON', { delta: { type: 'input_json_delta', partial_json: `{"a":"${secret}` } }],
    ['MCP parameters', { message: { method: 'tools/call', params: { arguments: { a: secret } } } }],
    ['a sentence in place of a name', { type: 'system', status: `it says ${secret}` }],
    ['an API key in place of a name', { type: 'system', name: `sk-ant-${secret}` }],
    ['a file name', { type: 'document', name: `${secret}.pdf`, source: { name: secret } }],
    ['a server name', { type: 'system', mcp_servers: [{ name: secret, status: 'connected' }] }],
    ['an API key as a member name', { [`sk-ant-${secret.replaceAll('-', '')}`]: 1 }],
  ])('does not reveal %s', (_, frame) => {
    expect(JSON.stringify(frameShape(frame))).not.toContain('horse');
  });

  it('tells a secret from thousands of names before it, each time', () => {
    const key = `sk-ant-${secret.replaceAll('-', '')}`;
    for (let round = 0; round < 2_500; round += 1) {
      const name = `toolu_of_round_${round}`;
      expect(frameShape({ type: name, id: name })).toEqual({ type: name, id: name });
      if (round % 500 === 0) {
        expect(JSON.stringify(frameShape({ type: key, id: key, [key]: 1 }))).not.toContain(key);
      }
    }
  });

  it('leaves out a look at ids that no secret can be told from', () => {
    for (let round = 0; round < 500; round += 1) {
      const id = randomUUID();
      expect(maskSecrets(id)).toBe(id);
      expect(frameShape({ uuid: id })).toEqual({ uuid: id });
    }
  });

  it('is small and contains no message text in any recorded run', () => {
    for (const { rows } of allRecordings()) {
      for (const { frame } of rows) {
        const text = JSON.stringify(frameShape(frame));
        expect(text.length).toBeLessThan(20_000);
        expect(text).not.toMatch(/[\p{L}\d]+ [\p{L}\d]+ [\p{L}\d]+ [\p{L}\d]+/u);
      }
    }
  });
});

it('merges the deltas of one text into one entry', () => {
  const trace = new FrameTrace({ now: () => 7 } as never);
  const piece = { type: 'stream_event', event: { type: 'content_block_delta', index: 0 } };
  const frames = [{ type: 'x' }, ...new Array(200).fill(piece), { type: 'y' }, piece];
  for (const frame of frames) {
    trace.add('tandem', frame, 100);
  }
  expect(trace.total).toBe(203);
  expect(trace.frames.map(({ frame, pieces }) => [frame.type, pieces])).toEqual([
    ['x', undefined],
    ['stream_event', 200],
    ['y', undefined],
    ['stream_event', undefined],
  ]);
});

it('keeps only the last frames, oldest first', () => {
  const trace = new FrameTrace({ now: () => 7 } as never);
  for (let index = 0; index < 400; index += 1) {
    trace.add('agent', { type: 'x', index }, 20);
  }
  expect(trace.total).toBe(400);
  expect(trace.frames).toHaveLength(150);
  expect(trace.frames[0]).toEqual({ at: 7, to: 'agent', frame: { type: 'x', index: 250 } });
  expect(trace.frames.at(-1)?.frame.index).toBe(399);
});

it('reveals neither small nor large frames', () => {
  const trace = new FrameTrace({ now: () => 7 } as never);
  for (const text of ['some words', 'many words '.repeat(1_000)]) {
    const frame = { type: 'assistant', text };
    trace.add('tandem', frame, JSON.stringify(frame).length);
  }
  expect(trace.frames.map(({ frame }) => frame)).toEqual([
    { type: 'assistant', text: '(10 characters)' },
    { type: 'assistant', text: '(11000 characters)' },
  ]);
});
