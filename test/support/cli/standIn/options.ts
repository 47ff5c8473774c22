import { readFileSync } from 'node:fs';

/** Command line options of the process. */
export interface Options {
  readonly isVersionQuery: boolean;
  /** False if a user runs the process in a terminal. */
  readonly isPiped: boolean;
  readonly sessionId: string | undefined;
  /** Id or file of a stored session. */
  readonly resume: string | undefined;
  readonly resumeAt: string | undefined;
  readonly isFork: boolean;
  readonly isStored: boolean;
  readonly mode: string;
  readonly model: string;
  readonly effort: string | undefined;
  readonly systemPrompt: string;
  readonly directories: readonly string[];
  readonly allowed: readonly string[];
}

const known = [
  '--output-format --verbose --input-format --include-partial-messages --permission-prompt-tool',
  '--session-id --resume --fork-session --resume-session-at --no-session-persistence --version -v',
  '--permission-mode --allow-dangerously-skip-permissions --model --effort --max-thinking-tokens',
  '--allowedTools --disallowedTools --tools --add-dir --mcp-config --settings --setting-sources',
  '--append-system-prompt --append-system-prompt-file --include-hook-events',
]
  .join(' ')
  .split(' ');

/**
 * Reads `--name value` and `--name=value`.
 * @throws Error that names an unknown flag, as the CLI does
 */
export function readOptions(argv: readonly string[]): Options {
  const flags = new Map<string, string[]>();
  let values: string[] = [];
  for (const arg of argv) {
    if (!arg.startsWith('-')) {
      values.push(arg);
      continue;
    }
    const [name = arg, ...joined] = arg.split(/=(.*)/s, 2);
    if (!known.includes(name)) {
      throw new Error(`error: unknown option '${arg}'`);
    }
    values = joined;
    flags.set(name, values);
  }
  const one = (name: string) => flags.get(name)?.[0];
  const layer = one('--settings') ?? '{}';
  const settings = JSON.parse(layer.startsWith('{') ? layer : readFileSync(layer, 'utf8'));
  const permissions = settings.permissions ?? {};
  return {
    isVersionQuery: flags.has('--version') || flags.has('-v'),
    isPiped: flags.has('--input-format'),
    sessionId: one('--session-id'),
    resume: one('--resume'),
    resumeAt: one('--resume-session-at'),
    isFork: flags.has('--fork-session'),
    isStored: !flags.has('--no-session-persistence'),
    mode: one('--permission-mode') ?? 'default',
    model: one('--model') ?? 'default',
    effort: one('--effort'),
    systemPrompt: one('--append-system-prompt') ?? '',
    directories: [...(flags.get('--add-dir') ?? []), ...(permissions.additionalDirectories ?? [])],
    allowed: [...(flags.get('--allowedTools') ?? []), ...(permissions.allow ?? [])],
  };
}
