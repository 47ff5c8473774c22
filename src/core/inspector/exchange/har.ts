import { STATUS_CODES } from 'node:http';
import { isCalendarTime } from '../../../base/calendar';
import type {
  RecordedCall,
  RecordedRequest,
  RecordedResponse,
} from '../../../contract/inspector/recordedCall';
import type { ModelCall } from '../../../contract/modelCalls';
import { listed } from '../anatomy/requestAnatomy';
import type { CallSequence } from './jsonl';
import { type Mask, maskedRecording } from './masked';
import { usualOrigin } from './usualOrigin';

export interface HarOptions {
  readonly mask: Mask;
  /** Version of Tandem. */
  readonly version: string;
  /** Address of the API, which recordings do not have. */
  readonly origin?: string;
}

/** Format of all sizes that are not known. */
const unknown = -1;

/**
 * Yields an HTTP archive of calls, piece by piece. Answers are decoded text.
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export async function* harOf(
  calls: CallSequence,
  { mask, version, origin = usualOrigin }: HarOptions,
): AsyncGenerator<string> {
  const creator = JSON.stringify({ name: 'Tandem', version });
  yield `{"log":{"version":"1.2","creator":${creator},"pages":[],"entries":[`;
  let separator = '\n';
  for await (const call of calls) {
    yield separator + JSON.stringify(entryOf(maskedRecording(call, mask), origin));
    separator = ',\n';
  }
  yield '\n]}}\n';
}

function entryOf({ inspected, request, response }: RecordedCall, origin: string): object {
  const { call } = inspected;
  const { send, wait, receive } = timingsOf(call);
  return {
    startedDateTime: isoTime(call.startedAt),
    time: send + wait + receive,
    request: requestOf(request, call, origin),
    response: responseOf(response, call),
    cache: {},
    timings: {
      blocked: unknown,
      dns: unknown,
      connect: unknown,
      send,
      wait,
      receive,
      ssl: unknown,
    },
    ...(request ? {} : { comment: 'The content of this call was not recorded.' }),
    ...(response ? { _times: response.times } : {}),
    _end: call.end ?? 'complete',
    ...cutNote(request, response),
  };
}

function requestOf(request: RecordedRequest | undefined, call: ModelCall, origin: string): object {
  const isCount = call.kind === 'countTokens' && call.rule === 'countPath';
  const path = request?.path ?? (isCount ? '/v1/messages/count_tokens' : '/v1/messages');
  const query = path.split('?')[1];
  return {
    method: 'POST',
    url: `${origin}${path}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listed(request?.headers ?? {}),
    queryString: [...new URLSearchParams(query ?? '')].map(([name, value]) => ({ name, value })),
    ...(request ? { postData: { mimeType: 'application/json', text: request.body } } : {}),
    headersSize: unknown,
    bodySize: request ? Buffer.byteLength(request.body) : unknown,
  };
}

function responseOf(response: RecordedResponse | undefined, call: ModelCall): object {
  const status = response?.status ?? call.status ?? 0;
  const mimeType = response?.headers['content-type'] ?? (call.stream ? 'text/event-stream' : '');
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listed(response?.headers ?? {}),
    content: response
      ? { size: Buffer.byteLength(response.body), mimeType, text: response.body }
      : { size: 0, mimeType },
    redirectURL: '',
    headersSize: unknown,
    bodySize: unknown,
  };
}

function timingsOf({ startedAt, firstByteAt, endedAt }: ModelCall) {
  const end = Math.max(startedAt, endedAt ?? firstByteAt ?? startedAt);
  const first = Math.min(end, Math.max(startedAt, firstByteAt ?? end));
  return { send: 0, wait: first - startedAt, receive: end - first };
}

function cutNote(
  request: RecordedRequest | undefined,
  response: RecordedResponse | undefined,
): object {
  return {
    ...(request?.isCut ? { _requestCut: true } : {}),
    ...(response?.isCut ? { _responseCut: true } : {}),
  };
}

/** Times of imported logs may be any number. */
function isoTime(at: number): string {
  return new Date(isCalendarTime(at) ? at : 0).toISOString();
}
