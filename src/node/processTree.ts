import {
  type ProcessRow,
  pidsWithVariable,
  readProcessTable,
  readProcessTableSync,
} from './processTable';
import { type RunTool, runTool, windowsTool } from './runTool';

/**
 * Process and everything it started. Descendants are remembered between scans: a process with its
 * own session can no longer be found once its parent has ended.
 */
export class ProcessTree {
  private readonly known = new Map<number, string>();

  /** @param isRootAlive false once the pid may belong to another process */
  constructor(
    private readonly pid: number,
    private readonly platform: NodeJS.Platform,
    private readonly isRootAlive: () => boolean,
    private readonly run: RunTool = runTool,
  ) {}

  /** Records the current members; call it before asking the root to end. */
  async scan(): Promise<void> {
    this.learn(await readProcessTable(this.platform, this.run));
  }

  scanSync(): void {
    this.learn(this.rowsSync());
  }

  /**
   * Asks the root to end.
   * @returns false if it could not be asked (a Windows program without a window)
   */
  async terminate(): Promise<boolean> {
    if (this.platform === 'win32') {
      return this.taskkill(false);
    }
    await this.scan();
    return this.isRootAlive() && signal(this.pid, 'SIGTERM');
  }

  terminateSync(): void {
    if (this.platform === 'win32') {
      void this.taskkill(true);
      return;
    }
    this.scanSync();
    if (this.isRootAlive()) {
      signal(this.pid, 'SIGTERM');
    }
  }

  /**
   * Kills what is left of the tree. If the system exposes environments, this includes processes with
   * their own session that no scan has found.
   * @param mark `name=value`, only in the environment of the root and of what it starts
   */
  async sweep(mark: string): Promise<void> {
    const marked = await pidsWithVariable(mark, this.platform);
    for (const { pid, startTime } of await readProcessTable(this.platform, this.run)) {
      if (marked.has(pid)) {
        this.known.set(pid, startTime);
      }
    }
    await this.kill();
  }

  async kill(): Promise<void> {
    if (this.platform === 'win32') {
      await this.taskkill(true);
      return;
    }
    // A member may have forked between the scan and its end, hence the repeated scans.
    for (let pass = 0; pass < 3; pass += 1) {
      if (!this.killMembers(await readProcessTable(this.platform, this.run))) {
        return;
      }
    }
  }

  killSync(): void {
    if (this.platform === 'win32') {
      void this.taskkill(true);
      return;
    }
    this.killMembers(this.rowsSync());
  }

  /** Reads all processes; none if they cannot be listed, which must not keep anything alive. */
  private rowsSync(): ProcessRow[] {
    try {
      return readProcessTableSync(this.platform);
    } catch {
      // `ps` takes too long on a busy machine.
      return [];
    }
  }

  private learn(rows: readonly ProcessRow[]): ProcessRow[] {
    const members = membersOf(rows, this.pid, this.isRootAlive(), this.known);
    for (const { pid, startTime } of members) {
      this.known.set(pid, startTime);
    }
    return members;
  }

  private killMembers(rows: readonly ProcessRow[]): boolean {
    const members = this.learn(rows);
    // The list may be empty or cut off, but a live root and its group are ours in any case.
    const isRootAlive = this.isRootAlive();
    if (isRootAlive || members.some(member => member.group === this.pid)) {
      signal(-this.pid, 'SIGKILL');
    }
    if (isRootAlive) {
      signal(this.pid, 'SIGKILL');
    }
    for (const { pid } of members) {
      signal(pid, 'SIGKILL');
    }
    return members.length > 0;
  }

  private async taskkill(force: boolean): Promise<boolean> {
    if (!this.isRootAlive()) {
      return false;
    }
    const result = await this.run(windowsTool('taskkill.exe'), taskkillArguments(this.pid, force));
    return result.code === 0;
  }
}

/**
 * Returns the live members of the tree under `root`: its descendants, its process group and
 * session, and members `known` (pid → start time) from earlier, with their descendants, groups and
 * sessions.
 */
export function membersOf(
  rows: readonly ProcessRow[],
  root: number,
  isRootAlive: boolean,
  known: ReadonlyMap<number, string> = new Map(),
): ProcessRow[] {
  const byPid = new Map(rows.map(row => [row.pid, row]));
  // A pid is not reused while a group bears it, so a live row means that the group is not ours.
  const ownsGroup = isRootAlive || !byPid.has(root);
  // A known process may have started another one since, and have ended: its group remains.
  const isLedByKnown = (leader: number) => {
    const startTime = known.get(leader);
    return startTime !== undefined && (byPid.get(leader)?.startTime ?? startTime) === startTime;
  };
  const members = new Map<number, ProcessRow>();
  for (const row of rows) {
    const isOurs =
      row.pid === root
        ? isRootAlive
        : (ownsGroup && (row.group === root || row.session === root)) ||
          known.get(row.pid) === row.startTime ||
          isLedByKnown(row.group) ||
          isLedByKnown(row.session);
    if (isOurs) {
      members.set(row.pid, row);
    }
  }
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const row of rows) {
      if (members.has(row.parent)) {
        members.set(row.pid, row);
      }
    }
  }
  return [...members.values()];
}

export function taskkillArguments(pid: number, force: boolean): string[] {
  return ['/pid', String(pid), '/T', ...(force ? ['/F'] : [])];
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): boolean {
  if (pid === 0) {
    // Zero stands for the group of the extension host itself.
    return false;
  }
  try {
    process.kill(pid, name);
    return true;
  } catch {
    // ESRCH: it has ended meanwhile. EPERM: it changed its user (setuid) and is out of reach.
    return false;
  }
}
