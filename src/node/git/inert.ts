/** Settings for every call: the command line is above the repository's own configuration. */
const always = [
  // Names a program that almost every command starts.
  'core.fsmonitor=false',
  // A folder of a clone may look like a bare repository, with a configuration of its own.
  'safe.bareRepository=explicit',
  // Would start the program that `gpg.program` names.
  'log.showSignature=false',
];

/** Settings for calls that only look. */
const looking = ['core.hooksPath=/dev/null'];

/** Arguments by which a command runs no program, and enters no submodule with its own settings. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  diff: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty', '--submodule=short'],
  log: ['--no-ext-diff', '--no-textconv', '--submodule=short'],
  show: ['--no-ext-diff', '--no-textconv', '--submodule=short'],
  status: ['--ignore-submodules=dirty'],
};

/** Commands that may run a file's text through the filters of `.gitattributes`. */
const filtering = new Set(['diff', 'diff-files', 'diff-index', 'status', 'worktree']);

/** Whether a call may run filters that the repository names. */
export function mayFilter(args: readonly string[]): boolean {
  return filtering.has(args[placeOfCommand(args)] ?? '');
}

/** Returns the arguments of a call that the user asked for: hooks and filters run as usual. */
export function actingArguments(args: readonly string[]): string[] {
  return [...asOptions(always), ...args];
}

/**
 * Returns the arguments of a call that runs no program of the repository.
 * @param filters names of the filters that only the repository defines
 */
export function lookingArguments(args: readonly string[], filters: readonly string[]): string[] {
  const place = placeOfCommand(args);
  const off = settingsOf(filters.filter(name => !isOdd(name)));
  return [
    ...asOptions([...always, ...looking, ...off.map(setting => setting.join('='))]),
    ...args.slice(0, place + 1),
    ...(harmless[args[place] ?? ''] ?? []),
    ...args.slice(place + 1),
  ];
}

/**
 * Returns variables for calls that only look. A partial clone would fetch missing objects, by
 * programs that its configuration names; older versions of git know the second variable only.
 */
export function lookingEnvironment(filters: readonly string[]): Record<string, string> {
  const off = settingsOf(filters.filter(isOdd));
  const numbered = off.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_CONFIG_COUNT: String(off.length),
    ...Object.fromEntries(numbered),
  };
}

function settingsOf(filters: readonly string[]): [key: string, value: string][] {
  return filters.flatMap(name => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
}

/** The option `-c` ends a name at its first equals sign. */
function isOdd(name: string): boolean {
  return name.includes('=');
}

/** Lists the filters of all configurations with their scopes; git before 2.26 has no scopes. */
export const listFilters = ['--name-only', '-z', '--get-regexp', '^(filter|lfs)\\.'];

/** Settings by which Git LFS, a filter of the user's, starts a program of the repository's. */
const lfsPrograms = /^lfs\.(extension\.|customtransfer\.|(.*\.)?standalonetransferagent$)/s;

/**
 * Reads the names of the repository's filters. A filter of the user's own configuration is not one
 * of them, unless the repository changes it, or what it starts.
 * @param text output of `git config --show-scope` with `listFilters`
 */
export function repositoryFilters(text: string): string[] {
  const fields = text.split('\0');
  const found = new Set<string>();
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [scope = '', key = ''] = fields.slice(index, index + 2);
    if (scope === 'local' || scope === 'worktree') {
      addFilter(found, key);
    }
  }
  return [...found];
}

/** @param text output of `git config` with `listFilters` alone */
export function allFilters(text: string): string[] {
  const found = new Set<string>();
  for (const key of text.split('\0')) {
    addFilter(found, key);
  }
  return [...found];
}

function addFilter(found: Set<string>, key: string): void {
  const name = lfsPrograms.test(key) ? 'lfs' : /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1];
  if (name !== undefined) {
    found.add(name);
  }
}

function asOptions(settings: readonly string[]): string[] {
  return settings.flatMap(setting => ['-c', setting]);
}

function placeOfCommand(args: readonly string[]): number {
  let place = 0;
  while (args[place]?.startsWith('-')) {
    place += args[place] === '-c' || args[place] === '-C' ? 2 : 1;
  }
  return place;
}
