export interface PictureArguments {
  /** Parts of the names of states; none for all states. */
  readonly names: readonly string[];
  readonly isAccepting: boolean;
}

/** @throws Error with a message for the user */
export function pictureArguments(args: readonly string[]): PictureArguments {
  const names = args.filter(arg => !arg.startsWith('-'));
  const unknown = args.find(arg => arg.startsWith('-') && arg !== '--accept');
  if (unknown) throw new Error(`There is no option ${unknown}. Options: --accept`);
  const wrong = names.find(name => !/^[\w-]+$/.test(name));
  if (wrong) throw new Error(`"${wrong}" is no part of a state's name.`);
  return { names, isAccepting: args.includes('--accept') };
}
