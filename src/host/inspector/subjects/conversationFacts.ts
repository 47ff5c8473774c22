import type { Conversation, Turn } from '../../../contract/conversation';
import type { ToolRun, TurnFacts } from '../../../contract/inspector/recordedCall';
import type { Channel } from '../../../core/conversation/channel';
import { toolRuns, turnFacts } from '../../../core/inspector/history/conversationFacts';
import { emptyConversation } from '../../../transcript/emptyConversation';

export interface ConversationFacts {
  readonly turns: readonly TurnFacts[];
  readonly tools: readonly ToolRun[];
}

/** Earlier turns that are looked at; older ones have no place on the time axis. */
const mostTurns = 2_000;

export function factsOf(conversation: Conversation): ConversationFacts {
  return { turns: turnFacts(conversation), tools: toolRuns(conversation) };
}

/**
 * Reads the turns of a conversation that are not loaded, one by one, and keeps what matters here.
 * @throws UserError if they cannot be read
 */
export async function earlierFacts({
  conversation,
  history,
}: Pick<Channel, 'conversation' | 'history'>): Promise<ConversationFacts> {
  const { first, hasEarlier, turns, open } = conversation;
  const oldest = (turns[0] ?? open)?.id;
  if (!hasEarlier || oldest === undefined) {
    return { turns: [], tools: [] };
  }
  const found: ConversationFacts[] = [];
  for await (const turn of history.turns()) {
    if (turn.id === oldest) {
      break;
    }
    found.push(factsOf(alone(turn)));
    if (found.length > mostTurns) {
      found.shift();
    }
  }
  // Only now is it known how many there are, from which their places follow.
  const placed = found.map((facts, index) => at(facts, first - found.length + index));
  return {
    turns: placed.flatMap(facts => facts.turns),
    tools: placed.flatMap(facts => facts.tools),
  };
}

/** Joins facts; of the same turn, the later ones count. */
export function joinedFacts(
  earlier: ConversationFacts,
  later: ConversationFacts,
): ConversationFacts {
  const known = new Set(later.turns.map(({ turn }) => turn));
  const isNew = ({ turn }: { readonly turn: number }) => !known.has(turn);
  return {
    turns: [...earlier.turns.filter(isNew), ...later.turns],
    tools: [...earlier.tools.filter(isNew), ...later.tools],
  };
}

function alone(turn: Turn): Conversation {
  return { ...emptyConversation, turns: [turn] };
}

function at({ turns, tools }: ConversationFacts, turn: number): ConversationFacts {
  return {
    turns: turns.map(facts => ({ ...facts, turn })),
    tools: tools.map(run => ({ ...run, turn })),
  };
}
