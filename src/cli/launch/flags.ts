import { type PermissionMode, permissionModes } from '../../contract/content';
import type { LaunchSetting, LaunchSettings } from './launchSettings';
import { type CliVersion, isAtLeast, oldestSupported } from './version';

/**
 * Command line arguments for a setting's value.
 * @see https://docs.anthropic.com/en/docs/claude-code/cli-reference
 */
type FlagArguments =
  | { kind: 'none' }
  | { kind: 'args'; args: readonly FlagArgument[] }
  | { kind: 'problem'; problem: string };

/** A text that may be long is passed as `inline`, or written to a file and passed as `inFile`. */
export type FlagArgument =
  | string
  | { text: string; inline: readonly string[]; inFile: (path: string) => readonly string[] };

interface FlagContext {
  readonly version: CliVersion;
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
  name: string,
  setting: S,
  argumentsFor: Flag<S>['argumentsFor'],
  since = oldestSupported,
): Flag {
  // Callers look up the value by `setting`, so each flag receives a value of its own type.
  return { flag: name, setting, since, argumentsFor } as Flag<S> as unknown as Flag;
}

/** `--flag value` */
function single(name: string) {
  return (value: string | number): FlagArguments =>
    value === '' ? nothing : { kind: 'args', args: [name, String(value)] };
}

/** `--flag a b c`: the flag takes all arguments up to the next flag. */
function list(name: string) {
  return (values: readonly string[]): FlagArguments => {
    const nonEmpty = values.filter(value => value !== '');
    return nonEmpty.length === 0 ? nothing : { kind: 'args', args: [name, ...nonEmpty] };
  };
}

/** `--flag a,b,c`; a list of one empty name means an empty list to these flags. */
function joined(name: string) {
  return (values: readonly string[]): FlagArguments =>
    values.length === 0 ? nothing : { kind: 'args', args: [name, values.join(',')] };
}

function atLeastOne(name: string) {
  return (value: number): FlagArguments =>
    value > 0
      ? { kind: 'args', args: [name, String(value)] }
      : { kind: 'problem', problem: `${name} needs a number above 0` };
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
export function availableModes(version: CliVersion, mayBypass: boolean): PermissionMode[] {
  return permissionModes.filter(
    mode => isAtLeast(version, modesSince[mode]) && (mode !== 'bypassPermissions' || mayBypass),
  );
}

function permissionMode(mode: PermissionMode, context: FlagContext): FlagArguments {
  const { version, mayBypass, settings } = context;
  const isAllowed = mayBypass && settings['tandem.permissions.allowBypass'] === true;
  if (availableModes(version, isAllowed).includes(mode)) {
    // All versions accept "default", even where the help text calls it "manual".
    return { kind: 'args', args: ['--permission-mode', mode] };
  }
  return { kind: 'problem', problem: `the mode ${mode} is not available` };
}

function mcpConfig(value: readonly string[] | string): FlagArguments {
  const nonEmpty = (typeof value === 'string' ? [value] : value).filter(one => one.trim() !== '');
  return nonEmpty.length === 0
    ? nothing
    : { kind: 'args', args: ['--mcp-config', ...nonEmpty.map(jsonOrFile)] };
}

function settingsLayer(value: string | Readonly<Record<string, unknown>>): FlagArguments {
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  return text === '' || text === '{}'
    ? nothing
    : { kind: 'args', args: ['--settings', jsonOrFile(text)] };
}

/** Accepts JSON or the path of a JSON file. */
function jsonOrFile(value: string): FlagArgument {
  const text = value.trim();
  return text.startsWith('{') ? { text, inline: [text], inFile: path => [path] } : value;
}

/** Flag ↔ setting ↔ first version. A new flag needs one line here and a setting of that name. */
export const flags: readonly Flag[] = [
  flag('--model', 'tandem.model', single('--model')),
  flag('--effort', 'tandem.effort', single('--effort'), '2.1.50'),
  flag('--max-thinking-tokens', 'tandem.thinking.maxTokens', single('--max-thinking-tokens')),
  flag('--permission-mode', 'tandem.permissions.initialMode', permissionMode),
  flag(
    '--allow-dangerously-skip-permissions',
    'tandem.permissions.allowBypass',
    (allowed, { mayBypass }) => {
      if (!allowed) {
        return nothing;
      }
      return mayBypass
        ? { kind: 'args', args: ['--allow-dangerously-skip-permissions'] }
        : { kind: 'problem', problem: 'Claude Code does not bypass permissions for root' };
    },
  ),
  flag('--allowedTools', 'tandem.permissions.allowedTools', list('--allowedTools')),
  flag('--disallowedTools', 'tandem.permissions.disallowedTools', list('--disallowedTools')),
  flag('--tools', 'tandem.tools', joined('--tools')),
  flag('--add-dir', 'tandem.additionalDirectories', list('--add-dir')),
  flag('--mcp-config', 'tandem.mcp.config', mcpConfig),
  flag('--settings', 'tandem.cli.settings', settingsLayer),
  flag('--setting-sources', 'tandem.cli.settingSources', joined('--setting-sources')),
  flag('--max-turns', 'tandem.limits.maxTurns', atLeastOne('--max-turns')),
  flag('--max-budget-usd', 'tandem.limits.maxBudgetUsd', atLeastOne('--max-budget-usd')),
  flag('--fallback-model', 'tandem.fallbackModel', single('--fallback-model')),
  flag('--betas', 'tandem.betas', list('--betas'), '2.1.7'),
  flag('--system-prompt', 'tandem.systemPrompt', text => prompt('--system-prompt', text)),
  flag('--append-system-prompt', 'tandem.appendSystemPrompt', text =>
    prompt('--append-system-prompt', text),
  ),
];

function prompt(name: string, text: string): FlagArguments {
  // The help text omits the `-file` forms, but all versions from 2.0.36 on accept them.
  return text === ''
    ? nothing
    : {
        kind: 'args',
        args: [{ text, inline: [name, text], inFile: path => [`${name}-file`, path] }],
      };
}
