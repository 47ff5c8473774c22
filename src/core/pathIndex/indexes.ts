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
    const index = this.of(root);
    let found: Answer['found'] = [];
    switch (question.kind) {
      case 'load': {
        const { ripgrep } = question;
        index.load(await listPaths({ root, ripgrep, signal: this.ended.signal }));
        break;
      }
      case 'change':
        index.change(question.added, question.removed);
        break;
      case 'find':
        found = index.find(question.word, question.nearness, question.limit);
        break;
    }
    return { id, found, size: index.size, isCut: index.isCut };
  }

  dispose(): void {
    this.ended.abort();
  }

  private of(root: string): PathIndex {
    const index = this.indexes.get(root) ?? new PathIndex();
    this.indexes.delete(root);
    this.indexes.set(root, index);
    for (const old of this.indexes.keys()) {
      if (this.indexes.size <= mostRoots) break;
      this.indexes.delete(old);
    }
    return index;
  }
}
