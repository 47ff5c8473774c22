// npm test: runs all checks and suites. See test/README.md.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtVariable } from '../test/support/built';
import { extentVariable } from '../test/support/extent';
import { build } from './bundles';
import { provision } from './provision';
import { runScript } from './runScript';
import { parseArguments, type Suite, suites, type TestArguments } from './test/arguments';
import { endWhenAsked } from './test/endWhenAsked';
import { oneAtATime } from './test/oneAtATime';
import { binOf, Run, type StepEnd } from './test/run';
import { runSuite, type SuiteRequest } from './test/runSuite';
import {
  comparable,
  differences,
  ExpectedFile,
  filesTable,
  fixedLoop,
  growthFailures,
  howToAccept,
  startsLine,
} from './test/startCounts';
import { judgeCheck, type SuiteOutcome } from './test/suite';
import { isGreen, summary } from './test/summary';

// Tests of this script use another project.
const root = process.env.TANDEM_TEST_ROOT ?? join(__dirname, '..');
const results = join(root, 'test-results');
const checks: readonly { name: string; command: readonly string[] }[] = [
  { name: 'format and lint', command: [binOf('@biomejs/biome', 'biome'), 'ci', '.'] },
  { name: 'types', command: [binOf('typescript', 'tsc'), '-b'] },
  { name: 'dead code', command: [binOf('knip')] },
];

async function main(): Promise<number> {
  const wanted = parseArguments(process.argv.slice(2));
  const run = await Run.start();
  endWhenAsked(run);
  try {
    if (wanted.isWatch) {
      await emptyResults();
      return await watch(run, wanted);
    }
    return await oneAtATime(root, () => judge(run, wanted));
  } finally {
    await end(run);
  }
}

async function judge(run: Run, wanted: TestArguments): Promise<number> {
  await emptyResults();
  const outcomes = await runAll(run, wanted);
  console.log(`\n${summary(outcomes)}`);
  return isGreen(outcomes) ? 0 : 1;
}

async function emptyResults(): Promise<void> {
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
}

async function runAll(run: Run, wanted: TestArguments): Promise<SuiteOutcome[]> {
  const checking = wanted.parts.includes('check') ? [check(run)] : [];
  const [checked] = await Promise.all([Promise.all(checking), prepare(wanted)]);
  const lanes = lanesOf(wanted);
  const ran = await Promise.all(
    lanes.map(async (lane, index) => {
      const all: SuiteOutcome[] = [];
      const share = lanes.length === 1 ? undefined : index === 0 ? 'large' : 'small';
      for (const suite of lane) all.push(await runOne(run, wanted, suite, share));
      return all;
    }),
  );
  const judged: SuiteOutcome[] = [];
  // Sequential, because they may write to the same file.
  for (const suite of suites) {
    const outcome = ran.flat().find(one => one.suite === suite);
    if (outcome) judged.push(await withCounts(outcome, wanted));
  }
  return [...checked, ...judged];
}

/**
 * The editor suite uses one worker and often waits for windows, the cli suite waits for CLIs. So
 * these two and the others run side by side, and the editor suite, the longest, gets half of the
 * processors.
 */
function lanesOf({ parts }: TestArguments): readonly (readonly Suite[])[] {
  const wanted = suites.filter(name => parts.includes(name));
  if (!wanted.includes('editor')) return [wanted];
  const others = wanted.filter(name => name !== 'editor' && name !== 'cli');
  const lanes: Suite[][] = [['editor'], wanted.filter(name => name === 'cli'), others];
  return lanes.filter(lane => lane.length > 0);
}

