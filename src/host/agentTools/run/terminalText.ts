import { endOf } from './boundedText';
import type { SeenCommand } from './commandLog';

export interface TerminalQuery {
  readonly terminal?: string | undefined;
  readonly command?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly characters?: number | undefined;
}

/**
 * @param commands newest first
 * @param silent names of open terminals without shell integration
 */
export function terminalText(
  commands: readonly SeenCommand[],
  silent: readonly string[],
  { terminal = '', command = '', limit = 5, offset = 0, characters = 3_000 }: TerminalQuery,
): string {
  const found = commands.filter(
    one => one.terminal.includes(terminal) && one.command.includes(command),
  );
  const shown = found.slice(offset, offset + limit);
  const parts = shown.map(one => describe(one, characters));
  if (shown.length === 0) {
    parts.push(
      found.length > 0
        ? `There are only ${found.length} such commands.`
        : commands.length > 0
          ? 'No command that was seen fits.'
          : 'No command was seen in a terminal since Tandem was started.',
    );
  }
  const older = found.length - offset - shown.length;
  if (older > 0) {
    parts.push(`(${older} older commands: ask with offset ${offset + shown.length}.)`);
  }
  if (silent.length > 0) {
    parts.push(
      `Without shell integration, so that nothing is known of their commands: ${silent.join(', ')}.`,
    );
  }
  return parts.join('\n\n');
}

function describe(one: SeenCommand, characters: number): string {
  const { terminal, command, cwd, isRunning, exitCode } = one;
  const state = isRunning
    ? 'still running'
    : exitCode === undefined
      ? 'ended'
      : `exit code ${exitCode}`;
  const place = cwd === undefined ? '' : ` in ${cwd}`;
  const { text, isCut } = endOf(one.output, characters);
  const heading = `[${terminal}] $ ${command}\n(${state}${place})`;
  if (text === '') {
    return `${heading}\n(no output was seen)`;
  }
  return [
    heading,
    ...(isCut || one.isCut ? ['(the beginning is left out; ask with more characters)'] : []),
    text,
  ].join('\n');
}
