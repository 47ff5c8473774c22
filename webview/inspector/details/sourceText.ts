import * as l10n from '@vscode/l10n';
import type { CallSource } from '../../../src/contract/inspector/callRows';

/** Says where the figures of a call come from. */
export function sourceText(source: CallSource): string {
  switch (source) {
    case 'gateway':
      return l10n.t('Observed by the gateway');
    case 'transcript':
      return l10n.t('Transcript of the conversation');
    case 'import':
      return l10n.t('Imported file');
    case 'replay':
      return l10n.t('Replayed by Tandem');
  }
}
