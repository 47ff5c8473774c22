import * as l10n from '@vscode/l10n';
import type { HookNotice } from '../notices';

/** Says what a hook has done. */
export function hookText({ name, result, exitCode }: HookNotice): string {
  switch (result) {
    case 'printed':
      return l10n.t('The hook {0} printed', name);
    case 'blocked':
      return l10n.t('The hook {0} stopped this', name);
    case 'failed':
      return exitCode === undefined
        ? l10n.t('The hook {0} failed', name)
        : l10n.t('The hook {0} failed with exit code {1}', name, exitCode);
  }
}
