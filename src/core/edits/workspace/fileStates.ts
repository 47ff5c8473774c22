import { NulSplitter } from './nulSplitter';

/** `new` files are not in the index, `changed` and `deleted` ones are. */
export type FileState = 'new' | 'changed' | 'deleted';

/** Earlier content of a file. */
export interface StoredBlob {
  /** Git object name (hash). */
  readonly name: string;
  readonly isExecutable: boolean;
}

/** Files that differ from the index, by path. */
export interface ListedFiles {
  readonly files: Map<string, FileState>;
  /** What the index has of those that are not new; absent if git was not asked. */
  readonly blobs?: ReadonlyMap<string, StoredBlob>;
}

/** States by their tag in `git ls-files -t`. */
const byTag: Readonly<Record<string, FileState>> = { '?': 'new', C: 'changed', R: 'deleted' };

/** States by the second letter of `git status`, the state in the work tree. */
const byLetter: Readonly<Record<string, FileState>> = { M: 'changed', T: 'changed', D: 'deleted' };

/** Spaces before the path of a file that git knows. */
const spaces = 8;

/** Reads the output of `git ls-files -z -t`. Nested repositories are left out. */
export class ListedStates {
  readonly files = new Map<string, FileState>();
  private readonly splitter = new NulSplitter(field => {
    const state = byTag[field.charAt(0)];
    const path = field.slice(2);
    // Deleted files are listed as changed, too.
    if (state && !path.endsWith('/') && this.files.get(path) !== 'deleted') {
      this.files.set(path, state);
    }
  });

  push(chunk: Buffer): void {
    this.splitter.push(chunk);
  }
}

/** Reads the output of `git status --porcelain=v2 -z --no-renames`. Nested repositories are left out. */
export class StatusStates {
  readonly files = new Map<string, FileState>();
  readonly blobs = new Map<string, StoredBlob>();
  /** Files in the index that differ from the commit in `HEAD`. */
  readonly staged: string[] = [];
  private readonly splitter = new NulSplitter(field => {
    if (field.startsWith('? ')) {
      this.addNew(field.slice(2));
    } else if (field.startsWith('1 ')) {
      this.addKnown(field);
    }
  });

  push(chunk: Buffer): void {
    this.splitter.push(chunk);
  }

  private addNew(path: string): void {
    if (!path.endsWith('/')) {
      this.files.set(path, 'new');
    }
  }

  /** Reads "1 .M N... 100644 100644 100644 <name in HEAD> <name in the index> path". */
  private addKnown(field: string): void {
    let start = 0;
    for (let space = 0; space < spaces; space += 1) {
      start = field.indexOf(' ', start) + 1;
    }
    const path = field.slice(start);
    const [, letters = '', , , mode, , , name = ''] = field.slice(0, start).split(' ');
    if (/^[AMT]/.test(letters)) {
      this.staged.push(path);
    }
    const state = byLetter[letters.charAt(1)];
    // A file that is only in the commit, and again in the work tree, is new.
    if (state) {
      this.files.set(path, state);
      this.blobs.set(path, { name, isExecutable: mode === '100755' });
    }
  }
}
