import { expect, it } from 'vitest';
import manifest from '../../../../package.json';
import { readCommandLine } from '../../../../src/bin/commandLine';
import { runTaskArguments } from '../../../../src/host/runTasks/runTaskArguments';
import { runTaskDefinition } from '../../../../src/host/runTasks/runTaskDefinition';

const all = {
  ...{ promptFile: '-a.md', inputs: { x: '-y' }, args: '--verbose', model: 'haiku', agent: 'a' },
  ...{ schema: { type: 'object' }, allow: ['Read', '--trust-folder'], failOnDenied: true },
  ...{ worktree: true, maxTurns: 3, maxBudgetUsd: 0.5 },
};
const where = { cli: '/claude', trustsFolder: false };

it('becomes a command line that the program reads as it was meant', () => {
  const line = readCommandLine(runTaskArguments(runTaskDefinition.parse(all), where));
  expect(line).toMatchObject({
    options: {
      ...{ promptFile: '-a.md', args: '--verbose', model: 'haiku', agent: 'a', cli: '/claude' },
      ...{ schema: '{"type":"object"}', allow: ['Read', '--trust-folder'], worktree: '' },
      ...{ failsOnDenied: true, trustsFolder: false, maxTurns: 3, maxBudgetUsd: 0.5 },
      ...{ inputs: new Map([['x', '-y']]), output: 'text', isVerbose: true },
    },
  });
  const json = runTaskArguments({ prompt: 'secret', output: 'json', worktree: 'w' }, where);
  expect(json).toEqual(['run', '--cli=/claude', '--output=json', '--worktree=w']);
});

it('has the members that the manifest completes, and rejects other types', () => {
  const [definition] = manifest.contributes.taskDefinitions;
  expect(Object.keys(definition?.properties ?? {}).sort()).toEqual(
    Object.keys(runTaskDefinition.shape).sort(),
  );
  expect(runTaskDefinition.safeParse({ type: 'tandem', ...all }).success).toBe(true);
  expect(runTaskDefinition.safeParse({ allow: 'Read' }).success).toBe(false);
  expect(runTaskDefinition.safeParse({ maxTurns: 0 }).success).toBe(false);
});
