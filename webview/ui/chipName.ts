import * as l10n from '@vscode/l10n';
import type { Mention, MentionKind, MentionTarget } from '../../src/contract/mentions';
import type { IconName } from './glyphs';

/** Icon of each kind of mention. */
export const chipIcons: Readonly<Record<MentionKind, IconName>> = {
  file: 'file',
  folder: 'folder',
  symbol: 'symbol-method',
  problems: 'warning',
  terminal: 'terminal',
  changes: 'diff',
  commit: 'git-commit',
  branch: 'git-branch',
  session: 'history',
  agent: 'hubot',
  resource: 'server',
  prompt: 'book',
  task: 'list-ordered',
  url: 'globe',
  attachment: 'note',
};

/** Returns the name of a chip for screen readers, such as "File a.ts, lines 5–10". */
export function chipName({ target }: Mention, label: string): string {
  switch (target.kind) {
    case 'file':
      return l10n.t('File {0}', label);
    case 'folder':
      return l10n.t('Folder {0}', label);
    case 'symbol':
      return l10n.t('Symbol {0}', label);
    case 'problems':
      return l10n.t('Problems {0}', label);
    case 'terminal':
      return l10n.t('Terminal {0}', label);
    case 'changes':
      return l10n.t('Changes {0}', label);
    case 'commit':
      return l10n.t('Commit {0}', label);
    case 'branch':
      return l10n.t('Branch {0}', label);
    case 'session':
      return l10n.t('Session {0}', label);
    case 'agent':
      return l10n.t('Agent {0}', label);
    case 'resource':
      return l10n.t('Resource {0}', label);
    case 'prompt':
      return l10n.t('Prompt {0}', label);
    case 'task':
      return l10n.t('Task {0}', label);
    case 'url':
      return l10n.t('Link {0}', label);
    case 'attachment':
      // The label says what it is, such as "Pasted text, 34 lines".
      return label;
  }
}

/** Returns what the chip shows when the pointer rests on it: a full path, where there is one. */
export function chipTitle({ target, label }: Mention): string {
  return fullName(target) ?? label;
}

function fullName(target: MentionTarget): string | undefined {
  switch (target.kind) {
    case 'file':
    case 'folder':
    case 'symbol':
    case 'problems':
    case 'changes':
      return target.path;
    case 'commit':
      return target.hash;
    case 'branch':
    case 'agent':
    case 'task':
    case 'terminal':
      return target.name;
    case 'session':
      return target.title;
    case 'resource':
      return `${target.server}: ${target.uri}`;
    case 'prompt':
      return `${target.server}: ${target.name}`;
    case 'url':
      return target.url;
    case 'attachment':
      return undefined;
  }
}
