import type { FileChange } from '../review/reviewRecord';

/** Milliseconds. Longer than any command that is waited for. */
const rememberedFor = 60 * 60 * 1000;

/** Changes whose author is known, so that a command that ran meanwhile is not taken for it. */
export class MadeChanges {
  private entries: { readonly change: FileChange; readonly endedAt: number }[] = [];

  add(change: FileChange, endedAt: number): void {
    const { entries } = this;
    this.entries = entries.filter(entry => endedAt - entry.endedAt < rememberedFor);
    this.entries.push({ change, endedAt });
  }

  /**
   * Whether the changes known since then are all that happened to the file: they lead from one content
   * to the other. `partly`: there are some, and they are not all.
   */
  explains(
    path: string,
    since: number,
    from: string | undefined,
    to: string | undefined,
  ): 'wholly' | 'partly' | 'not' {
    const known = this.entries.filter(
      ({ change, endedAt }) => change.path === path && endedAt >= since,
    );
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
}
