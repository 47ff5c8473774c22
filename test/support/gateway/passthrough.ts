import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ObserveExchange } from '../../../src/gateway/exchange';

/** The simplest gateway: passes everything on unchanged and lets the accounting see it. */
export interface Passthrough {
  /** Value for ANTHROPIC_BASE_URL. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function startPassthrough(
  upstream: string,
  observe: ObserveExchange,
): Promise<Passthrough> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    pass(upstream, observe, count, request, response);
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise(resolve => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function pass(
  upstream: string,
  observe: ObserveExchange,
  id: number,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method = '', url = '/', headers } = request;
  const observer = observe({ id, method, path: url, headers, at: Date.now() });
  const onward = forward(new URL(url, upstream), { method, headers });
  request.on('data', (chunk: Buffer) => {
    observer?.requestChunk(chunk);
    onward.write(chunk);
  });
  request.on('end', () => onward.end());
  const fail = () => {
    observer?.end(response.writableAborted ? 'clientClosed' : 'upstreamFailed', Date.now());
    response.destroy();
  };
  onward.on('error', fail);
  onward.on('response', answer => {
    const status = answer.statusCode ?? 0;
    observer?.response(status, answer.headers, Date.now());
    response.writeHead(status, answer.headers);
    answer.on('data', (chunk: Buffer) => {
      observer?.responseChunk(chunk, Date.now());
      response.write(chunk);
    });
    answer.on('error', fail);
    answer.on('end', () => {
      observer?.end('complete', Date.now());
      response.end();
    });
  });
  response.on('close', () => {
    if (!response.writableFinished) {
      observer?.end('clientClosed', Date.now());
      onward.destroy();
    }
  });
}
