import * as l10n from '@vscode/l10n';
import type { ShellEnd } from '../../src/contract/shell';

/** Describes how a shell line ended, in a few words. */
export function howEnded({ by, exitCode }: ShellEnd): string {
  switch (by) {
    case 'stopped':
      return l10n.t('Stopped');
    case 'window':
      return l10n.t('Ended with the window');
    default:
      return exitCode === undefined
        ? l10n.t('Ended by a signal')
        : l10n.t('Exit code {0}', exitCode);
  }
}
