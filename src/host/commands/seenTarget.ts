import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { PermissionPrompt } from '../../contract/prompts';
import type { FirstPrompts } from './firstPrompts';
import type { PromptTarget } from './targets';

export interface SeenTargetDeps {
  readonly firsts: FirstPrompts;
  /** Brings the card of a prompt into view. */
  showPrompt(target: PromptTarget): Promise<void>;
}

/**
 * Finds the permission to allow. A command shows nothing of the request, so its card must have been
 * in view to its end; otherwise the card is shown instead.
 * @throws UserError `prompt.unseen`, and as `FirstPrompts.target` does
 */
export async function seenTarget(
  { firsts, showPrompt }: SeenTargetDeps,
  id: unknown,
): Promise<PromptTarget<PermissionPrompt>> {
  const target = firsts.target('permission', id);
  // A key may be pressed where VS Code's Chat view is hidden; its buttons name what they answer.
  if (!target.channel.hasSeen(target.prompt.id, { isNamed: typeof id === 'string' })) {
    await showPrompt(target);
    throw new UserError(
      'prompt.unseen',
      l10n.t('Read the request in the conversation to its end, then allow it.'),
    );
  }
  return target;
}
