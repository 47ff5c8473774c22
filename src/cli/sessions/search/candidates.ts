import { dirname } from 'node:path';
import type { AbortSignalLike } from '../../../base/abort';
import type { Log } from '../../../base/log';
import { spawnProcess } from '../../../node/spawnProcess';
import type { SearchPattern } from './searchPattern';

/** Where lines begin that may hold what is searched for, in bytes and ascending, by file. */
export type Candidates = ReadonlyMap<string, readonly number[]>;

export interface CandidateRequest {
  readonly program: string;
  readonly pattern: SearchPattern;
  readonly paths: readonly string[];
  readonly signal: AbortSignalLike | undefined;
  readonly log: Log;
}

/** Of one file. More are looked at only where the first ones turn out not to count. */
const mostLines = 10_000;
/** Ripgrep's exit code when something went wrong; 1 means that nothing was found. */
const failed = 2;

const options = [
  // The user's own settings would change what is printed.
  '--no-config',
  '--no-messages',
  '--color=never',
  '--with-filename',
  '--no-heading',
  '--null',
  '--no-line-number',
  // Of the line, for its text is not printed: a line may have 30 MB.
  '--byte-offset',
  '--max-columns=1',
  `--max-count=${mostLines}`,
  // A NUL is no reason to stop, and a byte order mark none to count otherwise.
  '--text',
  '--encoding=none',
];

/** @throws when ripgrep cannot be run, or does not understand what it is asked */
export async function findCandidates(request: CandidateRequest): Promise<Candidates> {
  const { program, pattern, paths, signal, log } = request;
  const found = new Map<string, number[]>();
  const [first] = paths;
  if (first === undefined || signal?.aborted) {
    return found;
  }
  const args = [
    ...options,
    pattern.ignoresCase ? '--ignore-case' : '--case-sensitive',
    '-e',
    pattern.json.source,
    '--',
    ...paths,
  ];
  const { platform, env } = process;
  const running = await spawnProcess({
    command: program,
    args,
    cwd: dirname(first),
    env,
    platform,
    log,
  });
  const stop = () => running.dispose();
  signal?.addEventListener('abort', stop);
  try {
    running.onLine(line => {
      const [, path, offset] = /^([^\0]+)\0(\d+):/.exec(line) ?? [];
      if (path === undefined) {
        return;
      }
      const lines = found.get(path) ?? [];
      found.set(path, lines);
      lines.push(Number(offset));
    });
    running.endInput();
    const { code } = await running.exited;
    // Also the code when one file of many could not be read; then others have their lines.
    if (code === failed && running.stderrTail !== '') {
      throw new Error(running.stderrTail);
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    running.dispose();
  }
  return found;
}
