import { isObject } from '../../base/json';
import type { ConversationEvent, TurnOutcome } from '../../contract/events';
import type { Prompt } from '../../contract/prompts';
import type { PermissionAnswer } from '../../protocol/agentSource';
import type { StoredMessage } from './journal';

/** Versions that give a message an id of their own are known by text and time. */
export function holdsMessage(
  said: readonly ConversationEvent[],
  { id, text, at }: StoredMessage,
): boolean {
  return said.some(
    event =>
      event.type === 'prompt.sent' &&
      (event.messageId === id || (event.text === text && event.at >= at)),
  );
}

/** The stored session's last turn was not stopped by the user: its window went away. */
export function endedByReload(said: readonly ConversationEvent[]): readonly ConversationEvent[] {
  return lastTurn(said, { kind: 'lost', message: 'The turn was interrupted by the reload.' });
}

/** Nobody may have stopped it at all. */
export function readElsewhere(said: readonly ConversationEvent[]): readonly ConversationEvent[] {
  return lastTurn(said, { kind: 'elsewhere' });
}

/** What has no end in the store reads as interrupted. */
function lastTurn(
  said: readonly ConversationEvent[],
  outcome: TurnOutcome,
): readonly ConversationEvent[] {
  const last = said.findLastIndex(event => event.type === 'turn.ended');
  return said.map((event, index) =>
    index === last && event.type === 'turn.ended' && event.outcome.kind === 'interrupted'
      ? { ...event, outcome }
      : event,
  );
}

/** What the agent is told of an answer to a call whose process is gone. */
export function resumingText({ kind, call }: Prompt, decision: PermissionAnswer): string {
  const name = call.tool;
  if (decision.kind === 'deny') {
    return `The interrupted ${name} call is denied. ${decision.message}`;
  }
  const { answers } = decision.input;
  if (kind !== 'question' || !isObject(answers)) {
    return `Continue; the interrupted ${name} call is allowed.`;
  }
  // In words as well: the agent may go on without asking once more.
  const lines = Object.entries(answers).map(([question, answer]) => `\n${question}: ${answer}`);
  return `Continue; the interrupted ${name} call is answered:${lines.join('')}`;
}
