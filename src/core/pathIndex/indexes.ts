import { listPaths } from './listPaths';
import type { Answer, Question } from './messages';
import { PathIndex } from './pathIndex';

/** Indexes of the folders in use, by their roots. The oldest makes room for a new one. */
const mostRoots = 8;

/** Answers questions about paths, in the order in which they are asked. */
export class Indexes {
  private readonly indexes = new Map<string, PathIndex>();
  private readonly ended = new AbortController();

  async answer(question: Question): Promise<Answer> {
    const { id, root } = question;
    if (question.kind === 'load') {
      const { ripgrep } = question;
      const paths = await listPaths({ root, ripgrep, signal: this.ended.signal });
      this.keep(root, new PathIndex()).load(paths);
    }
    const index = this.indexes.get(root);
    if (!index) {
      return { id, found: [], isCut: false, isKnown: false };
    }
    let found: Answer['found'] = [];
    switch (question.kind) {
      case 'load':
        break;
      case 'change':
        index.change(question.added, question.removed);
        break;
      case 'find':
        found = this.keep(root, index).find(question.word, question.nearness, question.limit);
        break;
      case 'forget':
        this.indexes.delete(root);
        break;
    }
    return { id, found, isCut: index.isCut, isKnown: true };
  }

  dispose(): void {
    this.ended.abort();
  }

  /** Makes it the newest. */
  private keep(root: string, index: PathIndex): PathIndex {
    this.indexes.delete(root);
    this.indexes.set(root, index);
    for (const old of this.indexes.keys()) {
      if (this.indexes.size <= mostRoots) break;
      this.indexes.delete(old);
    }
    return index;
  }
}
