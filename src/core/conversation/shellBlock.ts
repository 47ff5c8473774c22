import * as l10n from '@vscode/l10n';
import { writeShellText } from '../../contract/shell';
import type { ContextBlock } from '../../protocol/agentSource';
import type { StoredShellLine } from './channelRecord';

/** Converts a line that has ended to content of a message. */
export function shellBlock({ command, output, isCut, end }: StoredShellLine): ContextBlock {
  const parts = [
    ...(isCut ? [l10n.t('(The beginning of the output is left out.)')] : []),
    ...(output === '' ? [] : [output]),
    ...endText(end),
  ];
  const text = writeShellText({ command, output: parts.join('\n') });
  return { kind: 'shell', title: `!${command}`, text };
}

function endText(end: StoredShellLine['end']): string[] {
  switch (end?.by) {
    case 'stopped':
      return [l10n.t('(Stopped by the user.)')];
    case 'window':
      return [l10n.t('(The window closed while it ran, and its output is lost.)')];
    default:
      return end?.exitCode === 0
        ? []
        : end?.exitCode === undefined
          ? [l10n.t('(Ended by a signal.)')]
          : [l10n.t('(Exit code {0})', end.exitCode)];
  }
}
