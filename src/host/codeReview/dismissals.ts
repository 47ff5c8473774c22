import type * as vscode from 'vscode';
import * as z from '../../base/schema';
import type { StorageKeys } from '../contributed';
import type { Finding } from './findings';

const key = 'review.dismissed' satisfies keyof StorageKeys;

/** Number of dismissed findings that are kept, and UTF-16 units of a reason. */
const mostKept = 100;
const longestReason = 500;

const shape = z.array(
  z.object({ file: z.string(), title: z.string(), reason: z.string(), at: z.number() }),
);

/** Finding that the user does not want to see again, and why. */
export type Dismissed = z.infer<typeof shape>[number];

/** Remembers, for each workspace, which findings the user has dismissed. The next review is told. */
export class Dismissals {
  constructor(
    private readonly memory: Pick<vscode.Memento, 'get' | 'update'>,
    private readonly now: () => number,
  ) {}

  /** Returns the dismissed findings, the newest last. */
  get all(): readonly Dismissed[] {
    const stored = z.safeParse(shape, this.memory.get(key));
    return stored.success ? stored.data : [];
  }

  async add({ file, title }: Pick<Finding, 'file' | 'title'>, reason: string): Promise<void> {
    const others = this.all.filter(one => one.file !== file || one.title !== title);
    const added = { file, title, reason: reason.trim().slice(0, longestReason), at: this.now() };
    await this.memory.update(key, [...others, added].slice(-mostKept));
  }

  /** Lets the next review report these again. */
  async remove(removed: readonly Dismissed[]): Promise<void> {
    const isRemoved = (one: Dismissed) =>
      removed.some(({ file, title }) => one.file === file && one.title === title);
    await this.memory.update(
      key,
      this.all.filter(one => !isRemoved(one)),
    );
  }
}
