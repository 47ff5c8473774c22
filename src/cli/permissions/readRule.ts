import { join } from 'node:path';

/** Where the patterns of one layer of settings start. */
interface RuleOrigin {
  /** Folder that `/…` means. */
  readonly base: string;
  /** Folder that `~/…` means. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** A pattern of .gitignore, below a folder. */
export interface ReadPattern {
  /** Absent if the pattern starts in the folder that the agent works in. */
  readonly root?: string;
  readonly pattern: string;
}

/** Use of a file by an agent. */
export type FileAccess = 'read' | 'edit';

/** Tools whose rules are about files. The CLI takes rules of `Edit` for all tools that edit. */
const tools: Readonly<Record<FileAccess, readonly string[]>> = {
  read: ['Read'],
  edit: ['Edit', 'Write', 'MultiEdit'],
};

/** All paths below a pattern's folder. */
const everything = '**';

/**
 * Reads a rule as the CLI does: `//…` starts at the root of the disk, `~/…` at home, `/…` in the
 * folder of the settings, and all others in the working folder.
 * @returns `all` for a rule that forbids the tool; undefined for a rule of another tool
 */
export function readPattern(
  rule: string,
  origin: RuleOrigin,
  access: FileAccess = 'read',
): ReadPattern | 'all' | undefined {
  const [, tool, content] = /^\s*([^\s(]+)\s*(?:\(([\s\S]*)\)\s*)?/.exec(rule) ?? [];
  if (tool === undefined || !tools[access].includes(tool)) {
    return undefined;
  }
  // Without a closing parenthesis there is no path: better everything than nothing.
  if (content === undefined || content === '' || content === '*') {
    return 'all';
  }
  const unescaped = content.replaceAll(/\\([\\()])/g, '$1');
  const { root, path } = anchored(unescaped, origin);
  const pattern = matchable(path);
  return root === undefined ? { pattern } : { root, pattern };
}

function anchored(
  content: string,
  { base, home, platform }: RuleOrigin,
): { root?: string; path: string } {
  const isWindows = platform === 'win32';
  const path = isWindows ? content.replaceAll('\\', '/') : content;
  const [, first, second, rest] =
    (isWindows && /^(?:\/\/([a-z])|([a-z]):)(\/.*)$/is.exec(path)) || [];
  const drive = first ?? second;
  if (drive !== undefined && rest !== undefined) {
    return { root: `${drive.toUpperCase()}:\\`, path: rest };
  }
  if (path.startsWith('//')) {
    return { root: '/', path: path.slice(1) };
  }
  if (path.startsWith('~/')) {
    return { root: home, path: path.slice(1) };
  }
  if (path.startsWith('/')) {
    return { root: base, path };
  }
  return { path: path.startsWith('./') ? path.slice(2) : path };
}

/** Returns a form that .gitignore understands; a pattern that it would drop forbids everything. */
function matchable(path: string): string {
  const single = path.replaceAll(/\/{2,}/g, '/');
  const short = single.replace(/\/\*\*$/, '');
  const pattern = /[^/]/.test(short) ? short : everything;
  if (!/\S/.test(pattern) || /(?:^|[^\\])\\(?:\\\\)*$/.test(pattern)) {
    return everything;
  }
  return pattern.startsWith('#') ? `\\${pattern}` : pattern;
}

/** Takes the part of an anchored pattern that names one place, which may be behind a link. */
export function literalPlace(
  root: string,
  pattern: string,
): { path: string; rest: string } | undefined {
  if (!pattern.startsWith('/')) {
    return undefined;
  }
  const parts = pattern.slice(1).split('/');
  const glob = parts.findIndex(part => part === '' || /[*?[\\]/.test(part));
  const literal = glob === -1 ? parts : parts.slice(0, glob);
  return literal.length === 0
    ? undefined
    : { path: join(root, ...literal), rest: glob === -1 ? '' : parts.slice(glob).join('/') };
}
