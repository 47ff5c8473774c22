import { sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { pathBelow } from './pathBelow';

/** Patterns as .gitignore has them, below any of some folders. */
export interface PatternsBelow {
  readonly roots: readonly string[];
  /** A later negative one takes back an earlier one. */
  readonly lines: readonly string[];
}

/** Files that rules deny. It is plain data, so that a worker can have it. */
export interface DeniedPatterns {
  /** Whether all files are denied. */
  readonly isAll: boolean;
  readonly below: readonly PatternsBelow[];
}

/** Compares paths with patterns, and does not touch the disk. */
export class DeniedPaths {
  private readonly isAll: boolean;
  private readonly matchers: readonly {
    readonly roots: readonly string[];
    readonly patterns: Ignore;
  }[];

  constructor({ isAll, below }: DeniedPatterns) {
    this.isAll = isAll;
    this.matchers = below.map(({ roots, lines }) => ({ roots, patterns: ignore().add(lines) }));
  }

  /** Whether the answer is the same for all paths. */
  get isPlain(): boolean {
    return this.isAll || this.matchers.length === 0;
  }

  /** @param names all absolute paths of one file */
  includes(names: readonly string[]): boolean {
    return (
      this.isAll ||
      this.matchers.some(({ roots, patterns }) =>
        names.some(name => roots.some(root => isIgnored(patterns, root, name))),
      )
    );
  }
}

function isIgnored(patterns: Ignore, root: string, path: string): boolean {
  const way = pathBelow(root, path);
  if (way === undefined || way === '') {
    return false;
  }
  try {
    return patterns.ignores(sep === '/' ? way : way.replaceAll(sep, '/'));
  } catch {
    // A pattern that cannot be evaluated forbids what is below its folder.
    return true;
  }
}
