import { posix, win32 } from 'node:path';

/** Returns an absolute path relative to a folder that it lies in, with forward slashes. */
export function nearPath(
  path: string,
  folder: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const paths = platform === 'win32' ? win32 : posix;
  const near = paths.relative(folder, path);
  const isInside = near !== '' && !paths.isAbsolute(near) && near.split(paths.sep)[0] !== '..';
  return (isInside ? near : path).split(paths.sep).join('/');
}
