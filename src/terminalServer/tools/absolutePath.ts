import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { UserError } from '../../base/errors';
import { isOnUnknownShare } from '../../base/networkPath';

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Working folder of the client. */
  readonly cwd: string | undefined;
  /** Folders of the editor. On Windows, other shares than theirs are not looked at. */
  readonly folders: readonly string[];
  /** Returns whether the file exists. */
  exists?(path: string): boolean;
}

/**
 * Resolves a client's path: absolute, below `~`, relative to its folder, or a `file://` URI. The
 * URI may be encoded or not (the CLI does not encode).
 * @throws UserError with what is wrong with the path
 */
export function absolutePath(input: string, surroundings: Surroundings): string {
  const { platform, home, cwd } = surroundings;
  const flavor = platform === 'win32' ? win32 : posix;
  const isUri = /^file:\/\//i.test(input);
  if (/^file:/i.test(input)) {
    requireNear(input, surroundings);
  }
  const path = isUri ? pathOfUri(input, surroundings) : input;
  if (path === '' || path.includes('\0')) {
    throw new UserError('ide.badPath', 'A path is needed, and this is none.');
  }
  if (isAbsolute(path, platform)) {
    requireNear(path, surroundings);
    return flavor.normalize(path);
  }
  if (isUri || /^(?:[a-z][\w+.-]*:\/\/|untitled:)/i.test(path)) {
    throw new UserError('ide.badPath', `"${input}" is not a file on this computer.`);
  }
  if (path === '~' || path.startsWith('~/') || (platform === 'win32' && path.startsWith('~\\'))) {
    return flavor.join(home, path.slice(1));
  }
  if (cwd === undefined || path.startsWith('~') || isHalfAbsolute(path, platform)) {
    const need = 'an absolute path is needed.';
    throw new UserError('ide.badPath', `"${input}" does not begin at the root: ${need}`);
  }
  return flavor.resolve(cwd, path);
}

function requireNear(path: string, { folders, platform }: Surroundings): void {
  if (isOnUnknownShare(path, folders, platform)) {
    throw new UserError('ide.badPath', `"${path}" is on a network share that is not open here.`);
  }
}

/** Detects Windows paths from the root of an unnamed drive, or from a drive's current folder. */
function isHalfAbsolute(path: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && /^(?:[\\/]|[a-z]:)/i.test(path);
}

function isAbsolute(path: string, platform: NodeJS.Platform): boolean {
  if (platform !== 'win32') {
    return path.startsWith('/');
  }
  // A drive or a share; device names are not files.
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
  // A URI has no blanks and no characters beyond ASCII.
  return exists(decoded) || /^[!-~]*$/.test(raw) ? decoded : raw;
}

function withoutScheme(uri: string, isWindows: boolean): string {
  const path = uri.slice('file://'.length).replace(/^localhost(?=\/)/i, '');
  if (!isWindows) {
    return path;
  }
  // Handles `file:///c:/a`, the CLI's `file://c:\a`, and `file://server/share`.
  const local = path.replace(/^\/(?=[a-z]:)/i, '');
  return /^(?:[a-z]:|[\\/])/i.test(local) ? local : `\\\\${local}`;
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    // A percent sign that encodes nothing: the path is used as it stands.
    return uri;
  }
}
