import { setImmediate } from 'node:timers/promises';
import { characterAt } from '../../base/wholeCharacters';
import type { RecordedExchange } from '../../contract/inspector/recordedCall';
import type { CallGap, ModelCall } from '../../contract/modelCalls';
import { CallLog } from './callLog';

export interface RecountOptions {
  /** Receives errors of the accounting itself. */
  onError(error: unknown): void;
  readonly signal?: AbortSignal;
}

/**
 * Counts recorded calls as if they were made now, one after the other. The figures are then those of
 * calls that the gateway has seen.
 * @param exchanges oldest first
 * @returns their calls in the same order; undefined for what is no call of the Messages API
 * @throws the signal's reason
 */
export async function recount(
  exchanges: readonly RecordedExchange[],
  { onError, signal }: RecountOptions,
): Promise<readonly (ModelCall | undefined)[]> {
  const log = new CallLog({ limit: 1, onError });
  const calls: (ModelCall | undefined)[] = [];
  try {
    for (const [index, exchange] of exchanges.entries()) {
      signal?.throwIfAborted();
      calls.push(await counted(log, index + 1, exchange));
      // A long log must not hold up the host.
      await setImmediate();
    }
  } finally {
    log.dispose();
  }
  return calls;
}

async function counted(
  log: CallLog,
  id: number,
  { request, response, startedAt, endedAt, end }: RecordedExchange,
): Promise<ModelCall | undefined> {
  const { path, headers } = request;
  const observer = log.observe({ id, method: 'POST', path, headers, at: startedAt });
  if (!observer) {
    return undefined;
  }
  const finished = new Promise<ModelCall>(resolve => {
    const listener = log.onFinished(call => {
      listener.dispose();
      resolve(call);
    });
  });
  observer.requestChunk(Buffer.from(request.body));
  if (response) {
    const { status, body, times } = response;
    // The text is decoded, whatever the header said.
    const { 'content-encoding': _, ...rest } = response.headers;
    observer.response(status, rest, startedAt + (times[0]?.[1] ?? endedAt - startedAt));
    const starts: typeof times = times.length > 0 ? times : [[0, endedAt - startedAt]];
    for (const [index, [offset, ms]] of starts.entries()) {
      const to = characterAt(body, starts[index + 1]?.[0] ?? body.length);
      const from = index === 0 ? 0 : characterAt(body, offset);
      if (to > from) {
        observer.responseChunk(Buffer.from(body.slice(from, to)), startedAt + ms);
      }
    }
  }
  observer.end(end, endedAt);
  const call = await finished;
  const gaps = new Set<CallGap>(call.gaps);
  if (request.isCut) {
    gaps.add('requestCut');
  }
  if (response?.isCut) {
    gaps.add('answerCut');
  }
  return gaps.size > 0 ? { ...call, gaps: [...gaps] } : call;
}
