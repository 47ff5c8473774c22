import * as l10n from '@vscode/l10n';
import { numberText } from '../../../base/locale';
import type { RecordingScope } from '../../../contract/inspector/inspector';
import { type Obstacle, obstacleText } from '../../gateway/obstacles';

/** Facts that the user is told before anything is recorded. */
export interface RecordingFacts {
  /** Folder of the recordings, as it is shown. */
  readonly path: string;
  /** Bytes that recordings may take. */
  readonly limit: number;
  /** Changes by the gateway; absent if calls pass it anyway. */
  readonly gateway?: string | undefined;
}

/** Says what recording stores, where, how much and for how long. */
export function recordingConsent({ path, limit, gateway }: RecordingFacts): string {
  const paragraphs = [
    l10n.t(
      'Tandem then keeps requests and answers on this machine: instructions, messages, the content of files that were read, and what tools have returned. Keys and tokens are removed first; other secrets in your texts and files are not recognized.',
    ),
    l10n.t(
      'Location: {0}. At most {1} MB for all conversations; the oldest content goes first. It stays until it is displaced or you clear it. Nothing leaves this machine.',
      path,
      megabytes(limit),
    ),
    ...(gateway === undefined ? [] : [gateway]),
  ];
  return paragraphs.join('\n\n');
}

export function recordingQuestion(scope: RecordingScope): string {
  switch (scope) {
    case 'conversation':
      return l10n.t('Record the model calls of this conversation?');
    case 'folder':
      return l10n.t('Record the model calls of all conversations in this folder?');
    case 'everywhere':
      return l10n.t('Record the model calls of all conversations?');
  }
}

/** @param isObserved whether the calls pass the gateway already */
export function recordingStarted(scope: RecordingScope, isObserved: boolean): string {
  const text = startedText(scope);
  return isObserved
    ? text
    : `${text} ${l10n.t('A running agent restarts with its next message, and is recorded from then on.')}`;
}

/** Says that recording is on, and why nothing comes of it in the folder of the conversation. */
export function recordingHindered(obstacle: Obstacle): string {
  return l10n.t(
    'Recording is on, but model calls in this folder cannot be recorded yet. {0}',
    obstacleText(obstacle),
  );
}

function startedText(scope: RecordingScope): string {
  switch (scope) {
    case 'conversation':
      return l10n.t('Model calls of this conversation are recorded.');
    case 'folder':
      return l10n.t('Model calls of conversations in this folder are recorded.');
    case 'everywhere':
      return l10n.t('Model calls of all conversations are recorded.');
  }
}

export function recordingStopped(scope: RecordingScope | undefined): string {
  switch (scope) {
    case 'conversation':
      return l10n.t('This conversation is no longer recorded.');
    case 'folder':
      return l10n.t('Conversations in this folder are no longer recorded.');
    case 'everywhere':
      return l10n.t('Nothing is recorded anymore.');
    case undefined:
      return l10n.t('Nothing is recorded here.');
  }
}

/** Returns bytes in megabytes, with one digit after the point below ten. */
function megabytes(bytes: number): string {
  const size = bytes / (1024 * 1024);
  return numberText(size, size > 0 && size < 9.95 ? 1 : 0);
}
