import { fullPath, isAbsolutePath } from '../../../protocol/shownPaths';

const longestPath = 4_096;

/**
 * Returns the absolute path that an agent names by a path or a `file:` URI; `undefined` for a text
 * that can be neither.
 */
export function absolutePath(text: string, cwd: string): string | undefined {
  const path = /^file:/i.test(text) ? pathOfUri(text) : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no path of a user contains them.
  const isPossible = path !== undefined && path !== '' && !/[\u0000-\u001f\u007f]/.test(path);
  if (!isPossible || path.length > longestPath || /^[a-z][a-z0-9+.-]+:\/\//i.test(path)) {
    return undefined;
  }
  const full = fullPath(path, cwd);
  return isAbsolutePath(full) ? full : undefined;
}

/** Agents write spaces and drive letters in different ways, so the URI is not parsed strictly. */
function pathOfUri(uri: string): string | undefined {
  const [, host = '', path = ''] = /^file:\/\/([^/\\]*)([^?#]*)/i.exec(uri) ?? [];
  if (host !== '' && host.toLowerCase() !== 'localhost') {
    return undefined;
  }
  try {
    const decoded = decodeURIComponent(path);
    return /^\/[a-z]:[\\/]/i.test(decoded) ? decoded.slice(1) : decoded;
  } catch {
    // A percent sign that encodes nothing.
    return path;
  }
}
