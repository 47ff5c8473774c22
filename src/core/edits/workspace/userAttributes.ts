import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../base/errors';
import { inParallel } from '../../../base/inParallel';
import { readBoundedText } from '../../../node/boundedFile';
import type { GitProgram } from '../../../node/git/gitProgram';
import { foldersOf } from './userGitFiles';
import type { WorkTree } from './workTree';

/** Folders looked at in parallel. */
const atOnce = 32;

/** Conversions that may keep the number of bytes. Those of line ends and `$Id$` never do. */
const conversion = /(^|\s)(filter|working-tree-encoding)\b/;

/**
 * Whether git may convert a file of the user into something else of the same length, or that is not
 * known.
 * @param folders those below the root whose files matter, with those around them
 */
export async function mayConvert(
  git: GitProgram,
  { root, repository }: WorkTree,
  folders: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const beside = repository ? [join(repository.commonFolder, 'info', 'attributes')] : [];
  const inTree = [...folders].map(folder => join(root, folder, '.gitattributes'));
  let isFound = false;
  await inParallel([...beside, ...(await everywhere()), ...inTree], atOnce, async path => {
    signal.throwIfAborted();
    if (await namesConversion(path)) {
      isFound = true;
    }
  });
  return isFound;

  async function everywhere(): Promise<readonly string[]> {
    const { config } = foldersOf(git);
    const args = ['config', '--path', '-z', '--get', 'core.attributesFile'];
    const named = await git.read({ args, cwd: root, signal }).catch((error: unknown) => {
      // Without the key, `git config` fails without a word.
      if (error instanceof UserError && error.code === 'git.failed' && error.detail === '') {
        return '';
      }
      throw error;
    });
    return [named.replace(/\0$/, '') || join(config, 'git', 'attributes'), '/etc/gitattributes'];
  }
}

/** True if the file cannot be read. */
async function namesConversion(path: string): Promise<boolean> {
  // Most folders have no such file, and opening a file is slower than this.
  const isThere = await access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  );
  const text = isThere ? await readBoundedText(path, 1).catch(() => undefined) : '';
  return (
    text === undefined ||
    text.split('\n').some(line => !/^\s*#/.test(line) && conversion.test(line))
  );
}
