import { isObject, type JsonObject } from '../../base/json';
import { type SkipReason, skipReasons } from './listedSession';
import type { SessionEntry } from './sessionEntry';
import type { SessionSummary } from './sessionSummary';

type Members<T> = {
  [K in keyof SessionSummary]-?: NonNullable<SessionSummary[K]> extends T ? K : never;
}[keyof SessionSummary];

const texts: Readonly<Record<Members<string>, true>> = {
  ...{ cwd: true, named: true, namedEarly: true, aiTitle: true, lastPrompt: true, summary: true },
  ...{ firstPrompt: true, tag: true, branch: true, version: true },
};
const numbers: Readonly<Record<Members<number>, true>> = {
  ...{ saidAt: true, startedAt: true, costUsd: true },
};
const textNames = Object.keys(texts) as Members<string>[];
const numberNames = Object.keys(numbers) as Members<number>[];
const reasons: ReadonlySet<unknown> = new Set(skipReasons);

/**
 * Reads what the cache has kept of a file; `undefined` if it makes no sense. Without a schema of the
 * library, which takes a third of the time of a list of thousands of sessions.
 */
export function storedEntry(data: unknown): SessionEntry | undefined {
  if (!isObject(data) || typeof data.size !== 'number' || typeof data.mtime !== 'number') {
    return undefined;
  }
  const { size, mtime } = data;
  const found = isReason(data.found) ? data.found : summaryOf(data.found);
  return found === undefined ? undefined : { size, mtime, found };
}

function isReason(found: unknown): found is SkipReason {
  return reasons.has(found);
}

function summaryOf(found: unknown): SessionSummary | undefined {
  return isObject(found) && isSummary(found) ? found : undefined;
}

/** Nothing reads other members, so that they have no effect. */
function isSummary(found: JsonObject): found is JsonObject & SessionSummary {
  return (
    textNames.every(name => found[name] === undefined || typeof found[name] === 'string') &&
    numberNames.every(name => found[name] === undefined || typeof found[name] === 'number')
  );
}
