import { setImmediate } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import { isObject, parsedJson } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import * as z from '../../../base/schema';
import type { RecordedExchange } from '../../../contract/inspector/recordedCall';
import {
  type ImportedCalls,
  longestTime,
  mostCalls,
  orderedTimes,
  Problems,
} from './importedCalls';
import { type Mask, maskedRequest, maskedResponse } from './masked';

const headers = z.array(z.object({ name: z.string(), value: z.string() }));

const entry = z.object({
  startedDateTime: z.string(),
  time: z.optional(z.nullable(z.number())),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    postData: z.optional(z.object({ text: z.optional(z.string()) })),
  }),
  response: z.object({
    status: z.number().check(z.minimum(-1), z.maximum(999)),
    headers,
    content: z.object({
      mimeType: z.optional(z.string()),
      text: z.optional(z.string()),
      encoding: z.optional(z.string()),
    }),
  }),
  timings: z.optional(
    z.looseObject({ send: z.optional(z.number()), wait: z.optional(z.number()) }),
  ),
  _times: z.optional(z.array(z.tuple([z.number(), z.number()])).check(z.maxLength(5_000))),
  _end: z.optional(z.enum(['complete', 'clientClosed', 'upstreamFailed', 'timedOut', 'refused'])),
  _requestCut: z.optional(z.boolean()),
  _responseCut: z.optional(z.boolean()),
});
type Entry = z.infer<typeof entry>;

/**
 * Reads calls of the Messages API from an HTTP archive, of whatever program. Others have their turn
 * between two calls.
 * @throws UserError `inspector.noArchive`; the signal's reason
 */
export async function readHar(
  text: string,
  { mask, signal }: { readonly mask: Mask; readonly signal?: AbortSignal },
): Promise<ImportedCalls> {
  const problems = new Problems(mask);
  const exchanges: RecordedExchange[] = [];
  let skipped = 0;
  for (const [index, value] of entriesIn(text).entries()) {
    if (!isModelCall(value)) {
      skipped += 1;
    } else if (exchanges.length >= mostCalls) {
      problems.add(index + 1, l10n.t('There are more than {0} calls.', mostCalls));
    } else {
      await setImmediate();
      signal?.throwIfAborted();
      const parsed = z.safeParse(entry, value);
      const exchange = parsed.success ? exchangeOf(parsed.data, mask) : undefined;
      if (exchange) {
        exchanges.push(exchange);
      } else {
        problems.add(index + 1, entryProblem(parsed.error));
      }
    }
  }
  exchanges.sort((one, other) => one.startedAt - other.startedAt);
  const { list, omitted } = problems;
  return { calls: [], exchanges, skipped, problems: list, omittedProblems: omitted };
}

function entriesIn(text: string): readonly unknown[] {
  const archive = parsedJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
  const log = isObject(archive) ? archive.log : undefined;
  if (isObject(log) && Array.isArray(log.entries)) {
    return log.entries;
  }
  throw new UserError(
    'inspector.noArchive',
    l10n.t(
      'This file is not an HTTP archive. Choose a .har file, or a .jsonl file exported by Tandem.',
    ),
  );
}

function isModelCall(value: unknown): boolean {
  const request = isObject(value) && isObject(value.request) ? value.request : {};
  return (
    request.method === 'POST' &&
    typeof request.url === 'string' &&
    /\/v1\/messages(?:\/count_tokens)?\/?(?:[?#]|$)/.test(request.url.slice(0, 10_000))
  );
}

function exchangeOf(value: Entry, mask: Mask): RecordedExchange | undefined {
  const { request, response, timings } = value;
  const startedAt = Date.parse(value.startedDateTime);
  const body = request.postData?.text;
  if (!Number.isFinite(startedAt) || body === undefined) {
    return undefined;
  }
  const { status, content } = response;
  const text =
    content.encoding === 'base64'
      ? Buffer.from(content.text ?? '', 'base64').toString('utf8')
      : (content.text ?? '');
  const wait = boundedTime((timings?.send ?? 0) + (timings?.wait ?? 0));
  const times = orderedTimes(value._times ?? [], text.length);
  const recorded = {
    status,
    headers: { ...omitUndefined({ 'content-type': content.mimeType }), ...headersOf(response) },
    body: text,
    times: times.length > 0 ? times : [[0, wait] as const],
    isCut: value._responseCut ?? false,
  };
  return {
    startedAt,
    endedAt: startedAt + Math.max(wait, boundedTime(value.time ?? 0)),
    end: value._end ?? (status > 0 ? 'complete' : 'upstreamFailed'),
    request: maskedRequest(
      {
        path: pathOf(request.url),
        headers: headersOf(request),
        body,
        isCut: value._requestCut ?? false,
      },
      mask,
    ),
    ...(status > 0 ? { response: maskedResponse(recorded, mask) } : {}),
  };
}

/** Sums of huge numbers are no times any more. */
function boundedTime(ms: number): number {
  return Math.min(Math.max(0, ms), longestTime);
}

function headersOf(message: { readonly headers: z.infer<typeof headers> }) {
  return Object.fromEntries(message.headers.map(({ name, value }) => [name.toLowerCase(), value]));
}

/** Archives have whole addresses, of which the host may be anything. */
function pathOf(url: string): string {
  return /\/v1\/messages[\s\S]*$/.exec(url.slice(0, 10_000))?.[0] ?? '/v1/messages';
}

function entryProblem(error: z.core.$ZodError | undefined): string {
  const issue = error?.issues[0];
  return issue
    ? l10n.t('{0}: {1}.', issue.path.map(String).join('.'), issue.message)
    : l10n.t('The request has no content, or no time.');
}
