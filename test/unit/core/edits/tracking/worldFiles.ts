import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { toLines } from '../../../../../src/core/edits/text/lines';
import { type LineEdit, linesWithoutEnds, withEdit, withoutMark } from '../review/lineEdits';
import type { FileStart } from './windowMoves';

export const names = ['a', 'b', 'c'] as const;
export type Name = (typeof names)[number];
const kinds = ['}', '', 'one', 'two', 'three'] as const;

/** A file as it is found, links included. */
export interface State {
  readonly text: string | undefined;
  readonly mode: number | undefined;
  readonly target: string | undefined;
  readonly isShared: boolean;
}
export type States = Readonly<Record<Name, State>>;

/** Files of a folder that two agents and the user change. */
export class WorldFiles {
  readonly work: string;
  hasRepository = false;
  private count = 0;
  /** Lines that somebody has written; a byte order mark on its own becomes an empty one. */
  readonly written = new Set<string>(['']);
  readonly typed = new Set<string>();
  private readonly places = new Map<Name, number>();

  constructor(private readonly root: string) {
    this.work = join(root, 'work');
  }

  create(starts: readonly FileStart[], hasRepository: boolean): void {
    for (const folder of ['work/kept', 'outside']) {
      fs.mkdirSync(join(this.root, folder), { recursive: true });
    }
    for (const [index, { text, mode, kind }] of starts.entries()) {
      const name = nameOf(index);
      const path = this.path(name);
      if (text === undefined) {
        continue;
      }
      const own = kind === 'symbolicLink' ? join(this.work, 'kept', name) : path;
      fs.writeFileSync(own, text);
      fs.chmodSync(own, mode);
      if (kind === 'symbolicLink') {
        fs.symlinkSync(join('kept', name), path);
      } else if (kind === 'hardLink') {
        fs.linkSync(path, join(this.root, 'outside', name));
      }
      add(linesWithoutEnds(text), this.written);
    }
    if (hasRepository) {
      this.createRepository();
    }
  }

  edited(name: Name, edit: LineEdit, who: 'agent' | 'user'): string {
    const text = this.state(name).text ?? '';
    const bare = withoutMark(text);
    const lines = toLines(bare);
    const lineEnd =
      text.includes('\r\n') && (!text.includes('three') || edit.isNear) ? '\r\n' : '\n';
    const last = this.places.get(name) ?? 0;
    const near = Math.min(Math.max(0, last + (edit.at % 4) - 1), lines.length);
    const at = edit.isNear ? near : edit.at % (lines.length + 1);
    this.places.set(name, at);
    const inserted = Array.from({ length: edit.inserts }, () => {
      this.count += 1;
      const isRepeated = who === 'agent' && edit.isRepeating;
      return isRepeated ? (kinds[this.count % kinds.length] ?? '') : `${who} ${this.count}`;
    });
    add(inserted, this.written);
    if (who === 'user') {
      add(inserted, this.typed);
    }
    return text.slice(0, text.length - bare.length) + withEdit(lines, at, edit, inserted, lineEnd);
  }

  write(name: Name, text: string | undefined): void {
    if (text === undefined) {
      // The target of a link stays, as it would for anybody.
      fs.rmSync(this.path(name), { force: true });
    } else {
      fs.writeFileSync(this.path(name), text);
    }
  }

  states(): States {
    return { a: this.state('a'), b: this.state('b'), c: this.state('c') };
  }

  state(name: Name): State {
    const path = this.path(name);
    const own = fs.lstatSync(path, { throwIfNoEntry: false });
    const file = fs.statSync(path, { throwIfNoEntry: false });
    return {
      text: file && fs.readFileSync(path, 'utf8'),
      mode: file && file.mode & 0o777,
      target: own?.isSymbolicLink() ? fs.readlinkSync(path) : undefined,
      isShared: (file?.nlink ?? 1) > 1,
    };
  }

  path(name: Name): string {
    return join(this.work, name);
  }

  /** Commits all files, and on a branch others in their place. */
  private createRepository(): void {
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
        ...{ cwd: this.work, stdio: 'pipe' },
      });
    git('init', '--quiet', '--initial-branch=main');
    fs.writeFileSync(join(this.work, 'kept', 'tracked'), 'one\n');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'one');
    git('checkout', '--quiet', '-b', 'tree');
    git('rm', '-r', '--quiet', '--', '.');
    git('commit', '--quiet', '-m', 'two');
    git('checkout', '--quiet', 'main');
    this.hasRepository = true;
  }
}

export function nameOf(file: number): Name {
  return names[file % names.length] ?? 'a';
}

export function sameState(a: State, b: State): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function add(lines: readonly string[], to: Set<string>): void {
  for (const line of lines) {
    to.add(line);
  }
}
