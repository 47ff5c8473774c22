import type { Benchmark } from './benchmark';
import { inBenchPage } from './benchPage';

export const bench: Benchmark = {
  name: 'longest step of coloring 1,000 lines of TypeScript',
  run: () =>
    inBenchPage(async page => {
      const cold = await page.evaluate(() => window.bench.highlightSteps());
      const warm = await page.evaluate(() => window.bench.highlightSteps());
      const longest = Math.max(cold.first, ...cold.steps, ...warm.steps);
      const total = warm.steps.reduce((sum, step) => sum + step, warm.first);
      return {
        measured: longest,
        limit: 8,
        unit: 'ms',
        detail: `grammar ${cold.first.toFixed(1)} ms, longest warm step ${Math.max(...warm.steps).toFixed(1)} ms, all ${total.toFixed(1)} ms`,
      };
    }),
};
