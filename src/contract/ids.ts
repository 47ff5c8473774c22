declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Our id of a conversation, which has at most one live agent process. */
export type ChannelId = Branded<'ChannelId'>;
/** Agent's id of a session; changes on /clear and fork. */
export type SessionId = Branded<'SessionId'>;
/** Agent's id of a tool call (`toolu_…`), the key of everything about it. */
export type ToolCallId = Branded<'ToolCallId'>;
/** Agent's id of a subagent or of a running command. */
export type TaskId = Branded<'TaskId'>;
/** Our id of a permission request, question or plan that waits for the user. */
export type PromptId = Branded<'PromptId'>;
/** Our id of a message, a UUID; also the `uuid` of the user message on the wire. */
export type MessageId = Branded<'MessageId'>;
export type TurnId = Branded<'TurnId'>;
/** Id of a value too large for a message to the page; fetched with `blob.read`. */
export type BlobId = Branded<'BlobId'>;

/** Checks whether a text may be a session id, because it becomes part of a path. */
export function isSessionId(text: unknown): text is SessionId {
  return typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
