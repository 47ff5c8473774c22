import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolder } from '../../node/isFolder';
import { raceTimeout } from '../../node/raceTimeout';
import { systemClock } from '../../node/systemClock';
import type { Note, Question, Ranked, Reply, SearchedRoot } from './messages';
import { findPassages } from './search/findPassages';
import { queryWords } from './search/query';
import { isUnder, rankFiles } from './search/rankFiles';
import { LeftOut } from './store/leftOut';
import { listFiles } from './store/listFiles';
import { readSource } from './store/readSource';
import { type IndexState, RootIndex } from './store/rootIndex';
import { TermTable } from './text/termTable';

/** Indexes that are kept in memory, unless a question is about more; the oldest makes room. */
const mostRoots = 6;
/** Milliseconds after which an index that nobody has used is removed from the disk: 30 days. */
const longestUnused = 30 * 24 * 60 * 60_000;
/** Milliseconds after which a file that was begun is one of a thread that was ended meanwhile. */
const longestWrite = 10 * 60_000;
const fileEnd = '.code-index';

type RankQuestion = Extract<Question, { kind: 'rank' }>;
type ReadQuestion = Extract<Question, { kind: 'read' }>;

interface KnownRoot {
  readonly index: RootIndex;
  /** The index depends on this; each question changes it. */
  scope: Pick<SearchedRoot, 'excludes' | 'denied'> & { readonly ripgrep: string };
}

/** Answers questions about code. Indexes are built by the first question about a folder. */
export class CodeIndexes {
  private readonly roots = new Map<string, KnownRoot>();
  private readonly table = new TermTable();
  private readonly ended = new AbortController();
  private isPruned = false;

  constructor(
    private readonly post: (reply: Reply) => void,
    private readonly most = mostRoots,
  ) {}

  /** @throws Error if a folder cannot be listed and nothing is known of it */
  answer(question: Question): Promise<Reply> {
    return question.kind === 'rank' ? this.rank(question) : Promise.resolve(this.read(question));
  }

  note(note: Note): void {
    const known = this.roots.get(note.root);
    if (note.kind === 'stale') known?.index.noteAll();
    else for (const path of note.paths) known?.index.note(path);
  }

  dispose(): void {
    this.ended.abort();
  }

  private async rank(question: RankQuestion): Promise<Ranked> {
    const { id, patience, most } = question;
    const roots = await thoseThere(question.roots);
    const all = roots.map(one => ({ ...one, index: this.rootOf(one, question) }));
    await this.settle(
      all.map(({ index }) => index),
      patience,
    );
    const words = queryWords(question.question);
    const ranking = rankFiles(
      all.map(({ root, under, index }) => ({ root, under, segments: index.segments })),
      words,
      most,
    );
    const ranked = new Set(ranking.files.map(({ root, path }) => `${root}\0${path}`));
    const others = question.open.filter(
      ({ root, path }) =>
        !ranked.has(`${root}\0${path}`) &&
        all.some(one => one.root === root && isUnder(path, one.under) && one.index.has(path)),
    );
    const { files: known, left, isCut } = stateOf(all.map(({ index }) => index));
    return {
      kind: 'ranked',
      id,
      ...ranking,
      files: [...ranking.files, ...others.map(one => ({ ...one, score: 0, factor: 1 }))],
      known,
      left,
      isCut,
    };
  }

  private read({ id, question, rarities, files, most }: ReadQuestion): Reply {
    const read = ({ root, path }: { root: string; path: string }) => readSource(join(root, path));
    const words = queryWords(question);
    const passages = findPassages(files, words, rarities, most, this.table, read);
    return { kind: 'read', id, passages };
  }

  /** Waits until the indexes are up to date, but not longer than somebody has patience. */
  private async settle(indexes: readonly RootIndex[], patience: number): Promise<void> {
    const { signal } = this.ended;
    const settling = Promise.all(indexes.map(index => index.settle(signal)));
    const reports = setInterval(() => {
      const { files, left } = stateOf(indexes);
      this.post({ kind: 'progress', files, left });
    }, 500);
    try {
      await raceTimeout(settling, patience, systemClock);
    } finally {
      clearInterval(reports);
      // The work goes on without anybody who waits; the next question hears of its failure.
      settling.catch(() => undefined);
    }
  }

  private rootOf(
    { root, excludes, denied }: SearchedRoot,
    { ripgrep, storage, roots }: RankQuestion,
  ): RootIndex {
    const before = this.roots.get(root);
    const scope = { ripgrep, excludes, denied };
    const known = before ?? this.create(root, storage, scope);
    if (keyOf(known.scope) !== keyOf(scope)) known.index.noteAll();
    known.scope = scope;
    // Makes it the newest.
    this.roots.delete(root);
    this.roots.set(root, known);
    for (const old of this.roots.keys()) {
      if (this.roots.size <= Math.max(this.most, roots.length)) break;
      this.roots.delete(old);
    }
    return known.index;
  }

  private create(root: string, storage: string, scope: KnownRoot['scope']): KnownRoot {
    void this.prune(storage);
    const name = createHash('sha256').update(root).digest('hex').slice(0, 32);
    const known: KnownRoot = {
      scope,
      index: new RootIndex({
        ...{ root, table: this.table },
        file: join(storage, name + fileEnd),
        list: signal => listFiles({ root, ...known.scope, signal }),
        leftOut: () => new LeftOut(root, known.scope.denied),
        report: text => this.post({ kind: 'log', text }),
      }),
    };
    return known;
  }

  /** Removes indexes that nobody has used for long, and those that were never completed, once. */
  private async prune(storage: string): Promise<void> {
    if (this.isPruned) return;
    this.isPruned = true;
    const names = await readdir(storage).catch(() => []);
    for (const name of names.filter(one => one.includes(fileEnd))) {
      const path = join(storage, name);
      const stats = await stat(path).catch(() => undefined);
      const longest = name.endsWith(fileEnd) ? longestUnused : longestWrite;
      if (stats && Date.now() - Math.max(stats.mtimeMs, stats.atimeMs) > longest) {
        await rm(path, { force: true }).catch(() => undefined);
      }
    }
  }
}

/** Returns how far several indexes have come together. */
function stateOf(indexes: readonly RootIndex[]): IndexState {
  const states = indexes.map(({ state }) => state);
  return {
    files: states.reduce((sum, { files }) => sum + files, 0),
    left: states.reduce((sum, { left }) => sum + left, 0),
    isCut: states.some(({ isCut }) => isCut),
  };
}

function keyOf({ excludes, denied }: KnownRoot['scope']): string {
  return JSON.stringify([excludes, denied]);
}

/** Leaves out folders that are gone: the others have answers. If all are, the question fails. */
async function thoseThere(roots: readonly SearchedRoot[]): Promise<readonly SearchedRoot[]> {
  const found = await Promise.all(roots.map(({ root }) => isFolder(root)));
  return found.includes(true) ? roots.filter((_, at) => found[at]) : roots;
}
