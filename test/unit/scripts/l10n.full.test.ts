import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(__dirname, '..', '..', '..');
const exporter = join(root, 'node_modules', '.bin', 'vscode-l10n-dev');

async function bundleIn(folder: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(folder, 'bundle.l10n.json'), 'utf8'));
}

// The exporter takes a minute of CPU time, which is several minutes while other suites run.
it('the bundle for translators has exactly the texts of the sources', {
  timeout: 600_000,
}, async ({ signal }) => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-l10n-'));
  try {
    const args = ['export', '--outDir', folder, 'src', 'webview'];
    await promisify(execFile)(exporter, args, { cwd: root, signal });
    // After a change of texts: npm run l10n
    expect(await bundleIn(join(root, 'l10n'))).toEqual(await bundleIn(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
});
