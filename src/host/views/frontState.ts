import type { Conversation } from '../../contract/conversation';

interface HasConversation {
  readonly conversation: Conversation;
}

interface FrontState {
  /** Conversation that the views show. */
  readonly conversation: Conversation | undefined;
  /** Number of waiting prompts in all conversations. */
  readonly waiting: number;
  /** Whether Stop applies to the conversation in front. */
  readonly isWorking: boolean;
}

/**
 * Returns what the views of one conversation show: the one in front, but prompts of all.
 * @param all conversations that are open in this window
 */
export function frontState(
  active: HasConversation | undefined,
  all: readonly HasConversation[],
): FrontState {
  const conversation = active?.conversation;
  const waiting = all.reduce((sum, one) => sum + one.conversation.summary.waiting.length, 0);
  const phase = conversation?.summary.agent.phase;
  const isWorking = phase === 'working' || phase === 'waiting' || phase === 'starting';
  return { conversation, waiting, isWorking };
}
