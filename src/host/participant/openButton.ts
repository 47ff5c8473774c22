import * as l10n from '@vscode/l10n';
import type { ReplyButton } from '../nativeText/reply';

/** Button that shows the conversation in Tandem's own view. */
export function openButton(sessionId: string): ReplyButton {
  return {
    title: l10n.t('Open in Tandem'),
    command: 'tandem.sessions.resume',
    args: [sessionId, 'tab'],
  };
}
