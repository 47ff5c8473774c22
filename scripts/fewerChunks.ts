import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { isDynamic, isStatic, type Outputs, reach } from './builtOutputs';

const name = 'fewer-chunks';

/**
 * Joins the modules that a page shares between its first load and what it loads on demand. Splitting
 * makes a chunk for each set of files that share code, and most are below 4 KB. In a webview, each
 * request goes through a service worker and the thread of the window.
 *
 * What is loaded on demand gets imports of all modules that are there by then in any case. They have
 * the same users then, so that splitting puts them together.
 *
 * @param soon sources of what the page loads dynamically, but right at its start: what they share with
 *   others makes one more chunk
 */
export function fewerChunks(soon: readonly string[] = []): Plugin {
  return {
    name,
    async setup({ initialOptions, onLoad }) {
      const outputs = await split(initialOptions);
      const folder = initialOptions.absWorkingDir ?? process.cwd();
      const { deferred, shared } = chunksOf(outputs, soon);
      const files = new Set(deferred.map(source => resolve(folder, source)));
      const imports = shared.map(source => `import ${JSON.stringify(resolve(folder, source))};`);
      onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (!files.has(path)) return undefined;
        const source = await readFile(path, 'utf8');
        // Appended, so that line numbers stay the same.
        const contents = `${source}\n${imports.join('\n')}\n`;
        return { contents, loader: extname(path) === '.tsx' ? 'tsx' : 'ts' };
      });
    },
  };
}

/** Returns the plugins without this one. */
export function splitFully(plugins: readonly Plugin[]): Plugin[] {
  return plugins.filter(plugin => plugin.name !== name);
}

/** Builds the same without joining, to see which chunks there would be. */
async function split({ plugins = [], ...options }: BuildOptions): Promise<Outputs> {
  const { metafile } = await build({
    ...options,
    plugins: splitFully(plugins),
    metafile: true,
    write: false,
  });
  return metafile.outputs;
}

/** @returns sources that are loaded on demand, and sources in chunks that are there before */
function chunksOf(outputs: Outputs, soon: readonly string[]) {
  const all = Object.entries(outputs);
  const onDemand = new Set(
    all.flatMap(([, { imports }]) => imports.filter(isDynamic).map(({ path }) => path)),
  );
  const entries = all.flatMap(([path, { entryPoint }]) =>
    entryPoint === undefined ? [] : [{ path, source: entryPoint }],
  );
  const main = entries.filter(({ path }) => !onDemand.has(path)).map(({ path }) => path);
  const early = entries.filter(({ source }) => soon.includes(source)).map(({ path }) => path);
  if (early.length < soon.length) {
    throw new Error(`The page does not load all of these on their own: ${soon.join(', ')}`);
  }
  const withMain = reach(outputs, main, isStatic);
  const chunks = [...reach(outputs, [...main, ...early], isStatic)].filter(
    path => !main.includes(path) && !early.includes(path),
  );
  return {
    deferred: entries.filter(({ path }) => !withMain.has(path)).map(({ source }) => source),
    shared: chunks.flatMap(path => sourcesOf(outputs, path)),
  };
}

function sourcesOf(outputs: Outputs, path: string): readonly string[] {
  const inputs = Object.entries(outputs[path]?.inputs ?? {});
  // Leaves out modules that were removed entirely.
  return inputs.flatMap(([source, { bytesInOutput }]) => (bytesInOutput > 0 ? [source] : []));
}
