/** What tells tasks from each other. */
export interface NamedTask {
  readonly name: string;
  /** Who provides it: `npm`, `Workspace`. */
  readonly source: string;
  /** Of a workspace of several folders. */
  readonly folder?: string | undefined;
}

export type FoundTask<T> =
  | { readonly kind: 'one'; readonly task: T }
  | { readonly kind: 'several'; readonly tasks: readonly T[] }
  | { readonly kind: 'none' };

/** As it is asked for: `build`, `npm: build`, `npm: build - web`. */
export function fullName({ name, source, folder }: NamedTask): string {
  return `${source}: ${name}${folder === undefined ? '' : ` - ${folder}`}`;
}

/** The task of a name: of the name alone, with its source, or with both source and folder. */
export function findTask<T extends NamedTask>(tasks: readonly T[], wanted: string): FoundTask<T> {
  const spellings: ((task: T) => string)[] = [
    fullName,
    task => `${task.source}: ${task.name}`,
    task => task.name,
    task => task.name.toLowerCase(),
  ];
  for (const [index, spelling] of spellings.entries()) {
    const name = index === spellings.length - 1 ? wanted.toLowerCase() : wanted;
    const [first, ...others] = tasks.filter(task => spelling(task) === name);
    if (first) {
      return others.length === 0
        ? { kind: 'one', task: first }
        : { kind: 'several', tasks: [first, ...others] };
    }
  }
  return { kind: 'none' };
}

export interface TestTask extends NamedTask {
  readonly isTest: boolean;
  readonly isDefault: boolean;
}

/** The task that runs the tests when nobody names one. */
export function findTestTask<T extends TestTask>(tasks: readonly T[]): FoundTask<T> {
  const ofGroup = tasks.filter(task => task.isTest);
  const defaults = ofGroup.filter(task => task.isDefault);
  const named = tasks.filter(task => task.name === 'test');
  for (const some of [defaults, ofGroup, named]) {
    const [first, ...others] = some;
    if (first) {
      const own = others.length === 0 ? [first] : some.filter(task => task.name === 'test');
      const [only] = own;
      return own.length === 1 && only
        ? { kind: 'one', task: only }
        : { kind: 'several', tasks: some };
    }
  }
  return { kind: 'none' };
}
