import { type Profiler, Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll } from 'vitest';

interface CallCounts {
  readonly total: number;
  readonly byFunction: ReadonlyMap<string, number>;
}

/**
 * Returns a function that counts calls while the tests of this file run. V8 compiles hot functions
 * in the background, and misses calls of those that become ready during a count, so it must not.
 */
export function useCallCounts(): typeof countCalls {
  beforeAll(() => {
    setFlagsFromString('--no-opt');
    setFlagsFromString('--no-maglev');
  });
  afterAll(() => setFlagsFromString('--opt'));
  return countCalls;
}

/**
 * Counts the calls of functions whose file path contains one of these parts, callbacks included.
 * Unlike time, the count hardly depends on the machine.
 */
async function countCalls(parts: readonly string[], work: () => unknown): Promise<CallCounts> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const calls = result
      .filter(({ url }) => parts.some(part => url.includes(part)))
      .flatMap(callsOf);
    const byFunction = new Map<string, number>();
    for (const [name, count] of calls) {
      byFunction.set(name, (byFunction.get(name) ?? 0) + count);
    }
    return { total: calls.reduce((sum, [, count]) => sum + count, 0), byFunction };
  } finally {
    session.disconnect();
  }
}

function callsOf({ url, functions }: Profiler.ScriptCoverage): [string, number][] {
  const file = url.slice(url.lastIndexOf('/') + 1);
  return functions.map(({ functionName, ranges }) => [
    `${file} ${functionName}`,
    ranges[0]?.count ?? 0,
  ]);
}
