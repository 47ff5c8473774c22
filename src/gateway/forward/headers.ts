import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/**
 * Headers about one connection. `Expect` is answered by the gateway itself.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
 */
const hopByHop: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
]);

/** Headers that may hold a credential. */
const secret: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'cookie']);

type Pair = readonly [name: string, value: string];

/**
 * Returns the headers of a request for the API: all but those of the connection, in their order and
 * spelling.
 * @param raw names and values in turn, as in `IncomingMessage.rawHeaders`
 * @param key replaces all credentials; absent: they pass
 */
export function requestHeaders(
  raw: readonly string[],
  host: string,
  key: Readonly<Record<string, string>> | undefined,
): OutgoingHttpHeaders {
  const pairs = pairsOf(raw);
  const isChunked = pairs.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const passed = endToEnd(pairs).filter(([name]) => {
    const lower = name.toLowerCase();
    return lower !== 'host' && !(key && (secret.has(lower) || lower in key));
  });
  const all = new Map<string, [name: string, ...values: string[]]>();
  for (const [name, value] of [['Host', host] as const, ...passed, ...Object.entries(key ?? {})]) {
    const known = all.get(name.toLowerCase());
    if (known) {
      known.push(value);
    } else {
      all.set(name.toLowerCase(), [name, value]);
    }
  }
  const lines = [...all.values()].map(([name, ...values]) => [
    name,
    values.length === 1 ? (values[0] ?? '') : values,
  ]);
  // `fromEntries` also takes a header called `__proto__`.
  return Object.fromEntries(isChunked ? [...lines, ['Transfer-Encoding', 'chunked']] : lines);
}

/** Returns the headers of an answer for the client, names and values in turn. */
export function answerHeaders(raw: readonly string[]): string[] {
  return endToEnd(pairsOf(raw)).flat();
}

export function withoutCredentials(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const left = Object.entries(headers).filter(
    ([name]) => !secret.has(name) && name !== 'proxy-authorization',
  );
  return Object.fromEntries(left);
}

function endToEnd(pairs: readonly Pair[]): Pair[] {
  const named = new Set(
    pairs
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map(one => one.trim().toLowerCase())),
  );
  // The framing of the body is no matter of the connection, whatever the header says.
  named.delete('content-length');
  return pairs.filter(([name]) => {
    const lower = name.toLowerCase();
    return !hopByHop.has(lower) && !named.has(lower);
  });
}

function pairsOf(raw: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  }
  return pairs;
}
