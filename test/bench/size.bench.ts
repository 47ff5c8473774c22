import { build } from '../../scripts/bundles';
import type { Benchmark, BenchmarkResult } from './benchmark';

const kilobyte = 1024;

/** Files that a page loads before it shows a conversation; the rest is loaded on demand. */
const firstLoad = /^dist\/page\/(main\.(js|css)|chunk-.*\.js)$/;

export const bench: Benchmark = {
  name: 'sizes of the bundles',
  async run() {
    const files = await build({ isProduction: true });
    const sum = (chosen: typeof files, size: 'bytes' | 'gzipped') =>
      chosen.reduce((total, file) => total + file[size], 0) / kilobyte;
    const page = files.filter(({ file }) => firstLoad.test(file));
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
