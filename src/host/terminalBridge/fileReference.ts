import { posix, win32 } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';

/** Range of lines, 0-based and inclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Formats a file mention for the CLI's prompt: `@src/a.ts#L1-2`, quoted if the path has a space.
 * @param cwd the CLI's folder; without it, the path stays absolute
 * @throws UserError `file.badReference` if the CLI cannot read such a name
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
      'file.badReference',
      l10n.t(
        '{0} cannot be mentioned: Claude Code takes no file names that contain {1}.',
        JSON.stringify(name),
        JSON.stringify(found),
      ),
    );
  }
  const place = lines ? `${name}#L${lineNumbers(lines)}` : name;
  return /\s/.test(name) ? `@"${place}"` : `@${place}`;
}

function lineNumbers({ start, end }: LineRange): string {
  return end > start ? `${start + 1}-${end + 1}` : `${start + 1}`;
}
