import type { RecordedCall } from '../../../src/contract/inspector/recordedCall';
import type { ModelCall } from '../../../src/contract/modelCalls';
import { answered, epoch } from '../gateway/observedExchange';

export interface RecordingScript {
  readonly id?: number;
  readonly key?: string;
  /** Request body: a value for JSON, or the text itself. */
  readonly body?: unknown;
  /** Text of the answer. */
  readonly answer?: string;
  readonly times?: readonly (readonly [number, number])[];
  readonly call?: Partial<ModelCall>;
}

/** A recorded call of a conversation; each `id` starts a minute after the one before. */
export function recording(script: RecordingScript = {}): RecordedCall {
  const { id = 1, key = `k-${id}`, body = { messages: [] }, times = [[0, 20]] } = script;
  const startedAt = epoch + id * 60_000;
  const answer = script.answer ?? answered({ input_tokens: id, output_tokens: 2 });
  return {
    version: 1,
    inspected: {
      ...{ key, source: 'gateway', unknown: [], hasBodies: true },
      call: {
        ...{ id, kind: 'main', rule: 'clientTools', stream: true, retry: 0, status: 200 },
        ...{ model: 'claude-test-1', startedAt, firstByteAt: startedAt + 10 },
        ...{ firstTokenAt: startedAt + 20, endedAt: startedAt + 40, end: 'complete' },
        ...{ stopReason: 'end_turn', messageId: `msg_${id}` },
        usage: { input: id, output: 2, cacheRead: 0, cacheWritten5m: 0, cacheWritten1h: 0 },
        ...script.call,
      },
    },
    request: {
      path: '/v1/messages?beta=true',
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      isCut: false,
    },
    response: {
      ...{ status: 200, headers: { 'content-type': 'text/event-stream' } },
      ...{ body: answer, times, isCut: false },
    },
  };
}
