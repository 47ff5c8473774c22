import type { IncomingHttpHeaders } from 'node:http';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ExchangeEnd, ExchangeObserver, ExchangeRequest, ObserveExchange } from '../exchange';

const nobody: ExchangeObserver = {
  requestChunk: () => undefined,
  response: () => undefined,
  responseChunk: () => undefined,
  end: () => undefined,
};

/** Returns an observer that cannot disturb the exchange. One that has thrown is asked no more. */
export function safeObserver(
  observe: ObserveExchange | undefined,
  request: ExchangeRequest,
  log: Log,
): ExchangeObserver {
  let observer: ExchangeObserver | undefined;
  const safely = (act: () => void) => {
    try {
      act();
    } catch (error) {
      observer = undefined;
      log.error('An exchange could not be observed', { error: messageOf(error) });
    }
  };
  safely(() => {
    observer = observe?.(request);
  });
  if (!observer) {
    return nobody;
  }
  return {
    requestChunk: chunk => safely(() => observer?.requestChunk(chunk)),
    response: (status: number, headers: IncomingHttpHeaders, at: number) =>
      safely(() => observer?.response(status, headers, at)),
    responseChunk: (chunk, at) => safely(() => observer?.responseChunk(chunk, at)),
    end: (end: ExchangeEnd, at) => safely(() => observer?.end(end, at)),
  };
}
