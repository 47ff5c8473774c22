// npm run provision: everything that the tests need and a clone does not bring along, fetched once.
// `npm run provision -- page` fetches what one task needs, `-- cli-2.0.36` one thing.
import type { Progress } from '../test/support/cache';
import { ProvisionError, provideAll } from '../test/support/provisions/provideAll';
import { provisions, tasks } from '../test/support/provisions/provisions';

/**
 * Provides what the named tasks need, or the named things; everything without a name.
 *
 * @throws ProvisionError, whose message is fit to be printed
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

/** What a failed task prints: a sentence where that says it all, else with the stack. */
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
