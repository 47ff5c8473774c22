import childProcess from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

/**
 * Expensive actions of a test file. `git` is each of its commands, and `fork` any other process that
 * the test's own process starts.
 */
export type Counted = 'window' | 'reload' | 'server' | 'browser' | 'page' | 'cli' | 'git' | 'fork';
export type Counts = Readonly<Partial<Record<Counted, number>>>;

interface State {
  counts: Partial<Record<Counted, number>>;
  isWatching: boolean;
}

// Shared by the whole process: files in one process load this module more than once.
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

/** Returns all counts since the process began. */
export function counted(): Counts {
  return { ...state().counts };
}

/** Returns the counts since an earlier `counted()`, without zeros. */
export function countedSince(before: Counts): Counts {
  const entries = Object.entries(counted()) as [Counted, number][];
  return Object.fromEntries(
    entries
      .map(([what, times]) => [what, times - (before[what] ?? 0)] as const)
      .filter(([, times]) => times > 0),
  );
}

/** Counts every process that this one starts from now on; arguments identify known kinds. */
export function watchStarts(): void {
  if (state().isWatching) return;
  state().isWatching = true;
  // Node publishes each `ChildProcess` here before it is spawned.
  subscribe('child_process', message => {
    const { process: child } = message as { process: childProcess.ChildProcess };
    child.once('spawn', () => {
      countProcess(child.spawnfile);
      countKnown(child.spawnargs);
    });
  });
  // Synchronous spawns have neither this object nor a diagnostics channel.
  const { spawnSync, execFileSync, execSync } = childProcess;
  Object.assign(childProcess, {
    spawnSync: withCount(spawnSync),
    execFileSync: withCount(execFileSync),
    execSync: withCount(execSync),
  });
  syncBuiltinESMExports();
}

function withCount<Args extends [program: string, ...unknown[]], Result>(
  run: (...args: Args) => Result,
) {
  return (...args: Args): Result => {
    countProcess(args[0]);
    return run(...args);
  };
}

function countProcess(program: string): void {
  count(/^git(?:\.exe)?$/.test(basename(program)) ? 'git' : 'fork');
}

/** Counts a process of a known kind; extension hosts report theirs through the driver. */
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
