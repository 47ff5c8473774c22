import type { Log } from '../../base/log';
import type { BlobContent } from '../../contract/calls';
import type { Turn } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { BlobId } from '../../contract/ids';
import type { StoredPage, StoredPlace, StoredSession } from '../../protocol/storedSession';
import { emptyConversation } from '../../transcript/emptyConversation';
import { fold } from '../../transcript/fold';
import { BlobStore } from './blobStore';
import { externalize } from './externalize';

/** UTF-16 units of long texts and images that stay in memory; others are read again on request. */
const mostKept = 16 * 1024 * 1024;

interface LoadedPage {
  readonly place: StoredPlace;
  readonly count: number;
}

/**
 * Turns of a conversation in the agent's own store, folded page by page from the newest back. Long
 * texts are not kept: their ids name the page from which they are read again.
 */
export class StoredTurns {
  private next: StoredPlace | undefined;
  /** Pages before the tail that were returned, oldest first. */
  private loaded: LoadedPage[] = [];
  private readonly places: StoredPlace[] = [];
  /** Blobs by page index, most recently read last. */
  private readonly blobs = new Map<number, BlobStore>();

  /** @param serial distinguishes blobs of this reading from those of others in the conversation */
  constructor(
    private readonly session: StoredSession,
    private readonly serial: number,
    private readonly log: Log,
  ) {
    this.next = session.tail.before;
  }

  get hasEarlier(): boolean {
    return this.next !== undefined;
  }

  get firstText(): string | undefined {
    return this.session.firstText;
  }

  /** Returns the tail's events, or the given ones in their place, ready for folding. */
  tail(events: readonly ConversationEvent[] = this.session.tail.events): ConversationEvent[] {
    return this.shortened(this.session.tail.place, events);
  }

  /** Returns the turns of the previous page, closed. @throws as `StoredSession.page` */
  async earlier(): Promise<readonly Turn[]> {
    const place = this.next;
    if (!place) {
      return [];
    }
    const turns = this.fold(await this.session.page(place).then(page => this.turnTo(page)));
    this.loaded.unshift({ place, count: turns.length });
    return turns;
  }

  /** Releases the oldest pages except `kept`. @returns the number of turns in them */
  forget(kept: number): number {
    const gone = this.loaded.slice(0, Math.max(0, this.loaded.length - kept));
    this.loaded = this.loaded.slice(gone.length);
    this.next = gone.at(-1)?.place ?? this.next;
    return gone.reduce((sum, { count }) => sum + count, 0);
  }

  /** Returns a blob of this reading, even of a released page. @throws as `StoredSession.page` */
  async blob(id: BlobId): Promise<BlobContent | undefined> {
    const [, serial, page] = /^stored:(\d+):(\d+):/.exec(id) ?? [];
    const index = Number(page);
    const place = this.places[index];
    if (!place || Number(serial) !== this.serial) {
      return undefined;
    }
    if (!this.blobs.has(index)) {
      const { events } = await this.session.page(place);
      this.shortened(place, events);
    }
    return this.blobs.get(index)?.get(id);
  }

  /** Frees the cache when another reading replaces this one, which then only serves blobs. */
  retire(): void {
    this.blobs.clear();
  }

  /** Yields all turns before those already returned, oldest first. */
  async *before(): AsyncGenerator<Turn> {
    const places: StoredPlace[] = [];
    for (let place = this.next; place; ) {
      places.unshift(place);
      place = (await this.session.page(place)).before;
    }
    for (const place of places) {
      const { events } = await this.session.page(place);
      yield* this.fold(events);
    }
  }

  older(signal: AbortSignal) {
    return this.session.older(signal);
  }

  private turnTo(page: StoredPage): ConversationEvent[] {
    this.next = page.before;
    return this.shortened(page.place, page.events);
  }

  private fold(events: readonly ConversationEvent[]): readonly Turn[] {
    return events.reduce(
      (state, event) => fold(state, event, what => this.log.warn(what)),
      emptyConversation,
    ).turns;
  }

  private shortened(place: StoredPlace, events: readonly ConversationEvent[]): ConversationEvent[] {
    const known = this.places.findIndex(({ key }) => key === place.key);
    const index = known === -1 ? this.places.push(place) - 1 : known;
    let count = 0;
    const store = new BlobStore(() => `stored:${this.serial}:${index}:${count++}`);
    const short = events.map(event => externalize(event, store));
    this.blobs.delete(index);
    this.blobs.set(index, store);
    this.evict();
    return short;
  }

  private evict(): void {
    let sum = 0;
    for (const [index, store] of [...this.blobs].reverse()) {
      sum += store.length;
      if (sum > mostKept && index !== [...this.blobs.keys()].at(-1)) {
        this.blobs.delete(index);
      }
    }
  }
}
