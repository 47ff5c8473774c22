import { posix, win32 } from 'node:path';
import { UserError } from '../../base/errors';

/** 0-based, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * How a file is named in the CLI's prompt: `@src/a.ts#L1-2`, quoted when a space is in the path.
 * @param cwd the CLI's folder; the path is named in full when that is not known
 * @throws UserError `reference` when the CLI can read no such name
 */
export function fileReference(
  path: string,
  cwd: string | undefined,
  lines?: LineRange,
  platform: NodeJS.Platform = process.platform,
): string {
  const paths = platform === 'win32' ? win32 : posix;
  const near = cwd === undefined ? path : paths.relative(cwd, path) || '.';
  const name = paths.isAbsolute(near) ? near : near.split(paths.sep).join('/');
  const found = /["#\p{Cc}]/u.exec(name)?.[0];
  if (found !== undefined) {
    throw new UserError(
      'reference',
      `Claude Code cannot be told of ${JSON.stringify(name)}: its names of files have no ${JSON.stringify(found)}.`,
    );
  }
  const place = lines ? `${name}#L${lineNumbers(lines)}` : name;
  return /\s/.test(name) ? `@"${place}"` : `@${place}`;
}

function lineNumbers({ start, end }: LineRange): string {
  return end > start ? `${start + 1}-${end + 1}` : `${start + 1}`;
}
