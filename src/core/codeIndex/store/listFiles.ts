import { spawn } from 'node:child_process';

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

/** Files of a root that are searched. More would cost hundreds of megabytes. */
const mostFiles = 200_000;

/**
 * Lists the files of a folder that are neither ignored nor excluded, as `find_text` searches them.
 * Links are not followed.
 * @throws Error if ripgrep cannot be started or fails; an AbortError
 */
export function listFiles(request: ListRequest, most = mostFiles): Promise<ListedFiles> {
  const { root, ripgrep, excludes, signal } = request;
  const args = [
    ...['--no-config', '--no-messages', '--color=never', '--files', '--hidden', '--null'],
    ...excludes.flatMap(glob => ['--glob', `!${glob}`, '--glob', `!${glob}/**`]),
    ...['--glob', '!.git'],
  ];
  return new Promise((resolve, reject) => {
    const paths: string[] = [];
    let isCut = false;
    let rest = '';
    let stderr = '';
    const child = spawn(ripgrep, args, {
      ...{ cwd: root, windowsHide: true, signal },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\0');
      rest = parts.pop() ?? '';
      for (const path of parts) {
        paths.push(process.platform === 'win32' ? path.replaceAll('\\', '/') : path);
      }
      if (paths.length > most) {
        isCut = true;
        child.kill();
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', code => {
      // Code 1: there are no files. Code 2 with files: some folder could not be read.
      if (code === 2 && paths.length === 0) {
        reject(new Error(`The files could not be listed: ${stderr.trim() || 'ripgrep failed'}`));
      } else {
        resolve({ paths: paths.slice(0, most).sort(), isCut });
      }
    });
  });
}
