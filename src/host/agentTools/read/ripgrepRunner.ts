import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { findRipgrep } from '../../../node/ripgrep';
import { spawnProcess } from '../../../node/spawnProcess';

export interface RipgrepRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Searched instead of files. */
  readonly input?: string;
  /** Lines after which it is ended. */
  readonly most: number;
  readonly signal: AbortSignal;
  readonly log: Log;
}

export interface RipgrepAnswer {
  readonly lines: readonly string[];
  /** There were more. */
  readonly isCut: boolean;
}

/** Ripgrep's exit code when something went wrong; 1 means that nothing was found. */
const failed = 2;
/** Milliseconds. */
const timeLimit = 30_000;

/**
 * Runs the ripgrep that the editor brings along.
 * @throws UserError `noRipgrep`, or with ripgrep's own words when it does not understand the pattern
 */
export async function runRipgrep(request: RipgrepRequest): Promise<RipgrepAnswer> {
  const { args, cwd, input, most, signal, log } = request;
  const program = await findRipgrep(vscode.env.appRoot);
  if (program === undefined) {
    throw new UserError('noRipgrep', 'This editor has no ripgrep to search with.');
  }
  const { env, platform } = process;
  const running = await spawnProcess({
    command: program,
    args: ['--no-config', '--no-messages', '--color=never', ...args],
    cwd,
    env,
    platform,
    log,
  });
  const lines: string[] = [];
  let isCut = false;
  const stop = () => running.dispose();
  const limits = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]);
  limits.addEventListener('abort', stop);
  try {
    running.onLine(line => {
      if (lines.length < most) {
        lines.push(line);
      } else if (!isCut) {
        isCut = true;
        stop();
      }
    });
    if (input !== undefined) {
      // It may have found enough before it has read all.
      await running.write(input).catch((error: unknown) => log.debug('ripgrep', error));
    }
    running.endInput();
    const { code } = await running.exited;
    signal.throwIfAborted();
    // Also the code when one file of many could not be read; then others have their lines.
    if (code === failed && lines.length === 0 && running.stderrTail !== '') {
      throw new UserError('pattern', running.stderrTail.trim());
    }
    return { lines, isCut: isCut || limits.aborted };
  } finally {
    limits.removeEventListener('abort', stop);
    running.dispose();
  }
}

/** What the settings leave out of searches, as arguments. */
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
