import { NulSplitter } from './nulSplitter';

/** `new` files are not in the index, `changed` and `deleted` ones are. */
export type FileState = 'new' | 'changed' | 'deleted';

/** States by their tag in `git ls-files -t`. */
const byTag: Readonly<Record<string, FileState>> = { '?': 'new', C: 'changed', R: 'deleted' };

/** States by the second letter of `git status --porcelain`, the state in the work tree. */
const byLetter: Readonly<Record<string, FileState>> = {
  '?': 'new',
  M: 'changed',
  T: 'changed',
  D: 'deleted',
};

/** Reads lists of files that differ from the index. Nested repositories are left out. */
export class FileStates {
  /** By path. */
  readonly files = new Map<string, FileState>();
  private readonly splitter: NulSplitter;
  /** Files in the index that differ from the commit in `HEAD`; known from `status` only. */
  readonly staged: string[] = [];

  /** @param from command with the option `-z`: `ls-files -t` or `status --porcelain` */
  constructor(from: 'ls-files' | 'status') {
    this.splitter = new NulSplitter(
      from === 'status' ? field => this.addStatus(field) : field => this.addListed(field),
    );
  }

  push(chunk: Buffer): void {
    this.splitter.push(chunk);
  }

  private addStatus(field: string): void {
    const [index = ' ', letter = ' '] = field;
    const path = field.slice(3);
    if (/[AMT]/.test(index)) {
      this.staged.push(path);
    }
    this.add(path, byLetter[letter]);
  }

  private addListed(field: string): void {
    this.add(field.slice(2), byTag[field.charAt(0)]);
  }

  private add(path: string, state: FileState | undefined): void {
    // `ls-files` lists deleted files as changed, too.
    if (state && !path.endsWith('/') && this.files.get(path) !== 'deleted') {
      this.files.set(path, state);
    }
  }
}
