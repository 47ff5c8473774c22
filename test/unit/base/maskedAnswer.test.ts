import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventsIn, isEventStream } from '../../../src/base/eventStream';
import { plainEscapes } from '../../../src/base/jsonEscapes';
import { maskedAnswer } from '../../../src/base/maskedAnswer';
import { maskSecrets } from '../../../src/base/secrets';
import { testInFull } from '../../support/inFull';

const secret = 'sk-ant-api03-canary-7f3Qz9Lk2mWx8Rt5Vb1N';

function deltas(pieces: readonly string[], member = 'text', index = 0): string {
  return pieces
    .map(text => {
      const delta = { type: `${member}_delta`, [member]: text };
      const event = { type: 'content_block_delta', index, delta };
      return `event: content_block_delta\ndata: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}

function saidIn(body: string, member = 'text'): string {
  return [...eventsIn(body)].map(({ data }) => JSON.parse(data).delta?.[member] ?? '').join('');
}

describe('Events of a kept stream', () => {
  it('are found with their places, whatever the line ends', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = [
        '\uFEFFevent: a',
        'data: 1',
        'data:2',
        '',
        ': note',
        '',
        'id: 7',
        'data',
        '',
        'data: cut',
      ];
      const body = text.join(end);
      const found = [...eventsIn(body)];
      expect(found.map(({ name, data }) => [name, data])).toEqual([
        ['a', '1\n2'],
        ['', ''],
        ['', 'cut'],
      ]);
      expect(found.map(({ isComplete }) => isComplete)).toEqual([true, true, false]);
      expect(body.slice(found[1]?.from, found[1]?.to)).toBe(`id: 7${end}data${end}${end}`);
      expect(isEventStream(body)).toBe(true);
    }
    for (const other of ['', '{"type":"message"}', '<html>', 'database']) {
      expect(isEventStream(other)).toBe(false);
    }
  });

  testInFull('are found in time where the ends of lines are of one kind', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const body = `data: x${end}${end}`.repeat(400_000);
      expect([...eventsIn(body)]).toHaveLength(400_000);
    }
  });

  it('are found behind whatever stands at the beginning', () => {
    for (const head of ['garbage\n\n', '{}\r\n\r\n', 'HTTP/1.1 200 OK\r\r', ' '.repeat(300)]) {
      expect(isEventStream(`${head}\ndata: {}\n\n`)).toBe(true);
    }
    expect(isEventStream('{"a":"b\\ndata: c"}')).toBe(false);
  });
});

describe('A masked answer', () => {
  it('hides a secret wherever a stream cuts it, and keeps everything else', () => {
    const text = `Before. The key: ${secret}, then more.\nAnother line.`;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: text.length - 1 }), { maxLength: 40 }),
        cuts => {
          const places = [0, ...new Set(cuts.toSorted((a, b) => a - b)), text.length];
          const pieces = places.slice(1).map((to, index) => text.slice(places[index], to));
          const body = deltas(pieces) + deltas(['harmless'], 'thinking', 1);
          const starts = [...eventsIn(body)].map(({ from }, at) => [from, at] as const);
          const masked = maskedAnswer(body, starts, maskSecrets);
          expect(saidIn(masked.body)).toBe(maskSecrets(text));
          expect(saidIn(masked.body, 'thinking')).toBe('harmless');
          expect(masked.times).toEqual(
            [...eventsIn(masked.body)].map(({ from }, at) => [from, at]),
          );
        },
      ),
    );
  });

  it('hides keys of several lines, and those in the input of a tool', () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${'A1b2C3d4'.repeat(8)}\n-----END RSA PRIVATE KEY-----`;
    const input = JSON.stringify({ command: `export TOKEN=${secret}`, content: key });
    const pieces = input.match(/[\s\S]{1,7}/g) ?? [];
    for (const body of [deltas(key.match(/[\s\S]{1,5}/g) ?? []), deltas(pieces, 'partial_json')]) {
      const masked = maskedAnswer(body, [], maskSecrets).body;
      const said = saidIn(masked) + saidIn(masked, 'partial_json');
      expect(said).not.toContain('A1b2C3d4');
      expect(said).not.toContain('canary');
      expect(said).toContain('***');
    }
  });

  it('hides a secret in any text of a block, whatever the API calls it', () => {
    const pieces = secret.match(/.{1,3}/g) ?? [];
    const shapes: ((text: string) => object)[] = [
      text => ({ type: 'summary_delta', summary: text }),
      text => ({ type: 'citations_delta', citation: { cited_text: text } }),
      text => ({ summary: { parts: { text } } }),
    ];
    for (const shape of shapes) {
      const body = pieces
        .map(text => `data: ${JSON.stringify({ type: 'x', index: 0, delta: shape(text) })}\n\n`)
        .join('');
      const masked = maskedAnswer(body, [], maskSecrets).body;
      const texts = [...masked.matchAll(/"(?:text|summary|cited_text)":"([^"]*)"/g)];
      expect(texts.map(([, text]) => text).join('')).toBe('***');
    }
  });

  it('hides a secret that begins in the start of a block, or behind a foreign line', () => {
    const start = { type: 'text', text: secret.slice(0, 20) };
    const head = `data: ${JSON.stringify({ type: 'content_block_start', index: 0, content_block: start })}\n\n`;
    for (const first of ['', 'garbage\n\n', `${' '.repeat(300)}\n\n`]) {
      const body = `${first}${head}${deltas([secret.slice(20, 30), secret.slice(30)])}`;
      const { body: masked } = maskedAnswer(body, [], maskSecrets);
      expect(masked).toContain('***');
      expect(masked).not.toContain(secret.slice(20, 30));
      expect(masked).not.toContain(secret.slice(30));
    }
  });

  it('hides what the input of a tool escapes, however a stream cuts it', () => {
    const escaped = [...secret].map(one => `\\u00${one.charCodeAt(0).toString(16)}`).join('');
    const pieces = `{"command":"${escaped}"}`.match(/.{1,7}/g) ?? [];
    const masked = maskedAnswer(deltas(pieces, 'partial_json'), [], maskSecrets).body;
    expect(saidIn(masked, 'partial_json')).toBe('{"command":"***"}');
  });

  it('takes time that grows with its length only, also with a secret in each line', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `sk-canary-${at}\n`);
    const masked = maskedAnswer(deltas(lines), [], maskSecrets).body;
    expect(saidIn(masked)).toBe('***\n'.repeat(lines.length));
  });

  it('tells two blocks and two messages apart', () => {
    const [one, two] = [secret.slice(0, 9), secret.slice(9)];
    const start = 'data: {"type":"message_start","message":{}}\n\n';
    const body = deltas([one]) + deltas([two], 'text', 1) + start + deltas([two]);
    expect(maskedAnswer(body, [], maskSecrets).body).toBe(body);
  });

  it('hides what JSON escapes, in streams and in whole answers', () => {
    const escaped = [...secret].map(one => `\\u00${one.charCodeAt(0).toString(16)}`).join('');
    const whole = `{"type":"message","content":[{"text":"${escaped}"}]}`;
    const stream = `data: {"type":"x","text":"${escaped}"}\n\n`;
    for (const body of [whole, stream]) {
      const masked = maskedAnswer(
        body,
        [
          [0, 1],
          [body.length, 2],
        ],
        maskSecrets,
      );
      expect(plainEscapes(masked.body)).not.toContain('canary');
      expect(masked.body).not.toContain(escaped.slice(20, 60));
      expect(masked.times.every(([offset]) => offset <= masked.body.length)).toBe(true);
    }
  });

  testInFull('never throws, and leaves text without a secret as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const body = `data: ${text}`;
        const times = [
          [0, 0],
          [3, 1],
        ] as const;
        expect(maskedAnswer(body, times, one => one)).toEqual({ body, times });
      }),
    );
    const deep = `data: {"type":"content_block_delta","delta":{"text":"${secret}","x":${'['.repeat(1e5)}${']'.repeat(1e5)}}}\n\n`;
    expect(maskedAnswer(deep, [], maskSecrets).body).not.toContain('canary');
    const index = `data: {"index":${'['.repeat(1e5)}${']'.repeat(1e5)},"delta":{"text":"${secret}"}}\n\n`;
    expect(maskedAnswer(index, [], maskSecrets).body).not.toContain('canary');
  });
});
