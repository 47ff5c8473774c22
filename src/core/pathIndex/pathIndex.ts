import uFuzzy from '@leeoniya/ufuzzy';

/** Path that matches, relative to its root, and the ranges of it that match. */
export interface FoundPath {
  readonly path: string;
  readonly isFolder: boolean;
  /** UTF-16 ranges: start and end, alternating. */
  readonly matches: readonly number[];
}

/** Reasons why one path is likelier than another that matches as well. */
export interface Nearness {
  /** Folder of the active editor, relative to the root; empty for the root. */
  readonly folder?: string;
  /** How often paths were chosen, with older choices counting less. */
  readonly used?: Readonly<Record<string, number>>;
}

/** Paths that are kept; more would cost hundreds of megabytes. */
export const mostPaths = 600_000;
/** Matches that contain the whole word, beyond which no others are looked for. */
const enough = 10;

/**
 * Finds paths by parts of them. Each key is a scan of the paths that the key before had left, if
 * the word has only grown.
 */
export class PathIndex {
  private paths: string[] = [];
  private lower: string[] = [];
  private files = new Set<string>();
  /** Where each path stands. */
  private places = new Map<string, number>();
  /** Number of empty places, left by files that are gone. */
  private gone = 0;
  private last: { readonly query: string; readonly found: readonly number[] } | undefined;
  private readonly fuzzy = new uFuzzy({ intraMode: 0, intraIns: Infinity, intraChars: '.' });

  /** True if there were more paths than are kept. */
  isCut = false;

  get size(): number {
    return this.paths.length;
  }

  /** Replaces all paths; folders follow from the files in them. */
  load(files: readonly string[]): void {
    this.isCut = files.length > mostPaths;
    this.files = new Set(this.isCut ? files.slice(0, mostPaths) : files);
    this.refresh();
  }

  change(added: readonly string[], removed: readonly string[]): void {
    for (const path of removed) {
      const gone = this.files.has(path) ? [path] : this.below(path);
      for (const file of gone) this.files.delete(file);
      this.gone += gone.length;
      for (const file of [...gone, `${path}/`]) this.forget(file);
    }
    for (const path of added) {
      if (this.files.has(path)) continue;
      if (this.files.size >= mostPaths) {
        this.isCut = true;
        break;
      }
      this.files.add(path);
      this.append(path);
    }
    this.last = undefined;
    // Empty places cost time in each scan.
    if (this.gone > this.paths.length / 4) this.refresh();
  }

  /** Returns the best matches, best first. An empty word finds nothing. */
  find(word: string, nearness: Nearness, limit: number): readonly FoundPath[] {
    const query = word.trim().toLowerCase();
    if (query === '') {
      return [];
    }
    const best = new Best(limit);
    for (const index of this.matching(query)) {
      best.add(index, this.score(index, query, nearness));
    }
    return best.ordered((a, b) => this.shorterFirst(a, b)).map(index => this.shown(index, query));
  }

  private refresh(): void {
    this.paths = [];
    this.lower = [];
    this.places = new Map();
    this.gone = 0;
    for (const file of this.files) this.append(file);
    this.last = undefined;
  }

  private append(file: string): void {
    const known = this.places;
    for (const path of [file, ...foldersOf(file)]) {
      if (known.has(path)) continue;
      known.set(path, this.paths.length);
      this.paths.push(path);
      this.lower.push(path.toLowerCase());
    }
  }

  /** An empty place matches no word. */
  private forget(path: string): void {
    const at = this.places.get(path);
    if (at !== undefined) {
      this.places.delete(path);
      this.paths[at] = '';
      this.lower[at] = '';
    }
  }

  private below(folder: string): string[] {
    const start = `${folder.replace(/\/$/, '')}/`;
    return [...this.files].filter(path => path.startsWith(start));
  }

  /** Returns the indexes of all paths that contain the word's parts, in order. */
  private matching(query: string): readonly number[] {
    const { last } = this;
    // Only paths with the whole word can contain a longer one.
    const candidates = last && query.startsWith(last.query) ? last.found : undefined;
    const found = this.scan(query, candidates);
    this.last = { query, found };
    return found;
  }

