import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Counts, FileReport } from './report';
import type { Failure, SuiteOutcome } from './suite';
import { aligned } from './summary';

/** By test file; a file that starts nothing has no entry. */
export type ExpectedCounts = Readonly<Record<string, Counts>>;

export const howToAccept = 'npm test -- --accept-counts';

const names: Readonly<Record<string, readonly [one: string, more: string]>> = {
  window: ['window', 'windows'],
  reload: ['reload', 'reloads'],
  server: ['server', 'servers'],
  browser: ['browser', 'browsers'],
  page: ['page', 'pages'],
  cli: ['CLI', 'CLIs'],
  fork: ['process', 'processes'],
};

interface Difference {
  readonly file: string;
  readonly what: string;
  readonly expected: number;
  readonly actual: number;
}

/** Files that failed are not compared: they may have stopped early or tried again. */
export function differences(
  files: readonly FileReport[],
  expected: ExpectedCounts,
): { grown: readonly Difference[]; shrunk: readonly Difference[] } {
  const all = files.filter(isGood).flatMap(({ file, counts }) =>
    Object.keys(names).map(what => ({
      file,
      what,
      expected: expected[file]?.[what] ?? 0,
      actual: counts[what] ?? 0,
    })),
  );
  return {
    grown: all.filter(one => one.actual > one.expected),
    shrunk: all.filter(one => one.actual < one.expected),
  };
}

function isGood({ errors, tests }: FileReport): boolean {
  return errors.length === 0 && tests.every(({ state }) => state === 'passed');
}

/** One for each file that starts more than it did. */
export function growthFailures(grown: readonly Difference[]): Failure[] {
  return [...new Set(grown.map(({ file }) => file))].map(file => {
    const more = grown
      .filter(one => one.file === file)
      .map(({ what, expected, actual }) => `${said(what, actual)} (${expected} before)`);
    return { what: file, why: `It starts ${more.join(', ')}. If that is meant: ${howToAccept}` };
  });
}

/** The expectation with these files' counts in it, and without files that are no more. */
export function accepted(
  files: readonly FileReport[],
  expected: ExpectedCounts,
  exists: (file: string) => boolean,
): ExpectedCounts {
  const now = files.filter(isGood).map(({ file, counts }) => [file, counts] as const);
  const merged = Object.entries({ ...expected, ...Object.fromEntries(now) })
    .filter(([file, counts]) => Object.keys(counts).length > 0 && exists(file))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(merged.map(([file, counts]) => [file, sortedCounts(counts)]));
}

function sortedCounts(counts: Counts): Counts {
  const known = Object.keys(names).filter(what => counts[what]);
  return Object.fromEntries(known.map(what => [what, counts[what] ?? 0]));
}

/** What a suite has started and used; CPU beside a fixed loop, since machines differ. */
export function startsLine({ suite, files, shared }: SuiteOutcome, loop: number): string {
  const total = (what: string) =>
    files.reduce((sum, { counts }) => sum + (counts[what] ?? 0), shared[what] ?? 0);
  const starts = Object.keys(names).flatMap(what => (total(what) ? [said(what, total(what))] : []));
  const workers = new Set(files.map(({ worker }) => worker)).size;
  const cpu = files.reduce((sum, { cpuSeconds = 0 }) => sum + cpuSeconds, 0);
  const used = cpu > 0 ? `; ${cpu.toFixed(1)} CPU-s (fixed loop: ${loop.toFixed(2)})` : '';
  return `${suite}: ${[...starts, `${workers} of vitest’s workers`].join(', ')}${used}`;
}

function said(what: string, times: number): string {
  const [one, more] = names[what] ?? [what, what];
  return `${times} ${times === 1 ? one : more}`;
}

/** A line for each file, the most CPU first. */
export function filesTable(files: readonly FileReport[]): string {
  const kinds = Object.keys(names);
  const rows = [...files]
    .sort((one, other) => (other.cpuSeconds ?? 0) - (one.cpuSeconds ?? 0))
    .map(({ file, seconds, cpuSeconds, counts }) => [
      file,
      ...kinds.map(what => String(counts[what] ?? 0)),
      cpuSeconds?.toFixed(1) ?? '',
      seconds.toFixed(1),
      '',
    ]);
  return `${aligned([['file', ...kinds, 'CPU-s', 'seconds', ''], ...rows]).join('\n')}\n`;
}

export class ExpectedFile {
  private readonly path: string;

  constructor(private readonly root: string) {
    this.path = join(root, 'test', 'expectedCounts.json');
  }

  async read(): Promise<ExpectedCounts> {
    return JSON.parse(await readFile(this.path, 'utf8'));
  }

  async accept(files: readonly FileReport[]): Promise<void> {
    const counts = accepted(files, await this.read(), file => existsSync(join(this.root, file)));
    await writeFile(this.path, `${JSON.stringify(counts, null, 2)}\n`);
  }
}

/** CPU seconds of a loop that does the same on every machine. */
export function fixedLoop(): number {
  const before = process.cpuUsage();
  let value = 1;
  for (let round = 0; round < 20_000_000; round += 1) value = (value * 48_271) % 2_147_483_647;
  const { user, system } = process.cpuUsage(before);
  return value > 0 ? (user + system) / 1e6 : 0;
}
