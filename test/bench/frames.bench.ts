import type { Benchmark } from './benchmark';
import { inBenchPage } from './benchPage';

/** Returns the 99th of 100 gaps, so that a single pause of the machine does not count. */
function late(gaps: readonly number[]): number {
  return [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length * 0.99)] ?? 0;
}

export const bench: Benchmark = {
  name: 'frame gap (p99) while 100 KB stream against a page at rest',
  run: () =>
    inBenchPage(async page => {
      await page.evaluate(() => window.bench.stream(20_000, 40));
      const busy = await page.evaluate(() => window.bench.frameGaps(100_000, 400));
      const rest = await page.evaluate(async () => {
        const gaps: number[] = [];
        let before = performance.now();
        for (let frame = 0; frame < 250; frame += 1) {
          const now = await new Promise<number>(done => requestAnimationFrame(done));
          gaps.push(now - before);
          before = now;
        }
        return gaps;
      });
      return {
        measured: late(busy) / late(rest),
        limit: 2.5,
        unit: '×',
        detail: `${late(busy).toFixed(1)} ms against ${late(rest).toFixed(1)} ms; longest ${Math.max(...busy).toFixed(1)} ms of ${busy.length} frames`,
      };
    }),
};
