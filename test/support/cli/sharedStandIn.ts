import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CliBinary, newestCli, scriptBinary } from './cliBinary';
import { standInCli } from './standInCli';

/** Variable with the path of the stand-in, which workers inherit. */
const variable = 'TANDEM_TEST_STAND_IN';

/** Builds the stand-in once per run of the cli suite, for all files until the run ends. */
export default async function buildStandIn(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'stand-in-'));
  process.env[variable] = (await standInCli(folder)).path;
  return () => rm(folder, { recursive: true, force: true });
}

/** @throws Error outside the cli suite, which builds it */
export function sharedStandIn(): CliBinary {
  const path = process.env[variable];
  if (path === undefined) throw new Error('Only the cli suite builds the stand-in');
  return scriptBinary(newestCli().version, path);
}
