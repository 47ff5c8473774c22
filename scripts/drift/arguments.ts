import type { Suite } from '../test/arguments';

export interface DriftArguments {
  /** Version or dist-tag of the release to compare. */
  readonly release: string;
  readonly suites: readonly Suite[];
  /** True to put the recordings and the dependency of the release into the repository. */
  readonly isUpdate: boolean;
}

/** Suites in which the real CLI runs. */
const known: readonly Suite[] = ['cli', 'editor'];
const usage = 'npm run drift -- [version] [--suites=cli,editor] [--update]';
const suitesOption = /^--suites=(.*)$/;
const releaseForm = /^[A-Za-z\d][\w.-]*$/;

/** @throws Error with a message for the user */
export function parseDrift(args: readonly string[]): DriftArguments {
  const words = args.filter(arg => !arg.startsWith('-'));
  const options = args.filter(arg => arg.startsWith('-') && arg !== '--update');
  const lists = options.map(option => suitesOption.exec(option)?.[1]);
  const [release = 'latest'] = words;
  if (words.length > 1 || lists.length > 1 || !releaseForm.test(release)) {
    throw new Error(`Usage: ${usage}`);
  }
  const [list = options.length > 0 ? undefined : 'cli'] = lists;
  if (list === undefined) throw new Error(`Usage: ${usage}`);
  const names = list.split(',').filter(name => name !== '');
  const suites = known.filter(suite => names.includes(suite));
  if (suites.length !== names.length)
    throw new Error(`Suites are ${known.join(' and ')}: ${usage}`);
  return { release, suites, isUpdate: args.includes('--update') };
}
