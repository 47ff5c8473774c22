import * as z from '../../base/schema';
import { type ChannelId, isSessionId, type MessageId, type SessionId } from '../../contract/ids';

/** Id of the participant, as in the manifest. */
export const participantId = 'tandem.chat';

/** Facts that a response keeps, so that the next request finds its conversation. JSON only. */
export interface ResponseNote {
  readonly channelId: ChannelId;
  readonly sessionId: SessionId;
  readonly cwd: string;
  /** Message that the request became; absent if it became none. */
  readonly messageId?: MessageId;
  /** Step that may follow. */
  readonly next?: NextStep;
}

/** `plan`: the agent plans. `go`: it stopped before the end. `review`: changes wait. */
export type NextStep = 'plan' | 'go' | 'review';

/** Part of VS Code's turns that says to which conversation they belong. */
export interface PastTurn {
  readonly participant: string;
  /** Text of a request. */
  readonly prompt?: string;
  /** Result of a response; empty if it was canceled. */
  readonly result?: { readonly metadata?: unknown };
}

const shape = z.object({
  channelId: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  sessionId: z.string(),
  cwd: z.string().check(z.minLength(1), z.maxLength(8_192)),
  messageId: z.optional(z.string()),
  next: z.optional(z.enum(['plan', 'go', 'review'])),
});

/** Reads what VS Code has stored; undefined if it is not what Tandem has written. */
export function readNote(metadata: unknown): ResponseNote | undefined {
  const parsed = z.safeParse(shape, metadata);
  const { data } = parsed;
  if (!data || !isSessionId(data.sessionId)) {
    return undefined;
  }
  const { messageId, next } = data;
  return {
    channelId: data.channelId as ChannelId,
    sessionId: data.sessionId,
    cwd: data.cwd,
    ...(messageId === undefined ? {} : { messageId: messageId as MessageId }),
    ...(next === undefined ? {} : { next }),
  };
}

/** Returns the notes of a chat's responses, newest first; undefined for those without one. */
export function notesOf(history: readonly PastTurn[]): readonly (ResponseNote | undefined)[] {
  return history
    .filter(({ participant, result }) => participant === participantId && result !== undefined)
    .map(({ result }) => readNote(result?.metadata))
    .reverse();
}
