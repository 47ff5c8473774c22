export interface PictureArguments {
  /** Parts of the names of states; none for all states. */
  readonly names: readonly string[];
  readonly isAccepting: boolean;
  /** True to make the pictures of the walkthrough and of the README anew, and no others. */
  readonly forDocuments: boolean;
}

const options = ['--accept', '--docs'];

/** Pattern of the tests of some states: their names are the last words of the tests' names. */
export function testsOf(names: readonly string[]): string {
  return `: \\S*(?:${names.join('|')})`;
}

/** @throws Error with a message for the user */
export function pictureArguments(args: readonly string[]): PictureArguments {
  const names = args.filter(arg => !arg.startsWith('-'));
  const unknown = args.find(arg => arg.startsWith('-') && !options.includes(arg));
  if (unknown) throw new Error(`There is no option ${unknown}. Options: ${options.join(', ')}`);
  const wrong = names.find(name => !/^[\w-]+$/.test(name));
  if (wrong) throw new Error(`"${wrong}" is no part of a state's name.`);
  const forDocuments = args.includes('--docs');
  return { names, isAccepting: forDocuments || args.includes('--accept'), forDocuments };
}
