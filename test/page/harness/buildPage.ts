import { basename, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { pageBundle } from '../../../scripts/bundles';

export interface BuiltPage {
  /** Content by file name; `main.js` is the entry. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly metafile: Metafile;
}

let built: Promise<BuiltPage> | undefined;

/** The page as it is shipped, built once per test file and kept in memory. */
export function buildPage(): Promise<BuiltPage> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<BuiltPage> {
  const { outputFiles, metafile } = await build({
    ...pageBundle,
    absWorkingDir: join(import.meta.dirname, '..', '..', '..'),
    minify: true,
    write: false,
  });
  const files = new Map(outputFiles.map(file => [basename(file.path), file.contents]));
  return { files, metafile };
}
