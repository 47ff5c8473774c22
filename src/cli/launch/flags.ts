import { efforts, type PermissionMode, permissionModes } from '../../contract/content';
import type { CliHelp } from './cliHelp';
import {
  betaName,
  type FlagName,
  type FlagValue,
  type FreeText,
  type Grammar,
  listWord,
  pathWord,
  plainWord,
  settingSource,
  toolName,
  toolRule,
  wordOfNumber,
} from './flagValues';
import type { LaunchSetting, LaunchSettings } from './launchSettings';
import { type CliVersion, isAtLeast, oldestSupported } from './version';

/**
 * Command line arguments for a setting's value.
 * @see https://docs.anthropic.com/en/docs/claude-code/cli-reference
 */
type FlagArguments =
  | { kind: 'none'; leftOut?: readonly LeftOut[] }
  | { kind: 'args'; args: readonly FlagArgument[]; leftOut?: readonly LeftOut[] }
  | { kind: 'problem'; problem: string };

/** Value that cannot be passed on. */
export interface LeftOut {
  readonly value: string;
  /** Completes "which is no …". */
  readonly grammar: string;
}

/** No plain string is one: a value gets here through a grammar only. */
export type FlagArgument = FlagName | FlagValue | FreeText;

interface FlagContext {
  readonly version: CliVersion;
  readonly help?: CliHelp | undefined;
  readonly settings: LaunchSettings;
  /** False for root outside a sandbox: the CLI refuses to bypass permissions there. */
  readonly mayBypass: boolean;
}

export interface Flag<S extends LaunchSetting = LaunchSetting> {
  readonly flag: string;
  readonly setting: S;
  /** First version with this flag; older versions exit at once when they see it. */
  readonly since: CliVersion;
  argumentsFor(value: NonNullable<LaunchSettings[S]>, context: FlagContext): FlagArguments;
}

const nothing: FlagArguments = { kind: 'none' };

function flag<S extends LaunchSetting>(
  name: FlagName,
  setting: S,
  argumentsFor: Flag<S>['argumentsFor'],
  since = oldestSupported,
): Flag {
  // Callers look up the value by `setting`, so each flag receives a value of its own type.
  return { flag: name, setting, since, argumentsFor } as Flag<S> as unknown as Flag;
}

/** `--flag value` */
function single(name: FlagName) {
  return (value: string): FlagArguments => {
    const { words, leftOut } = wordsOf(value, plainWord);
    return given(name, words, leftOut);
  };
}

function oneOf(name: FlagName, choices: readonly string[]) {
  return (value: string): FlagArguments =>
    value !== '' && !choices.includes(value)
      ? { kind: 'problem', problem: `${name} takes one of ${choices.join(', ')}` }
      : single(name)(value);
}

/** `--flag a b c`: the flag takes all arguments up to the next flag. */
function list(name: FlagName, grammar: Grammar, picking?: 'whole' | 'parts') {
  return (values: readonly string[]): FlagArguments => {
    const { words, leftOut } = wordsOf(values, grammar, picking);
    return given(name, words, leftOut);
  };
}

/**
 * `--flag a,b,c` for what the agent is limited to; a list of one empty name means an empty list.
 * Where nothing of a list can be passed on, the list is empty too: the limit holds.
 */
function joined(name: FlagName, grammar: Grammar) {
  return (values: readonly string[]): FlagArguments => {
    if (Array.isArray(values) && values.length === 0) {
      return nothing;
    }
    const { words, leftOut } = wordsOf(values, grammar);
    return { kind: 'args', args: [name, listWord(words)], leftOut };
  };
}

function aboveZero(name: FlagName) {
  return (value: number): FlagArguments =>
    isNumber(value) && value > 0
      ? { kind: 'args', args: [name, wordOfNumber(value)] }
      : { kind: 'problem', problem: `${name} needs a number above 0` };
}

function zeroOrMore(name: FlagName) {
  return (value: number): FlagArguments =>
    isNumber(value) && value >= 0
      ? { kind: 'args', args: [name, wordOfNumber(value)] }
      : { kind: 'problem', problem: `${name} needs a number that is not negative` };
}

