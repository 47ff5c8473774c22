import { endOf, shortLine } from './boundedText';

interface DebugVariable {
  readonly scope: string;
  readonly name: string;
  readonly value: string;
}

export interface DebugFrame {
  readonly name: string;
  readonly line: number;
  readonly path?: string;
  /** Variables in scope; empty except for the top frame. */
  readonly variables: readonly DebugVariable[];
}

export interface DebugThread {
  readonly name: string;
  readonly isStopped: boolean;
  /** Stack frames, innermost first; empty while the thread runs. */
  readonly frames: readonly DebugFrame[];
}

export interface DebugState {
  readonly name: string;
  readonly type: string;
  readonly isActive: boolean;
  readonly isEnded: boolean;
  /** Reason why the session is stopped; absent while it runs. */
  readonly reason?: string;
  readonly threads: readonly DebugThread[];
  /** Reason why the threads are unknown. */
  readonly trouble?: string;
  readonly console: string;
}

const mostVariables = 60;
const longestValue = 200;

/**
 * @param shownPath formats a path for the agent
 * @param characters UTF-16 units shown from the end of each console
 */
export function debugText(
  sessions: readonly DebugState[],
  shownPath: (path: string) => string,
  characters: number,
): string {
  return sessions.length === 0
    ? 'No debug session was started since Tandem was started.'
    : sessions.map(session => sessionText(session, shownPath, characters)).join('\n\n');
}

function sessionText(
  session: DebugState,
  shownPath: (path: string) => string,
  characters: number,
): string {
  const { name, type, isActive, isEnded, reason, threads, trouble, console } = session;
  const state = isEnded ? 'ended' : reason === undefined ? 'running' : `stopped: ${reason}`;
  const lines = [`Session "${name}" (${type}${isActive ? ', active' : ''}): ${state}`];
  if (trouble) {
    lines.push(trouble);
  }
  for (const thread of threads) {
    lines.push(`Thread ${thread.name}: ${thread.isStopped ? 'stopped' : 'running'}`);
    lines.push(...thread.frames.map(frame => frameLine(frame, shownPath)));
    lines.push(...variableLines(thread.frames[0]?.variables ?? []));
  }
  const { text, isCut } = endOf(console.trimEnd(), characters);
  if (text !== '') {
    lines.push(isCut ? 'End of the console (more with `characters`):' : 'Console:', text);
  }
  return lines.join('\n');
}

function frameLine({ name, path, line }: DebugFrame, shownPath: (path: string) => string): string {
  return `  at ${name}${path === undefined ? '' : ` (${shownPath(path)}:${line})`}`;
}

function variableLines(variables: readonly DebugVariable[]): string[] {
  const shown = variables
    .slice(0, mostVariables)
    .map(({ scope, name, value }) => `  ${scope}: ${name} = ${shortLine(value, longestValue)}`);
  const rest = variables.length - shown.length;
  return [
    ...(shown.length > 0 ? ['Variables of the top frame:', ...shown] : []),
    ...(rest > 0 ? [`  (${rest} more)`] : []),
  ];
}
