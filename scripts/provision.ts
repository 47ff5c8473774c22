// npm run provision: downloads everything that the tests need and a clone lacks, once.
// `npm run provision -- page` downloads one task's requirements, `-- cli-2.0.36` a single item.
import type { Progress } from '../test/support/cache';
import { ProvisionError, provideAll } from '../test/support/provisions/provideAll';
import { provisions, tasks } from '../test/support/provisions/provisions';

/**
 * Provides the requirements of the named tasks, or the named items; everything without a name.
 * @throws ProvisionError with a printable message
 */
export async function provision(what: readonly string[], progress: Progress): Promise<void> {
  const known = [...tasks, ...provisions.map(({ name }) => name)];
  const unknown = what.find(name => !known.includes(name));
  if (unknown !== undefined) {
    throw new ProvisionError(`There is no "${unknown}" to provide; known: ${known.join(', ')}.`);
  }
  const isWanted = (name: string) => what.length === 0 || what.includes(name);
  const wanted = provisions.filter(one => isWanted(one.name) || one.tasks.some(isWanted));
  await provideAll(wanted, progress);
}

/**
 * Returns printable text for a failed task: the message if it is sufficient, else with the stack.
 */
export function inWords(error: unknown): unknown {
  return error instanceof ProvisionError ? error.message : error;
}

async function main(): Promise<void> {
  const what = process.argv.slice(2);
  await provision(what, line => console.log(line));
  console.log(`Provided: ${what.join(', ') || 'everything'}`);
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(inWords(error));
    process.exitCode = 1;
  });
}
