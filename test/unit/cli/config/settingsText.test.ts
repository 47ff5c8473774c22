import { describe, expect, it } from 'vitest';
import { lineFinder, parseSettings } from '../../../../src/cli/config/settingsText';

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))),
  );

describe('a file that is no settings is told with its line', () => {
  it.each<{ name: string; content: Uint8Array; line: number; reason: string }>([
    { name: 'cut off', content: bytes('{\n"a": 1'), line: 2, reason: 'This is not valid JSON' },
    {
      name: 'a missing comma',
      content: bytes('{\n"a": 1\n"b": 2}'),
      line: 3,
      reason: 'This is not valid JSON',
    },
    {
      name: 'single quotes',
      content: bytes("{'a': 1}"),
      line: 1,
      reason: 'This is not valid JSON',
    },
    {
      name: 'text after the end',
      content: bytes('{}\n{}'),
      line: 2,
      reason: 'This is not valid JSON',
    },
    { name: 'a comma alone', content: bytes('{,}'), line: 1, reason: 'This is not valid JSON' },
    { name: 'two commas', content: bytes('{"a":1,,}'), line: 1, reason: 'This is not valid JSON' },
    {
      name: 'an open comment',
      content: bytes('{} /* x'),
      line: 1,
      reason: 'This is not valid JSON',
    },
    {
      name: 'an open string',
      content: bytes('{\n\n"a": "x\n}'),
      line: 3,
      reason: 'This is not valid JSON',
    },
    { name: 'NaN', content: bytes('{"a": NaN}'), line: 1, reason: 'This is not valid JSON' },
    {
      name: 'a list',
      content: bytes('\n[]'),
      line: 2,
      reason: 'The file must contain an object in braces',
    },
    {
      name: 'text',
      content: bytes('"x"'),
      line: 1,
      reason: 'The file must contain an object in braces',
    },
    {
      name: 'null',
      content: bytes('null'),
      line: 1,
      reason: 'The file must contain an object in braces',
    },
    {
      name: 'a zero byte',
      content: bytes('{}\n', 0),
      line: 2,
      reason: 'The file contains a zero byte',
    },
    {
      name: 'other bytes',
      content: bytes('{\n"a":"', 0xff, '"}'),
      line: 2,
      reason: 'The text is not UTF-8',
    },
    {
      name: 'a cut character',
      content: bytes('{"a":"', 0xe2, 0x82),
      line: 1,
      reason: 'The text is not UTF-8',
    },
    {
      name: 'UTF-16',
      content: Buffer.from('\uFEFF{}', 'utf16le'),
      line: 1,
      reason: 'The text is not UTF-8',
    },
    {
      name: 'great depth',
      content: bytes(`{"a":\n${'['.repeat(100_000)}`),
      line: 2,
      reason: 'Values are nested too deeply',
    },
    {
      name: '9 MB',
      content: Buffer.alloc(9 * 1024 * 1024, ' '),
      line: 1,
      reason: 'The file is larger than 8 MB',
    },
  ])('$name', ({ content, line, reason }) => {
    expect(parseSettings(content)).toEqual({ kind: 'broken', trouble: { line, reason } });
  });
});

describe('what the CLI would ignore is told, and can be edited', () => {
  it.each([
    { text: '{\n  // x\n}', line: 2, reason: 'Claude Code cannot read comments' },
    { text: '{ /* x */ }', line: 1, reason: 'Claude Code cannot read comments' },
    {
      text: '{\n"a": [1,\n]}',
      line: 2,
      reason: 'Claude Code cannot read a comma after the last item',
    },
  ])('$text', ({ text, line, reason }) => {
    const parsed = parseSettings(Buffer.from(text));
    expect(parsed).toMatchObject({ kind: 'parsed', rejected: { line, reason } });
  });

  it.each(['', ' \n', '{}', '\uFEFF{"a": "// no comment, ]"}', '{"a":1,"a":2}'])('not %j', text => {
    const parsed = parseSettings(Buffer.from(text));
    expect(parsed).toMatchObject({ kind: 'parsed', rejected: undefined });
  });
});

it('finds the line of a value, or of what is around it', () => {
  const parsed = parseSettings(
    Buffer.from('{\r\n "a": {\r\n  "b": [\r\n   1,\r\n   2\r\n]},\n"a": 1}'),
  );
  if (parsed.kind !== 'parsed') throw new Error('broken');
  expect(parsed.value).toEqual({ a: 1 });
  expect(lineFinder(parsed)(['a'])).toBe(7);
  const once = parseSettings(Buffer.from('{\n"a": {\n"b": [\n1,\n2]}}'));
  if (once.kind !== 'parsed') throw new Error('broken');
  expect(lineFinder(once)(['a', 'b', 1])).toBe(5);
  expect(lineFinder(once)(['a', 'b', 7])).toBe(3);
  expect(lineFinder(once)(['x'])).toBe(1);
});
