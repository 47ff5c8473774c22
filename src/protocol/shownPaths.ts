/** Accepts Windows and POSIX paths, because the agent may run on another system. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:[a-zA-Z]:)?[\\/]/.test(path);
}

/** Returns a path for display: relative to the agent's folder if it is inside. */
export function shownPath(path: string, cwd: string): string {
  const folder = cwd.replace(/[\\/]+$/, '');
  const rest = path.startsWith(folder) ? path.slice(folder.length) : '';
  return /^[\\/]./.test(rest) && folder !== '' ? rest.slice(1) : path;
}

/** Returns a path that can be opened: tools may report paths relative to the agent's folder. */
export function fullPath(path: string, cwd: string): string {
  if (isAbsolutePath(path) || cwd === '') {
    return path;
  }
  const separator = cwd.includes('\\') && !cwd.includes('/') ? '\\' : '/';
  return `${cwd.replace(/[\\/]+$/, '')}${separator}${path.replace(/^\.[\\/]/, '')}`;
}
