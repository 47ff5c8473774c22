import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { pageBundle } from '../../../scripts/bundles';

export interface BuiltPage {
  readonly script: string;
  readonly styles: string;
  readonly font: Buffer;
  readonly metafile: Metafile;
}

let built: Promise<BuiltPage> | undefined;

/** The page as it is shipped, built once per test file and kept in memory. */
export function buildPage(): Promise<BuiltPage> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<BuiltPage> {
  const root = join(import.meta.dirname, '..', '..', '..');
  const { outputFiles, metafile } = await build({
    ...pageBundle,
    absWorkingDir: root,
    minify: true,
    write: false,
  });
  const text = (extension: string) =>
    outputFiles.find(file => file.path.endsWith(extension))?.text ?? '';
  const font = join(root, 'node_modules', '@vscode', 'codicons', 'dist', 'codicon.ttf');
  return { script: text('.js'), styles: text('.css'), font: await readFile(font), metafile };
}
