import { posix } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { EditProposal } from '../../../protocol/agentSource';
import { absolutePath } from '../text/absolutePath';
import { oneLine } from '../text/foreignText';
import type { AcpDiff } from '../wire/toolCall';

/** UTF-16 units of the texts of a diff that an editor shows. */
const longestDiff = 5_000_000;

/**
 * Describes an edit of one file that waits for permission, from the diffs of its call. Their texts
 * may be parts of the file.
 * @returns `undefined` if there are several files, or none
 */
export function diffProposal(diffs: readonly AcpDiff[], cwd: string): EditProposal | undefined {
  const [first] = diffs;
  const path = first && absolutePath(first.path, cwd);
  const isOne = diffs.every(diff => absolutePath(diff.path, cwd) === path);
  const length = diffs.reduce(
    (sum, diff) => sum + diff.newText.length + (diff.oldText?.length ?? 0),
    0,
  );
  if (path === undefined || !isOne || length > longestDiff) {
    return undefined;
  }
  return {
    path,
    kind: 'text',
    label: oneLine(posix.basename(path.replaceAll('\\', '/'))),
    isReadOnly: true,
    sides: current => ({
      before: current ?? '',
      after: diffs.reduce((text, diff) => applied(diff, text), current ?? ''),
    }),
    inputFor() {
      throw new UserError(
        'edit.readOnly',
        l10n.t('This agent does not take changes to its edits. Undo your changes to allow it.'),
      );
    },
  };
}

function applied({ oldText, newText }: AcpDiff, text: string): string {
  if (oldText === undefined || oldText === text) {
    return newText;
  }
  if (oldText === '') {
    return text === '' ? newText : missing();
  }
  // Agents report line feeds, whatever the file has.
  const forms = [
    [oldText, newText],
    [withReturns(oldText), withReturns(newText)],
  ] as const;
  for (const [before, after] of forms) {
    const at = text.indexOf(before);
    if (at !== -1) {
      return text.slice(0, at) + after + text.slice(at + before.length);
    }
  }
  return missing();
}

function withReturns(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}

function missing(): never {
  throw new UserError('edit.noMatch', l10n.t('The text to replace is not in the file.'));
}
