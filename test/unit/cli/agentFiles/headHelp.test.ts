import { expect, it } from 'vitest';
import type { FileWorld } from '../../../../src/cli/agentFiles/agentFile';
import { headHover, headProposals } from '../../../../src/cli/agentFiles/headHelp';

const known = { tools: ['mcp__db__query', 'Read'], models: ['claude-x'], agents: ['Plan'] };

/** Proposals where `|` stands. */
async function at(world: FileWorld, ...lines: string[]) {
  const line = lines.findIndex(text => text.includes('|'));
  const character = lines[line]?.indexOf('|') ?? 0;
  const text = lines.join('\n').replace('|', '');
  return headProposals(text, { line, character }, world, known);
}
const labels = async (...of: Parameters<typeof at>) => (await at(...of)).map(({ label }) => label);

it('proposes keys that are not there yet, without those of old', async () => {
  const found = await labels('githubAgent', '---', 'name: a', 'des|', '---', 'x');
  expect(found).toContain('description');
  expect(found).not.toContain('name');
  expect(found).not.toContain('infer');
  expect(await labels('prompt', '---', '|', '---')).toContain('agent');
  expect(await labels('claudeAgent', '---', 'per|')).toContain('permissionMode');
});

it('proposes tools, models, agents and choices as values', async () => {
  expect(await labels('claudeAgent', '---', 'tools: Read, |', '---')).toContain('mcp__db__query');
  expect(await labels('claudeAgent', '---', 'tools: |', '---')).not.toContain('search');
  expect(await labels('githubAgent', '---', 'tools:', '  - |', '---')).toContain('search');
  expect(await labels('prompt', '---', 'model: |', '---')).toEqual([
    ...['inherit', 'sonnet', 'opus', 'haiku', 'claude-x'],
  ]);
  expect(await labels('prompt', '---', 'agent: P|', '---')).toContain('Plan');
  expect(await labels('claudeAgent', '---', 'memory: |', '---')).toEqual([
    'user',
    'project',
    'local',
  ]);
  expect(await labels('githubAgent', '---', 'user-invocable: |', '---')).toEqual(['true', 'false']);
});

it('replaces the word that is being typed', async () => {
  const [tool] = await at('githubAgent', '---', "tools: ['read', 'edit/ed|", '---');
  expect(tool?.place).toEqual({ line: 1, start: 17, end: 24 });
  const [key] = await at('prompt', '---', 'des|', '---');
  expect(key).toMatchObject({ insert: 'description: ', place: { line: 1, start: 0, end: 3 } });
});

it.each([
  ['claudeAgent', '|---', 'name: a', '---'],
  ['claudeAgent', '---', 'name: a', '---', '|'],
  ['claudeAgent', '---', 'name: |', '---'],
  ['prompt', 'tools: |'],
] as const)('proposes nothing in %s %s %s %s', async (world, ...lines) => {
  expect(await labels(world, ...lines)).toEqual([]);
});

it('explains a key of any world where it stands in a head', async () => {
  const text = '---\ntools: [read]\nhandoffs: []\nx: 1\n---\ntools: no';
  const hover = async (line: number, character: number) =>
    (await headHover(text, { line, character }, 'prompt'))?.text;
  expect(await hover(1, 3)).toMatch(/^Tools: /);
  expect(await hover(1, 9)).toBeUndefined();
  expect(await hover(2, 0)).toContain('label, agent, prompt, send');
  expect(await hover(3, 0)).toBeUndefined();
  expect(await hover(5, 1)).toBeUndefined();
});
