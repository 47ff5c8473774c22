import type { NamedSum, UsageSum } from '../../../cli/sessions/usage/usageSums';

/** Days beyond which months are shown. */
const mostDays = 92;
const day = 86_400_000;

/**
 * Returns a sum for each day from the first to the last one, also for those without usage. Where
 * that would be too many, it returns one for each month.
 * @param days with ISO dates as keys, in order of time
 */
export function calendarRows(days: readonly NamedSum[]): {
  readonly isByMonth: boolean;
  readonly rows: readonly NamedSum[];
} {
  const first = Date.parse(days[0]?.key ?? '');
  const last = Date.parse(days.at(-1)?.key ?? '');
  if (Number.isNaN(first) || Number.isNaN(last)) {
    return { isByMonth: false, rows: [] };
  }
  const known = new Map(days.map(sum => [sum.key, sum]));
  if (last - first < mostDays * day) {
    // Dates without a time are in UTC, in which all days are equally long.
    const count = (last - first) / day + 1;
    const keys = Array.from({ length: count }, (_, at) =>
      new Date(first + at * day).toISOString().slice(0, 10),
    );
    return { isByMonth: false, rows: keys.map(key => known.get(key) ?? { key, ...none }) };
  }
  const months = new Map<string, NamedSum>();
  for (const key of monthKeys(first, last)) {
    months.set(key, { key, ...none });
  }
  for (const { key, ...sum } of days) {
    const month = key.slice(0, 7);
    months.set(month, { key: month, ...plus(months.get(month) ?? none, sum) });
  }
  return { isByMonth: true, rows: [...months.values()] };
}

const none: UsageSum = {
  ...{ calls: 0, input: 0, output: 0, written5m: 0, written1h: 0, cacheRead: 0, webSearches: 0 },
};

function monthKeys(first: number, last: number): string[] {
  const start = new Date(first);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  const keys: string[] = [];
  for (let at = 0; keys.length < mostMonths; at += 1) {
    const time = Date.UTC(year, month + at);
    if (time > last) {
      break;
    }
    keys.push(new Date(time).toISOString().slice(0, 7));
  }
  return keys;
}

/** A wrong clock must not make a table of a thousand rows. */
const mostMonths = 60;

function plus(one: UsageSum, other: UsageSum): UsageSum {
  return {
    calls: one.calls + other.calls,
    input: one.input + other.input,
    output: one.output + other.output,
    written5m: one.written5m + other.written5m,
    written1h: one.written1h + other.written1h,
    cacheRead: one.cacheRead + other.cacheRead,
    webSearches: one.webSearches + other.webSearches,
  };
}
