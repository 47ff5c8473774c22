/**
 * Records frames of the real CLI against the scripted Messages API:
 *
 *     npm run frames -- <cli version> [scenario…]
 *
 * The version is `newest` or one of test/support/cli/cliPins.ts. Without scenarios, records all
 * that apply to the version. Output: test/support/fixtures/recorded/<version>/.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cliBinary, cliVersions } from '../test/support/cli/cliBinary';
import { recordScenario, scenarios } from '../test/support/cli/recordScenario';
import { provision } from './provision';
import { runScript } from './runScript';

const recorded = fileURLToPath(new URL('../test/support/fixtures/recorded', import.meta.url));

async function main(): Promise<void> {
  const [wanted, ...names] = process.argv.slice(2);
  const version = cliVersions.find(known => known === wanted);
  if (!version) throw new Error(`Name one of these versions: ${cliVersions.join(', ')}`);
  if (version !== 'newest') await provision([`cli-${version}`], line => console.log(line));
  const binary = await cliBinary(version);
  const chosen =
    names.length > 0
      ? names
      : Object.entries(scenarios)
          .filter(([, { appliesTo }]) => appliesTo?.(binary.version) ?? true)
          .map(([name]) => name);
  for (const name of chosen) {
    const rows = await recordScenario(name, binary, join(recorded, binary.version));
    console.log(`${binary.version} ${name}: ${rows} rows`);
  }
}

runScript(main);
