import * as l10n from '@vscode/l10n';
import type {
  InspectorAction,
  InspectorSubject,
  RecordingState,
} from '../../../src/contract/inspector/inspector';
import { formatBytes } from '../../ui/formatBytes';
import type { MenuItem } from '../../ui/Menu';

/** Says how much of the limit is used; undefined if nothing is recorded, or it would mislead. */
export function usedText(
  { scope, bytes, limit }: RecordingState,
  kind: InspectorSubject['kind'],
): string | undefined {
  // Beside the name of a file, it would look like the size of that file.
  return kind === 'import' || (scope === undefined && bytes === 0)
    ? undefined
    : l10n.t('{0} of {1}', formatBytes(bytes), formatBytes(limit));
}

/** Says what is recorded. */
export function recordingText(
  { scope, isObserved }: RecordingState,
  kind: InspectorSubject['kind'],
): string {
  if (kind === 'import') {
    return l10n.t('Imported file');
  }
  if (kind === 'recording') {
    return l10n.t('Recorded earlier');
  }
  if (scope !== undefined && !isObserved) {
    return l10n.t('Not recorded yet');
  }
  switch (scope) {
    case 'conversation':
      return l10n.t('Recording this conversation');
    case 'folder':
      return l10n.t('Recording this folder');
    case 'everywhere':
      return l10n.t('Recording all conversations');
    default:
      return isObserved ? l10n.t('Observed, not recorded') : l10n.t('Not observed');
  }
}

/** Commands of the menu beside the line, as far as they apply. */
export function recordingItems(
  recording: RecordingState,
  { kind, agent }: InspectorSubject,
  isFiltered: boolean,
): MenuItem[] {
  const { scope, isAllowed, isObserved, obstacle, bytes } = recording;
  const isOwn = kind === 'conversation' && agent === undefined;
  const canRecord = isAllowed && agent === undefined;
  const groups: (readonly (readonly [boolean, InspectorAction, string])[])[] = [
    [
      // An obstacle means that observing is on already.
      [isOwn && !isObserved && obstacle === undefined, 'observe', l10n.t('Observe Model Calls')],
      [
        isOwn && canRecord && scope === undefined,
        'recordConversation',
        l10n.t('Record This Conversation'),
      ],
      [
        isOwn && canRecord && scope !== 'folder' && scope !== 'everywhere',
        'recordFolder',
        l10n.t('Record This Folder'),
      ],
      [canRecord && scope !== 'everywhere', 'recordEverywhere', l10n.t('Record Everywhere')],
      [scope !== undefined, 'stopRecording', l10n.t('Stop Recording')],
      [bytes > 0, 'clear', l10n.t('Clear Recorded Calls…')],
    ],
    [
      [
        true,
        'exportHar',
        isFiltered ? l10n.t('Export Shown Calls as HAR…') : l10n.t('Export as HAR…'),
      ],
      [
        true,
        'exportJsonl',
        isFiltered ? l10n.t('Export Shown Calls as JSONL…') : l10n.t('Export as JSONL…'),
      ],
      [true, 'import', l10n.t('Import Model Calls…')],
      [kind === 'import', 'closeImport', l10n.t('Close Imported Calls')],
    ],
    [
      [true, 'showFolder', l10n.t('Show Recordings Folder')],
      [true, 'openSettings', l10n.t('Open Settings')],
    ],
  ];
  return groups.flatMap((group, at) =>
    group
      .filter(([applies]) => applies)
      .map(([, id, label], index) => ({ id, label, startsGroup: at > 0 && index === 0 })),
  );
}
