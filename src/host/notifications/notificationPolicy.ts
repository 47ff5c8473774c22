import type { Conversation } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { Prompt } from '../../contract/prompts';
import { isRunning } from '../../transcript/foldTasks';

/** Something of a conversation that a user who looks elsewhere wants to know. */
export type Occasion =
  /** A prompt waits. */
  | { readonly kind: 'waits'; readonly prompt: Prompt }
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly message: string };

export type NotificationSetting = 'never' | 'whenHidden' | 'always';

/** Milliseconds: who asked less than so long ago is still here. */
const shortTurn = 5_000;

/** Whether an event is worth a word at all. @param conversation with the event folded in */
export function occasionOf(
  event: ConversationEvent,
  { turns, summary }: Pick<Conversation, 'turns' | 'summary'>,
): Occasion | undefined {
  if (event.type === 'prompt.opened') {
    // One of before a reload waits in the conversation that the user opens.
    return event.prompt.interrupted ? undefined : { kind: 'waits', prompt: event.prompt };
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
    // It reacts to what runs in the background, perhaps to each line of it: an end is the news.
    const before = turns[index - 1]?.endedAt ?? 0;
    const isEnd = summary.tasks.some(
      ({ isBackground, endedAt }) => isBackground && endedAt !== undefined && endedAt >= before,
    );
    return isEnd || !summary.tasks.some(isRunning) ? { kind: 'finished' } : undefined;
  }
  return turn && at - turn.startedAt >= shortTurn ? { kind: 'finished' } : undefined;
}

export interface View {
  readonly isWindowFocused: boolean;
  /** A page that shows the conversation can be seen. */
  readonly isShown: boolean;
}

export function shallNotify(setting: NotificationSetting, view: View): boolean {
  switch (setting) {
    case 'never':
      return false;
    case 'whenHidden':
      return !view.isWindowFocused || !view.isShown;
    case 'always':
      return true;
  }
}
