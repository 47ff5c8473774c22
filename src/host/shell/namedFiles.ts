import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { isOnUnknownShare } from '../../base/networkPath';
import { mayHoldSecrets } from '../../base/secretFiles';
import { simpleCommands } from '../../cli/permissions/shellCommands';

export interface NamedFile {
  /** Word of the line that names it. */
  readonly word: string;
  /** Absolute path. */
  readonly path: string;
  readonly isSecret: boolean;
}

interface Place {
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** Words of a line that are looked up. */
const mostWords = 200;

/** Returns the existing files that words of a line name. */
export async function namedFiles(line: string, place: Place): Promise<readonly NamedFile[]> {
  const words = simpleCommands(line).flatMap(({ words: all, files }) => [...all, ...files]);
  const unique = [...new Set(words.flatMap(withValue))].slice(0, mostWords);
  const found = await Promise.all(unique.map(word => fileOf(word, place)));
  return found.flat();
}

/** An option may name a file behind its equals sign. */
function withValue(word: string): string[] {
  const [, value] = /^[^=]*=(.+)$/s.exec(word) ?? [];
  return [word, ...(value === undefined ? [] : [value])];
}

async function fileOf(word: string, { cwd, home, platform }: Place): Promise<NamedFile[]> {
  if (word === '' || word.includes('\0') || isOnUnknownShare(word, [cwd], platform)) {
    return [];
  }
  const expanded = /^~(?=\/|$)/.test(word) ? join(home, word.slice(1)) : word;
  const path = isAbsolute(expanded) ? expanded : resolve(cwd, expanded);
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) {
    return [];
  }
  const real = await realpath(path).catch(() => path);
  return [{ word, path, isSecret: mayHoldSecrets(path) || mayHoldSecrets(real) }];
}
