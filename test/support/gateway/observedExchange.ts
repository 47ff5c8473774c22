import type { IncomingHttpHeaders } from 'node:http';
import { CallLog } from '../../../src/gateway/accounting/callLog';
import type { ExchangeEnd } from '../../../src/gateway/exchange';

export interface ScriptedExchange {
  readonly path?: string;
  readonly headers?: IncomingHttpHeaders;
  /** Request body: a value for JSON, or the bytes themselves. */
  readonly body?: unknown;
  readonly status?: number;
  readonly responseHeaders?: IncomingHttpHeaders;
  /** Chunks of the answer, in order. */
  readonly answer?: readonly (string | Buffer)[];
  /** Time of the request; the answer begins 10 ms later, and each chunk takes 1 ms. */
  readonly at?: number;
  readonly end?: ExchangeEnd;
  /** Bytes of a chunk of the request. Default: all. */
  readonly stride?: number;
}

/** Time of the first request, where a test does not say. */
export const epoch = Date.UTC(2026, 10, 25);

/** A log that fails the test if the accounting fails. */
export class StrictLog extends CallLog {
  readonly errors: unknown[] = [];
  private count = 0;

  constructor(limit?: number) {
    super({
      ...(limit === undefined ? {} : { limit }),
      onError: error => this.errors.push(error),
    });
  }

  /** Sends one exchange through the accounting and returns the call once it is counted. */
  async exchange(script: ScriptedExchange) {
    const { body = {}, status = 200, answer = [], at = epoch, end = 'complete' } = script;
    this.count += 1;
    const id = this.count;
    const observer = this.observe({
      id,
      method: 'POST',
      path: script.path ?? '/v1/messages?beta=true',
      headers: script.headers ?? {},
      at,
    });
    if (!observer) throw new Error('The log does not observe this');
    const finished = new Promise<void>(resolve => {
      const listener = this.onFinished(call => {
        if (call.id === id) {
          listener.dispose();
          resolve();
        }
      });
    });
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const stride = script.stride ?? Math.max(1, bytes.length);
    for (let from = 0; from < bytes.length; from += stride) {
      observer.requestChunk(bytes.subarray(from, from + stride));
    }
    if (answer.length > 0 || end === 'complete') {
      const headers = script.responseHeaders ?? { 'content-type': 'text/event-stream' };
      observer.response(status, headers, at + 10);
    }
    for (const [index, chunk] of answer.entries()) {
      observer.responseChunk(Buffer.from(chunk), at + 11 + index);
    }
    observer.end(end, at + 11 + answer.length);
    await finished;
    const call = this.calls.at(-1);
    if (call?.id !== id) throw new Error('The call was not counted');
    return call;
  }
}

/** Server-sent events as the API writes them. */
export function events(...all: readonly ({ type: string } & Record<string, unknown>)[]): string {
  return all.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** Events of a short answer with this usage. */
export function answered(usage: Record<string, unknown>, model = 'claude-test-1'): string {
  return events(
    { type: 'message_start', message: { id: 'msg_1', type: 'message', model, usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
    { type: 'message_stop' },
  );
}
