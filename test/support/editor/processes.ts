import { readdir, readFile } from 'node:fs/promises';
import { readProcStat } from '../../../src/node/processTable';

export interface MarkedProcess {
  pid: number;
  parent: number;
  argv: string[];
}

/** Finds processes whose environment contains `name=value`, anywhere in the tree (Linux only). */
export async function markedProcesses(name: string, value: string): Promise<MarkedProcess[]> {
  const entries = await readdir('/proc').catch(() => []);
  const candidates = entries.filter(entry => /^\d+$/.test(entry)).map(Number);
  const found = await Promise.all(
    candidates.map(async pid => {
      // Both are empty for zombies and unreadable for other users' processes.
      const environ = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      if (!environ.split('\0').includes(`${name}=${value}`)) return undefined;
      const cmdline = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const parent = readProcStat(pid)?.parent;
      if (parent === undefined) return undefined;
      return { pid, parent, argv: cmdline.split('\0').slice(0, -1) };
    }),
  );
  return found.filter(entry => entry !== undefined);
}
