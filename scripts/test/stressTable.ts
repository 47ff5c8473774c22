import { type Suite, suites } from './arguments';
import type { SuiteOutcome } from './suite';
import { aligned } from './summary';

export interface StressArguments {
  readonly suite: Suite;
  readonly times: number;
  readonly files: readonly string[];
  /** Seed for the same order in each round. */
  readonly seed: number | undefined;
}

const usage = `npm run test:stress -- <${suites.join('|')}> <times> [file…] [--seed=N]`;
const seedOption = /^--seed=(\d+)$/;

/** @throws Error with a message for the user */
export function parseStress(args: readonly string[]): StressArguments {
  const seeds = args.flatMap(arg => seedOption.exec(arg)?.slice(1) ?? []);
  const [name, count, ...files] = args.filter(arg => !seedOption.test(arg));
  const suite = suites.find(one => one === name);
  const times = Number(count);
  const isUnknown = files.some(file => file.startsWith('-'));
  if (!suite || !Number.isInteger(times) || times < 1 || isUnknown)
    throw new Error(`Usage: ${usage}`);
  return { suite, times, files, seed: seeds[0] === undefined ? undefined : Number(seeds[0]) };
}

/** Lists failures with their number and seeds, then the number of successful rounds. */
export function stressTable(
  suite: string,
  rounds: readonly { readonly seed: number; readonly outcome: SuiteOutcome }[],
): string {
  const seeds = new Map<string, number[]>();
  for (const { seed, outcome } of rounds) {
    const names = [...outcome.failures.map(({ what }) => what), ...outcome.skipped];
    for (const name of new Set(names)) seeds.set(name, [...(seeds.get(name) ?? []), seed]);
  }
  const rows = [...seeds]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([name, at]) => [name, `${at.length} of ${rounds.length}`, `seeds ${at.join(', ')}`]);
  const failedSeeds = new Set([...seeds.values()].flat());
  const good = rounds.filter(({ seed }) => !failedSeeds.has(seed)).length;
  return [...aligned(rows), `${suite}: ${good} of ${rounds.length} rounds passed`].join('\n');
}
