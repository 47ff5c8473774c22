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

/** A sentence for a limit that is nearly used up, once for each tenth of it. */
export function rateLimitWarning(
  limit: RateLimit,
  warned: Set<string>,
  now: number,
): string | undefined {
  if (limit.status !== 'allowed_warning') {
    return undefined;
  }
  const used = limit.utilization === undefined ? undefined : Math.floor(limit.utilization * 100);
  const type = limit.rateLimitType ?? '';
  const key = `${type}:${Math.floor((used ?? 0) / 10)}:${limit.resetsAt ?? ''}`;
  if (warned.has(key)) {
    return undefined;
  }
  warned.add(key);
  const name = Object.hasOwn(names, type) ? names[type] : 'usage limit';
  const share =
    used === undefined ? `The ${name} is nearly used up` : `${used} % of the ${name} is used`;
  return limit.resetsAt === undefined
    ? `${share}.`
    : `${share}; it resets in ${waitOf(limit.resetsAt * 1000 - now)}.`;
}

function waitOf(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) {
    return `${Math.round(hours / 24)} days`;
  }
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
