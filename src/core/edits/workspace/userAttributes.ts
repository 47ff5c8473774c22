import { join } from 'node:path';
import { UserError } from '../../../base/errors';
import { readBoundedText } from '../../../node/boundedFile';
import type { GitProgram } from '../../../node/git/gitProgram';
import type { WorkTree } from './workTree';

/** More files with attributes than any of them is worth. */
const mostFiles = 500;

/** Conversions that may keep the number of bytes. Those of line ends and `$Id$` never do. */
const conversion = /(^|\s)(filter|working-tree-encoding)\b/;

/**
 * Whether git may convert a file of the user into something else of the same length, or that is not
 * known.
 * @param inTree paths of files with attributes below the root
 */
export async function mayConvert(
  git: GitProgram,
  { root, repository }: WorkTree,
  inTree: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const beside = repository ? [join(repository.commonFolder, 'info', 'attributes')] : [];
  const files = [...inTree.map(path => join(root, path)), ...beside, ...(await everywhere())];
  if (files.length > mostFiles) {
    return true;
  }
  const texts = await Promise.all(files.map(readAttributes));
  return texts.some(text => text === undefined || namesConversion(text));

  async function everywhere(): Promise<readonly string[]> {
    const config = git.variable('XDG_CONFIG_HOME') || join(git.variable('HOME') ?? '/', '.config');
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

function namesConversion(text: string): boolean {
  return text.split('\n').some(line => !/^\s*#/.test(line) && conversion.test(line));
}

/** @returns `undefined` if it cannot be read */
function readAttributes(path: string): Promise<string | undefined> {
  return readBoundedText(path, 1).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' || error.code === 'ENOTDIR' ? '' : undefined,
  );
}
