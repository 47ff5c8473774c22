import { badPatch } from './badPatch';
import { readEnvelope } from './envelopePatch';
import type { FilePatch } from './filePatch';
import { readUnified } from './unifiedPatch';

/** UTF-16 units of the longest patch. */
const longest = 1_000_000;
/** Files that an error names. */
const mostNamed = 5;

/**
 * Reads a patch in either form: `*** Begin Patch`, or a unified diff. The words of its errors are for
 * the agent.
 * @throws UserError `edit.badPatch`
 */
export function readPatch(text: string): FilePatch {
  if (text.length > longest) {
    throw badPatch('It is too long. Send it in parts.');
  }
  const plain = text.replaceAll('\r\n', '\n').replace(/^\s*```[\w-]*\n([\s\S]*?)\n```\s*$/, '$1');
  const files = /^\*\*\* (?:Begin Patch|(?:Update|Add|Delete) File:)/m.test(plain)
    ? readEnvelope(plain)
    : readUnified(plain);
  const [file, ...others] = files;
  if (!file) {
    throw badPatch('It names no file. Begin with "*** Begin Patch" and "*** Update File: <path>".');
  }
  if (others.length > 0) {
    const more = files.length > mostNamed ? ', …' : '';
    const paths =
      files
        .slice(0, mostNamed)
        .map(({ path }) => path.slice(0, 200))
        .join(', ') + more;
    throw badPatch(
      `It changes ${files.length} files (${paths}). The user looks at one file at a time: make one call for each file.`,
    );
  }
  return file;
}
