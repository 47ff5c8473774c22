/**
 * Headers that are recorded. All others are left out: they may hold a credential of a proxy, a
 * cookie, or an id of the user.
 */
const kept: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'content-type', 'content-length', 'content-encoding', 'date'],
  ...['user-agent', 'x-app', 'retry-after', 'request-id', 'x-request-id', 'server', 'via'],
  ...['cf-ray', 'x-should-retry', 'x-claude-code-agent-id', 'transfer-encoding'],
]);
const keptBeginnings = [
  'anthropic-beta',
  'anthropic-version',
  'anthropic-ratelimit-',
  'anthropic-dangerous-direct-browser-access',
  'x-stainless-',
];
const [mostHeaders, longestValue] = [100, 4_000];
const longestPath = 2_000;

/** Returns the headers that may be kept, in lower case, with secrets masked. */
export function recordedHeaders(
  headers: Readonly<Record<string, unknown>>,
  mask: (text: string) => string,
): Record<string, string> {
  const found = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    const isKept = kept.has(lower) || keptBeginnings.some(beginning => lower.startsWith(beginning));
    const text = Array.isArray(value) ? value.join(', ') : value;
    return isKept && typeof text === 'string'
      ? [[lower.slice(0, 100), mask(text).slice(0, longestValue)]]
      : [];
  });
  return Object.fromEntries(found.slice(0, mostHeaders));
}

/** Members of a query that the Messages API has. All others may hold a credential. */
const harmlessQuery = /^beta=(?:true|false)$/;

/** Returns path and query without secrets; everything else of an address is left out. */
export function recordedPath(path: string, mask: (text: string) => string): string {
  const [place = '', query] = path
    .split('#', 1)
    .join('')
    .split(/\?(.*)/s, 2);
  const shown = (query ?? '')
    .split('&')
    .filter(Boolean)
    .map(member =>
      harmlessQuery.test(member) ? member : `${mask(member.split('=', 1).join(''))}=***`,
    )
    .join('&');
  const masked = mask(place.startsWith('/') ? place : `/${place}`);
  return `${masked}${shown === '' ? '' : `?${shown}`}`.slice(0, longestPath);
}
