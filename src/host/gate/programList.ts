import * as l10n from '@vscode/l10n';
import { programKind } from '../../contract/labels/programKind';
import type { FolderProgram } from '../../contract/programs';

/** A dialog does not scroll; the page lists everything. */
const mostListed = 20;
const longestText = 300;

/** Lists programs in a dialog, and says so if it cannot show all. */
export function programList(programs: readonly FolderProgram[]): string {
  const lines = programs.slice(0, mostListed).map(({ kind, name, text, file }) => {
    const what = [programKind(kind), name].filter(Boolean).join(' ');
    return `${what}: ${text.slice(0, longestText)} (${file})`;
  });
  const isCut =
    programs.length > mostListed || programs.some(({ text }) => text.length > longestText);
  const rest = l10n.t('This list is shortened. Read the files before you allow them.');
  return [...lines, ...(isCut ? ['', rest] : [])].join('\n');
}
