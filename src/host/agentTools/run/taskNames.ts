/** Identity of a task. */
export interface NamedTask {
  readonly name: string;
  /** Provider of the task: `npm`, `Workspace`. */
  readonly source: string;
  /** Workspace folder; only in multi-root workspaces. */
  readonly folder?: string | undefined;
}

export type FoundTask<T> =
  | { readonly kind: 'one'; readonly task: T }
  | { readonly kind: 'several'; readonly tasks: readonly T[] }
  | { readonly kind: 'none' };

/** Formats the full name of a task: `npm: build`, `npm: build - web`. */
export function fullName({ name, source, folder }: NamedTask): string {
  return `${source}: ${name}${folder === undefined ? '' : ` - ${folder}`}`;
}

/** Finds a task by its name alone, with its source, or with source and folder. */
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

/** Finds the task that runs the tests if the call names none. */
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
