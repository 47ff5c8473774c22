import * as l10n from '@vscode/l10n';
import type { MissingMode } from '../choices';
import type { PermissionMode } from '../content';

interface ModeText {
  readonly label: string;
  readonly description: string;
}

/** Names a permission mode and says when it asks. */
export function modeText(mode: PermissionMode): ModeText {
  switch (mode) {
    case 'default':
      return {
        label: l10n.t('Manual'),
        description: l10n.t('Asks before each edit and each command that is not allowed yet'),
      };
    case 'acceptEdits':
      return {
        label: l10n.t('Edit automatically'),
        description: l10n.t('Edits files without asking; still asks before commands'),
      };
    case 'plan':
      return {
        label: l10n.t('Plan'),
        description: l10n.t('Reads and thinks, changes nothing, and ends with a plan to approve'),
      };
    case 'auto':
      return {
        label: l10n.t('Auto'),
        description: l10n.t('Lets a model decide what is safe; asks about the rest'),
      };
    case 'dontAsk':
      return {
        label: l10n.t("Don't ask"),
        description: l10n.t('Never asks: what no rule allows is denied'),
      };
    case 'bypassPermissions':
      return {
        label: l10n.t('Bypass permissions'),
        description: l10n.t('Dangerous: edits files and runs commands without any check'),
      };
  }
}

/** Says why a mode is not offered. */
export function missingModeText(why: MissingMode['why']): string {
  switch (why) {
    case 'baseUrl':
      return l10n.t(
        "Not with your base URL, because its safety check runs on Anthropic's own servers",
      );
    case 'account':
      return l10n.t('Not part of your account');
    case 'model':
      return l10n.t('Not with this model');
  }
}
