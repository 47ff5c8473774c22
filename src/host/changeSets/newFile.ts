import { join } from 'node:path';
import { readBoundedText } from '../../node/boundedFile';
import type { FileDiff } from './splitDiff';

/** Megabytes of a new file that are looked at. */
const mostMegabytes = 1;

/**
 * Shows a file that git does not know as `git diff` would if it were staged. Git itself compares
 * such a file only together with a program's exit code.
 * @param path relative to the root, with forward slashes
 */
export async function newFileDiff(root: string, path: string): Promise<FileDiff> {
  const text = await readBoundedText(join(root, path), mostMegabytes).catch(() => undefined);
  const name = JSON.stringify(path) === `"${path}"` ? `b/${path}` : JSON.stringify(`b/${path}`);
  const head = `diff --git ${name.replace('b/', 'a/')} ${name}\nnew file mode 100644\n`;
  if (text === undefined || text.includes('\0')) {
    return { path, text: `${head}Binary files /dev/null and ${name} differ\n` };
  }
  if (text === '') {
    return { path, text: head };
  }
  const lines = text.split('\n');
  const isEnded = lines.at(-1) === '';
  const shown = isEnded ? lines.slice(0, -1) : lines;
  const end = isEnded ? '' : '\\ No newline at end of file\n';
  const body = `${shown.map(line => `+${line}\n`).join('')}${end}`;
  return {
    path,
    text: `${head}--- /dev/null\n+++ ${name}\n@@ -0,0 +1,${shown.length} @@\n${body}`,
  };
}
