import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of Linux's control groups (version 1), by controller. */
const mounts = '/sys/fs/cgroup';

/** CPU shares of a yielding group; the default is 1,024. */
const fewShares = 512;

/**
 * A control group of processes and their descendants, even in other sessions. `cpuacct` counts
 * their CPU time, including that of killed processes; `cpu` distributes the processors. Absent on
 * systems that lack such groups or reserve them for root.
 */
export class CpuGroup {
  private constructor(private readonly folder: string) {}

  static create(controller: 'cpu' | 'cpuacct', name: string): CpuGroup | undefined {
    try {
      // Inside our own group, which keeps counting us.
      const line = new RegExp(`^\\d+:(?:[\\w=]+,)*${controller}(?:,[\\w=]+)*:(.*)$`, 'm');
      const own = line.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
      if (own === undefined) return undefined;
      const folder = join(mounts, controller, own, name);
      mkdirSync(folder);
      return new CpuGroup(folder);
    } catch {
      // Not Linux, not root, or another cgroup version: some or all figures are then missing.
      return undefined;
    }
  }

  /** Limits the group to CPU time that others leave over, or a small share if they leave none. */
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
      rmdirSync(this.folder);
    } catch {
      // A process is still ending; an empty group costs nothing.
    }
  }
}
