import type { ListedSession } from '../../cli/sessions/listedSession';
import type { Channel } from '../../core/conversation/channel';

/** Title that was last read for an open conversation. */
interface Seen {
  readonly id: string;
  readonly given: string | undefined;
}

/**
 * Tells open conversations the titles that the CLI has stored, because it announces only some of
 * them. Header, tab and list would differ otherwise.
 */
export class StoredTitles {
  private readonly seen = new WeakMap<object, Seen>();

  /** @param channels conversations with Claude Code that are open in this window */
  note(
    stored: readonly ListedSession[],
    channels: readonly Pick<Channel, 'conversation' | 'record' | 'noteStoredTitle'>[],
  ): void {
    const byId = new Map(stored.map(session => [session.id, session]));
    for (const channel of channels) {
      const { sessionId: id } = channel.record;
      const session = byId.get(id);
      if (session) {
        this.compare(channel, { id, given: session.given });
      }
    }
  }

  private compare(channel: Pick<Channel, 'conversation' | 'noteStoredTitle'>, read: Seen): void {
    const last = this.seen.get(channel);
    this.seen.set(channel, read);
    const isFirst = last?.id !== read.id;
    // A file that was read before a rename still has the old title, which must not come back.
    const isNews = isFirst ? !channel.conversation.summary.title : last.given !== read.given;
    if (isNews && read.given) {
      channel.noteStoredTitle(read.given);
    }
  }
}
