import { Best } from './best';
import { foundInOrder, lettersOf, rangesInOrder } from './folding';
import type { FoundPath } from './foundPath';
import { chunkSize, type PathChunk } from './pathChunk';
import { Places, points, usePoints } from './score';

export interface SearchOptions {
  /** Folded. */
  readonly word: string;
  /** The word's letters, for paths that do not contain the word itself. */
  readonly letters: string;
  /** Folder of the active editor, folded. */
  readonly folder: string | undefined;
  /** Weights of paths that were chosen before, by their ids. */
  readonly used: ReadonlyMap<number, number>;
  /** Number of results. */
  readonly limit: number;
  /** Number of paths that are worth remembering. */
  readonly most: number;
}

/**
 * Looks for a word in all chunks, first where it counts most: with enough of those, nothing else
 * could be among the best. A path's id is its place among all.
 */
export class Search {
  private readonly best: Best;
  /** Number of paths that contain the word, as far as they were counted. */
  private count = 0;

  constructor(
    private readonly chunks: readonly PathChunk[],
    private readonly options: SearchOptions,
  ) {
    this.best = new Best(options.limit);
    for (const [id, weight] of options.used) {
      const { chunk, line } = this.at(id);
      const score = chunk ? this.scoreOf(chunk, line) : undefined;
      if (score !== undefined) this.best.add(id, score + usePoints(weight));
    }
  }

  get isFull(): boolean {
    return this.count >= this.options.limit;
  }

  get found(): number {
    return this.count;
  }

  /** Finds last names that begin with the word. */
  names(): void {
    const { word, folder, used } = this.options;
    const initial = word.charCodeAt(0);
    for (const [place, chunk] of this.chunks.entries()) {
      const { initials, folded, size } = chunk;
      const places = new Places(chunk, folder);
      for (let line = 0; line < size; line += 1) {
        if (initials[line] !== initial || !folded.startsWith(word, chunk.nameOf(line))) continue;
        const id = place * chunkSize + line;
        this.count += 1;
        if (!used.has(id)) this.best.add(id, namePoints(chunk, line, word) + places.points(line));
      }
    }
  }

  /**
   * Finds paths that contain the word elsewhere, too.
   * @param among where it can be only
   * @returns all paths that contain the word, unless they are too many to be remembered
   */
  parts(among: readonly number[] | undefined): readonly number[] | undefined {
    const { word, folder, most, used } = this.options;
    const ids: number[] = [];
    const take = (line: number, inName: number, id: number, places: Places) => {
      if (ids.length <= most) ids.push(id);
      // Names that begin with the word are known already.
      if (inName === 0) return;
      this.count += 1;
      const score = (inName === -1 ? points.inFolder : points.inName) + places.points(line);
      if (score > this.best.worst && !used.has(id)) this.best.add(id, score);
    };
    if (among) {
      for (const id of among) {
        const { chunk, line } = this.at(id);
        const inName = chunk?.placeOf(line, word);
        if (chunk && inName !== undefined) {
          take(line, inName, id, new Places(chunk, folder));
        }
      }
    } else {
      for (const [place, chunk] of this.chunks.entries()) {
        const places = new Places(chunk, folder);
        chunk.search(word, (line, inName) => take(line, inName, place * chunkSize + line, places));
      }
    }
    return ids.length <= most ? ids : undefined;
  }

  /**
   * Finds paths that have only the letters of the word, in order: at first in their last names.
   * @param known all other paths
   */
  loose(known: ReadonlySet<number>): void {
    if (this.looseNames(known) < this.options.limit) {
      this.loosePaths(known);
    }
  }

  private looseNames(known: ReadonlySet<number>): number {
    const { letters, folder } = this.options;
    const bits = lettersOf(letters);
    let count = 0;
    for (const [place, chunk] of this.chunks.entries()) {
      const places = new Places(chunk, folder);
      for (let line = 0; line < chunk.size; line += 1) {
        if (((chunk.letters[line] ?? 0) & bits) !== bits || !hasInName(chunk, line, letters)) {
          continue;
        }
        count += 1;
        const score = points.lettersInName + places.points(line);
        this.addLoose(place * chunkSize + line, score, known);
      }
    }
    return count;
  }

