import { readFile, rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, context, build as esbuild } from 'esbuild';
import { contributes, version } from '../package.json';
import { asciiSources } from './asciiSources';
import { blockingFs } from './blockingFs';
import { fewerChunks, splitFully } from './fewerChunks';
import { makeCommonJs } from './hostFiles';
import { iconFont } from './iconFont';
import { pagePartsOf } from './pageParts';
import { zodLocales } from './zodLocales';

/** The only tool for agents of others that does more than read. */
const actingTool = 'tandem_runPrompt';

/** Sources of what the page of conversations loads dynamically, but right at its start. */
export const soon = ['webview/app/cardChunk.tsx', 'webview/styles/late.css'];

/** Page bundle: one script and one style sheet, next to the icon font. */
export const pageBundle = {
  entryPoints: { main: 'webview/main.tsx', late: 'webview/styles/late.css' },
  outdir: 'dist/page',
  bundle: true,
  platform: 'browser',
  // Splitting defers the highlighter until the first code block closes.
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
  target: 'chrome124',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.ttf': 'file' },
  plugins: [iconFont, fewerChunks(soon)],
  assetNames: '[name]',
  legalComments: 'none',
  // esbuild drops the added imports of libraries without side effects, which is fine.
  logOverride: { 'ignored-bare-import': 'silent' },
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * Bundle of the tab "Claude Code". On its own, because chunks that it shared with the page of
 * conversations would make that page's first load larger. Splitting defers what draws pictures.
 */
export const sectionsBundle = {
  ...pageBundle,
  entryPoints: { sections: 'webview/sections/main.tsx' },
  plugins: [iconFont, fewerChunks()],
} as const satisfies BuildOptions;

/** Bundle of the inspector, on its own for the same reason. Splitting defers pictures and texts. */
export const inspectorBundle = {
  ...pageBundle,
  entryPoints: { inspector: 'webview/inspector/main.tsx' },
  plugins: [iconFont, fewerChunks()],
} as const satisfies BuildOptions;

/**
 * Extension host bundle; the editor provides `vscode`. Split, so that startup reads little. The
 * parts are converted to CommonJS afterwards, because esbuild does not split CommonJS.
 */
export const hostBundle = {
  entryPoints: {
    extension: 'src/extension.ts',
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
  target: 'node20',
  external: ['vscode'],
  // VS Code creates an error when code reads it, which takes 3 to 5 ms of the first prompt:
  // https://aka.ms/vscode-extensions/navigator
  define: { navigator: 'undefined' },
  plugins: [asciiSources, zodLocales],
  // No bundler can follow how its main file requires others.
  alias: {
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // A copy of Node's own streams for versions without them.
    'readable-stream': 'node:stream',
  },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * Workers of the host, and a program for its agents. One file each, because they share nothing with
 * the host's files, which need the editor.
 */
export const workersBundle = {
  entryPoints: {
    codeIndexWorker: 'src/core/codeIndex/worker.ts',
    pathIndexWorker: 'src/core/pathIndex/worker.ts',
    usageWorker: 'src/cli/sessions/usage/usageWorker.ts',
    toolRelay: 'src/host/acp/bridge/relay.ts',
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Worker that reads, stores, compares and writes many files at once. */
export const filesWorkerBundle = {
  ...workersBundle,
  entryPoints: { filesWorker: 'src/core/edits/bulk/worker.ts' },
  plugins: [blockingFs, zodLocales],
} as const satisfies BuildOptions;

/**
 * Program for pipelines and tasks. One file without the editor, which may be copied anywhere.
 */
export const programBundle = {
  entryPoints: { tandem: 'src/bin/tandem.ts' },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  banner: { js: '#!/usr/bin/env node' },
  define: { tandemVersion: JSON.stringify(version) },
  plugins: [zodLocales],
  alias: hostBundle.alias,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** MCP server for agents of others, with the tools that the manifest lists. */
export const mcpBundle = {
  ...programBundle,
  entryPoints: { mcp: 'src/bin/mcp/mcp.ts' },
  define: {
    ...programBundle.define,
    // The socket library would look for native helpers.
    'process.env.WS_NO_BUFFER_UTIL': '"1"',
    'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
    tandemTools: JSON.stringify(
      contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
        ...{ name, description: modelDescription, inputSchema },
        hints: { readOnlyHint: name !== actingTool },
      })),
    ),
  },
} as const satisfies BuildOptions;

/** All bundles but the host's, which needs more steps. */
export const otherBundles = [
  workersBundle,
  filesWorkerBundle,
  pageBundle,
  sectionsBundle,
  inspectorBundle,
  programBundle,
  mcpBundle,
] as const;

/** Bundles of the pages by the name of the entry that the host puts into their HTML. */
const pages = [
  ['main', pageBundle, soon],
  ['sections', sectionsBundle, []],
  ['inspector', inspectorBundle, []],
] as const;

interface BuiltFile {
  readonly file: string;
  readonly bytes: number;
  readonly gzipped: number;
}

/** Builds all bundles into `dist` and returns the built files. */
export async function build(options: { isProduction: boolean }): Promise<BuiltFile[]> {
  const sizes: BuiltFile[] = [];
  // Chunk names contain a hash: old chunks would be packed together with the new ones.
  await rm('dist', { recursive: true, force: true });
  const pageParts: Record<string, readonly string[]> = {};
  // The host comes last, because it names files of the pages.
  for (const bundle of [...otherBundles, hostBundle]) {
    const isHost = bundle === hostBundle;
    const { metafile } = await esbuild({
      ...bundle,
      ...modeOptions(options.isProduction),
      ...(isHost ? { define: { ...hostBundle.define, pageParts: JSON.stringify(pageParts) } } : {}),
    });
    const { outputs = {} } = metafile ?? {};
    for (const [entry, , also] of pages.filter(([, page]) => page === bundle)) {
      pageParts[entry] = pagePartsOf(outputs, entry, also);
    }
    const files = isHost ? await makeCommonJs(outputs, options.isProduction) : Object.keys(outputs);
    for (const file of files) {
      if (!file.endsWith('.map')) {
        const content = await readFile(file);
        sizes.push({ file, bytes: content.length, gzipped: gzipSync(content).length });
      }
    }
  }
  return sizes;
}

/** Builds all bundles and rebuilds them on every change until the process ends. */
export async function watch(): Promise<void> {
  // A single CommonJS file keeps its source map valid, because nothing transforms it after esbuild.
  const oneFile = { ...hostBundle, format: 'cjs', splitting: false } as const;
  await rm('dist', { recursive: true, force: true });
  const bundles: readonly BuildOptions[] = [oneFile, ...otherBundles];
  for (const { plugins = [], ...bundle } of bundles) {
    const watching = await context({
      ...{ ...bundle, ...modeOptions(false), logLevel: 'info' },
      // Each edit may change which modules are shared.
      plugins: splitFully(plugins),
    });
    await watching.rebuild();
    await watching.watch();
  }
}

/** The maps of a production build are kept beside the package, for stack traces from users. */
function modeOptions(isProduction: boolean): BuildOptions {
  return isProduction ? { minify: true, sourcemap: 'external' } : { sourcemap: 'linked' };
}
