import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { ModeAfterPlan, PermissionMode } from '../../contract/content';
import type { PromptAnswer } from '../../contract/prompts';

/**
 * Adds the mode to continue in to the approval of a plan; other answers stay as they are. A mode of
 * the setting that the agent does not offer is left out, so that it asks as before.
 * @param after what the setting says
 * @param offered modes of the agent; empty while it has not told
 * @throws UserError `prompt.badAnswer` if the user named a mode that the agent does not offer
 */
export function approvedPlan(
  answer: PromptAnswer,
  after: ModeAfterPlan,
  offered: readonly PermissionMode[],
): PromptAnswer {
  if (answer.kind !== 'approvePlan') {
    return answer;
  }
  const isOffered = (mode: PermissionMode) => offered.length === 0 || offered.includes(mode);
  if (answer.mode) {
    if (!isOffered(answer.mode)) {
      throw new UserError(
        'prompt.badAnswer',
        l10n.t('The mode {0} is not offered here.', answer.mode),
      );
    }
    return answer;
  }
  return after !== 'previous' && offered.includes(after) ? { ...answer, mode: after } : answer;
}
