import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { runInShell } from '../../../src/node/userShell';

async function outputOf(line: string, input?: string): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', SHELL: '/bin/sh' };
  const start = { cwd: tmpdir(), env, platform: process.platform };
  const running = await runInShell(line, start, input);
  const lines: string[] = [];
  running.onLine(text => lines.push(text));
  await running.exited;
  return lines.join('\n');
}

it('gives a line the input that is meant for it, and then the end', async () => {
  expect(await outputOf('cat', '{"a":1}')).toBe('{"a":1}');
  expect(await outputOf('cat')).toBe('');
  expect(await outputOf('echo done', 'x'.repeat(1_000_000))).toBe('done');
});
