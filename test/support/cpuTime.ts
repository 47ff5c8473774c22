import { readdirSync, readFileSync } from 'node:fs';

/** Length of a clock tick in `/proc`, on every Linux that Node supports. */
const tickSeconds = 1 / 100;

/**
 * Returns the CPU seconds of this test file's processes so far. Where files run one at a time
 * (editors, which files lend to each other and which are killed), only the system's own count is
 * complete.
 */
export function fileCpuSeconds(): number | undefined {
  if (!process.env.TANDEM_TEST_ALONE) return treeCpuSeconds(process.pid);
  const nanoseconds = read(process.env.TANDEM_TEST_CPU_USAGE ?? '');
  return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e9;
}

/**
 * Returns the CPU seconds of a process and all its descendants, including ended ones. Undefined
 * where there is no `/proc`.
 */
function treeCpuSeconds(root: number): number | undefined {
  const rows = readRows();
  if (!rows.has(root)) return undefined;
  const members = new Set([root]);
  for (let before = 0; before !== members.size; ) {
    before = members.size;
    for (const [pid, { parent }] of rows) {
      if (members.has(parent)) members.add(pid);
    }
  }
  const ticks = [...members].reduce((sum, pid) => sum + (rows.get(pid)?.ticks ?? 0), 0);
  return ticks * tickSeconds;
}

function readRows(): Map<number, { parent: number; ticks: number }> {
  const rows = new Map<number, { parent: number; ticks: number }>();
  for (const name of list('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? read(`/proc/${name}/stat`) : undefined;
    if (stat === undefined) continue;
    // State and parent follow the name in parentheses; times of ended children come last.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    rows.set(pid, { parent: Number(fields[1]), ticks });
  }
  return rows;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Not Linux.
    return [];
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}