/** Settings files may hold anything, whatever the type says. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

/** `picking` of `parts` keeps what is right of a value that holds several. */
function wordsOf(value: unknown, grammar: Grammar, picking: 'whole' | 'parts' = 'whole') {
  const words: FlagValue[] = [];
  const leftOut: LeftOut[] = [];
  const leaveOut = (one: unknown) => leftOut.push({ value: shown(one), grammar: grammar.name });
  for (const one of (Array.isArray(value) ? value : [value]).filter(each => each !== '')) {
    const parts: readonly unknown[] = typeof one === 'string' ? grammar.split(one) : [one];
    const good = parts.filter(part => typeof part === 'string').filter(grammar.accepts);
    if (good.length === parts.length) {
      words.push(...good);
    } else if (picking === 'whole') {
      leaveOut(one);
    } else {
      words.push(...good);
      parts.filter(part => !good.some(kept => kept === part)).forEach(leaveOut);
    }
  }
  return { words, leftOut };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

function given(
  name: FlagName,
  args: readonly FlagArgument[],
  leftOut: readonly LeftOut[],
): FlagArguments {
  return args.length === 0
    ? { kind: 'none', leftOut }
    : { kind: 'args', args: [name, ...args], leftOut };
}

/** First version of each mode; `--permission-mode` ends the process if the mode is unknown. */
const modesSince: Readonly<Record<PermissionMode, CliVersion>> = {
  default: oldestSupported,
  acceptEdits: oldestSupported,
  plan: oldestSupported,
  bypassPermissions: oldestSupported,
  dontAsk: '2.0.77',
  auto: '2.1.80',
};

/** Returns a version's modes; `bypassPermissions` only if this process may use it. */
export function availableModes(
  version: CliVersion,
  mayBypass: boolean,
  help?: CliHelp,
): PermissionMode[] {
  const has = (mode: PermissionMode) =>
    help?.modes?.includes(mode) ?? isAtLeast(version, modesSince[mode]);
  return permissionModes.filter(mode => has(mode) && (mode !== 'bypassPermissions' || mayBypass));
}

/**
 * Flags that are left out if the help of an untested version does not list them: an unknown flag
 * would end the process. All others limit the agent or are hidden, and are always passed.
 */
const spare: ReadonlySet<string> = new Set<FlagName>(['--effort', '--betas', '--fallback-model']);

/** Whether this version takes the flag. */
export function takesFlag(
  { flag: name, since }: Flag,
  { version, help }: Pick<FlagContext, 'version' | 'help'>,
): boolean {
  return help && spare.has(name) ? help.flags.has(name) : isAtLeast(version, since);
}

function permissionMode(mode: PermissionMode, context: FlagContext): FlagArguments {
  const { version, help, mayBypass, settings } = context;
  const isAllowed = mayBypass && settings['tandem.permissions.allowBypass'] === true;
  if (availableModes(version, isAllowed, help).includes(mode)) {
    // All versions accept "default", even where the help text calls it "manual".
    return single('--permission-mode')(mode);
  }
  return { kind: 'problem', problem: `the mode ${mode} is not available` };
}

function mcpConfig(value: readonly string[] | string): FlagArguments {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const all = values.filter(one => typeof one !== 'string' || one.trim() !== '').map(jsonOrFile);
  const args = all.flatMap(({ kept }) => kept);
  const leftOut = all.flatMap(one => one.leftOut);
  return given('--mcp-config', args, leftOut);
}

function settingsLayer(value: string | Readonly<Record<string, unknown>>): FlagArguments {
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  if (text === '' || text === '{}') {
    return nothing;
  }
  if (typeof value !== 'string') {
    // Part of it may come from a file, with keys that no command line may show.
    return given('--settings', [{ text, isPrivate: true }], []);
  }
  const { kept, leftOut } = jsonOrFile(text);
  return given('--settings', kept, leftOut);
}

/** Accepts JSON or the path of a JSON file. */
function jsonOrFile(value: unknown): {
  kept: readonly FlagArgument[];
  leftOut: readonly LeftOut[];
} {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text.startsWith('{')) {
    return { kept: [{ text }], leftOut: [] };
  }
  const { words, leftOut } = wordsOf(value, pathWord);
  return { kept: words, leftOut };
}

/** Flag ↔ setting ↔ first version. A new flag needs one line here and a setting of that name. */
export const flags: readonly Flag[] = [
  flag('--model', 'tandem.model', single('--model')),
  flag('--agent', 'tandem.agent', single('--agent'), '2.1.120'),
  flag('--effort', 'tandem.effort', oneOf('--effort', efforts), '2.1.50'),
  flag('--max-thinking-tokens', 'tandem.thinking.maxTokens', zeroOrMore('--max-thinking-tokens')),
  flag('--permission-mode', 'tandem.permissions.initialMode', permissionMode),
  flag(
    '--allow-dangerously-skip-permissions',
    'tandem.permissions.allowBypass',
    (allowed, { mayBypass }) => {
      if (allowed !== true) {
        const problem = 'it is neither true nor false';
        return allowed === false ? nothing : { kind: 'problem', problem };
      }
      return mayBypass
        ? { kind: 'args', args: ['--allow-dangerously-skip-permissions'] }
        : { kind: 'problem', problem: 'Claude Code does not bypass permissions for root' };
    },
  ),
  flag('--allowedTools', 'tandem.permissions.allowedTools', list('--allowedTools', toolRule)),
  flag(
    '--disallowedTools',
    'tandem.permissions.disallowedTools',
    list('--disallowedTools', toolRule, 'parts'),
  ),
  flag('--tools', 'tandem.tools', joined('--tools', toolName)),
  flag('--add-dir', 'tandem.additionalDirectories', list('--add-dir', pathWord)),
  flag('--mcp-config', 'tandem.mcp.config', mcpConfig),
  flag('--settings', 'tandem.cli.settings', settingsLayer),
  flag(
    '--setting-sources',
    'tandem.cli.settingSources',
    joined('--setting-sources', settingSource),
  ),
  flag(
    '--prompt-suggestions',
    'tandem.promptSuggestions',
    isOn => (isOn === true ? { kind: 'args', args: ['--prompt-suggestions'] } : nothing),
    '2.1.160',
  ),
  flag('--max-turns', 'tandem.limits.maxTurns', aboveZero('--max-turns')),
  flag('--max-budget-usd', 'tandem.limits.maxBudgetUsd', aboveZero('--max-budget-usd')),
  flag('--fallback-model', 'tandem.fallbackModel', single('--fallback-model')),
  flag('--betas', 'tandem.betas', list('--betas', betaName), '2.1.7'),
  flag('--system-prompt', 'tandem.systemPrompt', text => prompt('--system-prompt', text)),
  flag('--append-system-prompt', 'tandem.appendSystemPrompt', text =>
    prompt('--append-system-prompt', text),
  ),
];

function prompt(flag: FlagName, text: string): FlagArguments {
  // The help text omits the `-file` forms, but all versions from 2.0.36 on accept them.
  return text === '' ? nothing : { kind: 'args', args: [{ text, flag, fileFlag: `${flag}-file` }] };
}
