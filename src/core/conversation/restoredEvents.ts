import * as l10n from '@vscode/l10n';
import { isObject } from '../../base/json';
import type { ConversationEvent, TurnOutcome } from '../../contract/events';
import type { CallPrompt } from '../../contract/prompts';
import type { PermissionAnswer } from '../../protocol/agentSource';
import type { StoredMessage } from './channelRecord';

/** Matches by text and time too, for agent versions that assign their own message ids. */
export function containsMessage(
  events: readonly ConversationEvent[],
  { id, text, agentText = text, at }: StoredMessage,
): boolean {
  return events.some(
    event =>
      event.type === 'prompt.sent' &&
      (event.messageId === id || (event.text === agentText && event.at >= at)),
  );
}

/**
 * Returns whether the stored session's last turn has no regular end. The record alone cannot tell:
 * a window may close before it has noted the end of a turn.
 */
export function endsCutShort(events: readonly ConversationEvent[]): boolean {
  const last = events.findLast(({ type }) => type === 'turn.started' || type === 'turn.ended');
  return last?.type !== 'turn.ended' || last.outcome.kind === 'interrupted';
}

/** Marks the stored session's last turn as interrupted by a reload: the user did not stop it. */
export function withReloadOutcome(
  events: readonly ConversationEvent[],
): readonly ConversationEvent[] {
  return withLastOutcome(events, {
    kind: 'lost',
    message: l10n.t('The turn was interrupted by the reload.'),
    isReload: true,
  });
}

/** Marks the last turn as possibly still running elsewhere, with its calls. */
export function withElsewhereOutcome(
  events: readonly ConversationEvent[],
): readonly ConversationEvent[] {
  const marked = withLastOutcome(events, { kind: 'elsewhere' });
  const end = marked.findLastIndex(event => event.type === 'turn.ended');
  // Around the turn's end, calls without a result are interrupted, as if their process were gone.
  const last = marked.findLastIndex((event, index) => index < end && !hasLostCall(event));
  return marked.filter((event, index) => index <= last || !hasLostCall(event));
}

function hasLostCall(event: ConversationEvent): boolean {
  return (
    event.type === 'tool.updated' &&
    event.call.status === 'interrupted' &&
    event.call.content.length === 0
  );
}

/** Replaces the last turn's outcome; a turn without a stored end reads as interrupted. */
function withLastOutcome(
  events: readonly ConversationEvent[],
  outcome: TurnOutcome,
): readonly ConversationEvent[] {
  const last = events.findLastIndex(event => event.type === 'turn.ended');
  return events.map((event, index) =>
    index === last && event.type === 'turn.ended' && event.outcome.kind === 'interrupted'
      ? { ...event, outcome }
      : event,
  );
}

/** Returns the message that gives the agent the answer to a call whose process is gone. */
export function resumingText({ kind, call }: CallPrompt, decision: PermissionAnswer): string {
  const name = call.tool;
  if (decision.kind === 'deny') {
    return `The interrupted ${name} call is denied. ${decision.message}`;
  }
  const { answers } = decision.input;
  if (kind !== 'question' || !isObject(answers)) {
    return `Continue; the interrupted ${name} call is allowed.`;
  }
  // Spelled out, because the agent may continue without asking again.
  const lines = Object.entries(answers).map(([question, answer]) => `\n${question}: ${answer}`);
  return `Continue; the interrupted ${name} call is answered:${lines.join('')}`;
}
