import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { pageBundle, sectionsBundle } from '../../../scripts/bundles';

/** Builds the pages as shipped: content by file name; `main.js` and `sections.js` are the entries. */
export async function buildPage(): Promise<ReadonlyMap<string, Uint8Array>> {
  const builds = [pageBundle, sectionsBundle].map(bundle =>
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
