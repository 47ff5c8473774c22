import * as l10n from '@vscode/l10n';
import type { FastMode } from '../agentSettings';

/** Names a state of fast mode. */
export function fastModeLabel(state: FastMode): string {
  switch (state) {
    case 'on':
      return l10n.t('On');
    case 'off':
      return l10n.t('Off');
    case 'cooldown':
      return l10n.t('Paused');
  }
}

/** Describes what fast mode does, or why it does nothing now. */
export function fastModeNote(state: FastMode | undefined, reason: string | undefined): string {
  if (state === 'cooldown') {
    return l10n.t('Paused after a rate limit; answers come at the usual speed until it is over');
  }
  switch (reason) {
    case undefined:
      return l10n.t('Faster answers of the same model, at a higher price');
    case 'free':
      return l10n.t('Not part of your plan');
    case 'preference':
      return l10n.t("Switched off by your organization or in Claude Code's settings");
    case 'extra_usage_disabled':
      return l10n.t('Needs extra usage, which is off for your account');
    case 'network_error':
      return l10n.t('Claude Code could not check whether your account has it');
    case 'not_first_party':
      return l10n.t("Only with Anthropic's own API");
    case 'disabled_by_env':
      return l10n.t('Switched off by an environment variable');
    case 'model_not_allowed':
      return l10n.t('Your organization does not allow its model');
    case 'pending':
      return l10n.t('Claude Code is checking whether your account has it');
    default:
      return l10n.t('Not available now');
  }
}
