import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Folder of Linux's control groups (version 1), by controller. */
const mounts = '/sys/fs/cgroup';
const controllers = ['cpu', 'cpuacct'] as const;
type Controller = (typeof controllers)[number];

/** CPU shares of a group that gets few; the default is 1,024. */
const fewShares = 512;

/**
 * A control group of processes and their descendants, even in other sessions. `cpuacct` counts
 * their CPU time, including that of killed processes; `cpu` distributes the processors. Absent on
 * systems that lack such groups or reserve them for root.
 */
export class CpuGroup {
  private constructor(private readonly folder: string) {}

  static create(controller: Controller, name: string): CpuGroup | undefined {
    try {
      // Inside our own group, which keeps counting us.
      const own = ownFolder(controller);
      if (own === undefined) return undefined;
      const folder = join(own, name);
      mkdirSync(folder);
      return new CpuGroup(folder);
    } catch {
      // Not Linux, not root, or another cgroup version: some or all figures are then missing.
      return undefined;
    }
  }

  /** Returns the processes in groups whose names begin so. */
  static membersOf(beginning: string): ReadonlySet<number> {
    return new Set(foldersNamed(beginning).flatMap(withNested).flatMap(processesIn));
  }

  /**
   * Removes the groups whose names begin so. Call after all their processes have ended. A process
   * that was just killed counts for a while: the kernel is asked again, for at most 10 s.
   */
  static async removeAll(beginning: string): Promise<void> {
    for (let attempt = 1; attempt <= 100; attempt++) {
      for (const folder of foldersNamed(beginning)) new CpuGroup(folder).remove();
      if (foldersNamed(beginning).length === 0) return;
      await delay(100);
    }
  }

  /** Gives the group half the share of others while they want the processors, too. */
  giveWay(): void {
    try {
      writeFileSync(join(this.folder, 'cpu.shares'), String(fewShares));
    } catch {
      // Without CPU shares, the group runs like the others.
    }
  }

  /** File with the nanoseconds used so far. */
  get usageFile(): string {
    return join(this.folder, 'cpuacct.usage');
  }

  get seconds(): number {
    return Number(readFileSync(this.usageFile, 'utf8')) / 1e9;
  }

  add(pid: number): void {
    try {
      writeFileSync(join(this.folder, 'cgroup.procs'), String(pid));
    } catch {
      // The process has already ended.
    }
  }

  /** Removes the group. Call after all its processes have ended. */
  remove(): void {
    try {
      for (const folder of withNested(this.folder).reverse()) rmdirSync(folder);
    } catch {
      // A process is still ending; an empty group costs nothing.
    }
  }
}

/** Returns the beginning of the names of the groups of a run with this temporary folder. */
export function groupsOf(folder: string): string {
  return `${basename(folder)}-`;
}

/** @throws Error if the system has no control groups */
function ownFolder(controller: Controller): string | undefined {
  const line = new RegExp(`^\\d+:(?:[\\w=]+,)*${controller}(?:,[\\w=]+)*:(.*)$`, 'm');
  const own = line.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
  return own === undefined ? undefined : join(mounts, controller, own);
}

function foldersNamed(beginning: string): string[] {
  return controllers.flatMap(controller => {
    try {
      const own = ownFolder(controller) ?? '';
      const names = readdirSync(own).filter(name => name.startsWith(beginning));
      return names.map(name => join(own, name));
    } catch {
      // Not Linux or another cgroup version: there are none.
      return [];
    }
  });
}

/** Returns a group's folder, then those of the groups in it: a run may start another. */
function withNested(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(one => one.isDirectory());
    return [folder, ...entries.flatMap(({ name }) => withNested(join(folder, name)))];
  } catch {
    // The group was removed meanwhile.
    return [];
  }
}

function processesIn(folder: string): number[] {
  try {
    const lines = readFileSync(join(folder, 'cgroup.procs'), 'utf8').trim().split('\n');
    return lines.filter(line => line !== '').map(Number);
  } catch {
    // The group was removed meanwhile.
    return [];
  }
}
