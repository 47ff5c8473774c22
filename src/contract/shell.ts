import type { Text } from './content';

/**
 * Line that the user ran in a shell with `!`. It waits beside the conversation: its output goes
 * with the next message, unless the user removes it.
 */
export interface ShellLine {
  readonly id: string;
  readonly command: string;
  /** Time of its start, milliseconds since 1970. */
  readonly at: number;
  /** Output so far without terminal sequences; while the line runs, only its end. */
  readonly output: Text;
  /** True if earlier output is left out. */
  readonly isCut?: true;
  /** Absent while it runs. */
  readonly end?: ShellEnd;
}

export interface ShellEnd {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Absent if a signal ended it, or nobody knows. */
  readonly exitCode?: number;
  /** `stopped`: by the user. `window`: it ended with its window, and its output is lost. */
  readonly by?: 'stopped' | 'window';
}

/** Number of lines that wait for the next message. */
export const mostShellLines = 20;

/** Returns the line that a message runs in a shell; undefined if it goes to the agent. */
export function shellCommandIn(text: string): string | undefined {
  return text.startsWith('!') ? text.slice(1).trim() : undefined;
}

/** Line and output of a shell, as one text that people can read, too. */
export interface ShellText {
  readonly command: string;
  readonly output: string;
}

export function writeShellText({ command, output }: ShellText): string {
  return [`$ ${command.replaceAll('\n', '\n> ')}`, '', output].join('\n');
}

/** Reads what `writeShellText` wrote; undefined for any other text. */
export function readShellText(text: string): ShellText | undefined {
  const [first = '', ...rest] = text.split('\n');
  const empty = rest.indexOf('');
  const more = rest.slice(0, empty);
  if (!first.startsWith('$ ') || empty === -1 || !more.every(line => line.startsWith('> '))) {
    return undefined;
  }
  return {
    command: [first, ...more].map(line => line.slice(2)).join('\n'),
    output: rest.slice(empty + 1).join('\n'),
  };
}
