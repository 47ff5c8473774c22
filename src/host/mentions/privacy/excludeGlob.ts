/** Maximum length of a glob that is read; a longer one hides everything. */
const longestGlob = 2_000;
/** Most stars of one segment that are tried; each multiplies the time. */
const mostStars = 3;

/**
 * Returns whether a glob of `files.exclude` or `search.exclude` hides a file, by itself or by one of
 * its folders. A glob that cannot be read, or takes long to try, hides the file.
 * @param path relative to the workspace folder, with forward slashes
 */
export function hides(glob: string, path: string): boolean {
  try {
    return (
      glob.length > longestGlob ||
      glob.split(/[/{},]/).some(part => (part.match(/\*+/g)?.length ?? 0) > mostStars) ||
      new RegExp(`^${toPattern(glob)}(?:/.*)?$`, 'isu').test(path)
    );
  } catch {
    // Settings may hold anything: when in doubt, nothing is shared.
    return true;
  }
}

/** Converts VS Code's globs: `**`, `*`, `?`, `[a-z]`, `[!a]`, `{one,two}`. */
function toPattern(written: string): string {
  const glob = written.replaceAll(/(?:\*\*\/){2,}/g, '**/');
  let depth = 0;
  return glob.replace(
    /\*\*\/|\*\*|\*|\?|\[[!^]?[^\]/]+\]|[{},]|[\\^$.|+()[\]]/g,
    (part, at: number) => {
      const startsSegment = at === 0 || /[/{,]/.test(glob[at - 1] ?? '');
      switch (part) {
        case '**/':
          return startsSegment ? '(?:[^/]*/)*' : '[^/]*/';
        case '**':
          return startsSegment ? '.*' : '[^/]*';
        case '*':
          return '[^/]*';
        case '?':
          return '[^/]';
        case '{':
          depth += 1;
          return '(?:';
        case '}':
          depth -= 1;
          return depth < 0 ? '\\}' : ')';
        case ',':
          return depth > 0 ? '|' : ',';
      }
      return part.length > 1 ? part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\') : `\\${part}`;
    },
  );
}
