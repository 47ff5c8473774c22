import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPrompt } from '../../../../src/bin/prompt/readPrompt';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-prompt-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function read(name: string, content: string, inputs: Record<string, string> = {}, args = '') {
  const promptFile = join(folder, name);
  await mkdir(dirname(promptFile), { recursive: true });
  await writeFile(promptFile, content);
  const options = { promptFile, inputs: new Map(Object.entries(inputs)), args };
  return readPrompt(options, '/work', () => process.stdin, new AbortController().signal);
}

it('reads both worlds of prompt files, and plain text', async () => {
  const prompt = '---\nmodel: opus\n---\nFix ${input:what}';
  expect(await read('a.prompt.md', prompt, { what: '$1' })).toEqual({
    ...{ text: 'Fix $1', model: 'opus', allow: [] },
  });
  const command = '---\nallowed-tools: Read, Bash(git log:*, x)\n---\nFix $1 of $ARGUMENTS';
  expect(await read('.claude/commands/b.md', command, {}, 'this that')).toEqual({
    ...{ text: 'Fix this of this that', model: undefined },
    allow: ['Read', 'Bash(git log:*, x)'],
  });
  const plain = '---\nno: head\n---\necho $1';
  expect(await read('c.txt', plain)).toMatchObject({ text: plain, allow: [] });
});

it('fills variables of the editor that are given or known', async () => {
  const text = 'In ${workspaceFolder}: ${file}';
  expect(await read('a.md', text, { file: 'x.ts' })).toMatchObject({ text: 'In /work: x.ts' });
  await expect(read('a.md', text)).rejects.toThrow('The prompt needs a value for "file"');
  await expect(read('a.md', text, { fil: 'x.ts' })).rejects.toThrow('no input "fil"');
});

it('rejects what is no prompt', async () => {
  await expect(read('a.md', '  \n')).rejects.toThrow('The prompt is empty');
  await expect(read('a.prompt.md', '---\na: [\n---\nx')).rejects.toThrow(/a\.prompt\.md:\d+: /);
  await expect(read('a.md', 'x'.repeat(2 ** 20 + 1))).rejects.toThrow('larger than 1 MB');
});
