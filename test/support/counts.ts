import childProcess from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';

/** What costs a test file its time. A `fork` is any process that the test's own process starts. */
export type Counted = 'window' | 'reload' | 'server' | 'browser' | 'page' | 'cli' | 'fork';
export type Counts = Readonly<Partial<Record<Counted, number>>>;

interface State {
  counts: Partial<Record<Counted, number>>;
  isWatching: boolean;
}

// Of the whole process: files that share one load this module more than once.
const key = Symbol.for('tandem.test.counts');
const holder = globalThis as { [key]?: State };

function state(): State {
  holder[key] ??= { counts: {}, isWatching: false };
  return holder[key];
}

export function count(what: Counted, times = 1): void {
  const { counts } = state();
  counts[what] = (counts[what] ?? 0) + times;
}

/** All since the process began. */
export function counted(): Counts {
  return { ...state().counts };
}

/** What was counted since an earlier `counted()`; what was not is left out. */
export function countedSince(before: Counts): Counts {
  const entries = Object.entries(counted()) as [Counted, number][];
  return Object.fromEntries(
    entries
      .map(([what, times]) => [what, times - (before[what] ?? 0)] as const)
      .filter(([, times]) => times > 0),
  );
}

/** Counts every process that this one starts from now on, and knows some by their arguments. */
export function watchStarts(): void {
  if (state().isWatching) return;
  state().isWatching = true;
  // Node publishes each `ChildProcess` here before it is spawned.
  subscribe('child_process', message => {
    const { process: child } = message as { process: childProcess.ChildProcess };
    child.once('spawn', () => {
      count('fork');
      countKnown(child.spawnargs);
    });
  });
  // The ones that wait for their program have no such object and no channel.
  const { spawnSync, execFileSync, execSync } = childProcess;
  Object.assign(childProcess, {
    spawnSync: withCount(spawnSync),
    execFileSync: withCount(execFileSync),
    execSync: withCount(execSync),
  });
  syncBuiltinESMExports();
}

function withCount<Args extends unknown[], Result>(run: (...args: Args) => Result) {
  return (...args: Args): Result => {
    count('fork');
    return run(...args);
  };
}

/** Counts a process whose arguments say what it is; extension hosts report theirs by the driver. */
export function countKnown(args: readonly string[]): void {
  const known = kindOf(args);
  if (known) count(known);
}

function kindOf(args: readonly string[]): Counted | undefined {
  if (args.includes('--input-format')) return 'cli';
  if (args.includes('--remote-debugging-pipe')) return 'browser';
  if (args.includes('out/server-main.js') && args.includes('--port')) return 'server';
  return undefined;
}
