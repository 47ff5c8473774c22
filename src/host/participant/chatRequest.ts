import type { Channel } from '../../core/conversation/channel';
import type { Reply } from '../nativeText/reply';
import type { ChatRequestText } from './requestMessage';
import type { PastTurn, ResponseNote } from './responseNote';

/** Request to the participant, with what VS Code knows of the chat before it. */
export interface ChatRequest extends ChatRequestText {
  /** Slash command of the participant that was chosen. */
  readonly command?: string | undefined;
  readonly history: readonly PastTurn[];
}

/** Result of a request, as VS Code keeps it. */
export interface ChatResponse {
  readonly note?: ResponseNote;
  /** Shown as the error of the response. */
  readonly problem?: string;
}

/** Where a request goes: on to the agent, or nowhere, because a command has answered it. */
export type Routed =
  | { readonly kind: 'send'; readonly channel: Channel }
  | { readonly kind: 'done'; readonly response: ChatResponse };

/** Answers one of the participant's slash commands. */
export type SlashCommand = (request: ChatRequest, reply: Reply) => Promise<Routed>;

/** Names the conversation for the next request. */
export function noteOf({ id, record, cwd }: Channel): ResponseNote {
  return { channelId: id, sessionId: record.sessionId, cwd };
}
