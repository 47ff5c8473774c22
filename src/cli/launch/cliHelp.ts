import { type PermissionMode, permissionModes } from '../../contract/content';

/** Facts that `claude --help` tells about a version that Tandem was not tested with. */
export interface CliHelp {
  /** Flags that it lists; some that exist are hidden. */
  readonly flags: ReadonlySet<string>;
  /** Modes that `--permission-mode` takes; absent if they are not listed. */
  readonly modes?: readonly PermissionMode[];
}

/** Returns `undefined` if the text lists no flags, and so is no help. */
export function parseHelp(text: string): CliHelp | undefined {
  const lines = text.match(/^ {2,6}-.*$/gm) ?? [];
  const flags = new Set(lines.flatMap(line => namesIn(line)));
  if (flags.size === 0) {
    return undefined;
  }
  const flat = text.replace(/\s+/g, ' ');
  const [, choices] = /--permission-mode <mode>.*?\(choices: ([^)]*)\)/.exec(flat) ?? [];
  const names = new Set(choices?.match(/\w+/g));
  const modes = permissionModes.filter(mode => names.has(mode === 'default' ? 'manual' : mode));
  // Older versions list "default" under its own name.
  const isDefault = names.has('default') && !modes.includes('default');
  return names.size === 0 ? { flags } : { flags, modes: isDefault ? ['default', ...modes] : modes };
}

/** Returns the names at the start of a flag's line, before its value and description. */
function namesIn(line: string): string[] {
  const [, names = ''] = /^ +((?:-{1,2}[\w-]+(?:, )?)+)/.exec(line) ?? [];
  return names.match(/--[\w-]+/g) ?? [];
}
