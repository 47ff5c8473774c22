import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../../base/json';
import { shownPath } from '../../../protocol/shownPaths';
import { textAt } from './toolSpec';

/** Titles of tools whose names do not say what they do. */
function ownTitle(tool: string): string | undefined {
  switch (tool) {
    case 'references':
      return l10n.t('Find references');
    case 'definition':
      return l10n.t('Find definition');
    case 'implementations':
      return l10n.t('Find implementations');
    case 'hover':
      return l10n.t('Look up type');
    case 'document_symbols':
      return l10n.t('Outline');
    case 'workspace_symbols':
      return l10n.t('Find symbols');
    case 'code_search':
      return l10n.t('Search code');
    case 'rename_preview':
      return l10n.t('Preview rename');
    case 'insert_edit':
      return l10n.t('Edit lines');
    case 'memory_note':
      return l10n.t('Add note');
    default:
      return undefined;
  }
}

/** "find_text" → "Find text". */
export function editorToolTitle(tool: string): string {
  const title = tool.replace(/_/g, ' ');
  return ownTitle(tool) ?? title.charAt(0).toUpperCase() + title.slice(1);
}

/** Arguments that identify the subject of a call, the most specific first. */
const telling = ['symbol', 'query', 'pattern', 'text', 'name', 'task', 'command', 'question'];

export function editorToolTarget(input: JsonObject, cwd: string): string | undefined {
  const named = telling.map(key => textAt(input, key)).find(value => value);
  const path = textAt(input, 'path');
  const about = named?.trim().split('\n')[0] ?? (path && shownPath(path, cwd));
  const newName = textAt(input, 'newName');
  return about && newName ? `${about} → ${newName}` : about;
}
