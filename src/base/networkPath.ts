/**
 * Checks whether a path leads to another computer or to a device, unless a known folder lies on the
 * same share. Windows signs in to a server as soon as such a path is looked at. The check therefore
 * uses the text alone, and comes before any call of the file system.
 * @param path absolute or relative, or a `file:` URI
 * @param folders absolute paths of folders that the user has opened
 */
export function isOnUnknownShare(
  path: string,
  folders: readonly string[],
  platform: string,
): boolean {
  // Elsewhere, two slashes are one, and a URI never names another computer's file.
  if (platform !== 'win32') {
    return false;
  }
  const share = shareOf(path);
  return share !== undefined && !folders.some(folder => shareOf(folder) === share);
}

/** Two leading slashes, or the prefix that the system itself uses for `\\?\`. */
const leading = /^(?:\\\\|\\\?\?\\)/;
/** Prefixes of the device namespace that lead back to servers. */
const longForm = /^(?:[?.]\\+)*unc\\+/;

/**
 * Returns the server and the share, or the device, in one spelling; `undefined` for a path on a drive.
 */
function shareOf(path: string): string | undefined {
  const spelled = withoutScheme(path).replaceAll('/', '\\').toLowerCase();
  if (!leading.test(spelled)) {
    return undefined;
  }
  const rest = spelled.replace(/^\\\?\?\\/, '?\\').replace(/^\\+/, '');
  const isDevice = /^[?.](?:\\|$)/.test(rest);
  const names = (isDevice ? rest.replace(longForm, '') : rest).split('\\').filter(Boolean);
  // The system resolves `..` in a device path differently, so the start says nothing.
  const isOpen = isDevice && names.includes('..');
  return isOpen ? spelled : names.slice(0, 2).join('\\');
}

/** Returns the path that a `file:` URI names, which may be encoded. */
function withoutScheme(path: string): string {
  const [, rest] = /^file:(.*)$/is.exec(path) ?? [];
  if (rest === undefined) {
    return path;
  }
  const decoded = decode(rest).replaceAll('\\', '/');
  const local = decoded.replace(/^\/\/(?:localhost)?(?=\/)/i, '');
  // The CLI writes `file://c:\a`.
  return local.replace(/^\/+(?=[a-z]:)/i, '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing: the path is used as it stands.
    return text;
  }
}
