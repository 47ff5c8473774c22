import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux has its groups of processes (version 1 of them), by what they are for. */
const mounts = '/sys/fs/cgroup';

/** Others have 1,024. */
const fewShares = 512;

/**
 * A group of processes and of all that they start, also in sessions of their own. `cpuacct` counts
 * their CPU time, also of those that were killed; `cpu` shares the processors out. There are systems
 * that have no such groups, or let only root make them: then there is none.
 */
export class CpuGroup {
  private constructor(private readonly folder: string) {}

  static create(controller: 'cpu' | 'cpuacct', name: string): CpuGroup | undefined {
    try {
      // Below the group that we are in, which goes on counting us.
      const line = new RegExp(`^\\d+:(?:[\\w=]+,)*${controller}(?:,[\\w=]+)*:(.*)$`, 'm');
      const own = line.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
      if (own === undefined) return undefined;
      const folder = join(mounts, controller, own, name);
      mkdirSync(folder);
      return new CpuGroup(folder);
    } catch {
      // Not Linux, not root, or another version: figures are then fewer or none.
      return undefined;
    }
  }

  /** Has it get what others leave over, and little where they leave nothing. */
  giveWay(): void {
    try {
      writeFileSync(join(this.folder, 'cpu.shares'), String(fewShares));
    } catch {
      // A system without shares: it runs like the others.
    }
  }

  /** Holds the nanoseconds so far. */
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
      // It has ended before it could be counted.
    }
  }

  /** Once all its processes are gone. */
  remove(): void {
    try {
      rmdirSync(this.folder);
    } catch {
      // Something of it still ends; an empty group costs nothing.
    }
  }
}
