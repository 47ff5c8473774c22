import { createContext, Script } from 'node:vm';

/** Milliseconds of CPU. A pattern from outside may need longer than anybody waits. */
const timeLimit = 100;

const search = new Script(
  `(() => {
    try {
      return new RegExp(pattern, 'u').test(text);
    } catch {
      return new RegExp(pattern).test(text);
    }
  })()`,
);

/**
 * Tries a regular expression that somebody else wrote.
 * @returns undefined if it is not valid or takes too long
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const context = createContext(
    { pattern, text },
    { codeGeneration: { strings: false, wasm: false } },
  );
  // Node limits the time on the clock, most of which may belong to other processes. An attempt that
  // has had less than half of the limit for itself is repeated, with twice the time on the clock.
  for (let timeout = timeLimit; ; timeout *= 2) {
    const start = process.cpuUsage();
    try {
      return search.runInContext(context, { timeout }) === true;
    } catch (error) {
      // The server has the last word anyway.
      if (!isTimeout(error) || cpuTime(start) > timeLimit / 2) return undefined;
    }
  }
}

/** Returns whether the time ended. The error may belong to the context, so its class says nothing. */
function isTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** Returns the milliseconds of CPU since then. */
function cpuTime(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
