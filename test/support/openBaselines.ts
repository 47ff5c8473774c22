import { silentLog } from '../../src/base/log';
import { Baselines, type BaselinesOptions } from '../../src/core/edits/store/baselines';
import { baselineLimits } from '../../src/core/edits/store/eviction';
import { systemClock } from '../../src/node/systemClock';

/** Opens baselines with the default limits and no pins. */
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
