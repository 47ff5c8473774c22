import { parsePatch, type StructuredPatch } from 'diff';
import { messageOf } from '../../base/errors';
import { badPatch, otherChange } from './badPatch';
import type { FilePatch, PatchHunk, PatchLine } from './filePatch';

const nowhere = '/dev/null';

/**
 * Reads a unified diff.
 * @throws UserError `edit.badPatch`
 */
export function readUnified(text: string): readonly FilePatch[] {
  let files: readonly StructuredPatch[];
  try {
    files = parsePatch(text.endsWith('\n') ? text : `${text}\n`);
  } catch (error) {
    throw badPatch(
      `${messageOf(error)}. The numbers in "@@ -1,3 +1,4 @@" count the lines of their hunk; the form "*** Begin Patch" needs no numbers.`,
    );
  }
  return files.filter(isAboutFile).map(toFilePatch);
}

function isAboutFile({ oldFileName, newFileName, hunks, isBinary }: StructuredPatch): boolean {
  return oldFileName !== undefined || newFileName !== undefined || hunks.length > 0 || !!isBinary;
}

function toFilePatch(patch: StructuredPatch): FilePatch {
  const { oldFileName: old, newFileName: now, hunks } = patch;
  if (old === undefined || now === undefined) {
    throw badPatch('It lacks the lines "--- a/<path>" and "+++ b/<path>".');
  }
  const isNew = patch.isCreate === true || old === nowhere;
  const path = plainName(isNew ? now : old, isNew ? undefined : now);
  if (patch.isBinary) {
    throw badPatch(`It changes ${path}, which is not text.`);
  }
  if (now === nowhere || patch.isDelete) {
    throw otherChange(path, 'deletes');
  }
  if (patch.isRename || patch.isCopy || (!isNew && plainName(now, old) !== path)) {
    throw otherChange(path, 'moves');
  }
  if (hunks.length === 0 && !isNew) {
    throw badPatch(`It adds and removes no lines in ${path}.`);
  }
  return { path, isNew, hunks: hunks.map(toHunk) };
}

/** Removes git's prefixes `a/` and `b/` if both names have one. */
function plainName(name: string, other: string | undefined): string {
  const hasPrefix = /^[ab]\//.test(name) && (other === undefined || /^[ab]\//.test(other));
  return hasPrefix || (other === nowhere && /^[ab]\//.test(name)) ? name.slice(2) : name;
}

function toHunk({ oldStart, lines }: StructuredPatch['hunks'][number]): PatchHunk {
  const read: PatchLine[] = [];
  let endsBare: boolean | undefined;
  for (const line of lines) {
    const sign = line.charAt(0);
    if (sign === '\\') {
      // "\ No newline at end of file", about the line before it.
      const about = read.at(-1)?.sign;
      endsBare = about !== '-';
    } else if (sign === '+' || sign === '-' || sign === ' ') {
      read.push({ sign, text: line.slice(1) });
    }
  }
  return {
    ...{ anchors: [], lines: read, line: Math.max(1, oldStart) },
    ...(endsBare === undefined ? {} : { endsBare, isAtEnd: true }),
  };
}
