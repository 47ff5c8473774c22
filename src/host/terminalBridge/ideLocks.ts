import { isAbsolute, join } from 'node:path';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { configFolder } from '../../cli/sessions/sessionFolder';
import { type Environment, environmentChanges, mergeEnvironment } from '../../node/environment';
import type { LockContent } from '../../terminalServer/locks/lockContent';
import { LockFiles } from '../../terminalServer/locks/lockFile';
import type { SettingsReader } from '../settings';

/**
 * The window's lock files. There is one where ordinary terminals look, and another only where those CLIs do
 * not look there that Tandem starts, for `tandem.cli.env` gives them another home: one that finds two of
 * them connects to neither.
 */
export class IdeLocks {
  private readonly files = new Map<string, LockFiles>();

  constructor(
    private readonly settings: SettingsReader,
    private readonly log: Log,
  ) {}

  /**
   * Writes the file of a port wherever it belongs now, and removes it where it did before.
   * @throws the system's error when ordinary terminals will not find it
   */
  async write(port: number, content: LockContent): Promise<void> {
    const changes = environmentChanges(this.settings.get('tandem.cli.env'));
    const own = mergeEnvironment(process.env, changes, process.platform);
    const [ordinary, other] = lockFolders(process.env, own);
    for (const [folder, files] of this.files) {
      if (folder !== ordinary && folder !== other) {
        this.files.delete(folder);
        files.removeSync(port);
      }
    }
    // Both begin at once: what is removed meanwhile must not come back.
    const writing = [this.filesIn(ordinary).write(port, content)];
    if (other !== undefined) {
      const second = this.filesIn(other).write(port, content);
      writing.push(
        second.catch((error: unknown) => {
          this.log.warn(`Terminals that Tandem opens do not find it: ${messageOf(error)}`);
        }),
      );
    }
    await Promise.all(writing);
  }

  removeSync(port: number): void {
    for (const files of this.files.values()) {
      files.removeSync(port);
    }
  }

  /** Removes what windows of ours have left behind that are gone. */
  async removeStale(isOurs: (content: LockContent) => boolean): Promise<void> {
    await Promise.all([...this.files.values()].map(files => files.removeStale(isOurs)));
  }

  private filesIn(folder: string): LockFiles {
    const known = this.files.get(folder) ?? new LockFiles(folder, this.log);
    this.files.set(folder, known);
    return known;
  }
}

/**
 * Folders for lock files such that a CLI of each environment finds exactly one; the first of them is for
 * the first. A CLI looks below its configuration folder; newer ones (seen from 2.1.200 on) also below
 * `~/.claude`.
 */
export function lockFolders(
  first: Environment,
  second: Environment,
): [ordinary: string, other?: string] {
  const seen = looksIn(first);
  const others = looksIn(second);
  if (!seen.includes(others[0]) && !others.includes(seen[0])) {
    return [seen[0], others[0]];
  }
  return [seen.find(folder => others.includes(folder)) ?? seen[0]];
}

function looksIn(env: Environment): [string, ...string[]] {
  const below = (one: Environment) => join(configFolder(one), 'ide');
  const [own, usual] = [below(env), below({ ...env, CLAUDE_CONFIG_DIR: undefined })];
  // One that is not absolute is another folder for each process.
  return isAbsolute(own) ? [own, usual] : [usual];
}
