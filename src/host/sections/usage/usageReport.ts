import type { z } from 'zod/mini';
import { asNumber, asString, isObject } from '../../../base/json';
import type { UsageLimit } from '../../../contract/events';
import type { usageReport } from '../../../protocol/reportSchemas';

export type UsageReport = z.output<typeof usageReport>;

/** Returns the windows that the CLI reports, in its order. It counts in per cent. */
export function reportedLimits({ rate_limits }: UsageReport): Record<string, UsageLimit> {
  const limits: Record<string, UsageLimit> = {};
  for (const [type, window] of Object.entries(rate_limits ?? {})) {
    const utilization = window?.utilization;
    if (utilization === undefined || utilization === null) {
      continue;
    }
    const resetsAt = window?.resets_at ? Date.parse(window.resets_at) : Number.NaN;
    limits[type] = {
      ...{ type, isReached: utilization >= 100, used: utilization / 100 },
      ...(Number.isNaN(resetsAt) ? {} : { resetsAt }),
    };
  }
  return limits;
}

/** Use of one model in a process. */
export interface ModelUse {
  readonly model: string;
  readonly costUsd?: number | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface ProcessUse {
  readonly costUsd: number | undefined;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  readonly apiMs: number;
  readonly models: readonly ModelUse[];
}

/** Returns what the process itself has used. */
export function processUse({ session = {} }: UsageReport): ProcessUse {
  const models = isObject(session.model_usage) ? Object.entries(session.model_usage) : [];
  const count = (value: unknown) => asNumber(value) ?? 0;
  return {
    costUsd: asNumber(session.total_cost_usd),
    linesAdded: count(session.total_lines_added),
    linesRemoved: count(session.total_lines_removed),
    apiMs: count(session.total_api_duration_ms),
    models: models.flatMap(([model, use]) =>
      isObject(use)
        ? [
            {
              model: asString(use.canonicalModel) ?? model,
              costUsd: asNumber(use.costUSD ?? use.cost_usd),
              inputTokens:
                count(use.inputTokens ?? use.input_tokens) +
                count(use.cacheReadInputTokens ?? use.cache_read_input_tokens) +
                count(use.cacheCreationInputTokens ?? use.cache_creation_input_tokens),
              outputTokens: count(use.outputTokens ?? use.output_tokens),
            },
          ]
        : [],
    ),
  };
}
