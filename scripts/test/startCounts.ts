import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Counts, FileReport } from './report';
import type { Failure, SuiteOutcome } from './suite';
import { aligned } from './summary';

/** Counts by test file or suite; files that start nothing have no entry. */
export type ExpectedCounts = Readonly<Record<string, Counts>>;

export const howToAccept = 'npm test -- --accept-counts';

const names: Readonly<Record<string, readonly [one: string, more: string]>> = {
  window: ['window', 'windows'],
  reload: ['reload', 'reloads'],
  server: ['server', 'servers'],
  browser: ['browser', 'browsers'],
  page: ['page', 'pages'],
  cli: ['CLI', 'CLIs'],
  git: ['Git command', 'Git commands'],
  fork: ['process', 'processes'],
};

/**
 * Counts of which only the total of a whole suite is comparable. The order of files decides which
 * one starts a shared resource. The machine's speed decides whether a closed conversation was still
 * in time to look at its folder, which takes some seven Git commands.
 */
const summed: Readonly<Record<string, readonly string[]>> = {
  unit: ['git'],
  cli: ['git'],
  page: ['browser', 'page', 'git', 'fork'],
  editor: ['window', 'server', 'browser', 'git', 'fork'],
};

/** Starts by a file, or by a whole suite under its name. */
export interface Started {
  readonly name: string;
  readonly counts: Counts;
}

interface Difference {
  readonly name: string;
  readonly what: string;
  readonly expected: number;
  readonly actual: number;
}

/**
 * Returns the comparable counts. Excludes failed files, which may have stopped early.
 * @param isWhole true if all files of the suite ran
 */
export function comparable(
  { suite, files, shared }: Pick<SuiteOutcome, 'suite' | 'files' | 'shared'>,
  isWhole: boolean,
): Started[] {
  const common = summed[suite] ?? [];
  const good = files.filter(isGood).map(({ file, counts }) => ({
    name: file,
    counts: pick(counts, what => !common.includes(what)),
  }));
  if (!isWhole || good.length < files.length || common.length === 0) return good;
  const sum = Object.fromEntries(common.map(what => [what, total(what, files, shared)]));
  return [...good, { name: suite, counts: pick(sum, () => true) }];
}

function isGood({ errors, tests }: FileReport): boolean {
  return errors.length === 0 && tests.every(({ state }) => state === 'passed');
}

/** Returns nonzero counts in the order of `names`. */
function pick(counts: Counts, wants: (what: string) => boolean): Counts {
  const known = Object.keys(names).filter(what => counts[what] && wants(what));
  return Object.fromEntries(known.map(what => [what, counts[what] ?? 0]));
}

function total(what: string, files: readonly FileReport[], shared: Counts): number {
  return files.reduce((sum, { counts }) => sum + (counts[what] ?? 0), shared[what] ?? 0);
}

export function differences(
  started: readonly Started[],
  expected: ExpectedCounts,
): { grown: readonly Difference[]; shrunk: readonly Difference[] } {
  const all = started.flatMap(({ name, counts }) =>
    Object.keys(names).map(what => ({
      name,
      what,
      expected: expected[name]?.[what] ?? 0,
      actual: counts[what] ?? 0,
    })),
  );
  return {
    grown: all.filter(one => one.actual - one.expected > leeway(one)),
    shrunk: all.filter(one => one.expected - one.actual > leeway(one)),
  };
}

/**
 * Returns the tolerated deviation of a count. Agent restarts, repeated git calls and windows that
 * could not be cleaned depend on the machine's speed; reloads and browsers do not.
 */
function leeway({ what, expected }: Difference): number {
  if (what === 'git') {
    return Math.ceil(expected / 3);
  }
  if (what === 'cli' || what === 'fork' || what === 'page') {
    return Math.max(2, Math.ceil(expected / 5));
  }
  return what === 'window' || what === 'server' ? Math.ceil(expected / 10) : 0;
}

/** Returns a failure for each file that starts more than expected. */
export function growthFailures(grown: readonly Difference[]): Failure[] {
  return [...new Set(grown.map(({ name }) => name))].map(name => {
    const more = grown
      .filter(one => one.name === name)
      .map(({ what, expected, actual }) => `${said(what, actual)} (${expected} before)`);
    return { what: name, why: `It starts ${more.join(', ')}. If that is meant: ${howToAccept}` };
  });
}

/** Returns the expectation with these counts, without files that no longer exist. */
export function accepted(
  started: readonly Started[],
  expected: ExpectedCounts,
  exists: (name: string) => boolean,
): ExpectedCounts {
  const now = Object.fromEntries(started.map(({ name, counts }) => [name, counts]));
  return Object.fromEntries(
    Object.entries({ ...expected, ...now })
      .filter(([name, counts]) => Object.keys(counts).length > 0 && exists(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Summarizes a suite's starts and CPU time. Adds a fixed loop's time, because machines differ. */
export function startsLine(outcome: SuiteOutcome, loop: number): string {
  const { suite, files, shared } = outcome;
  const starts = Object.keys(names)
    .map(what => [what, total(what, files, shared)] as const)
    .flatMap(([what, times]) => (times > 0 ? [said(what, times)] : []));
  const workers = new Set(files.map(({ worker }) => worker)).size;
  const inFiles = files.reduce((sum, { cpuSeconds = 0 }) => sum + cpuSeconds, 0);
  const cpu = outcome.cpuSeconds ?? inFiles;
  const used = cpu > 0 ? `; ${cpu.toFixed(1)} CPU-s (fixed loop: ${loop.toFixed(2)})` : '';
  return `${suite}: ${[...starts, `${workers} of vitest’s workers`].join(', ')}${used}`;
}

function said(what: string, times: number): string {
  const [one, more] = names[what] ?? [what, what];
  return `${times} ${times === 1 ? one : more}`;
}

/** Returns a line for each file, sorted by descending CPU time. */
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

  async accept(started: readonly Started[]): Promise<void> {
    const exists = (name: string) => name in summed || existsSync(join(this.root, name));
    const counts = accepted(started, await this.read(), exists);
    await writeFile(this.path, `${JSON.stringify(counts, null, 2)}\n`);
  }
}

/** Returns the CPU seconds of a loop that does the same work on every machine. */
export function fixedLoop(): number {
  const before = process.cpuUsage();
  let value = 1;
  for (let round = 0; round < 20_000_000; round += 1) value = (value * 48_271) % 2_147_483_647;
  const { user, system } = process.cpuUsage(before);
  return value > 0 ? (user + system) / 1e6 : 0;
}
