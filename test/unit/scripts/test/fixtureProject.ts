import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));

const config = `
import { defineConfig } from 'vitest/config';
const setup = ${JSON.stringify(join(repository, 'test/support/measureFile.ts'))};
const unit = { name: 'unit', include: ['**/*.test.ts'], setupFiles: [setup] };
export default defineConfig({ test: { projects: [{ test: unit }] } });
`;

export interface FixtureProject {
  readonly root: string;
  dispose(): Promise<void>;
}

/** Creates a project with these files by path. Tests can use vitest, and each file is measured. */
export async function fixtureProject(
  files: Readonly<Record<string, string>>,
): Promise<FixtureProject> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-project-')));
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'), 'junction');
  const all = {
    'vitest.config.mts': config,
    'test/expectedCounts.json': '{}',
    'package.json': JSON.stringify({
      name: 'fixture',
      scripts: { test: `node ${join(repository, 'scripts', 'run.mjs')} test --suite=unit` },
    }),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root, dispose: () => rm(root, { recursive: true, force: true }) };
}
