import type { Benchmark } from './benchmark';
import { cpuOf, inBenchPage } from './benchPage';

export const bench: Benchmark = {
  name: 'stream 100 KB against lexing and rendering the whole text at each update',
  run: () =>
    inBenchPage(async page => {
      // Both share most of their code, so a first run warms it up before the measurement.
      await page.evaluate(() => window.bench.stream(100_000, 40));
      const ours = await cpuOf(page, () => page.evaluate(() => window.bench.stream(100_000, 40)));
      const whole = await cpuOf(page, () =>
        page.evaluate(() => window.bench.streamWhole(100_000, 40)),
      );
      return {
        measured: ours / whole,
        limit: 1 / 15,
        unit: '×',
        detail: `${ours.toFixed(0)} ms against ${whole.toFixed(0)} ms CPU`,
      };
    }),
};
