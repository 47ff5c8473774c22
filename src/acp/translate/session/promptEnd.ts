import * as l10n from '@vscode/l10n';
import { asNumber, asString, isObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import * as z from '../../../base/schema';
import type { ErrorReason, TurnOutcome } from '../../../contract/events';
import type { TurnUsage } from '../../../contract/usage';
import { errorByStatus } from '../../../protocol/errorByStatus';
import { lenient, number, text } from '../../../protocol/lenient';
import { boundedText } from '../text/foreignText';

/** How `session/prompt` ended. `error`: a JSON-RPC error, or what the library threw. */
export type PromptEnd =
  | { readonly kind: 'answered'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'lost'; readonly message: string };

const resultSchema = z.object({
  stopReason: text,
  usage: lenient(
    z.object({
      inputTokens: number,
      outputTokens: number,
      cachedReadTokens: number,
      cachedWriteTokens: number,
      thoughtTokens: number,
    }),
  ),
});

/** @param agentTitle for messages that speak of the agent */
export function outcomeOf(end: PromptEnd, agentTitle: string): TurnOutcome {
  switch (end.kind) {
    case 'lost':
      return { kind: 'lost', message: end.message };
    case 'failed':
      return failureOf(end.error, agentTitle);
    case 'answered':
      return stopOf(resultSchema.safeParse(end.result).data?.stopReason, agentTitle);
  }
}

function stopOf(reason: string | undefined, agentTitle: string): TurnOutcome {
  switch (reason) {
    case 'cancelled':
      return { kind: 'interrupted' };
    case 'max_turn_requests':
      return { kind: 'maxTurns' };
    case 'max_tokens':
      return error(
        'execution',
        l10n.t('{0} stopped: the answer reached the token limit.', agentTitle),
      );
    case 'refusal':
      return error('execution', l10n.t('{0} declined to continue with this message.', agentTitle));
    default:
      return { kind: 'completed' };
  }
}

function error(reason: ErrorReason, message: string): TurnOutcome {
  return { kind: 'error', reason, message };
}

/** Codes of the protocol, see https://agentclientprotocol.com/protocol/schema. */
const authRequired = -32_000;
const notFound = -32_002;
const cancelled = -32_800;

function failureOf(thrown: unknown, agentTitle: string): TurnOutcome {
  const wire = isObject(thrown) ? thrown : {};
  const message = thrown instanceof Error ? thrown.message : asString(wire.message);
  const code = asNumber(wire.code);
  const data = isObject(wire.data) ? wire.data : {};
  if (code === cancelled) {
    return { kind: 'interrupted' };
  }
  const detail = asString(data.message) ?? asString(data.details) ?? asString(wire.data);
  const isVague = message === undefined || /^Internal error$/i.test(message);
  const words = boundedText((isVague ? detail : undefined) ?? message ?? '').trim();
  const status = asNumber(data.status) ?? asNumber(data.statusCode) ?? asNumber(data.httpStatus);
  const kind = asString(data.errorKind) ?? asString(data.error) ?? '';
  return omitUndefined({
    kind: 'error' as const,
    reason: reasonOf(code, kind, status, words),
    message: words === '' ? l10n.t('{0} reported an error without a message.', agentTitle) : words,
    status,
  });
}

/** Names of errors that adapters pass on from the model's API. */
const reasonsByKind: Readonly<Record<string, ErrorReason>> = {
  authentication_failed: 'authentication',
  authentication_error: 'authentication',
  auth_required: 'authentication',
  oauth_org_not_allowed: 'authentication',
  permission_error: 'authentication',
  billing_error: 'billing',
  rate_limit: 'rateLimit',
  rate_limit_error: 'rateLimit',
  usage_limit: 'usageLimit',
  usage_limit_reached: 'usageLimit',
  quota_exceeded: 'usageLimit',
  model_not_found: 'modelNotFound',
  not_found_error: 'modelNotFound',
  max_output_tokens: 'promptTooLong',
  prompt_too_long: 'promptTooLong',
  request_too_large: 'requestTooLarge',
  overloaded: 'overloaded',
  overloaded_error: 'overloaded',
  network_error: 'connection',
  connection_error: 'connection',
  timeout: 'connection',
};

/** Names that stand for errors of several kinds: the status and the words say more. */
const vagueKinds: Readonly<Record<string, ErrorReason>> = {
  invalid_request: 'invalidRequest',
  invalid_request_error: 'invalidRequest',
  server_error: 'server',
  api_error: 'server',
};

function reasonOf(
  code: number | undefined,
  kind: string,
  status: number | undefined,
  message: string,
): ErrorReason {
  if (code === authRequired) {
    return 'authentication';
  }
  const told = status ?? statusIn(message);
  return (
    named(reasonsByKind, kind) ??
    (told === undefined ? undefined : errorByStatus(told)) ??
    (code === notFound ? 'execution' : undefined) ??
    byWords(message) ??
    named(vagueKinds, kind) ??
    'unknown'
  );
}

function statusIn(message: string): number | undefined {
  const [, status] = /\b(?:API Error|status(?: code)?|HTTP)[ :]+(\d{3})\b/i.exec(message) ?? [];
  return status === undefined ? undefined : Number(status);
}

function named(
  reasons: Readonly<Record<string, ErrorReason>>,
  kind: string,
): ErrorReason | undefined {
  return Object.hasOwn(reasons, kind) ? reasons[kind] : undefined;
}

function byWords(message: string): ErrorReason | undefined {
  if (/\b(?:api key|not logged in|unauthorized|authenticat)/i.test(message)) {
    return 'authentication';
  }
  const lost =
    /\b(?:ECONN\w+|ENOTFOUND|ETIMEDOUT|fetch failed|socket hang up|timed out|connection closed)\b/i;
  return lost.test(message) ? 'connection' : undefined;
}

/** Reads the tokens of a turn; `undefined` if the agent reports none. */
export function usageOf(end: PromptEnd): TurnUsage | undefined {
  const usage =
    end.kind === 'answered' ? resultSchema.safeParse(end.result).data?.usage : undefined;
  const count = (value: number | undefined) =>
    value !== undefined && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
  const main = {
    input: count(usage?.inputTokens),
    output: count(usage?.outputTokens),
    cacheWritten: count(usage?.cachedWriteTokens),
    cacheRead: count(usage?.cachedReadTokens),
  };
  return Object.values(main).some(value => value > 0) ? { main } : undefined;
}
