import { readFileSync } from 'node:fs';
import { build } from '../../scripts/bundles';
import type { Benchmark, BenchmarkResult } from './benchmark';

const kilobyte = 1024;

/** Returns a script of a page and all that it imports before it runs; the rest is loaded on demand. */
function loadedWith(script: string, known = new Set<string>()): Set<string> {
  const path = `dist/page/${script}`;
  if (!known.has(path)) {
    known.add(path);
    // A call of `import()` has a parenthesis.
    const imports = readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g);
    for (const [, name = ''] of imports) loadedWith(name, known);
  }
  return known;
}

export const bench: Benchmark = {
  name: 'sizes of the bundles',
  async run() {
    const files = await build({ isProduction: true });
    const sum = (chosen: typeof files, size: 'bytes' | 'gzipped') =>
      chosen.reduce((total, file) => total + file[size], 0) / kilobyte;
    const first = loadedWith('main.js').add('dist/page/main.css');
    const page = files.filter(({ file }) => first.has(file));
    const tab = files.filter(({ file }) => /^dist\/page\/sections\.(js|css)$/.test(file));
    const start = files.filter(({ file }) => /^dist\/(extension|chunk-.*)\.js$/.test(file));
    const host = files.filter(({ file }) => /^dist\/[^/]*\.js$/.test(file));
    const box = files.filter(({ file }) => /^dist\/page\/RichBox-.*\.js$/.test(file));
    const results: BenchmarkResult[] = [
      {
        what: 'page, first load, gzipped',
        measured: sum(page, 'gzipped'),
        limit: 75,
        unit: 'KB',
        detail: page.map(({ file }) => file).join(', '),
      },
      {
        what: 'rich message box, gzipped',
        measured: sum(box, 'gzipped'),
        limit: 75,
        unit: 'KB',
        detail: box.map(({ file }) => file).join(', '),
      },
      {
        what: 'tab "Claude Code", gzipped',
        measured: sum(tab, 'gzipped'),
        limit: 40,
        unit: 'KB',
        detail: 'loads when the tab opens',
      },
      {
        what: 'host, at start-up',
        measured: sum(start, 'bytes'),
        limit: 150,
        unit: 'KB',
        detail: `${sum(host, 'bytes').toFixed(0)} KB with what the first conversation loads`,
      },
    ];
    return results;
  },
};
