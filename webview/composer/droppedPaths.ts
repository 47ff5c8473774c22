/** Returns the file paths of a `text/uri-list`; paths inside `cwd` become relative to it. */
export function pathsOf(uriList: string, cwd: string | undefined): string[] {
  return uriList
    .split(/\r?\n/)
    .filter(line => line !== '' && !line.startsWith('#'))
    .flatMap(line => {
      const path = filePath(line);
      return path === undefined ? [] : [relativeTo(cwd, path)];
    });
}

function filePath(uri: string): string | undefined {
  if (!URL.canParse(uri)) {
    return undefined;
  }
  const { protocol, pathname } = new URL(uri);
  if (protocol !== 'file:' && protocol !== 'vscode-remote:') {
    return undefined;
  }
  try {
    const path = decodeURIComponent(pathname);
    return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
  } catch {
    // A stray % is not an escape: use the path as it is.
    return pathname;
  }
}

function relativeTo(cwd: string | undefined, path: string): string {
  const folder = cwd?.replaceAll('\\', '/').replace(/\/$/, '');
  return folder && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
