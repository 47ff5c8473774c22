import { basename, dirname, extname } from 'node:path';

/**
 * Returns the variables of prompt files that name a file. There are none for a path such as
 * `a @/etc/x`: Claude Code would attach the file whose name begins after the sign.
 */
export function pathVariables(path: string): Readonly<Record<string, string>> {
  return /\s@/.test(path)
    ? {}
    : {
        ...{ file: path, fileBasename: basename(path), fileDirname: dirname(path) },
        fileBasenameNoExtension: basename(path, extname(path)),
      };
}
