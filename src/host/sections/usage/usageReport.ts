import { asNumber, asString, isObject } from '../../../base/json';
import type { z } from '../../../base/schema';
import { ofModel } from '../../../contract/labels/limitName';
import type { UsageLimit } from '../../../contract/usage';
import type { usageReport } from '../../../protocol/reportSchemas';

export type UsageReport = z.output<typeof usageReport>;

interface ReportedWindow {
  readonly utilization?: number | null | undefined;
  readonly resets_at?: string | null | undefined;
}

/** Returns the windows that the CLI reports, in its order. It counts in per cent. */
export function reportedLimits({ rate_limits }: UsageReport): Record<string, UsageLimit> {
  const { model_scoped = [], ...windows } = rate_limits ?? {};
  const all: (readonly [string, ReportedWindow | null | undefined])[] = [
    ...Object.entries(windows),
    ...model_scoped.map(one => [`${ofModel}${one.display_name}`, one] as const),
  ];
  return Object.fromEntries(
    all.flatMap(([type, window]) => {
      const limit = window && limitOf(type, window);
      return limit ? [[type, limit] as const] : [];
    }),
  );
}

function limitOf(type: string, window: ReportedWindow): UsageLimit | undefined {
  const { utilization, resets_at } = window;
  if (utilization === undefined || utilization === null) {
    return undefined;
  }
  const resetsAt = resets_at ? Date.parse(resets_at) : Number.NaN;
  return {
    ...{ type, isReached: utilization >= 100, used: utilization / 100 },
    ...(Number.isNaN(resetsAt) ? {} : { resetsAt }),
  };
}

/** Use of one model in a process. */
interface ModelUse {
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
