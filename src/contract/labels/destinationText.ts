import * as l10n from '@vscode/l10n';
import type { Destination } from '../prompts';

/** Destinations of a rule, in the order in which they are offered. */
export const destinations: readonly Destination[] = [
  'session',
  'localSettings',
  'projectSettings',
  'userSettings',
];

interface DestinationText {
  /** As an entry of its own: "This conversation". */
  readonly label: string;
  /** Within a text: "this project, shared". */
  readonly name: string;
  /** After a verb: "in this project, shared". */
  readonly scope: string;
  /** Claude Code's settings file; absent if nothing is saved. */
  readonly file?: string;
}

export function destinationText(destination: Destination): DestinationText {
  switch (destination) {
    case 'session':
      return {
        label: l10n.t('This conversation'),
        name: l10n.t('this conversation'),
        scope: l10n.t('in this conversation'),
      };
    case 'localSettings':
      return {
        label: l10n.t('This project, just me'),
        name: l10n.t('this project, just me'),
        scope: l10n.t('in this project, just me'),
        file: '.claude/settings.local.json',
      };
    case 'projectSettings':
      return {
        label: l10n.t('This project, shared'),
        name: l10n.t('this project, shared'),
        scope: l10n.t('in this project, shared'),
        file: '.claude/settings.json',
      };
    case 'userSettings':
      return {
        label: l10n.t('All projects'),
        name: l10n.t('all projects'),
        scope: l10n.t('in all projects'),
        file: '~/.claude/settings.json',
      };
  }
}
