import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type {
  CallAnswer,
  CallPrompt,
  OfferedAnswer,
  PermissionPrompt,
} from '../../contract/prompts';

/**
 * Replaces a plain yes or no, such as that of a command, by the foreign agent's own answer for it.
 * A denial that the agent does not offer stays one without an answer of its own.
 * @throws UserError `prompt.badAnswer` if the agent has no such answer: none that allows more is
 *   taken instead
 */
export function inOwnWords(prompt: CallPrompt, answer: CallAnswer): CallAnswer {
  const { offered } = prompt.kind === 'permission' ? prompt : {};
  if (!offered) {
    return answer;
  }
  switch (answer.kind) {
    case 'allowOnce':
    case 'allowAlways': {
      const chosen = offered.find(({ effect }) => effect === answer.kind);
      if (!chosen) {
        throw notOffered();
      }
      return { kind: 'offered', index: chosen.index };
    }
    case 'deny': {
      const chosen = offered.find(({ effect }) => effect === 'rejectOnce');
      return chosen ? { kind: 'offered', index: chosen.index } : answer;
    }
    default:
      return answer;
  }
}

/** @throws UserError `prompt.badAnswer` */
export function offeredAt({ offered = [] }: PermissionPrompt, index: number): OfferedAnswer {
  const chosen = offered.find(one => one.index === index);
  if (!chosen) {
    throw notOffered();
  }
  return chosen;
}

export function allowsCall({ effect }: OfferedAnswer): boolean {
  return effect === 'allowOnce' || effect === 'allowAlways';
}

function notOffered(): UserError {
  return new UserError(
    'prompt.badAnswer',
    l10n.t('This answer is not offered for the call. Choose another one in the conversation.'),
  );
}
