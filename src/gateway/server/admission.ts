import type { IncomingMessage } from 'node:http';
import type { Lease, Leases } from './leases';

export interface Admitted {
  readonly lease: Lease;
  /** Path and query for the API. */
  readonly path: string;
}

/** Printable characters that no server takes for the end of a path. */
const plainTarget = /^\/[\x21\x22\x24-\x5b\x5d-\x7e]*$/;

/**
 * Decides from the head of a request alone whether it may pass.
 * @param host the only value of `Host` that is right
 * @returns undefined if not; the client learns nothing about the reason
 */
export function admit(
  request: IncomingMessage,
  host: string,
  leases: Leases,
): Admitted | undefined {
  const { url = '', headers } = request;
  const [, segment = '', rest = ''] = /^\/([^/?]*)(.*)$/s.exec(url) ?? [];
  // All places are looked at, so that the time does not tell which of them was right.
  const byPath = leases.find('path', segment);
  const bearer = /^Bearer (.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const [apiKey = ''] = [headers['x-api-key']].flat();
  const byKey = leases.find('key', apiKey);
  const byBearer = leases.find('key', bearer);
  const ofKey = byKey ?? byBearer;
  const found = byPath ? { lease: byPath, path: rest } : ofKey && { lease: ofKey, path: url };
  return isPlain(request, host) && found && isBelow(found.path) ? found : undefined;
}

/** False for what a browser sends, and for heads that two servers may understand differently. */
function isPlain({ url = '', rawHeaders, headers }: IncomingMessage, host: string): boolean {
  const values = (wanted: string) =>
    rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === wanted);
  const [hosts, encodings, lengths] = ['host', 'transfer-encoding', 'content-length'].map(values);
  return (
    plainTarget.test(url) &&
    // DNS rebinding can make another name lead here.
    hosts?.length === 1 &&
    hosts[0] === host &&
    headers.origin === undefined &&
    headers['sec-fetch-site'] === undefined &&
    headers.upgrade === undefined &&
    (encodings?.length ?? 0) + (lengths?.length ?? 0) <= 1 &&
    (encodings ?? []).every(one => one.toLowerCase() === 'chunked')
  );
}

/** False if a server could understand the path as one beside that of the address. */
function isBelow(path: string): boolean {
  let [text = ''] = path.split('?');
  // Servers behind one another may each decode it once.
  for (let times = 0; times < 3; times += 1) {
    if (text.split(/[\\/;]/).some(segment => segment === '.' || segment === '..')) {
      return false;
    }
    text = text.replace(/%([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  return true;
}
