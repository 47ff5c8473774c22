import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import type { Choices } from '../../../../src/contract/choices';
import { PromptRunner } from '../../../../src/host/agentFiles/promptRunner';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';

let cwd: string;
let asked: number;

beforeEach(async () => {
  asked = 0;
  cwd = await mkdtemp(join(tmpdir(), 'prompts-'));
  await mkdir(join(cwd, '.github/prompts'), { recursive: true });
  await writeFile(join(cwd, '.github/prompts/explain.prompt.md'), 'Explain it.\n');
});

afterEach(() => rm(cwd, { recursive: true, force: true }));

/** @param allowedAfter questions after which the folder may bring its files */
function run(foreign: Choices['foreign'], allowedAfter: number, isLive = false) {
  const places = { cwd, configFolder: cwd, home: cwd };
  const runner = new PromptRunner({
    all: () => places,
    places: async () => {
      if (asked < allowedAfter) {
        throw new UserError('folder.unanswered', 'Files make Claude Code run programs.');
      }
      return places;
    },
    askAboutFolder: async () => {
      asked += 1;
    },
    variables: async () => ({}),
    ask: async () => undefined,
  });
  const choices = { models: [], modes: [], commands: [], ...(foreign ? { foreign } : {}) };
  const conversation = { summary: { choices } };
  const channel = { cwd, record: { cwd, picks: {} }, conversation, agent: { isLive } };
  return runner.expand(channel as never, { text: '/explain' }, wait => wait());
}

const mine = { name: 'Mine', title: 'Mine', lacks: [] };

test('another agent has no gate: its conversation asks about the folder', async () => {
  expect(await run(mine, 1)).toMatchObject({ text: 'Explain it.' });
  expect(asked).toBe(1);
});

test('without an answer, nothing is sent, and the words are not about Claude Code', async () => {
  await expect(run(mine, 9)).rejects.toThrow('“explain” comes with the folder');
  expect(asked).toBe(1);
});

test('nor has a conversation that runs', async () => {
  expect(await run(undefined, 1, true)).toMatchObject({ text: 'Explain it.' });
  expect(asked).toBe(1);
  asked = 0;
  await expect(run(undefined, 9, true)).rejects.toThrow('“explain” comes with the folder');
  expect(asked).toBe(1);
});

test('a conversation with Claude Code that does not run leaves the question to the gate', async () => {
  await expect(run(undefined, 9)).rejects.toThrow('Claude Code');
  expect(asked).toBe(0);
});

test('asks for each input, whatever its name', async () => {
  const prompt = 'Say ${input:constructor} to ${input:name}.';
  await writeFile(join(cwd, '.github/prompts/greet.prompt.md'), prompt);
  const places = { cwd, configFolder: cwd, home: cwd };
  const names: string[] = [];
  const runner = new PromptRunner({
    all: () => places,
    places: async () => places,
    askAboutFolder: async () => undefined,
    variables: async () => ({}),
    ask: async (_prompt, { name }) => {
      names.push(name);
      return `<${name}>`;
    },
  });
  const agent = { isLive: true };
  const channel = { cwd, record: { cwd, picks: {} }, conversation: emptyConversation, agent };
  const message = await runner.expand(channel as never, { text: '/greet' }, wait => wait());
  expect(names).toEqual(['constructor', 'name']);
  expect(message?.text).toBe('Say <constructor> to <name>.');
});
