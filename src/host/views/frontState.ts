import type { Conversation } from '../../contract/conversation';
import type { Prompt } from '../../contract/prompts';

interface HasConversation {
  readonly conversation: Conversation;
}

interface FrontState {
  /** Conversation that the views show. */
  readonly conversation: Conversation | undefined;
  /** Number of waiting prompts in all conversations. */
  readonly waiting: number;
  /** Kinds of the prompts that wait in the conversation in front, or in all if there is none. */
  readonly kinds: ReadonlySet<Prompt['kind']>;
  /** Whether Stop applies to the conversation in front. */
  readonly isWorking: boolean;
}

/**
 * Returns what the views of one conversation show: the one in front, and the number of prompts of all.
 * @param all conversations that are open in this window
 */
export function frontState(
  active: HasConversation | undefined,
  all: readonly HasConversation[],
): FrontState {
  const conversation = active?.conversation;
  const waiting = all.flatMap(one => one.conversation.summary.waiting);
  const phase = conversation?.summary.agent.phase;
  const isWorking = phase === 'working' || phase === 'waiting' || phase === 'starting';
  const asked = conversation ? conversation.summary.waiting : waiting;
  const kinds = new Set(asked.map(({ kind }) => kind));
  return { conversation, waiting: waiting.length, kinds, isWorking };
}
