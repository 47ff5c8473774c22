import * as l10n from '@vscode/l10n';

/** Returns a file name for a conversation, from title and day, that is valid on every platform. */
export function fileName(title: string, at: number, extension: string): string {
  const day = new Date(at).toISOString().slice(0, 10);
  const plain = title
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 60)
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${plain === '' ? l10n.t('Conversation') : plain} ${day}.${extension}`;
}
