import type { PathChunk } from './pathChunk';

/** Points for where a word stands. All others together are fewer than a step. */
export const points = {
  name: 100,
  nameStart: 80,
  inName: 60,
  inFolder: 40,
  lettersInName: 20,
  letters: 0,
} as const;
/** Points for a place near the active editor, at most; short paths lose fewer than long ones. */
const sameFolder = 15;
const mostShared = 10;
const longest = 4.9;
/** Points for having been chosen, at most. Only they lift a path above a better match. */
const mostUsed = 25;

/** @param weight how often a path was chosen, with older choices counting less */
export function usePoints(weight: number): number {
  return Math.min(mostUsed, weight * 8);
}

/** Scores the places of a chunk's paths, those of one folder at once. */
export class Places {
  private run = -1;
  private near = 0;

  /** @param folder of the active editor, folded */
  constructor(
    private readonly chunk: PathChunk,
    private readonly folder: string | undefined,
  ) {}

  /** @returns at least -`longest`, at most `sameFolder` */
  points(line: number): number {
    const { chunk, folder } = this;
    const run = chunk.runs[line] ?? 0;
    if (run !== this.run) {
      this.run = run;
      this.near = folder === undefined ? 0 : nearPoints(chunk, line, folder);
    }
    return this.near - Math.min(longest, (chunk.endOf(line) - chunk.startOf(line)) / 50);
  }
}

function nearPoints(chunk: PathChunk, line: number, folder: string): number {
  const { folded } = chunk;
  const start = chunk.startOf(line);
  const length = chunk.nameOf(line) - start - 1;
  let shared = 0;
  let at = 0;
  while (at < length && at < folder.length) {
    const code = folder.charCodeAt(at);
    if (code !== folded.charCodeAt(start + at)) break;
    if (code === slash) shared += 1;
    at += 1;
  }
  if (at >= length && at >= folder.length) {
    return sameFolder;
  }
  const isOwnEnd = at >= length || folded.charCodeAt(start + at) === slash;
  const isEnd = at >= folder.length || folder.charCodeAt(at) === slash;
  return Math.min(mostShared, (shared + (at > 0 && isOwnEnd && isEnd ? 1 : 0)) * 3);
}

const slash = 47;
