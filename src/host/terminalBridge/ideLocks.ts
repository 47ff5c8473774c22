import { isAbsolute, join } from 'node:path';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { configFolder } from '../../cli/sessions/sessionFolder';
import { type Environment, environmentChanges, mergeEnvironment } from '../../node/environment';
import type { LockContent, LockOwner } from '../../terminalServer/locks/lockContent';
import { LockFiles } from '../../terminalServer/locks/lockFile';
import type { SettingsReader } from '../settings';

/**
 * Manages the window's lock files. Ordinary terminals find the first one. A second is needed only
 * if `tandem.cli.env` gives Tandem's CLIs another home, where they miss the first. A CLI that finds
 * two connects to neither.
 */
export class IdeLocks {
  private readonly files = new Map<string, LockFiles>();

  constructor(
    private readonly settings: SettingsReader,
    private readonly log: Log,
  ) {}

  /**
   * Writes the lock file of a port where it belongs now, and removes it where it belonged before.
   * @throws the system's error if ordinary terminals will not find it
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
    // Both writes start at once, so that a file removed meanwhile does not come back.
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

  /** Removes lock files that closed windows of ours have left behind. */
  async removeStale(isOurs: (owner: LockOwner) => boolean): Promise<void> {
    await Promise.all([...this.files.values()].map(files => files.removeStale(isOurs)));
  }

  private filesIn(folder: string): LockFiles {
    const known = this.files.get(folder) ?? new LockFiles(folder, this.log);
    this.files.set(folder, known);
    return known;
  }
}

/**
 * Chooses folders for lock files such that a CLI in each environment finds exactly one. The first
 * folder is for the first environment. A CLI looks below its configuration folder; newer versions
 * (seen since 2.1.200) also look below `~/.claude`.
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
  // A relative path would be a different folder for each process.
  return isAbsolute(own) ? [own, usual] : [usual];
}
