import { readFile, rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, context, build as esbuild } from 'esbuild';

/** The page: one script and one style sheet, with the icon font beside them. */
export const pageBundle = {
  entryPoints: { main: 'webview/main.tsx' },
  outdir: 'dist/page',
  bundle: true,
  platform: 'browser',
  // Split: the highlighter is loaded when the first code block closes.
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
  target: 'chrome124',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.ttf': 'file' },
  assetNames: '[name]',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The extension host's side; the editor gives it `vscode`. */
export const hostBundle = {
  entryPoints: { extension: 'src/extension.ts' },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

interface BuiltFile {
  readonly file: string;
  readonly bytes: number;
  readonly gzipped: number;
}

/** Builds both bundles into `dist` and tells what came of it. */
export async function build(options: { isProduction: boolean }): Promise<BuiltFile[]> {
  const sizes: BuiltFile[] = [];
  // Chunks carry a hash in their names: old ones would be packed with the new.
  await rm('dist', { recursive: true, force: true });
  for (const bundle of [hostBundle, pageBundle]) {
    const { metafile } = await esbuild({ ...bundle, ...modeOptions(options.isProduction) });
    for (const file of Object.keys(metafile?.outputs ?? {})) {
      if (!file.endsWith('.map')) {
        const content = await readFile(file);
        sizes.push({ file, bytes: content.length, gzipped: gzipSync(content).length });
      }
    }
  }
  return sizes;
}

/** Builds both bundles again whenever a source changes, until the process ends. */
export async function watch(): Promise<void> {
  for (const bundle of [hostBundle, pageBundle]) {
    const watching = await context({ ...bundle, ...modeOptions(false), logLevel: 'info' });
    await watching.watch();
  }
}

function modeOptions(isProduction: boolean): BuildOptions {
  return isProduction ? { minify: true } : { sourcemap: 'linked' };
}
