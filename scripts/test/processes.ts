import { readFile } from 'node:fs/promises';
import { type ProcessRow, readProcessTable } from '../../src/node/processTable';
import { taskkillArguments } from '../../src/node/processTree';
import { runTool, windowsTool } from '../../src/node/runTool';
import { CpuGroup } from './cpuGroup';

const passes = 40;
const pauseMs = 50;

/** Processes of a run or of one of its steps. */
export interface Owned {
  /** Process ids whose trees, groups and sessions belong to it. */
  readonly roots: ReadonlySet<number>;
  /** Temporary folder, named in the environment of its processes. */
  readonly folder: string;
  /** Beginning of the names of its CPU groups. */
  readonly groups: string;
}

/**
 * Kills the trees, groups and sessions of the roots. On Linux also kills all other processes whose
 * environment names the folder or, where there are CPU groups, that are in one of these.
 * @returns the command lines of the processes that were still running
 */
export async function killAll(owned: Owned): Promise<string[]> {
  if (process.platform === 'win32') {
    for (const root of owned.roots) {
      await runTool(windowsTool('taskkill.exe'), taskkillArguments(root, true));
    }
    return [];
  }
  const killed = new Map<number, string>();
  // Some processes fork during the search, and a killed process takes a moment to end.
  for (let pass = 0; pass < passes; pass += 1) {
    const members = await membersOf(owned);
    if (members.length === 0) break;
    for (const pid of members) {
      if (!killed.has(pid)) killed.set(pid, await commandLine(pid));
      kill(pid);
    }
    await new Promise(resolve => setTimeout(resolve, pauseMs));
  }
  return [...killed.values()].filter(line => line !== '');
}

/** Resolves when no process of a run remains, or after `limit` ms. */
export async function untilGone(owned: Owned, limit: number): Promise<void> {
  if (process.platform === 'win32') return;
  const end = performance.now() + limit;
  while (performance.now() < end && (await membersOf(owned)).length > 0) {
    await new Promise(resolve => setTimeout(resolve, pauseMs));
  }
}

/** Returns the child processes; empty on Windows. */
export async function childrenOf(parent: number): Promise<number[]> {
  const rows = await readProcessTable(process.platform);
  return rows.filter(row => row.parent === parent).map(({ pid }) => pid);
}

async function membersOf({ roots, folder, groups }: Owned): Promise<number[]> {
  const rows = await readProcessTable(process.platform);
  const named = await Promise.all(rows.map(({ pid }) => hasInEnvironment(pid, folder)));
  const grouped = CpuGroup.membersOf(groups);
  const isRoot = ({ pid, group, session }: ProcessRow) =>
    roots.has(pid) || roots.has(group) || roots.has(session) || grouped.has(pid);
  const members = new Set(
    rows.filter((row, index) => named[index] || isRoot(row)).map(({ pid }) => pid),
  );
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const { pid, parent } of rows) {
      if (members.has(parent)) members.add(pid);
    }
  }
  members.delete(process.pid);
  return [...members];
}

async function hasInEnvironment(pid: number, text: string): Promise<boolean> {
  // Empty for a zombie, unreadable for other users' processes, missing except on Linux.
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return environment.includes(text);
}

async function commandLine(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text.split('\0').join(' ').trim();
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // ESRCH: the process has ended. EPERM: it now belongs to another user, so it is out of reach.
  }
}
