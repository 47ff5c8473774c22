// npm run test:desktop: editor suites in a desktop VS Code that @vscode/test-electron downloads.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from './bundles';

const root = join(__dirname, '..');
const suites = join(root, 'test', 'editor', 'suites');

async function main(): Promise<void> {
  await build({ isProduction: true });
  const files = (await readdir(suites)).filter(file => file.endsWith('.test.ts'));
  const runner = require.resolve('@vscode/test-cli/out/runner.cjs');
  const bundled = await bundleSuites(files);
  const version = process.argv[2];
  await runTests({
    ...(version ? { version } : {}),
    extensionDevelopmentPath: root,
    extensionTestsPath: runner,
    extensionTestsEnv: {
      VSCODE_TEST_OPTIONS: JSON.stringify({
        mochaOpts: { ui: 'bdd', timeout: 60_000 },
        files: bundled,
        preload: [],
        colorDefault: true,
      }),
    },
    launchArgs: ['--disable-extensions', '--disable-workspace-trust'],
  });
}

async function bundleSuites(files: readonly string[]): Promise<string[]> {
  const outdir = join(root, 'dist', 'suites');
  const { build: esbuild } = await import('esbuild');
  await esbuild({
    entryPoints: files.map(file => join(suites, file)),
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode', 'mocha'],
  });
  return files.map(file => join(outdir, file.replace(/\.ts$/, '.js')));
}

main().catch((error: unknown) => {
  console.error(error);
  console.error(
    'Where VS Code cannot be downloaded, "npm test" runs the same suites in VS Code for the browser.',
  );
  process.exitCode = 1;
});
