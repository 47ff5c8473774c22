import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { asString, isObject } from '../../../base/json';
import type { ModelCallKind } from '../../../contract/modelCalls';
import type { CallRequest } from '../request/callRequest';
import { type CallClass, promptIn } from './callRules';

/**
 * Returns the CLI's session: from a header since 2.1.120, from the JSON in `metadata.user_id` in some
 * of these versions, and from the end of that text before.
 */
export function sessionOf(
  headers: IncomingHttpHeaders,
  userId: string | undefined,
): string | undefined {
  const header = headers['x-claude-code-session-id'];
  if (typeof header === 'string' && header !== '') {
    return header.slice(0, 100);
  }
  return userId === undefined ? undefined : sessionIn(userId)?.slice(0, 100);
}

function sessionIn(userId: string): string | undefined {
  if (!userId.startsWith('{')) {
    return /_session_([\w-]+)$/.exec(userId)?.[1];
  }
  try {
    const identity: unknown = JSON.parse(userId);
    return isObject(identity) ? asString(identity.session_id) : undefined;
  } catch {
    return undefined;
  }
}

/** Kinds whose calls each stand for themselves, although they may share a system prompt. */
const single: ReadonlySet<ModelCallKind> = new Set([
  ...(['title', 'topic', 'commandCheck', 'webFetch', 'webSearch'] as const),
  ...(['warmup', 'quota', 'countTokens', 'other'] as const),
]);

/** Returns whether calls of a kind take up where the previous one ended. */
export function continuesConversation(kind: ModelCallKind): boolean {
  return !single.has(kind);
}

/** Calls with the same key continue each other and can share a cache. */
export function conversationKey(
  session: string | undefined,
  { kind, agent }: CallClass,
  request: CallRequest,
): string {
  const prompt = kind === 'subagent' && !agent?.id ? digestOf(promptIn(request.firstTexts)) : '';
  return [session ?? '', kind, agent?.id ?? prompt].join('\n');
}

function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
