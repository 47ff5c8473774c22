import * as l10n from '@vscode/l10n';

function nameOf(type: string): string {
  switch (type) {
    case 'five_hour':
      return l10n.t('5-hour limit');
    case 'seven_day':
      return l10n.t('weekly limit');
    case 'seven_day_opus':
      return l10n.t('weekly limit for Opus');
    case 'seven_day_sonnet':
      return l10n.t('weekly limit for Sonnet');
    default:
      return l10n.t('usage limit');
  }
}

interface RateLimit {
  readonly status: string;
  /** Seconds since 1970. */
  readonly resetsAt?: number | undefined;
  readonly rateLimitType?: string | undefined;
  readonly utilization?: number | undefined;
}

/** Tracks the account's rate limits that the CLI reports. */
export class RateLimits {
  private readonly warned = new Set<string>();

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

function sentence(
  type: string,
  used: number | undefined,
  resetsAt: number | undefined,
  now: number,
): string {
  const name = nameOf(type);
  if (resetsAt === undefined) {
    return used === undefined
      ? l10n.t('The {0} is nearly used up.', name)
      : l10n.t('{0} % of the {1} is used.', used, name);
  }
  const wait = waitOf(resetsAt * 1000 - now);
  return used === undefined
    ? l10n.t('The {0} is nearly used up; it resets in {1}.', name, wait)
    : l10n.t('{0} % of the {1} is used; it resets in {2}.', used, name, wait);
}

function waitOf(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) {
    return l10n.t('{0} days', Math.round(hours / 24));
  }
  return hours === 0 ? l10n.t('{0} min', minutes) : l10n.t('{0} h {1} min', hours, minutes % 60);
}
