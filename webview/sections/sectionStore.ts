import { messageOf } from '../../src/base/errors';
import type { Section, SectionId } from '../../src/contract/sections';
import type { SectionHost } from '../store/hostConnection';

/** State of a section in the tab. What was read last stays until it is read anew. */
export interface ReadSection {
  readonly section?: Section;
  readonly failure?: string;
  readonly isReading: boolean;
}

/** Calls of a section, by their numbers. */
interface Reads {
  /** Number of the newest one. */
  last: number;
  /** Answers up to this one are not shown: one that is newer was, or the section has changed. */
  shown: number;
  running: number;
  /** True if the section has changed while as many ran as may. */
  isAgain: boolean;
  /** True if the user has asked for that one. */
  isRefresh: boolean;
}

/** Calls of a section at the same time. One that gets no answer does not hold up the next. */
const mostRunning = 2;

const unread: ReadSection = { isReading: false };

/** Reads sections when they are asked for, and again when the host reports a change. */
export class SectionStore {
  private readonly states = new Map<SectionId, ReadSection>();
  private readonly reads = new Map<SectionId, Reads>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly host: Pick<SectionHost, 'call'>) {}

  get(id: SectionId): ReadSection {
    return this.states.get(id) ?? unread;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reads a section unless it is known or being read. */
  need(id: SectionId): void {
    const { section, failure, isReading } = this.get(id);
    if (!isReading && (section === undefined || failure !== undefined)) {
      void this.read(id);
    }
  }

  /** Reads a section anew if it is in view; another one is read when it is shown. */
  changed(id: SectionId, isShown: boolean): void {
    if (isShown) {
      void this.read(id);
    } else {
      // An answer that is on its way is of before the change.
      const reads = this.readsOf(id);
      reads.shown = reads.last;
      this.states.delete(id);
    }
  }

  /**
   * Files may change many times while a section is read: it is read once more after that.
   * @param isRefresh true if the user asks for it
   */
  async read(id: SectionId, isRefresh = false): Promise<void> {
    const reads = this.readsOf(id);
    this.set(id, { ...this.get(id), isReading: true });
    if (reads.running >= mostRunning) {
      reads.isAgain = true;
      reads.isRefresh ||= isRefresh;
      return;
    }
    reads.last += 1;
    reads.running += 1;
    const number = reads.last;
    const read = await this.ask(id, isRefresh);
    reads.running -= 1;
    const { isAgain, isRefresh: isRefreshNext } = reads;
    reads.isAgain = false;
    reads.isRefresh = false;
    if (number > reads.shown) {
      reads.shown = number;
      this.set(id, { ...read, isReading: isAgain || number < reads.last });
    }
    if (isAgain) {
      await this.read(id, isRefreshNext);
    }
  }

  private readsOf(id: SectionId): Reads {
    const known = this.reads.get(id) ?? {
      ...{ last: 0, shown: 0, running: 0, isAgain: false, isRefresh: false },
    };
    this.reads.set(id, known);
    return known;
  }

  private async ask(id: SectionId, isRefresh: boolean): Promise<Omit<ReadSection, 'isReading'>> {
    try {
      const question = { section: id, ...(isRefresh ? { isRefresh } : {}) };
      return { section: await this.host.call('section.read', question) };
    } catch (error) {
      const { section } = this.get(id);
      return { ...(section ? { section } : {}), failure: messageOf(error) };
    }
  }

  private set(id: SectionId, state: ReadSection): void {
    this.states.set(id, state);
    for (const listener of this.listeners) {
      listener();
    }
  }
}
