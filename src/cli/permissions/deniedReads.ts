import { basename, dirname } from 'node:path';
import { DeniedPaths, type DeniedPatterns, type PatternsBelow } from '../../node/deniedPaths';
import { realOrNearest } from '../../node/realOrNearest';
import { type FileAccess, literalPlace, type ReadPattern, readPattern } from './readRule';
import type { RuleLayer } from './settingsLayers';

/** The user's deny rules on files, for the folders that one agent works in. */
export class DeniedReads {
  private readonly paths: DeniedPaths;

  private constructor(readonly patterns: DeniedPatterns) {
    this.paths = new DeniedPaths(patterns);
  }

  static async compile(
    layers: readonly RuleLayer[],
    folders: readonly string[],
    { home, platform }: { readonly home: string; readonly platform: NodeJS.Platform },
    access: FileAccess = 'read',
  ): Promise<DeniedReads> {
    const below: PatternsBelow[] = [];
    let isAll = false;
    for (const { rules, bases } of layers) {
      for (const base of bases) {
        const found = rules.map(rule => readPattern(rule, { base, home, platform }, access));
        isAll ||= found.includes('all');
        const patterns = found.filter(one => one !== undefined && one !== 'all');
        below.push(...(await belowFolders(patterns, folders)));
      }
    }
    return new DeniedReads({ isAll, below });
  }

  /**
   * Returns whether a rule forbids the access to the file, under this name or its real one.
   * @param path absolute
   */
  async includes(path: string): Promise<boolean> {
    return this.paths.isPlain
      ? this.paths.includes([path])
      : this.paths.includes([...new Set([path, await realOrNearest(path)])]);
  }
}

async function belowFolders(
  patterns: readonly ReadPattern[],
  folders: readonly string[],
): Promise<PatternsBelow[]> {
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
      lines: lines.flatMap(readings),
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

function literal(name: string): string {
  return name.replaceAll(/[\\*?[\]!# ]/g, '\\$&');
}
