import * as l10n from '@vscode/l10n';
import type { FolderProgram } from '../programs';

/** Title of the question about a folder's programs. */
export function programsTitle(): string {
  return l10n.t('This folder brings programs');
}

/** Names what a folder brings. */
export function programKind(kind: FolderProgram['kind']): string {
  switch (kind) {
    case 'hook':
      return l10n.t('Hook');
    case 'server':
      return l10n.t('MCP server');
    case 'agent':
      return l10n.t('Agent');
    case 'command':
      return l10n.t('Command');
    case 'prompt':
      return l10n.t('Prompt');
    case 'plugin':
      return l10n.t('Plugin');
    case 'rule':
      return l10n.t('Permission');
    case 'setting':
      return l10n.t('Setting');
    case 'unreadable':
      return l10n.t('Unreadable');
  }
}
