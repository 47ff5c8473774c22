import { spawnProcess } from '../../../node/spawnProcess';

export interface ListRequest {
  readonly root: string;
  /** Path of ripgrep. */
  readonly ripgrep: string;
  /** Globs of `files.exclude` and `search.exclude` that are on. */
  readonly excludes: readonly string[];
  readonly signal: AbortSignal;
}

export interface ListedFiles {
  /** Relative to the root, with forward slashes. */
  readonly paths: readonly string[];
  /** Whether there are more than are searched. */
  readonly isCut: boolean;
}

/** Exit code of ripgrep for an error. */
const failed = 2;
/** Files of a root that are searched. More would cost hundreds of megabytes. */
const mostFiles = 200_000;

/**
 * Lists the files of a folder that are neither ignored nor excluded, as `find_text` searches them.
 * Links are not followed.
 * @throws UserError `spawn.*`; Error if ripgrep fails; an AbortError
 */
export async function listFiles(request: ListRequest, most = mostFiles): Promise<ListedFiles> {
  const { root, ripgrep, excludes, signal } = request;
  const { env, platform } = process;
  const args = [
    ...['--no-config', '--no-messages', '--color=never', '--files', '--hidden', '--null'],
    ...excludes.flatMap(glob => ['--glob', `!${glob}`, '--glob', `!${glob}/**`]),
    ...['--glob', '!.git'],
  ];
  const running = await spawnProcess({ command: ripgrep, args, cwd: root, env, platform, signal });
  const paths: string[] = [];
  let isCut = false;
  /** The beginning of a path, or at the end the reason of a failure. */
  let rest = '';
  running.onOutput(text => {
    const parts = (rest + text).split('\0');
    rest = parts.pop() ?? '';
    for (const path of parts) paths.push(platform === 'win32' ? path.replaceAll('\\', '/') : path);
    if (paths.length > most && !isCut) {
      isCut = true;
      running.dispose();
    }
  });
  try {
    running.endInput();
    const { code } = await running.exited;
    signal.throwIfAborted();
    // Code 1: there are no files. Code 2 with files: some folder could not be read.
    if (code === failed && paths.length === 0) {
      throw new Error(`The files could not be listed: ${rest.trim() || 'ripgrep failed'}`);
    }
    return { paths: paths.slice(0, most).sort(), isCut };
  } finally {
    running.dispose();
  }
}
