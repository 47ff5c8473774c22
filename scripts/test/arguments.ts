export const suites = ['unit', 'cli', 'page', 'editor'] as const;
export type Suite = (typeof suites)[number];

const parts = ['check', ...suites] as const;
type Part = (typeof parts)[number];

export interface TestArguments {
  readonly parts: readonly Part[];
  /** Substrings of the paths of test files. */
  readonly files: readonly string[];
  /** Options passed unchanged to vitest. */
  readonly options: readonly string[];
  /** True if tests are selected by name. */
  readonly isPick: boolean;
  readonly isFull: boolean;
  readonly isWatch: boolean;
  readonly isHeaded: boolean;
  readonly acceptsCounts: boolean;
  readonly recordsGoldens: boolean;
}

const flags = {
  '--full': 'isFull',
  '--watch': 'isWatch',
  '--headed': 'isHeaded',
  '--accept-counts': 'acceptsCounts',
  '--record-goldens': 'recordsGoldens',
} as const;

const suiteOption = /^--suite=(.*)$/;

/**
 * Parses arguments. `npm test -- unit cli` names suites; `npm run test:unit -- name` means
 * `--suite=unit name`, where a word is part of a path. Passes vitest's options on.
 * @throws Error with a message for the user
 */
export function parseArguments(args: readonly string[]): TestArguments {
  const words: string[] = [];
  const options: string[] = [];
  const found = new Set<string>();
  let suite: Part | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const named = suiteOption.exec(arg)?.[1];
    if (named !== undefined) suite = partOf(named);
    else if (arg in flags) found.add(flags[arg as keyof typeof flags]);
    else if (arg === '-t' || arg === '--testNamePattern') {
      index += 1;
      options.push('-t', pattern(arg, args[index]));
    } else if (arg.startsWith('-')) options.push(arg);
    else words.push(wordOf(arg, args[index - 1]));
  }
  if (options.length > 0 && !suite) {
    throw new Error(`${options[0]} needs one suite: npm run test:unit -- ${options.join(' ')}`);
  }
  return {
    parts: suite ? [suite] : words.length > 0 ? words.map(partOf) : parts,
    files: suite ? words : [],
    options,
    isPick: options.includes('-t'),
    isFull: found.has('isFull'),
    isWatch: found.has('isWatch'),
    isHeaded: found.has('isHeaded'),
    acceptsCounts: found.has('acceptsCounts'),
    recordsGoldens: found.has('recordsGoldens'),
  };
}

function pattern(option: string, value: string | undefined): string {
  if (value) return value;
  throw new Error(`${option} needs a part of a test's name: ${option} "queue"`);
}

/** A value on its own would silently select files by that word. */
function wordOf(word: string, before: string | undefined): string {
  const isValue = /^[\d.]+$/.test(word) && before?.startsWith('--');
  if (isValue) throw new Error(`Write the option and its value as one word: ${before}=${word}`);
  return word;
}

function partOf(word: string): Part {
  const part = parts.find(name => name === word);
  if (part) return part;
  throw new Error(
    `There is no suite "${word}". Suites: ${parts.join(', ')}. One file: npm run test:unit -- ${word}`,
  );
}
