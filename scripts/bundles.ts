import { readFile, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, context, build as esbuild, transform } from 'esbuild';

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

/**
 * The extension host's side; the editor gives it `vscode`. Split, so that start-up reads little; the
 * parts are made CommonJS afterwards, which esbuild does not split.
 */
export const hostBundle = {
  entryPoints: { extension: 'src/extension.ts' },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
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
    if (bundle === hostBundle) {
      await makeCommonJs(Object.keys(metafile?.outputs ?? {}), options.isProduction);
    }
    for (const file of Object.keys(metafile?.outputs ?? {})) {
      if (!file.endsWith('.map')) {
        const content = await readFile(file);
        sizes.push({ file, bytes: content.length, gzipped: gzipSync(content).length });
      }
    }
  }
  return sizes;
}

/** VS Code's extension hosts before 1.100 load CommonJS only. */
async function makeCommonJs(files: readonly string[], isProduction: boolean): Promise<void> {
  for (const file of files.filter(name => name.endsWith('.js'))) {
    const source = await readFile(file, 'utf8');
    const { code } = await transform(source.replaceAll(apiImport, 'const $1=require("vscode");'), {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      // `import()` becomes `require` inside a promise.
      supported: { 'dynamic-import': false },
      ...(isProduction ? { minify: true } : { minifyWhitespace: true }),
    });
    await writeFile(file, code);
  }
}

/** Left as an import, each would copy all names of the API, which takes a start-up milliseconds. */
const apiImport = /import ?\* ?as ([\w$]+) from ?"vscode";/g;

/** Builds both bundles, and again whenever a source changes, until the process ends. */
export async function watch(): Promise<void> {
  // One CommonJS file: its source map stays true, for nothing is transformed after esbuild.
  const oneFile = { ...hostBundle, format: 'cjs', splitting: false } as const;
  await rm('dist', { recursive: true, force: true });
  for (const bundle of [oneFile, pageBundle]) {
    const watching = await context({ ...bundle, ...modeOptions(false), logLevel: 'info' });
    await watching.rebuild();
    await watching.watch();
  }
}

function modeOptions(isProduction: boolean): BuildOptions {
  return isProduction ? { minify: true } : { sourcemap: 'linked' };
}
