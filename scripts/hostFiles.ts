import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { build as esbuild, type OutputFile, type Plugin } from 'esbuild';
import type { Outputs } from './builtOutputs';
import { findPacks, type Pack } from './hostPacks';

/** As imports, each would copy all names of the API, which costs milliseconds at startup. */
const apiImport = /import ?\* ?as ([\w$]+) from ?"vscode";/g;
/** Calls of the first file that load others, which `host/codeCache` takes over. */
const otherFile = /\brequire\((?="\.\/[^"\n]+\.js"\))/g;
/** As long as `require`, so that positions in the source map stay. Declared in `useOwnCode`. */
const loader = 'ownFile';

/**
 * Joins files that load together, and converts all to CommonJS, because extension hosts before
 * VS Code 1.100 load nothing else.
 *
 * @returns the files that are left
 */
export async function makeCommonJs(outputs: Outputs, isProduction: boolean): Promise<string[]> {
  const all = Object.keys(outputs).filter(name => name.endsWith('.js'));
  const entry = (source: string) => all.find(name => outputs[name]?.entryPoint === source);
  const [start, later] = [entry('src/extension.ts'), entry('src/host/host.ts')];
  if (!start || !later) {
    throw new Error('The host has other entry points than those whose files are joined');
  }
  const packs = findPacks(outputs, start, later);
  const joined = new Set(packs.flatMap(({ others }) => others));
  const left = all.filter(file => !joined.has(file));
  const built = await Promise.all(
    left.map(file => {
      const pack = packs.find(one => one.file === file) ?? { file, others: [] };
      return packOf(pack, packs, isProduction, file === start);
    }),
  );
  await Promise.all(all.flatMap(file => [rm(file), rm(`${file}.map`)]));
  for (const { path, contents } of built.flat()) {
    await writeFile(path, contents);
  }
  return left;
}

/** Builds one file of several. Those of other packs come from the file that they are joined to. */
async function packOf(
  { file, others }: Pack,
  packs: readonly Pack[],
  isProduction: boolean,
  isStart: boolean,
): Promise<OutputFile[]> {
  const folder = resolve(dirname(file));
  const inside = new Set([file, ...others].map(name => basename(name)));
  const { outputFiles } = await esbuild({
    ...(others.length > 0
      ? { stdin: { contents: packEntry(file, others), resolveDir: folder } }
      : { entryPoints: [file] }),
    outfile: file,
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['vscode'],
    plugins: [packFiles(inside)],
    sourcemap: isProduction ? 'external' : 'inline',
    // `import()` becomes a `require` inside a promise.
    supported: { 'dynamic-import': false },
    ...(isProduction ? { minify: true } : { minifyWhitespace: true }),
    ...(isStart ? { banner: { js: `let ${loader}=require;` } } : {}),
    legalComments: 'none',
    logLevel: 'warning',
  });
  const elsewhere = packs.filter(pack => pack.file !== file);
  return outputFiles.map(one =>
    one.path.endsWith('.js')
      ? { ...one, contents: Buffer.from(linked(redirect(one.text, elsewhere), isStart)) }
      : one,
  );
}

function linked(code: string, isStart: boolean): string {
  return isStart ? code.replaceAll(otherFile, `${loader}(`) : code;
}

/** Exports what the file exports, and each file that is joined to it under a name. */
function packEntry(file: string, others: readonly string[]): string {
  const rest = others.map((name, at) => `export * as ${partName(at)} from './${basename(name)}';`);
  return [`export * from './${basename(file)}';`, ...rest].join('\n');
}

function partName(at: number): string {
  return `part${at}`;
}

/** Leads what requires a joined file to its part of the file that it is in. */
function redirect(code: string, packs: readonly Pack[]): string {
  const parts = new Map(
    packs.flatMap(({ file, others }) =>
      others.map((name, at) => [basename(name), `"./${basename(file)}").${partName(at)}`] as const),
    ),
  );
  return code.replaceAll(/"\.\/([^"\n]+\.js)"\)/g, (all, name: string) => parts.get(name) ?? all);
}

/** Reads built files with their maps; those that are not inside are required when the code runs. */
function packFiles(inside: ReadonlySet<string>): Plugin {
  return {
    name: 'pack-files',
    setup(building) {
      building.onResolve({ filter: /^\.\// }, ({ path, resolveDir }) =>
        inside.has(basename(path))
          ? { path: join(resolveDir, path) }
          : { path: `./${basename(path)}`, external: true },
      );
      building.onLoad({ filter: /\.js$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const adapted = source.replaceAll(apiImport, 'const $1=require("vscode");');
        return { contents: `${adapted}\n${await inlineMap(`${path}.map`)}`, loader: 'js' };
      });
    },
  };
}

/** Returns a comment from which esbuild reads the map of a file that it transforms again. */
async function inlineMap(path: string): Promise<string> {
  const map = await readFile(path, 'base64');
  return `//# sourceMappingURL=data:application/json;base64,${map}`;
}
