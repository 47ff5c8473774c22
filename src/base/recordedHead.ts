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
/** Characters that are read, and that are kept. */
const [longestAddress, longestPath] = [100_000, 2_000];

/** Returns the headers that may be kept, in lower case, with secrets masked. */
export function recordedHeaders(
  headers: Readonly<Record<string, unknown>>,
  mask: (text: string) => string,
): Record<string, string> {
  const found = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    const isKept = kept.has(lower) || keptBeginnings.some(beginning => lower.startsWith(beginning));
    const text = Array.isArray(value) ? value.join(', ') : value;
    if (!isKept || typeof text !== 'string') {
      return [];
    }
    // A name may say that its value is secret, or hold a secret itself.
    const head = `${lower}: `;
    const line = mask(head + mask(text));
    return line.startsWith(head)
      ? [[lower.slice(0, 100), line.slice(head.length, head.length + longestValue)]]
      : [];
  });
  return Object.fromEntries(found.slice(0, mostHeaders));
}

/** Members of a query that the Messages API has. All others may hold a credential. */
const harmlessQuery = /^beta=(?:true|false)$/;

/** Returns path and query without secrets; everything else of an address is left out. */
export function recordedPath(path: string, mask: (text: string) => string): string {
  const [place = '', query] = plainPath(path)
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

/** Writes encoded letters, digits and the like as themselves, so that they hide no secret. */
function plainPath(path: string): string {
  return path.slice(0, longestAddress).replace(/%([2-7][0-9a-f])/gi, (all, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : all;
  });
}
