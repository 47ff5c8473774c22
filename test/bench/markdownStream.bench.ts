import type { Benchmark } from './benchmark';
import { inBenchPage } from './benchPage';

const length = 100_000;
const size = 40;

export const bench: Benchmark = {
  name: 'stream 100 KB against lexing and rendering the whole text each time',
  run: () =>
    inBenchPage(async page => {
      await page.evaluate(() => window.bench.stream(20_000, 40));
      const ours = await page.evaluate(([a, b]) => window.bench.stream(a, b), [
        length,
        size,
      ] as const);
      const whole = await page.evaluate(([a, b]) => window.bench.streamWhole(a, b), [
        length,
        size,
      ] as const);
      return {
        measured: ours.total / whole.total,
        limit: 1 / 15,
        unit: '×',
        detail: `${ours.total.toFixed(0)} ms against ${whole.total.toFixed(0)} ms`,
      };
    }),
};
