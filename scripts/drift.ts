// npm run drift [-- version] [--suites=cli,editor] [--update]: runs a release of the CLI, by default
// the latest, against the scripted API: records every scenario, compares the frames with those in
// the repository, and runs the suites that use the real CLI. Writes test-results/drift/report.md.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CliBinary, newestCliVariable } from '../test/support/cli/cliBinary';
import { recordScenario, scenarios } from '../test/support/cli/recordScenario';
import {
  newestRecorded,
  type Recording,
  recordedFolder,
  recordingsOf,
} from '../test/support/recordings/recording';
import { build } from './bundles';
import { type DriftArguments, parseDrift } from './drift/arguments';
import { fetchRelease } from './drift/release';
import { faultsOf } from './drift/replays';
import { driftReport, isBroken } from './drift/report';
import { shapeChanges } from './drift/shapeChanges';
import { updateRepository } from './drift/update';
import { wireShape } from './drift/wireShape';
import { provision } from './provision';
import { runScript } from './runScript';
import { endWhenAsked } from './test/endWhenAsked';
import { Run } from './test/run';
import { runSuite } from './test/runSuite';
import type { SuiteOutcome } from './test/suite';

const root = join(__dirname, '..');
const results = join(root, 'test-results', 'drift');

async function main(): Promise<number> {
  const wanted = parseDrift(process.argv.slice(2));
  const { cli, folder } = await fetchRelease(wanted.release, console.log);
  await rm(results, { recursive: true, force: true });
  const recorded = join(results, cli.version);
  await mkdir(recorded, { recursive: true });
  const failedScenarios = await recordAll(cli, recorded);
  const before = recordingsOf('recorded', newestRecorded, join(recordedFolder, newestRecorded));
  const after = recordingsOf('recorded', cli.version, recorded);
  const drift = {
    before: newestRecorded,
    after: cli.version,
    scenarios: after.length,
    failedScenarios,
    faults: faultsOf(after),
    changes: shapeChanges(wireShape(alike(before, after)), wireShape(alike(after, before))),
    suites: await runSuites(wanted, folder),
  };
  const report = driftReport(drift);
  await writeFile(join(results, 'report.md'), report);
  console.log(`\n${report}`);
  if (wanted.isUpdate) {
    await updateRepository(root, newestRecorded, cli.version, recorded, console.log);
  }
  return isBroken(drift) ? 1 : 0;
}

/** @returns a line for each scenario that could not be recorded */
async function recordAll(cli: CliBinary, folder: string): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, { appliesTo }] of Object.entries(scenarios)) {
    if (appliesTo?.(cli.version) === false) continue;
    try {
      const rows = await recordScenario(name, cli, folder);
      console.log(`${cli.version} ${name}: ${rows} rows`);
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failed;
}

/** Recordings of scenarios that both have; a missing one would look like frames that are gone. */
function alike(recordings: readonly Recording[], others: readonly Recording[]): Recording[] {
  const names = new Set(others.map(({ scenario }) => scenario));
  return recordings.filter(({ scenario }) => names.has(scenario));
}

async function runSuites({ suites }: DriftArguments, folder: string): Promise<SuiteOutcome[]> {
  if (suites.length === 0) return [];
  await provision(suites, line => console.log(line));
  if (suites.includes('editor')) await build({ isProduction: true });
  const run = await Run.start();
  endWhenAsked(run);
  try {
    const outcomes: SuiteOutcome[] = [];
    for (const suite of suites) {
      const env = { [newestCliVariable]: folder };
      outcomes.push(await runSuite(run, { suite, root, results, env }));
    }
    return outcomes;
  } finally {
    await run.end();
  }
}

runScript(main);
