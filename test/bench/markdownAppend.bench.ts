import type { Benchmark } from './benchmark';
import { cpuOf, inBenchPage, median } from './benchPage';

export const bench: Benchmark = {
  name: 'append to a 200 KB answer against a 1 KB answer',
  run: () =>
    inBenchPage(async page => {
      const append = async (length: number) => {
        await page.evaluate(size => window.bench.prepareAppend(size), length);
        return cpuOf(page, () => page.evaluate(size => window.bench.appendTo(size), length));
      };
      await append(1000);
      const short: number[] = [];
      const long: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        short.push(await append(1000));
        long.push(await append(200_000));
      }
      return {
        measured: median(long) / median(short),
        limit: 2,
        unit: '×',
        detail: `${median(long).toFixed(0)} ms against ${median(short).toFixed(0)} ms CPU for 300 appends`,
      };
    }),
};
