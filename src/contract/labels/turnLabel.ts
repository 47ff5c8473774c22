import * as l10n from '@vscode/l10n';

/**
 * Names a turn by its place in the conversation. Turns of before the first one that was shown have
 * numbers from 0 downwards.
 */
export function turnLabel(turn: number): string {
  return l10n.t('Turn {0}', turn + 1);
}
