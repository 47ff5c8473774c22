import { readFile } from 'node:fs/promises';
import { type ProcessRow, readProcessTable } from '../../src/node/processTable';
import { taskkillArguments } from '../../src/node/processTree';
import { runTool, windowsTool } from '../../src/node/runTool';

const passes = 40;
const pauseMs = 50;

/**
 * Kills the processes of a run: the trees, groups and sessions of `roots`. On Linux also kills all
 * whose environment names the run's temporary folder, anywhere in the tree.
 * @returns the command lines of the processes that were still running
 */
export async function killAll(roots: ReadonlySet<number>, folder: string): Promise<string[]> {
  if (process.platform === 'win32') {
    for (const root of roots) {
      await runTool(windowsTool('taskkill.exe'), taskkillArguments(root, true));
    }
    return [];
  }
  const killed = new Map<number, string>();
  // Some processes fork during the search, and a killed process takes a moment to end.
  for (let pass = 0; pass < passes; pass += 1) {
    const members = await membersOfRun(roots, folder);
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
export async function untilGone(
  roots: ReadonlySet<number>,
  folder: string,
  limit: number,
): Promise<void> {
  if (process.platform === 'win32') return;
  const end = performance.now() + limit;
  while (performance.now() < end && (await membersOfRun(roots, folder)).length > 0) {
    await new Promise(resolve => setTimeout(resolve, pauseMs));
  }
}

/** Returns the child processes; empty on Windows. */
export async function childrenOf(parent: number): Promise<number[]> {
  const rows = await readProcessTable(process.platform);
  return rows.filter(row => row.parent === parent).map(({ pid }) => pid);
}

async function membersOfRun(roots: ReadonlySet<number>, folder: string): Promise<number[]> {
  const rows = await readProcessTable(process.platform);
  const named = await Promise.all(rows.map(({ pid }) => hasInEnvironment(pid, folder)));
  const isRoot = ({ pid, group, session }: ProcessRow) =>
    roots.has(pid) || roots.has(group) || roots.has(session);
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
