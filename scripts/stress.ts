// npm run test:stress -- <suite> <times> [file…] [--seed=N]: repeats a suite in random order, with
// both cores busy. Prints intermittent failures with their seeds.
import { randomInt } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './bundles';
import { provision } from './provision';
import type { Suite } from './test/arguments';
import { endWhenAsked } from './test/endWhenAsked';
import { Run } from './test/run';
import { runSuite } from './test/runSuite';
import { parseStress, type StressArguments, stressTable } from './test/stressTable';
import type { SuiteOutcome } from './test/suite';
import { problemsOf } from './test/summary';

const root = join(__dirname, '..');
const results = join(root, 'test-results', 'stress');
const busyLoops = 2;

async function main(): Promise<number> {
  const wanted = parseStress(process.argv.slice(2));
  const run = await Run.start();
  endWhenAsked(run);
  try {
    await rm(results, { recursive: true, force: true });
    await mkdir(results, { recursive: true });
    await provision([wanted.suite], line => console.log(line));
    if (wanted.suite === 'page' || wanted.suite === 'editor') await build({ isProduction: true });
    for (let loop = 0; loop < busyLoops; loop += 1) run.beside(['-e', 'for (;;);']);
    const rounds = await allRounds(run, wanted);
    console.log(`\n${stressTable(wanted.suite, rounds)}`);
    const isGood = ({ outcome }: Round) => outcome.failures.length + outcome.skipped.length === 0;
    return rounds.every(isGood) ? 0 : 1;
  } finally {
    await run.end();
  }
}

interface Round {
  readonly seed: number;
  readonly outcome: SuiteOutcome;
}

async function allRounds(
  run: Run,
  { suite, times, files, seed: given }: StressArguments,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let time = 1; time <= times; time += 1) {
    const seed = given ?? randomInt(1, 2 ** 31);
    console.log(`\n== ${suite}, ${time} of ${times}, seed ${seed}`);
    const outcome = await runSuite(run, {
      suite,
      root,
      results: join(results, String(time)),
      files,
      options: [...shuffled(suite), `--sequence.seed=${seed}`],
    });
    for (const line of problemsOf(outcome)) console.log(line);
    rounds.push({ seed, outcome });
  }
  return rounds;
}

/**
 * A file of the editor suite is the story of one window, because each new one costs 15 to 20 CPU
 * seconds: its tests are steps that follow each other.
 */
function shuffled(suite: Suite): readonly string[] {
  const files = '--sequence.shuffle.files';
  return suite === 'editor' ? [files] : [files, '--sequence.shuffle.tests'];
}

main().then(
  code => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
