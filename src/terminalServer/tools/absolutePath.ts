import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { UserError } from '../../base/errors';

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The folder that the client runs in. */
  readonly cwd: string | undefined;
  /** Whether there is such a file. */
  exists?(path: string): boolean;
}

/**
 * The path that a client means: plain, below `~`, relative to its folder, or as `file://` with the
 * path behind it encoded or not (the CLI does not encode).
 * @throws UserError that says what is wrong with it
 */
export function absolutePath(given: string, surroundings: Surroundings): string {
  const { platform, home, cwd } = surroundings;
  const flavor = platform === 'win32' ? win32 : posix;
  const isUri = /^file:\/\//i.test(given);
  const path = isUri ? pathOfUri(given, surroundings) : given;
  if (path === '' || path.includes('\0')) {
    throw new UserError('path', 'A path is needed, and this is none.');
  }
  if (isAbsolute(path, platform)) {
    return flavor.normalize(path);
  }
  if (isUri || /^(?:[a-z][\w+.-]*:\/\/|untitled:)/i.test(path)) {
    throw new UserError('path', `"${given}" is no file on this computer.`);
  }
  if (path === '~' || path.startsWith('~/') || (platform === 'win32' && path.startsWith('~\\'))) {
    return flavor.join(home, path.slice(1));
  }
  if (cwd === undefined || path.startsWith('~') || isHalfAbsolute(path, platform)) {
    const need = 'an absolute path is needed.';
    throw new UserError('path', `"${given}" does not begin at the root: ${need}`);
  }
  return flavor.resolve(cwd, path);
}

/** On Windows a path may begin at the root of an unnamed drive, or go on where a drive was left. */
function isHalfAbsolute(path: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && /^(?:[\\/]|[a-z]:)/i.test(path);
}

function isAbsolute(path: string, platform: NodeJS.Platform): boolean {
  if (platform !== 'win32') {
    return path.startsWith('/');
  }
  // A drive, or a share; names of devices are no files.
  return /^[a-z]:[\\/]/i.test(path) || /^[\\/]{2}[^\\/?.]/.test(path);
}

function pathOfUri(uri: string, surroundings: Surroundings): string {
  const { platform, exists = existsSync } = surroundings;
  const isWindows = platform === 'win32';
  const raw = withoutScheme(uri, isWindows);
  const decoded = withoutScheme(decode(uri), isWindows);
  if (raw === decoded || exists(raw)) {
    return raw;
  }
  // No URI has a blank or a letter beyond ASCII in it.
  return exists(decoded) || /^[!-~]*$/.test(raw) ? decoded : raw;
}

function withoutScheme(uri: string, isWindows: boolean): string {
  const path = uri.slice('file://'.length).replace(/^localhost(?=\/)/i, '');
  if (!isWindows) {
    return path;
  }
  // `file:///c:/a`, `file://c:\a` of the CLI, and `file://server/share`.
  const local = path.replace(/^\/(?=[a-z]:)/i, '');
  return /^(?:[a-z]:|[\\/])/i.test(local) ? local : `\\\\${local}`;
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    // A percent sign that encodes nothing: it is a path as it stands.
    return uri;
  }
}
