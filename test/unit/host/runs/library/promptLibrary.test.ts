import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Emitter } from '../../../../../src/base/emitter';
import type { Batch } from '../../../../../src/core/runs/run';
import { PromptLibrary } from '../../../../../src/host/runs/library/promptLibrary';
import { promptContext, promptRow } from '../../../../../src/host/runs/library/promptRows';

let root: string;
let usesGithub: boolean;
let library: PromptLibrary;
let saving: Emitter<void>;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'prompt-library-')));
  usesGithub = true;
  saving = new Emitter();
  await put('app/.git/HEAD', 'ref: refs/heads/main');
  await put('app/.github/prompts/tests.prompt.md', '---\ndescription: Adds tests\n---\nAdd tests.');
  await put('app/.claude/commands/fix.md', '---\nargument-hint: "[how]"\n---\nFix $ARGUMENTS.');
  await put('app/.claude/commands/db/check.md', 'Check it.');
  await put('config/commands/fix.md', 'My own fix.');
  await put('config/commands/mine.md', 'Mine.');
  await put('profile/prompts/own.prompt.md', 'Own.');
  library = new PromptLibrary({
    folders: () => [join(root, 'app')],
    places: () => ({
      ...{ configFolder: join(root, 'config'), home: root },
      editorPrompts: join(root, 'profile/prompts'),
    }),
    usesGithub: () => usesGithub,
    saved: {
      list: async () => [{ name: 'Tidy', draft: { text: 'Tidy up\nall', images: [] } }],
      onChanged: saving.event,
    },
  });
});
afterEach(async () => {
  library.dispose();
  await rm(root, { recursive: true });
});

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), text);
}

const listed = async () =>
  (await library.list()).map(({ scope, name }) => `${scope} ${name}`).sort();

it('lists prompts of the project, of the user and saved ones, the first of each name', async () => {
  expect(await listed()).toEqual([
    'project db:check',
    'project fix',
    'project tests',
    'saved Tidy',
    'user mine',
    'user own',
  ]);
  const all = await library.list();
  expect(all.map(({ name }) => name)).toEqual([
    ...['db:check', 'fix', 'mine', 'own', 'tests', 'Tidy'],
  ]);
  expect(all.find(({ name }) => name === 'fix')).toMatchObject({
    argumentHint: '[how]',
    root: join(root, 'app'),
    path: join(root, 'app/.claude/commands/fix.md'),
  });
  expect(all.find(({ name }) => name === 'Tidy')?.description).toBe('Tidy up');
});

it('leaves prompt files out where the setting turns them off', async () => {
  usesGithub = false;
  expect(await listed()).not.toContain('project tests');
});

it('reports that a prompt was saved, and that a file was written', async () => {
  const changes: string[] = [];
  const written = new Promise<void>(resolve => {
    library.onChanged(() => {
      changes.push('changed');
      if (changes.length > 1) {
        resolve();
      }
    });
  });
  saving.fire();
  expect(changes).toHaveLength(1);
  await library.watch();
  await put('app/.github/prompts/more.prompt.md', 'More.');
  await written;
});

it('says of a prompt what it is for, and once it was run how that went', () => {
  const prompt = { key: 'k', scope: 'project', name: 'tests', description: 'Adds tests' } as const;
  const noon = new Date(2026, 4, 5, 12, 0).getTime();
  expect(promptRow(prompt, undefined, noon, 'en')).toMatchObject({
    label: '/tests',
    description: 'Adds tests',
    accessibleLabel: '/tests, not run yet, Adds tests',
  });
  const target = { kind: 'file', path: '/w/a' } as const;
  const last: Batch = {
    ...{ id: 'b', startedAt: noon, atATime: 1, inWorktrees: false },
    prompt: { key: 'k', kind: 'file', name: 'tests', text: '/tests' },
    runs: [
      {
        ...{ id: 'r', target, folder: '/w', state: 'done', costUsd: 2 },
        ...{ startedAt: noon + 1_000, endedAt: noon + 10_000 },
      },
    ],
  };
  expect(promptRow(prompt, last, noon, 'en').description).toBe('1 of 1, $2.00 · 0:09 · 12:00 PM');
  expect(promptContext({ ...prompt, path: '/p' }, last)).toBe('prompt file ran');
  expect(promptContext(prompt, undefined)).toBe('prompt saved');
});
