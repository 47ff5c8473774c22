const names: Readonly<Record<string, string>> = {
  five_hour: '5-hour limit',
  seven_day: 'weekly limit',
  seven_day_opus: 'weekly limit for Opus',
  seven_day_sonnet: 'weekly limit for Sonnet',
};

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
  const name = Object.hasOwn(names, type) ? names[type] : 'usage limit';
  const share =
    used === undefined ? `The ${name} is nearly used up` : `${used} % of the ${name} is used`;
  return resetsAt === undefined
    ? `${share}.`
    : `${share}; it resets in ${waitOf(resetsAt * 1000 - now)}.`;
}

function waitOf(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) {
    return `${Math.round(hours / 24)} days`;
  }
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
