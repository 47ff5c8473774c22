import { folded, lettersOf, withoutSeparators } from './folding';
import { type FoundPath, mostPaths, type Nearness } from './foundPath';
import { chunkSize, PathChunk, separator } from './pathChunk';
import { Search } from './search';

/** Matches that contain the whole word, beyond which no others are looked for. */
const enough = 10;
/** Share of all paths, beyond which those that were found are not remembered. */
const narrow = 0.1;

/**
 * Finds paths by parts of them. Each key is a scan of the paths that the key before had left, if
 * the word has only grown.
 */
export class PathIndex {
  private chunks: PathChunk[] = [];
  private files = 0;
  private last: { readonly word: string; readonly ids: readonly number[] } | undefined;
  /** Places of paths that were chosen, as far as they were looked for. */
  private readonly usedIds = new Map<string, number | undefined>();

  /** True if there were more files than are kept. */
  isCut = false;

  constructor(private readonly most = mostPaths) {}

  /** Number of files and folders. */
  get size(): number {
    return this.chunks.reduce((sum, chunk) => sum + chunk.size, 0);
  }

  /** Replaces all paths; folders follow from the files in them. @param files each once */
  load(files: readonly string[]): void {
    this.isCut = files.length > this.most;
    this.chunks = [];
    this.files = Math.min(files.length, this.most);
    this.append(withFolders(this.isCut ? files.slice(0, this.most) : files));
    this.forget();
  }

  change(added: readonly string[], removed: readonly string[]): void {
    for (const path of removed) {
      this.remove(path);
    }
    const wanted = withFolders([...new Set(added)]);
    const known = this.locate(new Set(wanted));
    const fresh = wanted.filter(path => !known.has(path));
    const files = fresh.filter(path => !path.endsWith('/')).length;
    if (this.files + files > this.most) {
      this.isCut = true;
    } else {
      this.files += files;
      this.append(fresh);
    }
    this.forget();
  }

  /** Returns the best matches, best first; without a word, chosen paths and then the first level. */
  find(word: string, { folder, used = {} }: Nearness, limit: number): readonly FoundPath[] {
    const wanted = folded(word.trim());
    if (wanted === '') {
      return this.usual(used, limit);
    }
    if (wanted.includes(separator)) {
      return [];
    }
    const letters = withoutSeparators(wanted);
    const search = new Search(this.chunks, {
      ...{ word: wanted, letters, limit, used: this.placesOf(used) },
      folder: folder === undefined ? undefined : folded(folder),
      most: Math.max(enough, this.size * narrow),
    });
    search.names();
    if (!search.isFull) {
      const { last } = this;
      const ids = search.parts(last && wanted.includes(last.word) ? last.ids : undefined);
      this.last = ids && { word: wanted, ids };
      if (search.found < enough && letters.length > 1) {
        search.loose(new Set(ids));
      }
    }
    return search.results();
  }

  /** Paths that a user may want before the first letter is typed. */
  private usual(used: Readonly<Record<string, number>>, limit: number): readonly FoundPath[] {
    const chosen = [...this.placesOf(used)].sort(([, a], [, b]) => b - a).map(([id]) => id);
    const paths = chosen.map(
      id => this.chunks[Math.floor(id / chunkSize)]?.path(id % chunkSize) ?? '',
    );
    const first = this.chunks.flatMap(chunk => chunk.firstLevel()).sort();
    return [...new Set([...paths, ...first])].slice(0, limit).map(path => ({
      ...{ path, isFolder: path.endsWith('/'), matches: [] },
    }));
  }

  /** Adds paths, each new. */
  private append(paths: readonly string[]): void {
    const last = this.chunks.at(-1);
    const hasRoom = last !== undefined && last.size < chunkSize && paths.length > 0;
    const all = hasRoom ? [...last.paths, ...paths] : paths;
    if (hasRoom) {
      this.chunks.pop();
    }
    for (let at = 0; at < all.length; at += chunkSize) {
      this.chunks.push(new PathChunk(all.slice(at, at + chunkSize)));
    }
  }

  private remove(path: string): void {
    this.chunks = this.chunks.map(chunk => {
      const gone = new Set(chunk.below(path));
      if (gone.size === 0) {
        return chunk;
      }
      const { paths } = chunk;
      this.files -= paths.filter((one, line) => gone.has(line) && !one.endsWith('/')).length;
      return new PathChunk(paths.filter((_, line) => !gone.has(line)));
    });
  }

  private forget(): void {
    this.last = undefined;
    this.usedIds.clear();
  }

  /** Returns the places of chosen paths that are in the index, and their weights. */
  private placesOf(used: Readonly<Record<string, number>>): ReadonlyMap<number, number> {
    const { usedIds } = this;
    const fresh = new Set(Object.keys(used).filter(path => !usedIds.has(path)));
    if (fresh.size > 0) {
      const found = this.locate(fresh);
      for (const path of fresh) usedIds.set(path, found.get(path));
    }
    return new Map(
      Object.entries(used).flatMap(([path, weight]) => {
        const id = usedIds.get(path);
        return id === undefined ? [] : [[id, weight] as const];
      }),
    );
  }

  private locate(paths: ReadonlySet<string>): ReadonlyMap<string, number> {
    const letters = new Set([...paths].map(path => lettersOf(folded(nameOf(path)))));
    const found = new Map<string, number>();
    for (const [place, chunk] of this.chunks.entries()) {
      for (let line = 0; line < chunk.size; line += 1) {
        // Most others differ in their letters: few texts are compared.
        if (letters.has(chunk.letters[line] ?? 0)) {
          const path = chunk.path(line);
          if (paths.has(path)) found.set(path, place * chunkSize + line);
        }
      }
    }
    return found;
  }
}

/** Returns the last name of a path; a folder's path ends with a slash. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/', path.length - 2) + 1);
}

/** Adds the folders that the files lie in, each once. */
function withFolders(files: readonly string[]): readonly string[] {
  const known = new Set<string>();
  let last = '';
  for (const file of files) {
    if (file.lastIndexOf('/') === last.length - 1 && file.startsWith(last)) continue;
    last = file.slice(0, file.lastIndexOf('/') + 1);
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end + 1);
      if (known.has(folder)) break;
      known.add(folder);
    }
  }
  // Files of a folder stay side by side.
  return [...files, ...known];
}
