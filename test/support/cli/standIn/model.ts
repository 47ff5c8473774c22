import { request } from 'node:http';
import { createInterface } from 'node:readline';
import type { JsonObject } from '../../../../src/base/json';

/** The Messages API refused the request. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(`API Error: ${status} ${message}`);
  }
}

/**
 * Calls the Messages API and passes on each stream event before reading the next.
 * @throws ApiError; the error of the connection, also when `signal` aborts
 */
export async function askModel(
  body: JsonObject,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onEvent: (event: JsonObject) => void,
): Promise<void> {
  const url = new URL('/v1/messages?beta=true', process.env.ANTHROPIC_BASE_URL);
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      signal,
      headers: {
        'content-type': 'application/json',
        'anthropic-version': '2023-06-01',
        'x-api-key': process.env.ANTHROPIC_API_KEY ?? '',
        ...headers,
      },
    });
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify(body));
  });
  if (response.statusCode !== 200) {
    const text = await textOf(response);
    throw new ApiError(response.statusCode ?? 0, JSON.parse(text).error.message);
  }
  for await (const line of createInterface({ input: response })) {
    if (signal.aborted) {
      break;
    }
    if (line.startsWith('data: ')) {
      onEvent(JSON.parse(line.slice('data: '.length)));
    }
  }
  signal.throwIfAborted();
}

async function textOf(response: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
