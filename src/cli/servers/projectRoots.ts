import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { readBoundedText } from '../../node/boundedFile';
import { withParents } from '../../node/withParents';

/**
 * Returns the repository of a folder; for a work tree, that of its main one, too. Under this name
 * the CLI files what belongs to a project. Never rejects.
 */
export async function gitRoots(cwd: string): Promise<string[]> {
  const real = await realpath(cwd).catch(() => cwd);
  for (const folder of withParents(real)) {
    const entry = await stat(join(folder, '.git')).catch(() => undefined);
    if (entry?.isDirectory()) {
      return [folder];
    }
    if (entry) {
      const main = await mainRoot(folder);
      return main === undefined ? [folder] : [main, folder];
    }
  }
  return [real];
}

async function mainRoot(workTree: string): Promise<string | undefined> {
  const text = await readBoundedText(join(workTree, '.git'), 1).catch(() => '');
  const [, target] = /^gitdir: (.+)$/m.exec(text) ?? [];
  const path = target === undefined ? '' : resolve(workTree, target.trim());
  const at = path.lastIndexOf(`${sep}.git${sep}worktrees${sep}`);
  return at < 0 ? undefined : path.slice(0, at);
}
