import type { FileChange } from '../../contract/content';
import type { EditProposal } from '../../protocol/agentSource';
import { lineChanges } from '../../protocol/lineChanges';
import type { Present } from './proposalFile';

/** UTF-16 units of both sides that are compared: the request is shown afterwards. */
const longestCompared = 4_000_000;

/**
 * Returns the lines that an edit would change in a file.
 * @returns `undefined` for a new file, and where lines do not show the change
 * @throws UserError if the edit does not fit the file
 */
export function proposedChange(
  edit: EditProposal,
  { text, isLossy }: Present,
): FileChange | undefined {
  if (text === undefined || isLossy) {
    return undefined;
  }
  const { before, after } = edit.sides(text);
  if (before.length + after.length > longestCompared) {
    return undefined;
  }
  const { hunks = [], added, removed } = lineChanges(before, after);
  return hunks.length === 0 ? undefined : { path: edit.path, hunks, added, removed };
}
