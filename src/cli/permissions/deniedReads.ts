import { basename, dirname, isAbsolute, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { realOrNearest } from '../../node/realOrNearest';
import { type FileAccess, literalPlace, type ReadPattern, readPattern } from './readRule';
import type { RuleLayer } from './settingsLayers';

/** Patterns of one layer below one folder; a later negative one takes back an earlier one. */
interface Matcher {
  readonly roots: readonly string[];
  readonly patterns: Ignore;
}

/** The user's deny rules on files, for the folders that one agent works in. */
export class DeniedReads {
  private constructor(
    private readonly matchers: readonly Matcher[],
    private readonly isAll: boolean,
  ) {}

  static async compile(
    layers: readonly RuleLayer[],
    folders: readonly string[],
    { home, platform }: { readonly home: string; readonly platform: NodeJS.Platform },
    access: FileAccess = 'read',
  ): Promise<DeniedReads> {
    const matchers: Matcher[] = [];
    let isAll = false;
    for (const { rules, bases } of layers) {
      for (const base of bases) {
        const found = rules.map(rule => readPattern(rule, { base, home, platform }, access));
        isAll ||= found.includes('all');
        const patterns = found.filter(one => one !== undefined && one !== 'all');
        matchers.push(...(await matchersOf(patterns, folders)));
      }
    }
    return new DeniedReads(matchers, isAll);
  }

  /**
   * Returns whether a rule forbids the access to the file, under this name or its real one.
   * @param path absolute
   */
  async includes(path: string): Promise<boolean> {
    if (this.isAll) {
      return true;
    }
    if (this.matchers.length === 0) {
      return false;
    }
    const names = new Set([path, await realOrNearest(path)]);
    return this.matchers.some(matcher => [...names].some(name => matches(matcher, name)));
  }
}

async function matchersOf(
  patterns: readonly ReadPattern[],
  folders: readonly string[],
): Promise<Matcher[]> {
  const byRoot = new Map<string | undefined, string[]>();
  for (const { root, pattern } of patterns) {
    byRoot.set(root, [...(byRoot.get(root) ?? []), pattern]);
    const place = root === undefined ? undefined : literalPlace(root, pattern);
    const real = place && (await realOrNearest(place.path));
    if (place && real !== undefined && real !== place.path) {
      const folder = dirname(real);
      const way = `/${literal(basename(real))}${place.rest === '' ? '' : `/${place.rest}`}`;
      byRoot.set(folder, [...(byRoot.get(folder) ?? []), way]);
    }
  }
  return Promise.all(
    [...byRoot].map(async ([root, lines]) => ({
      roots: await withReal(root === undefined ? folders : [root]),
      patterns: ignore().add(lines.flatMap(readings)),
    })),
  );
}

/** The CLI takes `[!a]` for a set with `!`, .gitignore for all but `a`: both are denied. */
function readings(pattern: string): readonly string[] {
  const isPlain = pattern.startsWith('!') || !pattern.includes('[!');
  return isPlain ? [pattern] : [pattern, pattern.replaceAll('[!', '[\\!')];
}

async function withReal(folders: readonly string[]): Promise<string[]> {
  return [...new Set([...folders, ...(await Promise.all(folders.map(realOrNearest)))])];
}

function matches({ roots, patterns }: Matcher, path: string): boolean {
  return roots.some(root => {
    const way = relative(root, path);
    if (way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) {
      return false;
    }
    try {
      return patterns.ignores(sep === '/' ? way : way.replaceAll(sep, '/'));
    } catch {
      // A pattern that cannot be evaluated forbids what is below its folder.
      return true;
    }
  });
}

function literal(name: string): string {
  return name.replaceAll(/[\\*?[\]!# ]/g, '\\$&');
}
