import { isObject } from '../../../src/base/json';
import type { RecordedCall } from '../../../src/contract/inspector/recordedCall';
import { type ModelRequest, parseModelRequest } from './modelRequest';
import { failure, type Reply } from './reply';
import type { ScriptedApi } from './scriptedApi';

interface Recorded {
  readonly request: ModelRequest;
  readonly reply: Reply;
}

/** Answers that a recorded log has, for an API that plays it. */
export interface RecordedReplies {
  /** Calls that nobody has made so far. */
  readonly unused: number;
  /** Requests for which the log has no answer; they get an error. */
  readonly missing: readonly ModelRequest[];
}

/**
 * Lets a scripted API answer from a recorded log, byte for byte. The first unused call with the same
 * prompt and round answers a request, else the next one of the same kind of conversation.
 */
export function recordedReplies(api: ScriptedApi, calls: readonly RecordedCall[]): RecordedReplies {
  const unused = recordedIn(calls);
  const missing: ModelRequest[] = [];
  api.on(
    () => true,
    request => {
      const at = placeFor(request, unused);
      const [found] = at < 0 ? [] : unused.splice(at, 1);
      if (!found) {
        missing.push(request);
        return failure(400, { message: 'The log has no answer to this.' });
      }
      return found.reply;
    },
  );
  return {
    get unused() {
      return unused.length;
    },
    missing,
  };
}

function placeFor(request: ModelRequest, unused: readonly Recorded[]): number {
  const isLike = (one: ModelRequest) =>
    one.conversation === request.conversation && one.stream === request.stream;
  const exact = unused.findIndex(
    ({ request: one }) =>
      isLike(one) && one.prompt === request.prompt && one.round === request.round,
  );
  return exact >= 0 ? exact : unused.findIndex(({ request: one }) => isLike(one));
}

function recordedIn(calls: readonly RecordedCall[]): Recorded[] {
  const delegated = new Set<string>();
  return calls.flatMap(({ request, response }, index) => {
    const body: unknown = request && JSON.parse(request.body);
    if (!isObject(body) || !request || !response || request.path.includes('count_tokens')) {
      return [];
    }
    const { status, headers } = response;
    const reply: Reply = { ...failure(status, { headers }), body: response.body };
    for (const prompt of delegatedIn(response.body)) delegated.add(prompt);
    return [{ request: parseModelRequest(index, request.headers, body, delegated), reply }];
  });
}

/** Prompts of subagents, by which old CLIs mark their requests. */
function delegatedIn(answer: string): string[] {
  const pieces = [...answer.matchAll(/"partial_json":"((?:[^"\\]|\\.)*)"/g)];
  const inputs = pieces.map(([, piece]) => JSON.parse(`"${piece}"`) as string).join('');
  return [...inputs.matchAll(/"prompt":"((?:[^"\\]|\\.)*)"/g)].map(([, prompt]) =>
    (JSON.parse(`"${prompt}"`) as string).trim(),
  );
}
