import type { ModelChoice } from '../../contract/choices';
import type { PermissionMode } from '../../contract/content';
import type { ConversationEvent } from '../../contract/events';
import { isSameModel } from './modelCommand';
import type { StoredPrompt } from './permissionBroker';
import type { RecordKeeper } from './recordKeeper';

/** Present state of the conversation, as far as its record has it. */
interface Followed {
  waiting(): readonly StoredPrompt[];
  /** Returns the user's mode, also while a message has borrowed another. */
  ownMode(): PermissionMode;
}

/** Updates the record with facts from events that the next process must know. */
export function followRecord(
  event: ConversationEvent,
  keeper: RecordKeeper,
  { waiting, ownMode }: Followed,
): void {
  const { sessionId, costUsd } = keeper.current;
  switch (event.type) {
    case 'prompt.opened':
    case 'prompt.closed':
      keeper.save({ prompts: waiting() });
      return;
    case 'prompt.sent':
      if (keeper.current.temporary === 'empty') {
        keeper.save({ temporary: 'said' });
      }
      return;
    case 'conversation.cleared':
      // The fork origin is forgotten with everything else.
      keeper.forget('fork');
      keeper.forget('rewound');
      keeper.forget('fallbackTitle');
      // Another session begins, and these permissions were for the last one.
      keeper.forget('granted');
      keeper.forget('ownModel');
      keeper.forget('sideQuestions');
      return;
    case 'session.changed':
      if (event.sessionId && event.sessionId !== sessionId) {
        keeper.save({ sessionId: event.sessionId });
      }
      return;
    case 'usage.changed':
      if (event.usage.costUsd !== undefined && event.usage.costUsd !== costUsd) {
        keeper.save({ costUsd: event.usage.costUsd });
      }
      return;
    case 'settings.changed':
      if (event.settings.mode) {
        rememberMode(ownMode(), keeper);
      }
      return;
    default:
      return;
  }
}

/** Saves the mode that the agent has switched to, so that the next process starts in it. */
function rememberMode(mode: PermissionMode, keeper: RecordKeeper): void {
  const { picks } = keeper.current;
  if (picks.mode && picks.mode !== mode) {
    keeper.save({ picks: { ...picks, mode } });
  }
}

/**
 * Saves the model that the agent of a live process goes on with, also in its next process.
 * @param models by which an alias and an id are known to be the same
 */
export function rememberModel(
  event: ConversationEvent,
  keeper: RecordKeeper,
  models: readonly ModelChoice[],
): void {
  const { model: before, source } = keeper.current;
  const { model } = event.type === 'settings.changed' ? event.settings : {};
  // A starting process says "default" for whichever model it will use.
  if (source !== undefined || model === undefined || model === 'default') {
    return;
  }
  if (before === undefined || !isSameModel(model, before, models)) {
    keeper.save({ model });
  }
}

/**
 * Forgets the user's own model when a turn of a live process has brought an answer by it: from then
 * on, the session itself names it last.
 * @param isBorrowed whether the turn had a model that its message has borrowed
 */
export function forgetOwnModel(
  event: ConversationEvent,
  keeper: RecordKeeper,
  isBorrowed: boolean,
): void {
  const isAnswered =
    event.type === 'turn.ended' &&
    event.outcome.kind === 'completed' &&
    (event.usage?.main.output ?? 0) > 0;
  if (isAnswered && !isBorrowed) {
    keeper.forget('ownModel');
  }
}
