import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MentionBed } from '../mentions/mentionBed';

class Uri {
  readonly scheme = 'file';
  constructor(readonly fsPath: string) {}
}

let bed: MentionBed;
let box: { value: string };
let answer: string | undefined;
const shown: string[][] = [];
const run: string[] = [];

vi.mock('vscode', () => ({
  Uri,
  l10n: { t: (text: string) => text },
  ProgressLocation: { SourceControl: 1, Window: 10 },
  workspace: { isTrusted: true },
  commands: { executeCommand: async (command: string) => void run.push(command) },
  extensions: {
    getExtension: () => ({
      activate: async () => ({
        enabled: true,
        getAPI: () => ({
          state: 'initialized',
          repositories: [{ rootUri: new Uri(bed.folder), inputBox: box }],
        }),
      }),
    }),
  },
  window: {
    withProgress: (_: unknown, task: () => unknown) => task(),
    showInformationMessage: async (text: string, _: unknown, ...actions: string[]) => {
      shown.push([text, ...actions]);
      return answer;
    },
  },
}));
vi.resetModules();
const { CommitMessages } = await import('../../../../src/host/gitTexts/commitMessages');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

beforeEach(() => {
  bed = new MentionBed();
  bed.init();
  bed.git('add', '-A');
  bed.git('commit', '-qm', 'first');
  bed.write('a.ts', 'one\n');
  [box, answer] = [{ value: '' }, undefined];
  shown.length = 0;
  run.length = 0;
});
afterEach(() => bed.remove());

async function generate(target?: unknown) {
  const runs = { run: async () => ({ text: 'feat: begin' }) };
  const messages = new CommitMessages({ git: bed.reader, runs } as never);
  await messages.generate(target);
}

const fromView = () => ({ rootUri: new Uri(bed.folder) });
const there = 'The commit message is in the Source Control view.';
const replaced = 'The commit message replaces what you had typed.';

test('a message that the palette asked for says where it is, and leads there', async () => {
  answer = 'Show';
  await generate();
  expect(box.value).toBe('feat: begin');
  await expect.poll(() => run).toContain('workbench.view.scm');
  expect(shown).toEqual([[there, 'Show']]);
});

test('a message that the view asked for is in sight', async () => {
  await generate(fromView());
  expect(box.value).toBe('feat: begin');
  expect(shown).toEqual([]);
});

test.each([
  [() => undefined, ['Show', 'Restore']],
  [fromView, ['Restore']],
])('what was typed before can be had again', async (target, actions) => {
  [box, answer] = [{ value: 'my draft' }, 'Restore'];
  await generate(target());
  expect(shown).toEqual([[replaced, ...actions]]);
  await expect.poll(() => box.value).toBe('my draft');
  expect(run).not.toContain('workbench.view.scm');
});
