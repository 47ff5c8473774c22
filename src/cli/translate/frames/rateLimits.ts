import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import { limitName } from '../../../contract/labels/limitName';
import { timeSpan } from '../../../contract/labels/resetTime';

interface RateWindow {
  readonly utilization?: number | undefined;
  readonly resetsAt?: number | undefined;
}

interface RateLimit {
  readonly status: string;
  /** Seconds since 1970. */
  readonly resetsAt?: number | undefined;
  readonly rateLimitType?: string | undefined;
  readonly utilization?: number | undefined;
  readonly unifiedWindows?: Readonly<Record<string, RateWindow>> | undefined;
}

/** Tracks the account's rate limits that the CLI reports. */
export class RateLimits {
  private readonly warned = new Set<string>();
  /** Time at which the limit is reset that refuses requests, in milliseconds since 1970. */
  private refusedUntil: number | undefined;

  /** Returns the states of the limits, and remembers whether one refuses requests. */
  follow(info: RateLimit): ConversationEvent[] {
    const { status, rateLimitType = '', utilization, resetsAt, unifiedWindows = {} } = info;
    const isReached = status === 'rejected';
    if (isReached) {
      this.refusedUntil = resetsAt === undefined ? undefined : resetsAt * 1000;
    }
    const windows = { ...unifiedWindows, [rateLimitType]: { utilization, resetsAt } };
    return Object.entries(windows).flatMap(([type, window]): ConversationEvent[] => {
      if (!/^[a-z0-9_]{1,60}$/.test(type)) {
        return [];
      }
      const at = window.resetsAt === undefined ? undefined : window.resetsAt * 1000;
      const known = omitUndefined({ used: window.utilization, resetsAt: at });
      const limit = { type, isReached: isReached && type === rateLimitType, ...known };
      return [{ type: 'limit.changed', limit }];
    });
  }

  /** Adds the time of the reset to the outcome of a turn that ended at a limit. */
  explain(events: readonly ConversationEvent[], now: number): ConversationEvent[] {
    return events.map(event => {
      if (event.type !== 'turn.ended' || event.outcome.kind !== 'error') {
        return event;
      }
      const { outcome } = event;
      const isLimit = outcome.reason === 'usageLimit' || outcome.reason === 'rateLimit';
      const resetsAt = this.refusedUntil ?? timeIn(outcome.message);
      return isLimit && resetsAt !== undefined && resetsAt > now
        ? { ...event, outcome: { ...outcome, reason: 'usageLimit', resetsAt } }
        : event;
    });
  }

  /** Returns a warning for a limit that is nearly used up, once for each tenth of it. */
  warning(limit: RateLimit, now: number): string | undefined {
    if (limit.status !== 'allowed_warning') {
      return undefined;
    }
    const used = limit.utilization === undefined ? undefined : Math.floor(limit.utilization * 100);
    const type = limit.rateLimitType ?? '';
    const key = `${type}:${Math.floor((used ?? 0) / 10)}:${limit.resetsAt ?? ''}`;
    if (this.warned.has(key)) {
      return undefined;
    }
    this.warned.add(key);
    return sentence(type, used, limit.resetsAt, now);
  }
}

/** Old versions write the time after a bar, in seconds since 1970. */
function timeIn(message: string): number | undefined {
  const [, seconds] = /\|(\d{10})\b/.exec(message) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function sentence(
  type: string,
  used: number | undefined,
  resetsAt: number | undefined,
  now: number,
): string {
  const name = limitName(type);
  if (resetsAt === undefined) {
    return used === undefined
      ? l10n.t('The {0} is nearly used up.', name)
      : l10n.t('{0}% of the {1} is used.', used, name);
  }
  const wait = timeSpan(resetsAt * 1000 - now);
  return used === undefined
    ? l10n.t('The {0} is nearly used up; it resets in {1}.', name, wait)
    : l10n.t('{0}% of the {1} is used; it resets in {2}.', used, name, wait);
}
