import type { Hunk } from '../../../contract/content';
import type { ToolContent } from '../../../contract/tools';
import { type LineChanges, lineChanges } from '../../../protocol/lineChanges';
import { absolutePath } from '../text/absolutePath';
import type { AcpDiff, AcpLocation } from '../wire/toolCall';

/** UTF-16 units of both sides of a diff that is compared line by line. */
const longestCompared = 4_000_000;

/** Comparisons by diff: a call is shown anew with each update, which seldom brings another diff. */
const compared = new WeakMap<AcpDiff, LineChanges>();

/**
 * Shows a change. Its texts may be a part of the file.
 * @param place where the agent says that the part begins
 */
export function diffContent(
  diff: AcpDiff,
  place: AcpLocation | undefined,
  cwd: string,
): ToolContent | undefined {
  const path = absolutePath(diff.path, cwd);
  if (path === undefined) {
    return undefined;
  }
  const { oldText, newText } = diff;
  const change = oldText === undefined ? 'create' : 'update';
  const [before, after] = evened(oldText ?? '', newText);
  if (before.length + after.length > longestCompared) {
    return { type: 'diff', path, change, hunks: [], added: 0, removed: 0 };
  }
  const { added, removed, hunks = [] } = compared.get(diff) ?? lineChanges(before, after);
  compared.set(diff, { added, removed, hunks });
  const offset = oldText === undefined ? 0 : Math.max(0, (place?.line ?? 1) - 1);
  return {
    type: 'diff',
    path,
    change,
    hunks: hunks.map(one => shifted(one, offset)),
    added,
    removed,
  };
}

/** A part of a file ends within it: that it has no line end says nothing about the file. */
function evened(before: string, after: string): readonly [string, string] {
  const isPart = before !== '' && !before.endsWith('\n') && !after.endsWith('\n');
  return isPart ? [`${before}\n`, after === '' ? after : `${after}\n`] : [before, after];
}

function shifted(hunk: Hunk, by: number): Hunk {
  return { ...hunk, oldStart: hunk.oldStart + by, newStart: hunk.newStart + by };
}