  private scan(query: string, candidates: readonly number[] | undefined): readonly number[] {
    const { lower } = this;
    // Whole parts first: most words are written without gaps.
    const direct: number[] = [];
    if (candidates) {
      for (const index of candidates) {
        if (lower[index]?.includes(query)) direct.push(index);
      }
    } else {
      for (let index = 0; index < lower.length; index += 1) {
        if (lower[index]?.includes(query)) direct.push(index);
      }
    }
    if (direct.length >= enough || query.length < 2) {
      return direct;
    }
    const known = new Set(direct);
    const others = this.fuzzy.filter(lower, query) ?? [];
    return [...direct, ...others.filter(index => !known.has(index))];
  }

  private score(index: number, query: string, { folder, used = {} }: Nearness): number {
    const path = this.lower[index] ?? '';
    const start = nameStart(path);
    const name = path.slice(start).replace(/\/$/, '');
    const inName = name.indexOf(query);
    const stem = name.replace(/\.[^.]*$/, '');
    const match =
      name === query || stem === query
        ? 100
        : inName === 0
          ? 80
          : inName > 0
            ? 60
            : path.includes(query)
              ? 40
              : 0;
    const own = this.paths[index] ?? '';
    const uses = Object.hasOwn(used, own) ? (used[own] ?? 0) : 0;
    return match + nearBonus(own, folder) + Math.min(25, uses * 8) - Math.min(20, path.length / 12);
  }

  private shorterFirst(a: number, b: number): number {
    const [one = '', other = ''] = [this.paths[a], this.paths[b]];
    return one.length - other.length || (one < other ? -1 : 1);
  }

  private shown(index: number, query: string): FoundPath {
    const path = this.paths[index] ?? '';
    return { path, isFolder: path.endsWith('/'), matches: this.ranges(index, query) };
  }

  private ranges(index: number, query: string): readonly number[] {
    const path = this.lower[index] ?? '';
    const start = path.indexOf(query, nameStart(path));
    const at = start === -1 ? path.lastIndexOf(query) : start;
    if (at !== -1) {
      return [at, at + query.length];
    }
    const info = this.fuzzy.info([0], [path], query);
    return info.ranges[0] ?? [];
  }
}

/** Returns the folders that a file lies in, the innermost first. */
function foldersOf(file: string): string[] {
  const folders: string[] = [];
  for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
    folders.push(file.slice(0, end + 1));
  }
  return folders;
}

/** Keeps the best of many without sorting all of them. */
class Best {
  private readonly kept: { readonly index: number; readonly score: number }[] = [];
  private worst = -Infinity;

  constructor(private readonly limit: number) {}

  add(index: number, score: number): void {
    const { kept, limit } = this;
    if (kept.length >= limit * 4) {
      if (score <= this.worst) return;
      kept.sort((a, b) => b.score - a.score);
      kept.length = limit;
      this.worst = kept.at(-1)?.score ?? -Infinity;
    }
    kept.push({ index, score });
  }

  /** @param order of those with the same score */
  ordered(order: (a: number, b: number) => number): readonly number[] {
    this.kept.sort((a, b) => b.score - a.score || order(a.index, b.index));
    return this.kept.slice(0, this.limit).map(({ index }) => index);
  }
}

/** Returns where the last name of a path begins; a folder's path ends with a slash. */
function nameStart(path: string): number {
  return path.lastIndexOf('/', path.length - 2) + 1;
}

/** Files beside the active editor come first, then those that share most of its path. */
function nearBonus(path: string, folder: string | undefined): number {
  if (folder === undefined) {
    return 0;
  }
  const own = path.slice(0, nameStart(path)).replace(/\/$/, '');
  if (own === folder) {
    return 15;
  }
  const [parts, others] = [own.split('/'), folder.split('/')];
  let shared = 0;
  while (shared < parts.length && parts[shared] === others[shared]) shared += 1;
  return Math.min(10, shared * 3);
}
