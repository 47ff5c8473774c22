import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { Reply, ReplyButton } from '../nativeText/reply';
import { openButton } from './openButton';

/**
 * Writes buttons that mend what kept a request from being answered.
 * @param sessionId conversation of the request, if it has one
 * @returns the message for the user
 */
export function showProblem(reply: Reply, error: unknown, sessionId?: string): string {
  for (const button of mends(error, sessionId)) {
    reply.button(button);
  }
  return error instanceof UserError ? error.message : l10n.t('Tandem: {0}', messageOf(error));
}

function mends(error: unknown, sessionId: string | undefined): readonly ReplyButton[] {
  const code = error instanceof UserError ? error.code : undefined;
  switch (code) {
    case 'trust.required':
      return [{ title: l10n.t('Manage Trust'), command: 'workbench.trust.manage' }];
    case 'folder.none':
      return [{ title: l10n.t('Open Folder'), command: 'workbench.action.files.openFolder' }];
    case 'folder.unanswered':
      return [
        { title: l10n.t('Allow Programs…'), command: 'tandem.programs.allow' },
        { title: l10n.t('Decline Programs'), command: 'tandem.programs.decline' },
      ];
    case 'cli.missing':
      return [
        { title: l10n.t('Install'), command: 'tandem.cli.install' },
        { title: l10n.t('Choose Path'), command: 'tandem.cli.choosePath' },
        { title: l10n.t('Search Again'), command: 'tandem.cli.searchAgain' },
      ];
    case 'run.signIn':
      return [{ title: l10n.t('Sign In'), command: 'tandem.account.signIn' }];
    default:
      return [
        ...(sessionId === undefined ? [] : [openButton(sessionId)]),
        ...(code === undefined
          ? [{ title: l10n.t('Show Log'), command: 'tandem.log.show' } as const]
          : []),
      ];
  }
}