function runOne(
  run: Run,
  wanted: TestArguments,
  suite: Suite,
  share: SuiteRequest['share'],
): Promise<SuiteOutcome> {
  say(suite);
  return runSuite(run, {
    suite,
    root,
    results,
    files: wanted.files,
    options: [...wanted.options, ...(hasOneWorker(suite, share) ? ['--maxWorkers=1'] : [])],
    isPick: wanted.isPick,
    // Two suites that control one terminal would overwrite each other's output.
    ...(share ? { stdio: 'pipe', share } : {}),
    env: {
      ...environment(wanted),
      ...(suite === 'editor' ? { [builtVariable]: '1' } : {}),
      ...(share ? colors() : {}),
    },
  });
}

/**
 * A second worker would take the time from the editor suite that it needs itself. Only the page
 * suite, which comes last, has two: they use the processor that the cli suite leaves when it ends.
 */
function hasOneWorker(suite: Suite, share: SuiteRequest['share']): boolean {
  return share === 'small' && suite !== 'page';
}

function colors(): Record<string, string> {
  return process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
}

/** Runs the checks side by side: alone, each leaves a processor idle most of the time. */
async function check(run: Run): Promise<SuiteOutcome> {
  say(checks.map(({ name }) => name).join(', '));
  const started = performance.now();
  const secondsSoFar = () => (performance.now() - started) / 1000;
  const ends = await Promise.all(
    checks.map(async ({ name, command }) => {
      const end: StepEnd = await run.step(command, { cwd: root });
      return { name, end, seconds: secondsSoFar() };
    }),
  );
  return judgeCheck('check', ends, secondsSoFar());
}

/** Provides the requirements that suites do not create themselves. */
async function prepare({ parts, isFull }: TestArguments): Promise<void> {
  say('provision');
  const extent = [
    ...(isFull && parts.includes('cli') ? ['full'] : []),
    ...(isFull && parts.includes('editor') ? ['fullEditor'] : []),
  ];
  await provision([...parts, ...extent], line => console.log(line));
  if (!parts.includes('page') && !parts.includes('editor')) return;
  say('build');
  await build({ isProduction: true });
}

/** Compares the started processes with the expected counts and reports the differences. */
async function withCounts(outcome: SuiteOutcome, wanted: TestArguments): Promise<SuiteOutcome> {
  const { suite, files } = outcome;
  console.log(startsLine(outcome, fixedLoop()));
  await writeFile(join(results, `${suite}.files.txt`), filesTable(files));
  // Another extent or a selection of tests starts different numbers, which are not comparable.
  if (wanted.isFull || wanted.isPick) return outcome;
  const expected = new ExpectedFile(root);
  const started = comparable(outcome, wanted.files.length === 0);
  if (wanted.acceptsCounts) {
    await expected.accept(started);
    return outcome;
  }
  const { grown, shrunk } = differences(started, await expected.read());
  for (const { name, what, expected: before, actual } of shrunk) {
    console.log(`${name}: ${what} ${before} → ${actual}. Take it over: ${howToAccept}`);
  }
  return { ...outcome, failures: [...outcome.failures, ...growthFailures(grown)] };
}

async function watch(run: Run, wanted: TestArguments): Promise<number> {
  const projects = wanted.parts.filter((part): part is Suite => part !== 'check');
  await prepare(wanted);
  const names = projects.flatMap(suite => ['--project', suite]);
  const { code } = await run.step(
    [binOf('vitest'), 'watch', ...names, ...wanted.options, ...wanted.files],
    { cwd: root, env: environment(wanted), isInteractive: true },
  );
  return code ?? 1;
}

function environment(wanted: TestArguments): Record<string, string> {
  return {
    ...(wanted.isFull ? { [extentVariable]: 'full' } : {}),
    ...(wanted.isHeaded ? { TANDEM_HEADED: '1' } : {}),
    ...(wanted.recordsGoldens ? { UPDATE_GOLDEN: '1' } : {}),
  };
}

async function end(run: Run): Promise<void> {
  const left = await run.end();
  if (left.length > 0) await writeFile(join(results, 'left.txt'), `${left.join('\n')}\n`);
}

function say(name: string): void {
  console.log(`\n== ${name}`);
}

runScript(main);
