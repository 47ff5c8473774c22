import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runExtensionTests } from '../support/editor/extensionTests';
import { writeTsProject } from '../support/tsProject';
import type { Benchmark } from './benchmark';
import { benchTimesVariable, type ToolTimes } from './toolTimes';

/**
 * Time of each read-only tool in a real editor with a TypeScript project, from the CLI's request
 * frame to the answer frame. Compared with a hover request of VS Code to the same language server.
 */
export const bench: Benchmark = {
  name: 'editor tools in conversations',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-tools-'));
    try {
      const { bare, tools } = await measure(folder);
      const unseen = median(bare);
      return Object.entries(tools).map(([what, all]) => {
        const detail = `median ${median(all).toFixed(1)} ms, worst of ${all.length} ${Math.max(...all).toFixed(0)} ms; a bare question ${unseen.toFixed(1)} ms`;
        return {
          what,
          measured: median(all) / unseen,
          limit: limits[what] ?? usual,
          unit: '×',
          detail,
        };
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const usual = 5;
/** Limits for tools that start programs or make several successive requests. */
const limits: Readonly<Record<string, number>> = { list_tasks: 12, rename_preview: 8 };

async function measure(folder: string): Promise<ToolTimes> {
  const workspace = join(folder, 'project');
  const extension = join(folder, 'extension');
  const file = join(folder, 'times.json');
  await mkdir(extension);
  const engines = { vscode: '^1.99.0' };
  const manifest = { publisher: 'tandem', name: 'bench', version: '0.0.1', engines };
  await writeFile(
    join(extension, 'package.json'),
    JSON.stringify({ ...manifest, main: './main.js' }),
  );
  await writeFile(join(extension, 'main.js'), 'exports.activate = () => undefined;\n');
  await writeTsProject(workspace);
  await promisify(execFile)('git', ['init', '--quiet', workspace]);
  const suite = join(__dirname, '..', 'editor', 'suites', 'toolTimes.test.ts');
  const timeoutMs = 900_000;
  const outcome = await runExtensionTests({
    extension,
    workspace,
    files: [suite],
    env: { [benchTimesVariable]: file },
    timeoutMs,
  });
  if (outcome.code !== 0) {
    const failures = outcome.results?.failures.map(({ err }) => err.stack).join('\n');
    throw new Error(failures ?? outcome.log);
  }
  return JSON.parse(await readFile(file, 'utf8'));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
