import type { Benchmark } from './benchmark';
import { inBenchPage, median } from './benchPage';

export const bench: Benchmark = {
  name: 'append to a 200 KB answer against a 1 KB answer',
  run: () =>
    inBenchPage(async page => {
      await page.evaluate(() => window.bench.appendTo(1000));
      const short: number[] = [];
      const long: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        short.push(await page.evaluate(() => window.bench.appendTo(1000)));
        long.push(await page.evaluate(() => window.bench.appendTo(200_000)));
      }
      return {
        measured: median(long) / median(short),
        limit: 2,
        unit: '×',
        detail: `${median(long).toFixed(3)} ms against ${median(short).toFixed(3)} ms per append`,
      };
    }),
};
