import { UserError } from '../../base/errors';
import type { DiffAnswer } from '../editor/idePort';

/** Unanswered diffs of one client, by the names that the client gave them. */
export class OpenDiffs {
  private readonly all = new Map<string, AbortController>();

  constructor(private readonly limit: number) {}

  /**
   * @param signal aborts when the client no longer waits
   * @param open may take as long as the user does
   * @returns undefined if the diff was closed for the client, which is not an answer
   * @throws UserError if the client has too many open
   */
  async open(
    name: string,
    signal: AbortSignal,
    open: (signal: AbortSignal) => Promise<DiffAnswer>,
  ): Promise<DiffAnswer | undefined> {
    this.close(name);
    if (this.all.size >= this.limit) {
      throw new UserError('ide.tooManyDiffs', `There are ${this.limit} proposals open already.`);
    }
    const closing = new AbortController();
    const close = () => closing.abort();
    this.all.set(name, closing);
    signal.addEventListener('abort', close);
    try {
      const closed = new Promise<undefined>(resolve => {
        closing.signal.addEventListener('abort', () => resolve(undefined), { once: true });
      });
      return await Promise.race([open(closing.signal), closed]);
    } finally {
      signal.removeEventListener('abort', close);
      if (this.all.get(name) === closing) {
        this.all.delete(name);
      }
    }
  }

  close(name: string): void {
    const closing = this.all.get(name);
    this.all.delete(name);
    closing?.abort();
  }

  /** @returns the number of diffs closed */
  closeAll(): number {
    const names = [...this.all.keys()];
    for (const name of names) {
      this.close(name);
    }
    return names.length;
  }
}
