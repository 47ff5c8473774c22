import * as l10n from '@vscode/l10n';
import { plural } from '../../src/base/plural';
import { destinationText } from '../../src/contract/labels/destinationText';
import { modeText } from '../../src/contract/labels/modeText';
import type { Destination, Suggestion } from '../../src/contract/prompts';

/** Says where a destination keeps rules: in memory or in a Claude Code settings file. */
export function storageText(destination: Destination): string {
  const { file } = destinationText(destination);
  return file === undefined
    ? l10n.t('not saved, for this conversation only')
    : l10n.t('in {0}', file);
}

/** Labels a suggestion's button with its effect. */
export function suggestionLabel(suggestion: Exclude<Suggestion, { type: 'addRules' }>): string {
  const scope =
    suggestion.destination === 'session'
      ? l10n.t('in This Conversation')
      : destinationText(suggestion.destination).scope;
  if (suggestion.type === 'setMode') {
    return suggestion.mode === 'acceptEdits'
      ? l10n.t('Allow All Edits {0}', scope)
      : l10n.t('Switch to {0} {1}', modeText(suggestion.mode).label, scope);
  }
  const count = suggestion.directories.length;
  return plural(count, {
    one: l10n.t('Allow This Folder {0}', scope),
    other: l10n.t('Allow These {0} Folders {1}', count, scope),
  });
}
