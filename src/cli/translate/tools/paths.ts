/** By the form of either system: the agent may run on another one. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:[a-zA-Z]:)?[\\/]/.test(path);
}

/** A path as the user reads it: relative to the agent's folder when it lies in it. */
export function shownPath(path: string, cwd: string): string {
  const folder = cwd.replace(/[\\/]+$/, '');
  const rest = path.startsWith(folder) ? path.slice(folder.length) : '';
  return /^[\\/]./.test(rest) && folder !== '' ? rest.slice(1) : path;
}

/** A path that can be opened: what tools report may be relative to the agent's folder. */
export function fullPath(path: string, cwd: string): string {
  if (isAbsolutePath(path) || cwd === '') {
    return path;
  }
  const separator = cwd.includes('\\') && !cwd.includes('/') ? '\\' : '/';
  return `${cwd.replace(/[\\/]+$/, '')}${separator}${path.replace(/^\.[\\/]/, '')}`;
}
