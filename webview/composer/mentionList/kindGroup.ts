import * as l10n from '@vscode/l10n';
import type { MentionKind } from '../../../src/contract/mentions';

/** Returns the heading above the rows of a kind. */
export function kindGroup(kind: MentionKind): string {
  switch (kind) {
    case 'file':
    case 'folder':
      return l10n.t('Files and folders');
    case 'symbol':
      return l10n.t('Symbols');
    case 'problems':
      return l10n.t('Problems');
    case 'terminal':
    case 'task':
      return l10n.t('Terminals and tasks');
    case 'changes':
    case 'commit':
    case 'branch':
      return l10n.t('Git');
    case 'session':
      return l10n.t('Conversations');
    case 'agent':
      return l10n.t('Agents');
    case 'resource':
    case 'prompt':
      return l10n.t('MCP');
    case 'url':
      return l10n.t('Links');
    case 'attachment':
      return l10n.t('Attachments');
  }
}
