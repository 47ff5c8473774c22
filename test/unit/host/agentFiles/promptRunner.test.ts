import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Channel } from '../../../../src/core/conversation/channel';
import { PromptRunner } from '../../../../src/host/agentFiles/promptRunner';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'prompts-'));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

it('asks for each input, whatever its name', async () => {
  const folder = join(cwd, '.github', 'prompts');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'greet.prompt.md'), 'Say ${input:constructor} to ${input:name}.');
  const places = { cwd, configFolder: join(cwd, 'config'), home: join(cwd, 'home') };
  const asked: string[] = [];
  const runner = new PromptRunner({
    all: () => places,
    places: async () => places,
    variables: async () => ({}),
    ask: async (_prompt, { name }) => {
      asked.push(name);
      return `<${name}>`;
    },
  });
  const channel = { cwd, record: { picks: {} }, conversation: emptyConversation };
  const patiently = <T>(task: () => Promise<T>) => task();
  const run = await runner.expand(channel as unknown as Channel, { text: '/greet' }, patiently);
  expect(asked).toEqual(['constructor', 'name']);
  expect(run?.text).toBe('Say <constructor> to <name>.');
});
