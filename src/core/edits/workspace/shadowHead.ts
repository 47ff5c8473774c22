import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShadowGit } from './shadowGit';

const author = 'Tandem <> 0 +0000';

/** Differences between index and commit that each listing may name in vain. */
const mostStaged = 500;

/**
 * Commit in `HEAD` of a shadow repository. It only spares `git status` from naming each file as new,
 * so that it may be older than the index.
 */
export class ShadowHead {
  private known: 'none' | 'lent' | 'own' = 'none';
  private staged = 0;

  constructor(private readonly git: ShadowGit) {}

  /** A commit that is `lent` may be lost by the user's repository. */
  get commit(): 'none' | 'lent' | 'own' {
    return this.known;
  }

  /** Gives the commit up, until the next one: nothing is compared with it. */
  lose(): void {
    this.known = 'none';
    this.staged = 0;
  }

  /** Notes how many files differ between the index and the commit. */
  note(staged: number): void {
    this.staged = staged;
  }

  /** Whether so many files differ that listings are long. */
  get isFar(): boolean {
    return this.staged > mostStaged;
  }

  /** Whether there is no commit of our own that keeps listings short. */
  get isOutdated(): boolean {
    return this.commit !== 'own' || this.isFar;
  }

  /** @param name of a commit in the user's repository */
  async borrow(name: string): Promise<void> {
    await this.write(name, 'lent');
  }

  /** Commits the index. Contents are not needed for that, nor are they read. */
  async renew(signal: AbortSignal): Promise<void> {
    const tree = await this.git.read(['write-tree', '--missing-ok'], signal);
    const text = `tree ${tree.trim()}\nauthor ${author}\ncommitter ${author}\n\nindex\n`;
    const args = ['hash-object', '-t', 'commit', '-w', '--stdin'];
    await this.write(await this.git.read(args, signal, text), 'own');
  }

  private async write(name: string, commit: 'lent' | 'own'): Promise<void> {
    const head = join(this.git.folder, 'HEAD');
    await writeFile(`${head}.new`, name);
    await rename(`${head}.new`, head);
    this.known = commit;
    this.staged = 0;
  }
}
