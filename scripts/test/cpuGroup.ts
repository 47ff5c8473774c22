import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps its groups of processes whose CPU time is counted (version 1 of them). */
const mount = '/sys/fs/cgroup/cpuacct';

/**
 * Counts the CPU time of processes and of all that they start, also of what is killed. There are
 * systems that have no such groups, or let only root make them: then there is none.
 */
export class CpuGroup {
  private constructor(private readonly folder: string) {}

  static create(name: string): CpuGroup | undefined {
    try {
      // Below the group that we are in, which goes on counting us.
      const own = /^\d+:(?:[\w=]+,)*cpuacct(?:,[\w=]+)*:(.*)$/m.exec(
        readFileSync('/proc/self/cgroup', 'utf8'),
      )?.[1];
      if (own === undefined) return undefined;
      const folder = join(mount, own, name);
      mkdirSync(folder);
      return new CpuGroup(folder);
    } catch {
      // Not Linux, not root, or another version: figures are then fewer or none.
      return undefined;
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
