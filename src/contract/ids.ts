declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Ours: one conversation with at most one live agent process. */
export type ChannelId = Branded<'ChannelId'>;
/** The agent's; changes on /clear and fork. */
export type SessionId = Branded<'SessionId'>;
/** The agent's id of one tool call (`toolu_…`), the key of everything about it. */
export type ToolCallId = Branded<'ToolCallId'>;
/** The agent's id of a subagent or a command that runs. */
export type TaskId = Branded<'TaskId'>;
/** Ours: a permission, question or plan that waits for the user. */
export type PromptId = Branded<'PromptId'>;
/** Ours, a UUID; also the `uuid` of the user message on the wire. */
export type MessageId = Branded<'MessageId'>;
export type TurnId = Branded<'TurnId'>;
/** A value too large for a message to the page; fetched with `blob.read`. */
export type BlobId = Branded<'BlobId'>;

/** Whether this may be the id of a session: it becomes a part of a path. */
export function isSessionId(text: unknown): text is SessionId {
  return typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
