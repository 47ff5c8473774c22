import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { pageBundle } from '../../../scripts/bundles';

/** Builds the page as shipped: content by file name; `main.js` is the entry. */
export async function buildPage(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    ...pageBundle,
    absWorkingDir: join(import.meta.dirname, '..', '..', '..'),
    minify: true,
    write: false,
  });
  return new Map(outputFiles.map(file => [basename(file.path), file.contents]));
}
