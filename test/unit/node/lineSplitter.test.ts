import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../../src/node/lineSplitter';

function split(chunks: readonly Buffer[], limit?: number) {
  const lines: string[] = [];
  const overlong: number[] = [];
  const splitter = new LineSplitter({
    onLine: line => lines.push(line),
    onOverlong: bytes => overlong.push(bytes),
    ...(limit === undefined ? {} : { limit }),
  });
  for (const chunk of chunks) {
    splitter.push(chunk);
  }
  return { lines, overlong, rest: splitter.end() };
}

const bytes = (text: string) => Buffer.from(text);

describe('LineSplitter', () => {
  it('yields whole lines and the rest', () => {
    expect(split([bytes('a\nb\n\nc')])).toEqual({
      lines: ['a', 'b', ''],
      overlong: [],
      rest: 'c',
    });
    expect(split([bytes('a\n')]).rest).toBeUndefined();
    expect(split([])).toEqual({ lines: [], overlong: [], rest: undefined });
  });

  it('yields the same lines wherever the stream is split', () => {
    const text = 'ä€😀 one\r\n\n{"text":"日本語"}\nfi\rn\n🏁';
    const whole = bytes(text);
    const expected = { lines: ['ä€😀 one', '', '{"text":"日本語"}', 'fi\rn'], rest: '🏁' };
    for (let first = 0; first <= whole.length; first += 1) {
      for (let second = first; second <= whole.length; second += 1) {
        const pieces = [
          whole.subarray(0, first),
          whole.subarray(first, second),
          whole.subarray(second),
        ];
        expect(split(pieces)).toMatchObject(expected);
      }
    }
    expect(split([...whole].map(byte => Buffer.from([byte])))).toMatchObject(expected);
  });

  it('leaves out whole lines only, wherever chunks begin that nobody reads', () => {
    const lines: string[] = [];
    const splitter = new LineSplitter({
      onLine: line => lines.push(line),
      onOverlong: () => undefined,
    });
    splitter.push(bytes('one\ncut'));
    splitter.leaveOut(bytes(' off\nleft out\nhalf'));
    splitter.push(bytes(' of it\ntwo\n'));
    splitter.leaveOut(bytes('gone\n'));
    splitter.push(bytes('three'));
    expect({ lines, rest: splitter.end() }).toEqual({ lines: ['one', 'two'], rest: 'three' });
    splitter.leaveOut(bytes('no end'));
    expect(splitter.end()).toBeUndefined();
  });

  it('skips a line over the limit, reports it once and continues', () => {
    const long = 'x'.repeat(11);
    const expected = { lines: ['ok', 'y'.repeat(10), 'end'], overlong: [10], rest: undefined };
    const text = bytes(`ok\n${long}\n${'y'.repeat(10)}\nend\n`);
    expect(split([text], 10)).toEqual(expected);
    expect(
      split(
        [...text].map(byte => Buffer.from([byte])),
        10,
      ),
    ).toEqual(expected);
    expect(split([bytes(long)], 10)).toEqual({ lines: [], overlong: [10], rest: undefined });
  });

  it('keeps a line of 10 MB that arrives in pipe-sized chunks', () => {
    const line = '0123456789'.repeat(1024 * 1024);
    const whole = bytes(`${line}\nnext\n`);
    const chunks: Buffer[] = [];
    for (let start = 0; start < whole.length; start += 65_536) {
      chunks.push(whole.subarray(start, start + 65_536));
    }
    const { lines } = split(chunks);
    expect(lines.map(text => text.length)).toEqual([line.length, 4]);
    expect(lines[0] === line).toBe(true);
  });

  describe('where text is left out', () => {
    const noise = [
      'warning: no frame',
      '',
      '  \t',
      'a { brace later } in {text}',
      '"{"',
      '\u001b[1m bold',
      '日本語 {',
      '-{',
    ];
    const objects = ['{"a":1}', '{}', '{"brace":"{ in it }"}', '{"ä":"日本語"}'];
    const spaced = ['  {"later":1}', '\t{}', '\ufeff{"mark":1}', '\u00a0{"no-break":1}'];
    const leaving = (chunks: readonly Buffer[], limit?: number) => {
      const lines: string[] = [];
      const splitter = new LineSplitter({
        onLine: line => lines.push(line),
        onOverlong: bytes => lines.push(`over ${bytes}`),
        leavesOutText: () => true,
        ...(limit === undefined ? {} : { limit }),
      });
      for (const chunk of chunks) {
        splitter.push(chunk);
      }
      return { lines, rest: splitter.end() };
    };
    /** As the reader of frames tells them. */
    const mayBeObject = (line: string) => /^\s*\{/.test(line);

    it('yields every line that may be an object, wherever the stream is split', () => {
      const all = [...noise, ...objects, ...spaced].flatMap(line => [line, noise[0] ?? '', line]);
      const whole = bytes(`${all.join('\r\n')}\n`);
      for (let first = 0; first <= whole.length; first += 1) {
        const second = Math.min(whole.length, first + 7);
        const { lines } = leaving([
          whole.subarray(0, first),
          whole.subarray(first, second),
          whole.subarray(second),
        ]);
        expect(lines.filter(mayBeObject)).toEqual(all.filter(mayBeObject));
      }
      const { lines } = leaving([whole]);
      expect(lines).not.toContain('warning: no frame');
      expect(lines).not.toContain('a { brace later } in {text}');
    });

    it('yields an unfinished object, and no unfinished text', () => {
      expect(leaving([bytes('text\n{"a":')])).toEqual({ lines: [], rest: '{"a":' });
      expect(leaving([bytes('{"a":'), bytes('1}\nte'), bytes('xt'), bytes(' {\n{}')])).toEqual({
        lines: ['{"a":1}'],
        rest: '{}',
      });
      expect(leaving([bytes('{}\nsome text'), bytes(' { more')]).rest).toBeUndefined();
    });

    it('reports objects over the limit only', () => {
      const long = `{${'x'.repeat(11)}`;
      expect(leaving([bytes(`${'y'.repeat(20)}\n${long}\n{}\n`)], 10).lines).toEqual([
        'over 10',
        '{}',
      ]);
      expect(
        leaving(
          [...bytes(`${'y'.repeat(20)}\n${long}\n{}\n`)].map(byte => Buffer.of(byte)),
          10,
        ).lines,
      ).toEqual(['over 10', '{}']);
    });

    it('begins in the middle of a line', () => {
      let leavesOut = false;
      const lines: string[] = [];
      const splitter = new LineSplitter({
        onLine: line => lines.push(line),
        onOverlong: () => undefined,
        leavesOutText: () => leavesOut,
      });
      splitter.push(bytes('text\nhalf '));
      leavesOut = true;
      splitter.push(bytes('a line\ntext\n{}\nte'));
      leavesOut = false;
      splitter.push(bytes('xt\nmore\n'));
      expect(lines).toEqual(['text', 'half a line', '{}', 'more']);
    });
  });
});
