import { silentLog } from '../../src/base/log';
import { Baselines, type BaselinesOptions } from '../../src/core/edits/store/baselines';
import { baselineLimits } from '../../src/core/edits/store/eviction';
import { systemClock } from '../../src/node/systemClock';

/** Baselines with the default limits, of which nothing is pinned. */
export function openBaselines(folder: string, options: Partial<BaselinesOptions> = {}): Baselines {
  return new Baselines({
    folder,
    limits: () => baselineLimits(undefined, undefined),
    pinned: async () => new Set(),
    clock: systemClock,
    log: silentLog,
    ...options,
  });
}
