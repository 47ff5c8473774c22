import { describe, expect, test } from 'vitest';
import { StreamingJson } from '../../../../../src/cli/translate/calls/streamingJson';

/** Joins the string members that the reader returns. */
function read(pieces: readonly string[]): Record<string, string> {
  const reader = new StreamingJson();
  const values: Record<string, string> = {};
  for (const piece of pieces) {
    for (const part of reader.push(piece)) {
      values[part.key] = (values[part.key] ?? '') + part.text;
    }
  }
  return values;
}

function stringMembers(value: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

const input = {
  file_path: '/work space/ünï "quoted"\\back.ts',
  replace_all: false,
  empty: '',
  nested: { content: 'inner "x" } ]', list: ['a]', { b: '}' }] },
  count: -1.5e3,
  content: 'tab\t line\n "q" \\ \u0001 \u2028 emoji 😀 end\\',
  nothing: null,
  'k"ey': 'strange key',
};

describe('StreamingJson', () => {
  test('reads every string member of the root object, wherever the text is split', () => {
    for (const text of [JSON.stringify(input), JSON.stringify(input, null, 2), escaped(input)]) {
      for (let cut = 0; cut <= text.length; cut++) {
        expect(read([text.slice(0, cut), text.slice(cut)])).toEqual(stringMembers(input));
      }
    }
  });

  test('reads the same if fed one character at a time', () => {
    expect(read([...escaped(input)])).toEqual(stringMembers(input));
    expect(read(escaped(input).split(''))).toEqual(stringMembers(input));
  });

  test('marks the end of each value once', () => {
    const parts = JSON.stringify({ a: 'xy', b: '' })
      .split('')
      .flatMap(
        (
          reader => (char: string) =>
            reader.push(char)
        )(new StreamingJson()),
      );
    expect(parts.filter(part => part.isEnd).map(part => part.key)).toEqual(['a', 'b']);
  });

  test('never splits a surrogate pair that is written as two escapes', () => {
    const reader = new StreamingJson();
    const parts = ['{"a":"\\ud83d', '\\ude00', '"}'].flatMap(piece => reader.push(piece));
    expect(parts.map(part => part.text)).toEqual(['😀', '']);
  });

  test('passes on lone surrogates unchanged', () => {
    expect(read(['{"a":"\\ud83d', 'x"}'])).toEqual({ a: '\ud83dx' });
    expect(read(['{"a":"\\ud83d"}'])).toEqual({ a: '\ud83d' });
  });

  test('does not throw on anything that is not an object', () => {
    for (const text of ['', '[]', '["a"]', 'null', '}}}', '"', '{"a":', '{"a":"\\uzzzz"}', '{{{']) {
      for (const char of ['', ...text]) {
        expect(() => read([char, text])).not.toThrow();
      }
    }
  });

  test('agrees with JSON.parse on random objects split at random places', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    const alphabet = ['"', '\\', '{', '}', '[', ']', ':', ',', '\n', 'é', '😀', 'u', ' ', 'x', '/'];
    const text = () =>
      Array.from({ length: random(12) }, () => alphabet[random(alphabet.length)]).join('');
    for (let round = 0; round < 400; round++) {
      const value: Record<string, unknown> = {};
      for (let member = 0; member < 4; member++) {
        const kinds = [text(), random(100), [text(), { [text()]: text() }], random(2) === 0, null];
        value[`${text()}${member}`] = kinds[random(kinds.length)];
      }
      const json = random(2) === 0 ? JSON.stringify(value) : escaped(value);
      const pieces: string[] = [];
      for (let at = 0; at < json.length; ) {
        const length = 1 + random(9);
        pieces.push(json.slice(at, at + length));
        at += length;
      }
      expect(read(pieces)).toEqual(stringMembers(value));
    }
  });
});

/** Returns JSON with all non-ASCII characters escaped. */
function escaped(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
