import type { FileChange } from '../review/reviewRecord';

/** Milliseconds. Longer than the agent waits for any command. */
const rememberedFor = 60 * 60 * 1000;

/** Changes with a known author, so that they are not attributed to a concurrent command. */
export class AttributedChanges {
  private entries: { readonly change: FileChange; readonly endedAt: number }[] = [];

  add(change: FileChange, endedAt: number): void {
    const { entries } = this;
    this.entries = entries.filter(entry => endedAt - entry.endedAt < rememberedFor);
    this.entries.push({ change, endedAt });
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
