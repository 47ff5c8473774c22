import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { type RunTool, runTool, toolEnvironment } from './runTool';

export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  /** Set on Linux only; elsewhere equal to the group. */
  session: number;
  /** Opaque; together with the pid, identifies one process of one boot. */
  startTime: string;
}

/** `lstart` has a resolution of one second, which is enough: pids are not reused that fast. */
const psArguments = ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='];

/**
 * Reads all live processes of a POSIX system. Empty on Windows, where taskkill walks the tree.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export async function readProcessTable(
  platform: NodeJS.Platform,
  run: RunTool = runTool,
): Promise<ProcessRow[]> {
  if (platform === 'win32') {
    return [];
  }
  if (platform !== 'linux') {
    return parsePs((await run('ps', psArguments)).stdout);
  }
  const boot = bootId();
  const rows = await Promise.all(
    (await readdir('/proc')).filter(isPid).map(pid =>
      readFile(`/proc/${pid}/stat`, 'utf8').then(
        text => parseProcStat(text, boot),
        // The process ended between the listing and the read.
        () => undefined,
      ),
    ),
  );
  return rows.filter(row => row !== undefined);
}

/** Works like `readProcessTable` without yielding, for an extension host about to end. */
export function readProcessTableSync(platform: NodeJS.Platform): ProcessRow[] {
  if (platform === 'win32') {
    return [];
  }
  if (platform !== 'linux') {
    const options = { timeout: 1_000, encoding: 'utf8', env: toolEnvironment() } as const;
    return parsePs(execFileSync('ps', psArguments, options));
  }
  const boot = bootId();
  return readdirSync('/proc')
    .filter(isPid)
    .map(pid => readProcStat(Number(pid), boot))
    .filter(row => row !== undefined);
}

/**
 * Finds processes that were started with `name=value` in their environment. Empty except on Linux:
 * other systems do not report it.
 */
export async function pidsWithVariable(
  variable: string,
  platform: NodeJS.Platform,
): Promise<ReadonlySet<number>> {
  if (platform !== 'linux') {
    return new Set();
  }
  const pids = (await readdir('/proc')).filter(isPid);
  const found = await Promise.all(
    pids.map(async pid => {
      // Empty for a zombie; refused for other users' processes.
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environment.split('\0').includes(variable);
    }),
  );
  return new Set(pids.filter((_, index) => found[index]).map(Number));
}

/** Reads one process on Linux; `undefined` if it is gone or a zombie. */
export function readProcStat(pid: number, boot = bootId()): ProcessRow | undefined {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'), boot);
  } catch {
    // ENOENT, or ESRCH if it ends during the read.
    return undefined;
  }
}

/** Parses `/proc/<pid>/stat`. Skips zombies, which have ended and only wait to be reaped. */
export function parseProcStat(text: string, boot: string): ProcessRow | undefined {
  // The name may contain spaces, parentheses and line feeds: its last parenthesis counts.
  const end = text.lastIndexOf(')');
  const pid = Number.parseInt(text, 10);
  const fields = text.slice(end + 2).split(' ');
  const [state, parent, group, session] = fields;
  const ticks = fields[19];
  if (end === -1 || !(pid > 0) || ticks === undefined || state === 'Z' || state === 'X') {
    return undefined;
  }
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTime: `${boot}/${ticks}`,
  };
}

/** Parses `ps -o pid=,ppid=,pgid=,stat=,lstart=` of macOS, the BSDs and Linux. */
export function parsePs(text: string): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const line of text.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S.*?)\s*$/.exec(line);
    if (match && !match[4]?.startsWith('Z')) {
      const group = Number(match[3]);
      rows.push({
        pid: Number(match[1]),
        parent: Number(match[2]),
        group,
        session: group,
        startTime: (match[5] ?? '').replace(/\s+/g, ' '),
      });
    }
  }
  return rows;
}

function isPid(name: string): boolean {
  return /^\d+$/.test(name);
}

/** Identifies the boot: start times count from boot, so they repeat after the next one. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Some sandboxes hide it; the ticks alone still distinguish two processes of one boot.
    return '';
  }
}
