import type { Benchmark } from './benchmark';
import { cpuOf, inBenchPage, median } from './benchPage';

export const bench: Benchmark = {
  name: 'stream one 100 KB code fence against a mixed 100 KB document',
  run: () =>
    inBenchPage(async page => {
      await page.evaluate(() => window.bench.stream(20_000, 40));
      const fence: number[] = [];
      const mixed: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        fence.push(
          await cpuOf(page, () => page.evaluate(() => window.bench.streamFence(100_000, 40))),
        );
        mixed.push(await cpuOf(page, () => page.evaluate(() => window.bench.stream(100_000, 40))));
      }
      return {
        measured: median(fence) / median(mixed),
        limit: 2,
        unit: '×',
        detail: `${median(fence).toFixed(0)} ms against ${median(mixed).toFixed(0)} ms CPU`,
      };
    }),
};
