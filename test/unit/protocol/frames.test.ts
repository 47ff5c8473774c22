import { describe, expect, test } from 'vitest';
import { ignoredFrames, parseLine } from '../../../src/protocol/frames';
import { readStreamPart } from '../../../src/protocol/streamEvents';
import { allRecordings } from '../../support/recordings/recording';

const outgoing = allRecordings().flatMap(({ version, scenario, rows }) =>
  rows.flatMap(({ dir, frame }) => (dir === 'out' ? [{ version, scenario, frame }] : [])),
);

describe('parseLine', () => {
  test('recognizes every frame of every recording', () => {
    const kinds = new Set(outgoing.map(({ frame }) => parseLine(JSON.stringify(frame)).kind));
    expect([...kinds]).toEqual(['frame']);
  });

  test('accepts every frame with unknown members', () => {
    const later = { from_the_future: { deep: [1] }, another: null };
    const kinds = outgoing.map(
      ({ frame }) => parseLine(JSON.stringify({ ...later, ...frame })).kind,
    );
    expect(new Set(kinds)).toEqual(new Set(['frame']));
  });

  test('keeps members that no schema defines', () => {
    const init = { type: 'system', subtype: 'init', session_id: 's', tools: ['Bash'], plugins: [] };
    const line = parseLine(JSON.stringify(init));
    expect(line).toEqual({ kind: 'frame', frame: init });
  });

  test('finds the type anywhere in the line', () => {
    const line = parseLine('{"duration_api_ms":1,"subtype":"success","type":"result"}');
    expect(line).toMatchObject({ kind: 'frame', frame: { type: 'result', is_error: false } });
  });

  test('reads an optional member of the wrong type as absent', () => {
    const wire = { type: 'result', subtype: 'success', total_cost_usd: '1', errors: 7, usage: 'x' };
    const line = parseLine(JSON.stringify(wire));
    expect(line).toMatchObject({ kind: 'frame', frame: { subtype: 'success' } });
    expect(line.kind === 'frame' && line.frame.type === 'result' && line.frame.errors).toBe(
      undefined,
    );
  });

  test.each([
    ['plain text', 'Warning: something'],
    ['a blank line', ''],
    ['a number', '123'],
    ['an array', '[{"type":"result"}]'],
    ['null', 'null'],
    ['a string', '"result"'],
  ])('treats %s as noise', (_, text) => {
    expect(parseLine(text)).toEqual({ kind: 'noise', text });
  });

  test.each([
    ['an incomplete line', '{"type":"resu'],
    ['no type', '{"a":1}'],
    ['a type that is not a string', '{"type":{"type":"result"}}'],
    ['a result without subtype', '{"type":"result"}'],
    ['an assistant frame without message', '{"type":"assistant"}'],
    ['a user frame whose message is a string', '{"type":"user","message":"hello"}'],
    ['a stream event without event', '{"type":"stream_event"}'],
    ['a stream event whose type is not a string', '{"type":"stream_event","event":{"type":1}}'],
    ['a request without id', '{"type":"control_request","request":{"subtype":"x"}}'],
  ])('reports %s as invalid', (_, text) => {
    expect(parseLine(text).kind).toBe('invalid');
  });

  test.each(['nova', 'toString', '__proto__', 'constructor', 'hasOwnProperty'])(
    'passes on the type %s as unknown, at both levels',
    type => {
      expect(parseLine(`{"type":"${type}"}`)).toEqual({ kind: 'unknown', type });
      expect(parseLine(`{"type":"system","subtype":"${type}"}`)).toEqual({
        kind: 'unknown',
        type: `system/${type}`,
      });
    },
  );

  test('has a fixed list of ignored frames', () => {
    for (const name of ignoredFrames) {
      const [type, subtype] = name.split('/');
      expect(parseLine(JSON.stringify({ type, subtype, session_id: 's' }))).toEqual({
        kind: 'frame',
        frame: { type: 'ignored', name, session_id: 's' },
      });
    }
  });

  test('never throws on a truncated line or a replaced member', () => {
    const odd = [null, 0, '', [], {}, { type: 'text' }, 'x'.repeat(1000)];
    const kinds: string[] = [];
    const byType = new Map(outgoing.map(({ frame }) => [`${frame.type}/${frame.subtype}`, frame]));
    for (const frame of byType.values()) {
      const text = JSON.stringify(frame);
      for (let cut = 0; cut < Math.min(text.length, 200); cut += 7) {
        kinds.push(parseLine(text.slice(0, cut)).kind);
      }
      for (const key of Object.keys(frame)) {
        for (const value of odd) {
          expect(() => parseLine(JSON.stringify({ ...frame, [key]: value }))).not.toThrow();
        }
      }
    }
    expect(byType.size).toBeGreaterThan(25);
    expect(kinds).not.toContain('frame');
  });

  test('handles deep nesting', () => {
    const deep = `{"type":"user","message":{"content":${'['.repeat(5000)}${']'.repeat(5000)}}}`;
    expect(['frame', 'invalid']).toContain(parseLine(deep).kind);
  });
});

