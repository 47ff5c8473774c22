import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { GitProgram } from '../../../../src/node/git/gitProgram';
import { removeFolder } from '../../../support/removeFolder';

/** A repository with one commit on `main`, and git with a separate configuration. */
export class RepositoryBed {
  readonly git: GitProgram;
  readonly signal = new AbortController().signal;

  private constructor(
    readonly top: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.git = new GitProgram({ env, platform: process.platform });
  }

  static async create(): Promise<RepositoryBed> {
    const top = await realpath(await mkdtemp(join(tmpdir(), 'repository-')));
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
    const env = { ...Object.fromEntries(inherited), HOME: top, XDG_CONFIG_HOME: top };
    const bed = new RepositoryBed(top, env);
    await bed.write('.gitconfig', '[user]\n name = A\n email = a@b.c\n', top);
    await mkdir(bed.root);
    bed.run(bed.root, 'init', '-q', '-b', 'main');
    await bed.write('a.txt', 'one\ntwo\nthree\n');
    await bed.write('sub/b.txt', 'b\n');
    bed.commit();
    return bed;
  }

  get root(): string {
    return join(this.top, 'repo');
  }

  run(cwd: string, ...args: string[]): string {
    return execFileSync('git', args, { cwd, env: this.env, stdio: 'pipe' }).toString();
  }

  commit(cwd = this.root): void {
    this.run(cwd, 'add', '-A');
    this.run(cwd, 'commit', '-qm', 'a commit');
  }

  async write(name: string, text: string, folder = this.root): Promise<void> {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  async dispose(): Promise<void> {
    this.git.dispose();
    await removeFolder(this.top);
  }
}
