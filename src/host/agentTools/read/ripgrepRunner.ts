import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { findRipgrep } from '../../../node/ripgrep';
import { spawnProcess } from '../../../node/spawnProcess';

export interface RipgrepRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Text to search instead of files. */
  readonly input?: string;
  /** Number of lines after which ripgrep is stopped. */
  readonly most: number;
  readonly signal: AbortSignal;
  readonly log: Log;
}

export interface RipgrepAnswer {
  readonly lines: readonly string[];
  /** Whether the output was cut off, by `most` or by the time limit. */
  readonly isCut: boolean;
}

/** Exit code of ripgrep for an error; 1 means no match. */
const failed = 2;
/** Milliseconds. */
const timeLimit = 30_000;

/**
 * Runs the ripgrep that is bundled with the editor.
 * @throws UserError `tool.noRipgrep`; `tool.badPattern` with ripgrep's own message if it rejects the pattern
 */
export async function runRipgrep(request: RipgrepRequest): Promise<RipgrepAnswer> {
  const { args, cwd, input, most, signal, log } = request;
  const program = await findRipgrep(vscode.env.appRoot);
  if (program === undefined) {
    throw new UserError('tool.noRipgrep', 'This editor has no ripgrep to search with.');
  }
  const { env, platform } = process;
  const limits = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]);
  const running = await spawnProcess({
    command: program,
    args: ['--no-config', '--no-messages', '--color=never', ...args],
    cwd,
    env,
    platform,
    signal: limits,
    log,
  });
  const lines: string[] = [];
  let isCut = false;
  try {
    running.onLine(line => {
      if (lines.length < most) {
        lines.push(line);
      } else if (!isCut) {
        isCut = true;
        running.dispose();
      }
    });
    if (input !== undefined) {
      // Writing fails if ripgrep has found enough before it has read everything.
      await running.write(input).catch((error: unknown) => log.debug('ripgrep', error));
    }
    running.endInput();
    const { code } = await running.exited;
    signal.throwIfAborted();
    // Ripgrep exits with this code even if only one of many files was unreadable; then the others
    // have lines.
    if (code === failed && lines.length === 0 && running.stderrTail !== '') {
      throw new UserError('tool.badPattern', running.stderrTail.trim());
    }
    return { lines, isCut: isCut || limits.aborted };
  } finally {
    running.dispose();
  }
}

/** Returns ripgrep arguments for hidden files, and for ignored ones if they are to be searched. */
export function searchScope(includeIgnored: boolean): string[] {
  return includeIgnored ? ['--no-ignore', '--hidden'] : ['--hidden'];
}

/** Returns ripgrep arguments for what the settings exclude from searches. */
export function excludedGlobs(folder: string): string[] {
  const uri = vscode.Uri.file(folder);
  const all = ['files.exclude', 'search.exclude'].flatMap(name => {
    const found = vscode.workspace.getConfiguration(undefined, uri).get<unknown>(name);
    return typeof found === 'object' && found !== null ? Object.entries(found) : [];
  });
  return all
    .filter(([, isOn]) => isOn === true)
    .flatMap(([pattern]) => ['--glob', `!${pattern}`, '--glob', `!${pattern}/**`]);
}
