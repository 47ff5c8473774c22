import { parseArgs } from 'node:util';
import { messageOf } from '../base/errors';
import { BadUsage } from './badUsage';

type OutputFormat = 'text' | 'json' | 'stream-json';

/** Options of `tandem run`; paths are as given. */
export interface RunOptions {
  readonly prompt?: string | undefined;
  readonly promptFile?: string | undefined;
  /** Values of the prompt's inputs and variables. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Words for `$ARGUMENTS` and `$1`. */
  readonly args: string;
  readonly output: OutputFormat;
  /** JSON, or the path of a file with it. */
  readonly schema?: string | undefined;
  readonly maxTurns?: number | undefined;
  readonly maxBudgetUsd?: number | undefined;
  readonly model?: string | undefined;
  readonly agent?: string | undefined;
  /** Name of a new work tree; empty for one that is named after the time. */
  readonly worktree?: string | undefined;
  readonly allow: readonly string[];
  readonly failsOnDenied: boolean;
  readonly cwd?: string | undefined;
  readonly cli?: string | undefined;
  readonly trustsFolder: boolean;
  readonly isPartial: boolean;
  readonly isVerbose: boolean;
}

export type CommandLine =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly options: RunOptions };

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

const options = {
  ...{ prompt: text, 'prompt-file': text, input: list, args: text, output: text, schema: text },
  ...{ 'max-turns': text, 'max-budget-usd': text, model: text, agent: text, worktree: text },
  ...{ allow: list, 'fail-on-denied': flag, cwd: text, cli: text, 'trust-folder': flag },
  ...{ 'include-partial-messages': flag, verbose: flag, help: flag, version: flag },
} as const;

/**
 * Reads the arguments after the program's name.
 * @throws BadUsage
 */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse(withWorktreeName(argv));
  if (values.help || (argv.length === 0 && positionals.length === 0)) {
    return { kind: 'help' };
  }
  if (values.version) {
    return { kind: 'version' };
  }
  const [command, ...rest] = positionals;
  if (command !== 'run') {
    throw new BadUsage(
      command === undefined
        ? 'The command is missing: write "tandem run …".'
        : `There is no command "${command}": write "tandem run …".`,
    );
  }
  if (rest.length > 0) {
    throw new BadUsage(`"${rest[0]}" belongs to no option. Give the prompt with --prompt.`);
  }
  if (values.prompt !== undefined && values['prompt-file'] !== undefined) {
    throw new BadUsage('Give either --prompt or --prompt-file, not both.');
  }
  return {
    kind: 'run',
    options: {
      ...{ prompt: values.prompt, promptFile: values['prompt-file'], args: values.args ?? '' },
      inputs: readInputs(values.input ?? []),
      output: readOutput(values.output ?? 'text'),
      ...{ schema: values.schema, model: values.model, agent: values.agent },
      maxTurns: readNumber('--max-turns', values['max-turns'], true),
      maxBudgetUsd: readNumber('--max-budget-usd', values['max-budget-usd'], false),
      ...{ worktree: values.worktree, allow: values.allow ?? [], cwd: values.cwd, cli: values.cli },
      failsOnDenied: values['fail-on-denied'] ?? false,
      trustsFolder: values['trust-folder'] ?? false,
      isPartial: values['include-partial-messages'] ?? false,
      isVerbose: values.verbose ?? false,
    },
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new BadUsage(messageOf(error));
  }
}

/** The name of a work tree may be left out, which `parseArgs` does not know. */
function withWorktreeName(argv: readonly string[]): string[] {
  return argv.map((one, at) => {
    const next = argv[at + 1];
    return one === '--worktree' && (next === undefined || next.startsWith('-'))
      ? '--worktree='
      : one;
  });
}

function readInputs(given: readonly string[]): ReadonlyMap<string, string> {
  const inputs = new Map<string, string>();
  for (const one of given) {
    const at = one.indexOf('=');
    if (at < 1) {
      throw new BadUsage(`--input needs the form name=value, not "${one}".`);
    }
    const name = one.slice(0, at);
    if (inputs.has(name)) {
      throw new BadUsage(`--input gives "${name}" twice.`);
    }
    inputs.set(name, one.slice(at + 1));
  }
  return inputs;
}

function readOutput(value: string): OutputFormat {
  if (value !== 'text' && value !== 'json' && value !== 'stream-json') {
    throw new BadUsage(`--output is one of text, json and stream-json, not "${value}".`);
  }
  return value;
}

function readNumber(name: string, value: string | undefined, isWhole: boolean) {
  if (value === undefined) {
    return undefined;
  }
  const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (!(number > 0) || (isWhole && !Number.isSafeInteger(number))) {
    throw new BadUsage(`${name} needs a ${isWhole ? 'whole ' : ''}number above 0, not "${value}".`);
  }
  return number;
}
