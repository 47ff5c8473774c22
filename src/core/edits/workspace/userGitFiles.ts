import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { GitProgram } from '../../../node/git/gitProgram';
import { contains, type WorkTree } from './workTree';

/** The user's own files that decide what git ignores and tracks in a work tree. */
export class UserGitFiles {
  /** The user's global excludes file, once known. */
  private excludesFile: string | undefined;
  /** Look of the files when they were last read. */
  private readFrom: string | undefined;

  constructor(
    private readonly git: GitProgram,
    /** Absolute path of our own folder for the work tree. */
    private readonly folder: string,
    private readonly tree: WorkTree,
  ) {}

  /** Whether a file has changed since `excludes`. Starts no program. */
  async haveChanged(): Promise<boolean> {
    return this.readFrom !== (await this.look());
  }

  /** Combines the user's global ignore rules with our own storage, if that is in the work tree. */
  async excludes(signal: AbortSignal): Promise<string> {
    this.excludesFile = await this.findExcludesFile(signal);
    this.readFrom = await this.look();
    const everywhere = await readFile(this.excludesFile, 'utf8').catch(() => '');
    const { root } = this.tree;
    if (!contains(root, this.folder)) {
      return everywhere;
    }
    const inside = relative(root, join(this.folder, '..')).split(sep).join('/');
    const pattern = inside === '' ? '*' : inside.replace(/[\\*?[\]!# ]/g, '\\$&');
    return `${everywhere}\n/${pattern}/\n`;
  }

  private async findExcludesFile(signal: AbortSignal): Promise<string> {
    const named: Buffer[] = [];
    const args = ['config', '--global', '--path', '-z', '--get', 'core.excludesFile'];
    const onOutput = (chunk: Buffer) => named.push(chunk);
    await this.git.run({ args, cwd: this.folder, signal, onOutput }).catch(() => undefined);
    const path = Buffer.concat(named).toString('utf8').replace(/\0$/, '');
    return isAbsolute(path) ? path : join(foldersOf(this.git).config, 'git', 'ignore');
  }

  private async look(): Promise<string> {
    const { home, config } = foldersOf(this.git);
    const { repository } = this.tree;
    const files = [
      join(home, '.gitconfig'),
      join(config, 'git', 'config'),
      ...(this.excludesFile === undefined ? [] : [this.excludesFile]),
      ...(repository
        ? [join(repository.gitFolder, 'index'), join(repository.commonFolder, 'config')]
        : []),
    ];
    return (await Promise.all(files.map(lookOf))).join(' ');
  }
}

/** Returns the folders in which git looks for the user's own files. Windows need not set HOME. */
export function foldersOf(git: GitProgram): { readonly home: string; readonly config: string } {
  const home = git.variable('HOME') || homedir();
  return { home, config: git.variable('XDG_CONFIG_HOME') || join(home, '.config') };
}

/** Differs after each change of a file, as far as its times tell. */
function lookOf(path: string): Promise<string> {
  return stat(path).then(
    ({ ino, size, mtimeMs, ctimeMs }) => `${ino}:${size}:${mtimeMs}:${ctimeMs}`,
    () => 'absent',
  );
}
