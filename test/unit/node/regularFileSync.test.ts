import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readInto, withRegularFile } from '../../../src/node/regularFileSync';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-sync-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

function read(path: string, length: number): string | undefined {
  return withRegularFile(path, file => {
    const bytes = Buffer.alloc(length);
    return bytes.toString('utf8', 0, readInto(file, bytes));
  });
}

it('reads as much as there is, or as is wanted', () => {
  writeFileSync(at('a'), 'text');
  expect(read(at('a'), 3)).toBe('tex');
  expect(read(at('a'), 4)).toBe('text');
  expect(read(at('a'), 9)).toBe('text');
  expect(withRegularFile(at('a'), (_, { size }) => size)).toBe(4);
});

it('throws what the system says of a missing file, and what the reader throws', () => {
  writeFileSync(at('a'), 'text');
  const refuse = () => {
    throw new Error('no');
  };
  expect(() => read(at('absent'), 9)).toThrow('ENOENT');
  expect(() => withRegularFile(at('a'), refuse)).toThrow('no');
});

it.skipIf(process.platform === 'win32')('reads no folder, link, pipe or device', () => {
  writeFileSync(at('a'), 'text');
  symlinkSync(at('a'), at('link'));
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('pipe')]);
  expect(() => read(at('link'), 9)).toThrow('ELOOP');
  expect(['folder', 'pipe'].map(name => read(at(name), 9))).toEqual([undefined, undefined]);
  expect(read('/dev/zero', 9)).toBeUndefined();
});
