import type { FileChange } from '../review/reviewRecord';

/** Milliseconds. Longer than the agent waits for any command. */
const rememberedFor = 60 * 60 * 1000;

interface Entry {
  readonly change: FileChange;
  readonly endedAt: number;
}

/** Changes with a known author, so that they are not attributed to a concurrent command. */
export class AttributedChanges {
  /** In the order of their ends, by path. */
  private byPath = new Map<string, Entry[]>();
  /** Time from which the oldest entries may be forgotten. */
  private sweepAt: number | undefined;

  add(change: FileChange, endedAt: number): void {
    this.sweep(endedAt);
    const entries = this.byPath.get(change.path) ?? [];
    entries.push({ change, endedAt });
    this.byPath.set(change.path, entries);
  }

  /**
   * Whether the changes known since then lead from one content to the other, so that nothing else
   * happened to the file.
   * @returns `partly` if there are known changes that do not explain everything
   */
  explains(
    path: string,
    since: number,
    from: string | undefined,
    to: string | undefined,
  ): 'wholly' | 'partly' | 'not' {
    const known = (this.byPath.get(path) ?? []).filter(({ endedAt }) => endedAt >= since);
    if (known.length === 0) {
      return 'not';
    }
    let at = from;
    for (const { change } of known) {
      if (change.old?.ref !== at) {
        return 'partly';
      }
      at = change.new?.ref;
    }
    return at === to ? 'wholly' : 'partly';
  }

  /** Forgets old entries, at most once in that time: each addition would look at all of them. */
  private sweep(now: number): void {
    this.sweepAt ??= now + rememberedFor;
    if (now < this.sweepAt) {
      return;
    }
    this.sweepAt = now + rememberedFor;
    for (const [path, entries] of this.byPath) {
      const left = entries.filter(({ endedAt }) => now - endedAt < rememberedFor);
      if (left.length > 0) {
        this.byPath.set(path, left);
      } else {
        this.byPath.delete(path);
      }
    }
  }
}
