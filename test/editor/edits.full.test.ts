import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorVersion } from '../support/editor/editorPins';
import { runExtensionTests } from '../support/editor/extensionTests';
import { countInnerTests } from '../support/innerTests';

const suites = [
  ...['editsProposals', 'editsMeanwhile', 'editsReview', 'editsTools'],
  ...['editsMerge', 'editsConfirm', 'editsFiles', 'editsChanges', 'editsAsked'],
];
const versions: readonly EditorVersion[] = ['newest', 'oldest'];

/** VS Code's built-in extensions that the suites need. */
const builtIns = ['ipynb', 'merge-conflict'];

/** VS Code would compare 100,000 lines for its usual 5,000 ms, each time that they change. */
const settings = { 'diffEditor.maxComputationTime': 200 };

// The suites create their own `Proposals`, so Tandem itself must not serve the same schemes.
let bare: string;

beforeAll(async () => {
  bare = await mkdtemp(join(tmpdir(), 'edits-extension-'));
  await writeFile(join(bare, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(bare, 'main.js'), 'exports.activate = () => undefined;\n');
});

afterAll(() => rm(bare, { recursive: true, force: true }));

const manifest = {
  publisher: 'tandem',
  name: 'edits-bed',
  version: '0.0.1',
  engines: { vscode: '^1.99.0' },
  main: './main.js',
  activationEvents: ['*'],
  contributes: { views: { explorer: [{ id: 'tandem.changes', name: 'Changes' }] } },
};

test.for(versions)(
  'edits are shown, kept and undone in the %s editor',
  { timeout: 240_000 },
  async (version, context) => {
    const workspace = await mkdtemp(join(tmpdir(), 'edits-workspace-'));
    try {
      const outcome = await runExtensionTests({
        version,
        extension: bare,
        workspace,
        builtIns,
        settings,
        timeoutMs: 220_000,
        files: suites.map(name => new URL(`./suites/${name}.test.ts`, import.meta.url).pathname),
      });
      countInnerTests(context, outcome);
      const failures = outcome.results?.failures.map(one => `${one.fullTitle}: ${one.err.stack}`);
      expect(failures, outcome.log).toEqual([]);
      expect(outcome.results?.stats.passes).toBeGreaterThan(0);
      expect(outcome.code).toBe(0);
    } finally {
      await rm(workspace, { recursive: true, force: true });
    }
  },
);
