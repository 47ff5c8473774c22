import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from '../../scripts/bundles';
import type { Benchmark, BenchmarkResult } from './benchmark';

const kilobyte = 1024;

// A parenthesis stands before a name that is loaded on demand.
const imports = /(?:from|import)\s*"\.\/([^"]+)"/g;
const requires = /[^(]require\("\.\/([^"]+)"\)/g;

/** Returns a script and all that it loads before it runs. */
function loadedWith(path: string, links: RegExp, known = new Set<string>()): Set<string> {
  if (!known.has(path)) {
    known.add(path);
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(links)) {
      loadedWith(join(dirname(path), name), links, known);
    }
  }
  return known;
}

export const bench: Benchmark = {
  name: 'sizes of the bundles',
  async run() {
    const files = await build({ isProduction: true });
    const sum = (chosen: typeof files, size: 'bytes' | 'gzipped') =>
      chosen.reduce((total, file) => total + file[size], 0) / kilobyte;
    const first = loadedWith('dist/page/main.js', imports).add('dist/page/main.css');
    const page = files.filter(({ file }) => first.has(file));
    const loaded = loadedWith('dist/page/sections.js', imports).add('dist/page/sections.css');
    const tab = files.filter(({ file }) => loaded.has(file));
    const opened = loadedWith('dist/page/inspector.js', imports).add('dist/page/inspector.css');
    const inspector = files.filter(({ file }) => opened.has(file));
    const chart = files.filter(({ file }) => /^dist\/page\/drawChart-.*\.js$/.test(file));
    const started = loadedWith('dist/extension.js', requires);
    const start = files.filter(({ file }) => started.has(file));
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
        what: 'inspector, gzipped',
        measured: sum(inspector, 'gzipped'),
        limit: 65,
        unit: 'KB',
        detail: 'loads when it opens, without pictures and colors of code',
      },
      {
        what: 'pictures of the tab, gzipped',
        // Each page that draws some has a chunk of its own; the largest counts.
        measured: chart.map(one => sum([one], 'gzipped')).sort((a, b) => b - a)[0] ?? Number.NaN,
        limit: 20,
        unit: 'KB',
        detail: 'loads with the first one',
      },
      {
        what: 'host, at start-up',
        measured: sum(start, 'bytes'),
        limit: 40,
        unit: 'KB',
        detail: `${sum(host, 'bytes').toFixed(0)} KB with what the first conversation loads`,
      },
    ];
    return results;
  },
};
