import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { readSource, stateOf } from '../../../../../src/core/codeIndex/store/readSource';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-source-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

it('reads text, without the mark at its start', () => {
  expect(readSource(write('a.ts', '\uFEFFconst ä = 1;\r\n'))).toBe('const ä = 1;\r\n');
  expect(readSource(write('empty', ''))).toBe('');
});

test.each([
  ['binary.ts', Buffer.from('a\0b')],
  ['line.ts', `${'a\n'.repeat(3_000)}x = "${'a'.repeat(6_000)}"`],
  ['minified.ts', `${'a=1;'.repeat(200)}\n`.repeat(4)],
  ['large.ts', 'a b c\n'.repeat(200_000)],
  ['data.csv', 'a,b\n'],
  ['package-lock.json', '{}\n'],
])('%s is not searched', (name, content) => {
  expect(readSource(write(name, content))).toBeUndefined();
});

it('neither follows links nor waits for pipes', () => {
  const target = write('target.ts', 'const a = 1;\n');
  const link = join(folder, 'link.ts');
  symlinkSync(target, link);
  expect(readSource(link)).toBeUndefined();
  expect(stateOf(link)).toBeUndefined();
  const pipe = join(folder, 'pipe.ts');
  execFileSync('mkfifo', [pipe]);
  expect(readSource(pipe)).toBeUndefined();
  expect(stateOf(pipe)).toBeUndefined();
  expect(stateOf(folder)).toBeUndefined();
  expect(stateOf(join(folder, 'absent'))).toBeUndefined();
});

it('does not read a line of 200 MB', () => {
  const path = write('long.ts', 'a');
  truncateSync(path, 200 * 1024 * 1024);
  const before = process.memoryUsage().rss;
  expect(readSource(path)).toBeUndefined();
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});
