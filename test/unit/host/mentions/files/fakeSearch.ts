import { Indexes } from '../../../../../src/core/pathIndex/indexes';
import type { Answer, Question } from '../../../../../src/core/pathIndex/messages';
import type { PathFinder } from '../../../../../src/core/pathIndex/pathFinder';
import { type FakeUri, fakeWindow, uriOf } from '../../front/fakeWindow';

type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, 'id'> : never) : never;
type Finder = Pick<PathFinder, 'find' | 'change' | 'refresh' | 'forget'>;

/** The real index of paths, without its thread. */
export class FinderHere implements Finder {
  private readonly indexes = new Indexes();
  private readonly loaded = new Set<string>();
  /** Questions to the index besides searches. */
  readonly log: string[] = [];
  failure: Error | undefined;

  async find(root: string, word: string, nearness: object, limit: number): Promise<Answer> {
    if (this.failure) throw this.failure;
    if (!this.loaded.has(root)) {
      this.loaded.add(root);
      await this.answer({ kind: 'load', root });
    }
    return this.answer({ kind: 'find', root, word, nearness, limit });
  }

  change(root: string, added: readonly string[], removed: readonly string[]): void {
    this.log.push(`change +${added.join()} -${removed.join()}`);
    void this.answer({ kind: 'change', root, added, removed });
  }

  async refresh(root: string): Promise<void> {
    this.log.push('refresh');
    await this.answer({ kind: 'load', root });
  }

  forget(root: string): void {
    this.log.push('forget');
    this.loaded.delete(root);
  }

  private answer(question: Asked): Promise<Answer> {
    return this.indexes.answer({ ...question, id: 1 });
  }
}

/** Watcher of a folder; a test tells it which files came and went. */
interface FakeWatcher {
  created(path: string): void;
  deleted(path: string): void;
  isDisposed: boolean;
}

/** Parts of an editor window that a search for files needs. */
export function searchWindow(root: string) {
  const editor = fakeWindow(root, {});
  const watchers: FakeWatcher[] = [];
  const createFileSystemWatcher = () => {
    const listeners: { created?: (uri: FakeUri) => void; deleted?: (uri: FakeUri) => void } = {};
    const none = { dispose: () => undefined };
    const watcher: FakeWatcher = {
      created: path => listeners.created?.(uriOf(path)),
      deleted: path => listeners.deleted?.(uriOf(path)),
      isDisposed: false,
    };
    watchers.push(watcher);
    return {
      onDidCreate: (listener: (uri: FakeUri) => void) => {
        listeners.created = listener;
        return none;
      },
      onDidDelete: (listener: (uri: FakeUri) => void) => {
        listeners.deleted = listener;
        return none;
      },
      dispose: () => {
        watcher.isDisposed = true;
      },
    };
  };
  const vscode = {
    ...editor.vscode,
    workspace: { ...editor.vscode.workspace, createFileSystemWatcher },
  };
  return { ...editor, vscode, watchers };
}
