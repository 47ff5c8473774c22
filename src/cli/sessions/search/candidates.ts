import { dirname } from 'node:path';
import type { AbortSignalLike } from '../../../base/abort';
import type { Log } from '../../../base/log';
import { spawnProcess } from '../../../node/spawnProcess';
import type { SearchPattern } from './searchPattern';

/** Ascending byte offsets of lines that may contain the search text, by file path. */
export type Candidates = ReadonlyMap<string, readonly number[]>;

export interface CandidateRequest {
  readonly program: string;
  readonly pattern: SearchPattern;
  readonly paths: readonly string[];
  readonly signal: AbortSignalLike | undefined;
  readonly log: Log;
}

/** Maximum per file. Later lines matter only if the earlier ones turn out not to be hits. */
const mostLines = 10_000;
/** Ripgrep's exit code for an error; 1 means that nothing was found. */
const failed = 2;

const options = [
  // The user's settings would change the output.
  '--no-config',
  '--no-messages',
  '--color=never',
  '--with-filename',
  '--no-heading',
  '--null',
  '--no-line-number',
  // Offset of the line. The text is not printed, because a line may have 30 MB.
  '--byte-offset',
  '--max-columns=1',
  `--max-count=${mostLines}`,
  // A NUL must not stop the search, and a byte order mark must not shift the offsets.
  '--text',
  '--encoding=none',
];

/** @throws if ripgrep cannot be run or rejects its arguments */
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
    signal,
    log,
  });
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
    // Ripgrep also returns this code if one of many files is unreadable; the others have lines.
    if (code === failed && running.stderrTail !== '') {
      throw new Error(running.stderrTail);
    }
  } finally {
    running.dispose();
  }
  return found;
}
