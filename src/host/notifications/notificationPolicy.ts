import type { Conversation } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { Prompt } from '../../contract/prompts';
import { isRunning } from '../../transcript/foldTasks';

/** An event that the user wants to know about while looking elsewhere. */
export type Occasion =
  /** A prompt is waiting. */
  | { readonly kind: 'waits'; readonly prompt: Prompt }
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly message: string };

export type NotificationSetting = 'never' | 'whenHidden' | 'always';

/** Milliseconds. A user who sent a message less than this ago is assumed to be present. */
const shortTurn = 5_000;

/**
 * Returns the occasion that an event is worth notifying about, if any.
 * @param conversation conversation with the event already applied
 */
export function occasionOf(
  event: ConversationEvent,
  { turns, summary }: Pick<Conversation, 'turns' | 'summary'>,
): Occasion | undefined {
  if (event.type === 'prompt.opened') {
    return isNew(event.prompt) ? { kind: 'waits', prompt: event.prompt } : undefined;
  }
  if (event.type !== 'turn.ended' || event.outcome.kind === 'interrupted') {
    return undefined;
  }
  const { outcome, at } = event;
  if (outcome.kind === 'error' || outcome.kind === 'lost') {
    return { kind: 'failed', message: outcome.message };
  }
  const index = turns.findLastIndex(({ endedAt }) => endedAt === at);
  const turn = turns[index];
  if (turn?.origin === 'agent') {
    // The agent may react to each line of a background task's output. Only a task's end is news.
    const before = turns[index - 1]?.endedAt ?? 0;
    const isEnd = summary.tasks.some(
      ({ isBackground, endedAt }) => isBackground && endedAt !== undefined && endedAt >= before,
    );
    return isEnd || !summary.tasks.some(isRunning) ? { kind: 'finished' } : undefined;
  }
  return turn && at - turn.startedAt >= shortTurn ? { kind: 'finished' } : undefined;
}

/**
 * A prompt from before a reload is visible as soon as the user opens the conversation. A server's
 * page that was opened has been seen.
 */
function isNew(prompt: Prompt): boolean {
  if (prompt.kind !== 'elicitation') {
    return prompt.interrupted === undefined;
  }
  return prompt.request.mode === 'form' || prompt.request.stage === undefined;
}

export interface View {
  readonly isWindowFocused: boolean;
  /** A page that shows the conversation is visible. */
  readonly isShown: boolean;
}

export function shouldNotify(setting: NotificationSetting, view: View): boolean {
  switch (setting) {
    case 'never':
      return false;
    case 'whenHidden':
      return !view.isWindowFocused || !view.isShown;
    case 'always':
      return true;
  }
}
