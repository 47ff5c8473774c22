import type { Benchmark } from './benchmark';
import { inBenchPage, median } from './benchPage';

export const bench: Benchmark = {
  name: 'longest step of coloring 1,000 lines of TypeScript',
  run: () =>
    inBenchPage(async page => {
      const cold = await page.evaluate(() => window.bench.highlightSteps());
      const longest: number[] = [];
      const total: number[] = [];
      for (let round = 0; round < 9; round += 1) {
        const { steps } = await page.evaluate(() => window.bench.highlightSteps());
        longest.push(Math.max(...steps));
        total.push(steps.reduce((sum, step) => sum + step, 0));
      }
      return {
        measured: median(longest),
        limit: 4,
        unit: 'ms',
        detail:
          `all ${median(total).toFixed(1)} ms; once for each language: ` +
          `its grammar ${cold.first.toFixed(1)} ms, first text ${(cold.steps[0] ?? 0).toFixed(1)} ms`,
      };
    }),
};