  private loosePaths(known: ReadonlySet<number>): void {
    const { letters, folder } = this.options;
    // Letters that are left after each number of letters that a folder has.
    const left = Array.from({ length: letters.length + 1 }, (_, at) => lettersOf(letters, at));
    for (const [place, chunk] of this.chunks.entries()) {
      const { folded } = chunk;
      const places = new Places(chunk, folder);
      for (let line = 0; line < chunk.size; ) {
        const inFolder = foundInOrder(folded, chunk.startOf(line), chunk.nameOf(line), letters);
        const bits = left[inFolder] ?? 0;
        for (const end = chunk.endOfRun(line); line < end; line += 1) {
          if (((chunk.letters[line] ?? 0) & bits) !== bits) continue;
          const score = points.letters + places.points(line);
          if (score <= this.best.worst || hasInName(chunk, line, letters)) continue;
          const name = chunk.nameOf(line);
          const found = foundInOrder(folded, name, chunk.endOf(line), letters, inFolder);
          if (found === letters.length) this.addLoose(place * chunkSize + line, score, known);
        }
      }
    }
  }

  private addLoose(id: number, score: number, known: ReadonlySet<number>): void {
    if (!known.has(id) && !this.options.used.has(id)) this.best.add(id, score);
  }

  results(): readonly FoundPath[] {
    return this.best.ordered().map(id => {
      const { chunk, line } = this.at(id);
      const path = chunk?.path(line) ?? '';
      return { path, isFolder: path.endsWith('/'), matches: this.ranges(id, path) };
    });
  }

  /** Scores any path; undefined for one that does not match. */
  private scoreOf(chunk: PathChunk, line: number): number | undefined {
    const { word, letters, folder } = this.options;
    const place = new Places(chunk, folder).points(line);
    const inName = chunk.placeOf(line, word);
    if (inName !== undefined) {
      return place + placePoints(chunk, line, word, inName);
    }
    const [start, end] = [chunk.startOf(line), chunk.endOf(line)];
    const isLoose =
      letters.length > 1 && foundInOrder(chunk.folded, start, end, letters) === letters.length;
    const isInName = isLoose && hasInName(chunk, line, letters);
    return isLoose ? place + (isInName ? points.lettersInName : points.letters) : undefined;
  }

  private ranges(id: number, path: string): readonly number[] {
    const { chunk, line } = this.at(id);
    const text = chunk?.foldedPath(line) ?? '';
    if (!chunk || text.length !== path.length) {
      // A letter that is composed of others, or has a longer small form, moves all that follow.
      return [];
    }
    const { word, letters } = this.options;
    const name = chunk.nameOf(line) - chunk.startOf(line);
    const inName = text.indexOf(word, name);
    const at = inName === -1 ? text.lastIndexOf(word) : inName;
    if (at !== -1) {
      return [at, at + word.length];
    }
    const ranges = rangesInOrder(text, name, letters);
    return ranges.length > 0 ? ranges : rangesInOrder(text, 0, letters);
  }

  private at(id: number): { readonly chunk: PathChunk | undefined; readonly line: number } {
    return { chunk: this.chunks[Math.floor(id / chunkSize)], line: id % chunkSize };
  }
}

function placePoints(chunk: PathChunk, line: number, word: string, inName: number): number {
  return inName === 0
    ? namePoints(chunk, line, word)
    : inName === -1
      ? points.inFolder
      : points.inName;
}

/** Scores a name that begins with the word; it may end there, or with its only extension. */
function namePoints(chunk: PathChunk, line: number, word: string): number {
  const { folded } = chunk;
  const at = chunk.nameOf(line) + word.length;
  const end = chunk.endOf(line);
  const next = folded.charAt(at);
  const isWhole =
    at === end ||
    (next === '/' && at === end - 1) ||
    (next === '.' && folded.lastIndexOf('.', end - 1) === at);
  return isWhole ? points.name : points.nameStart;
}

function hasInName(chunk: PathChunk, line: number, letters: string): boolean {
  const [name, end] = [chunk.nameOf(line), chunk.endOf(line)];
  return foundInOrder(chunk.folded, name, end, letters) === letters.length;
}
