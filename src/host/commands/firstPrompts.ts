import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import type { PromptId } from '../../contract/ids';
import type { Prompt } from '../../contract/prompts';
import { Steady } from './steady';
import { type OpenChats, type PromptTarget, promptTarget, waitingPrompt } from './targets';

const kinds = ['permission', 'question', 'plan', 'elicitation'] as const;

/**
 * Finds the prompts that commands answer. Without an id that is the oldest one, but not just after
 * it has become so: the key may be meant for the one before, which was withdrawn in the meantime.
 */
export class FirstPrompts {
  private readonly firsts: { readonly [K in Prompt['kind']]: Steady<PromptId> };

  constructor(
    private readonly open: OpenChats,
    clock: Pick<Clock, 'now'>,
  ) {
    const steady = () => new Steady<PromptId>(clock);
    this.firsts = {
      ...{ permission: steady(), question: steady() },
      ...{ plan: steady(), elicitation: steady() },
    };
    this.note();
  }

  /** Records the prompts that come first; call it when prompts or the chat in front may differ. */
  note(): void {
    for (const kind of kinds) {
      this.firsts[kind].note(this.first(kind));
    }
  }

  /**
   * @param id whatever a command was given; anything but a text means the oldest prompt
   * @throws UserError `prompt.none` if no such prompt is waiting, `prompt.changed` if another one
   *   was the oldest until just now
   */
  target<K extends Prompt['kind']>(
    kind: K,
    id: unknown,
  ): PromptTarget<Extract<Prompt, { kind: K }>> {
    const isSteady = this.firsts[kind].has(this.first(kind));
    const target = promptTarget(this.open, kind, id);
    if (typeof id !== 'string' && !isSteady) {
      throw changedJustNow();
    }
    return target;
  }

  private first(kind: Prompt['kind']): PromptId | undefined {
    return waitingPrompt(this.open, kind, undefined)?.prompt.id;
  }
}

/** Creates the error for an answer that may be meant for the question before. */
export function changedJustNow(): UserError {
  return new UserError(
    'prompt.changed',
    l10n.t('A different question came first just now. Look at it, then answer.'),
  );
}
