import * as l10n from '@vscode/l10n';

/** Ways to go back to a message; `both` forks the conversation and rewinds the code. */
export type RewindAction = 'code' | 'here' | 'fork' | 'both';

export function rewindLabel(action: RewindAction): string {
  switch (action) {
    case 'code':
      return l10n.t('Rewind Code to Here');
    case 'here':
      return l10n.t('Rewind Conversation to Here');
    case 'fork':
      return l10n.t('Fork Conversation from Here');
    case 'both':
      return l10n.t('Fork and Rewind Code');
  }
}
