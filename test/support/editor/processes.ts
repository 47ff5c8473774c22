import { readdirSync, readFileSync } from 'node:fs';
import { readProcStat } from '../../../src/node/processTable';

export interface MarkedProcess {
  pid: number;
  parent: number;
  argv: string[];
}

/**
 * Finds processes whose environment contains `name=value`, anywhere in the tree (Linux only). Reads
 * without yielding, because tests poll this: hundreds of asynchronous reads cost four times as much.
 */
export function markedProcesses(name: string, value: string): MarkedProcess[] {
  return processIds().flatMap(pid => {
    if (!read(pid, 'environ').includes(`${name}=${value}`)) return [];
    const argv = read(pid, 'cmdline').slice(0, -1);
    const parent = readProcStat(pid)?.parent;
    return parent === undefined ? [] : [{ pid, parent, argv }];
  });
}

/** Returns a variable of a process's environment, which is that of its start (Linux only). */
export function variableOf(pid: number, name: string): string | undefined {
  const entry = read(pid, 'environ').find(one => one.startsWith(`${name}=`));
  return entry?.slice(name.length + 1);
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter(entry => /^\d+$/.test(entry))
      .map(Number);
  } catch {
    // Not Linux.
    return [];
  }
}

function read(pid: number, file: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  } catch {
    // The process has ended or belongs to another user.
    return [];
  }
}