describe('message content', () => {
  const contentOf = (content: unknown) => {
    const line = parseLine(JSON.stringify({ type: 'user', message: { content } }));
    return line.kind === 'frame' && line.frame.type === 'user' ? line.frame.message.content : line;
  };

  test('is a string or blocks', () => {
    expect(contentOf('hello')).toBe('hello');
    expect(contentOf([{ type: 'text', text: 'hi' }])).toEqual([{ type: 'text', text: 'hi' }]);
    expect(contentOf(null)).toBe('');
  });

  test('keeps unknown and malformed blocks unchanged', () => {
    const odd = [{ type: 'hologram', light: 1 }, { type: 'text' }, 7, { type: 'tool_use', id: 1 }];
    expect(contentOf(odd)).toEqual(odd.map(wire => ({ type: 'other', wire })));
  });

  test('has tool results with a string, with blocks or without content', () => {
    const result = { type: 'tool_result', tool_use_id: 't' };
    const nested = [
      { type: 'text', text: 'a' },
      { type: 'tool_reference', tool_name: 'x' },
    ];
    expect(
      contentOf([
        result,
        { ...result, content: 'a', is_error: true },
        { ...result, content: nested },
      ]),
    ).toEqual([
      { ...result, is_error: false, content: '' },
      { ...result, is_error: true, content: 'a' },
      {
        ...result,
        is_error: false,
        content: [nested[0], { type: 'other', wire: nested[1] }],
      },
    ]);
  });
});

describe('readStreamPart', () => {
  const part = (event: object) => {
    const line = parseLine(JSON.stringify({ type: 'stream_event', event }));
    return line.kind === 'frame' && line.frame.type === 'stream_event'
      ? readStreamPart(line.frame)
      : line;
  };

  test('reads the relevant events', () => {
    expect(
      part({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'x' } }),
    ).toEqual({
      kind: 'delta',
      index: 1,
      of: 'text',
      text: 'x',
    });
    expect(
      part({ type: 'message_start', message: { id: 'm', usage: { input_tokens: 1 } } }),
    ).toEqual({
      kind: 'messageStart',
      id: 'm',
      usage: { input_tokens: 1 },
    });
    expect(part({ type: 'message_stop' })).toEqual({ kind: 'messageStop' });
  });

  test.each([
    { type: 'ping' },
    { type: 'content_block_delta' },
    { type: 'content_block_delta', index: '0', delta: { type: 'text_delta', text: 'x' } },
    { type: 'content_block_delta', index: 0, delta: null },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 1 } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'x' } },
    { type: 'content_block_start', index: 0 },
    { type: 'message_start', message: {} },
  ])('ignores $type without usable content', event => {
    expect(part(event)).toEqual({ kind: 'other' });
  });
});
