import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { inspectorBundle, pageBundle, sectionsBundle } from '../../../scripts/bundles';

/** Builds the pages as shipped: content by file name; `main.js` is the entry of one. */
export async function buildPage(): Promise<ReadonlyMap<string, Uint8Array>> {
  const builds = [pageBundle, sectionsBundle, inspectorBundle].map(bundle =>
    build({
      ...bundle,
      absWorkingDir: join(import.meta.dirname, '..', '..', '..'),
      minify: true,
      write: false,
    }),
  );
  const files = (await Promise.all(builds)).flatMap(({ outputFiles }) => outputFiles);
  return new Map(files.map(file => [basename(file.path), file.contents]));
}
