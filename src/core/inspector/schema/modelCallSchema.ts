import { isObject } from '../../../base/json';
import * as z from '../../../base/schema';
import {
  callRules,
  type ModelCall,
  modelCallKinds,
  type ToolGroupSize,
} from '../../../contract/modelCalls';
import { longestList, longestName } from './boundedCall';

/** Names and ids. */
const name = z.string().check(z.maxLength(longestName));
const amount = z.number().check(z.nonnegative());
const time = z.number();
const counts = z.record(name, amount);
const ttl = z.enum(['5m', '1h']);
/** Elements of lists that come from outside. */
const many = z.maxLength(longestList);

const place = z.object({
  part: z.enum(['tools', 'system', 'messages']),
  index: amount,
  block: z.optional(amount),
  name: z.optional(name),
});

const usage = z.object({
  ...{ input: amount, output: amount, cacheRead: amount },
  ...{ cacheWritten5m: amount, cacheWritten1h: amount },
});

const error = z.object({
  where: z.enum(['http', 'stream', 'transport']),
  type: z.optional(name),
  message: z.optional(name),
});

const answer = z.object({
  ...{ blocks: counts, tools: counts, citations: amount, pings: amount },
  thinkingTokens: z.optional(amount),
  serverRequests: z.optional(counts),
  unknown: z.optional(counts),
  malformed: z.optional(amount),
});

type NamedSize = ToolGroupSize['tools'][number];

/** By hand, because a stored call has a hundred of them, and thousands of calls are read at once. */
function isListOfSizes(value: unknown): value is readonly NamedSize[] {
  return (
    Array.isArray(value) &&
    value.length <= longestList &&
    value.every(
      (one: unknown) =>
        isObject(one) &&
        typeof one.name === 'string' &&
        one.name.length <= longestName &&
        Number.isFinite(one.bytes) &&
        Number(one.bytes) >= 0,
    )
  );
}

const sizes = z.object({
  ...{ system: amount, messages: amount, reminders: z.optional(amount), tokensPerByte: amount },
  tools: z
    .array(
      z.object({
        server: z.optional(name),
        bytes: amount,
        tools: z.custom<readonly NamedSize[]>(isListOfSizes),
      }),
    )
    .check(many),
  media: z.object({ count: amount, bytes: amount, estimatedTokens: amount }),
  basis: z.enum(['usage', 'rule']),
});

const change = z.object({
  how: z.enum(['changed', 'removed', 'added']),
  place,
  member: z.optional(name),
  character: z.optional(amount),
  wasCached: z.boolean(),
});

const since = z.object({
  ...{ previous: time, elapsed: time, expected: amount },
  lost: z.optional(amount),
  options: z.array(name).check(many),
  change: z.optional(change),
  expired: z.array(ttl).check(many),
  cause: z.optional(z.enum(['changed', 'expired', 'unknown'])),
});

const cache = z.object({
  breakpoints: z.array(z.object({ place, ttl })).check(many),
  since: z.optional(since),
  apiReason: z.optional(name),
});

const agent = z.object({ id: z.optional(name), name: z.optional(name) });

/** Call as it is stored and exported. Members that are not known here are left out. */
export const modelCall: z.ZodMiniType<ModelCall> = z.object({
  ...{ id: time, kind: z.enum(modelCallKinds), rule: z.enum(callRules) },
  agent: z.optional(agent),
  sessionId: z.optional(name),
  model: z.optional(name),
  stream: z.boolean(),
  effort: z.optional(name),
  status: z.optional(amount),
  startedAt: time,
  firstByteAt: z.optional(time),
  firstTokenAt: z.optional(time),
  endedAt: z.optional(time),
  end: z.optional(z.enum(['complete', 'clientClosed', 'upstreamFailed', 'timedOut', 'refused'])),
  usage: z.optional(usage),
  stopReason: z.optional(name),
  error: z.optional(error),
  requestId: z.optional(name),
  messageId: z.optional(name),
  retry: amount,
  streamed: z.optional(amount),
  answer: z.optional(answer),
  sizes: z.optional(sizes),
  cache: z.optional(cache),
  rateLimits: z.optional(z.record(name, name)),
  gaps: z.optional(
    z.array(z.enum(['requestCut', 'requestInvalid', 'answerCut', 'encoding'])).check(many),
  ),
}) as z.ZodMiniType<ModelCall>;
