import { lstatSync, type Stats } from 'node:fs';
import { readInto, withRegularFile } from '../../../node/regularFileSync';

/** Bytes of a file that is searched. Larger ones are data or were generated. */
export const largestFile = 1024 * 1024;
/** Characters of a line: longer ones are in minified files and in data. */
const longestLine = 5_000;
/** Average characters of a line in what nobody wrote by hand. */
const longestAverage = 400;

/** Files whose text is data, by the ends of their names. */
const dataFile =
  /(?:\.(?:lock|svg|csv|tsv|map|snap|log|min\.js|min\.css|bundle\.js|ipynb|geojson|po|pot|xlf|resx|eps|sum)|package-lock\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json)$/i;

export interface FileState {
  readonly time: number;
  readonly size: number;
}

/** Returns the state of a regular file; undefined for links, folders, pipes and what is gone. */
export function stateOf(path: string): FileState | undefined {
  const stats = statsOf(path);
  return stats?.isFile() ? { time: stats.mtimeMs, size: stats.size } : undefined;
}

/** Returns undefined for what cannot be looked at: one such folder must not end the whole search. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Some folders may be listed but not entered.
    return undefined;
  }
}

const buffer = Buffer.allocUnsafe(largestFile + 1);

/**
 * Reads the text of a file for the search. Blocks, because that takes a third of the time for small
 * files: call it in a worker.
 * @returns undefined if it is binary, large, minified or data, or not a regular file
 */
export function readSource(path: string): string | undefined {
  if (dataFile.test(path)) {
    return undefined;
  }
  try {
    return withRegularFile(path, (file, { size }) => {
      if (size > largestFile) {
        return undefined;
      }
      const bytes = buffer.subarray(0, readInto(file, buffer));
      return bytes.length > largestFile || bytes.subarray(0, 8_000).includes(0)
        ? undefined
        : written(bytes);
    });
  } catch {
    // A link, or without permission, or gone: perhaps while it is read.
    return undefined;
  }
}

/** Returns the text unless its lines are those of a minified file. */
function written(bytes: Buffer): string | undefined {
  const newline = 10;
  let lines = 1;
  for (let at = 0, next = 0; next !== -1; at = next + 1) {
    next = bytes.indexOf(newline, at);
    if ((next === -1 ? bytes.length : next) - at > longestLine) return undefined;
    lines += 1;
  }
  return bytes.length > 2_000 && bytes.length / lines > longestAverage
    ? undefined
    : bytes.toString('utf8').replace(/^\uFEFF/, '');
}
