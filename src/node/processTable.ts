import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { type RunTool, runTool, toolEnvironment } from './runTool';

export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  /** Linux only; elsewhere the group. */
  session: number;
  /** Opaque; with the pid it names one process of one boot. */
  startTime: string;
}

/** `lstart` has a resolution of one second, which is enough: pids are not reused that fast. */
const psArguments = ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='];

/** All live processes of a POSIX system. Empty on Windows, where taskkill walks the tree. */
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

/** The same without yielding, for an extension host that is about to end. */
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
 * The processes that were started with this in their environment, `name=value`. Empty but on Linux:
 * elsewhere the system does not tell.
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
      // Empty for a zombie; refused for other people's processes.
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environment.split('\0').includes(variable);
    }),
  );
  return new Set(pids.filter((_, index) => found[index]).map(Number));
}

/** One process of Linux; `undefined` when it is gone or a zombie. */
export function readProcStat(pid: number, boot = bootId()): ProcessRow | undefined {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'), boot);
  } catch {
    // ENOENT, or ESRCH when it ends during the read.
    return undefined;
  }
}

/** `/proc/<pid>/stat`. A zombie is no row: it has ended and only waits to be reaped. */
export function parseProcStat(text: string, boot: string): ProcessRow | undefined {
  // The name is in parentheses and may hold spaces, parentheses and line feeds: the last one counts.
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

/** `ps -o pid=,ppid=,pgid=,stat=,lstart=` of macOS, the BSDs and Linux. */
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

/** Start times count from boot, so that they repeat after the next one. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Some sandboxes hide it; the ticks alone still tell two processes of one boot apart.
    return '';
  }
}
