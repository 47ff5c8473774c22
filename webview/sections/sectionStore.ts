import { messageOf } from '../../src/base/errors';
import type { Section, SectionId } from '../../src/contract/sections';
import type { SectionHost } from '../store/hostConnection';

/** State of a section in the tab. What was read last stays until it is read anew. */
export interface ReadSection {
  readonly section?: Section;
  readonly failure?: string;
  readonly isReading: boolean;
}

const unread: ReadSection = { isReading: false };

/** Reads sections when they are asked for, and again when the host reports a change. */
export class SectionStore {
  private readonly states = new Map<SectionId, ReadSection>();
  private readonly reads = new Map<SectionId, number>();
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
      this.reads.set(id, (this.reads.get(id) ?? 0) + 1);
      this.states.delete(id);
    }
  }

  /** @param isRefresh true if the user asks for it */
  async read(id: SectionId, isRefresh = false): Promise<void> {
    const number = (this.reads.get(id) ?? 0) + 1;
    this.reads.set(id, number);
    const { section: last } = this.get(id);
    this.set(id, { ...this.get(id), isReading: true });
    let read: ReadSection;
    try {
      const question = { section: id, ...(isRefresh ? { isRefresh } : {}) };
      const section = await this.host.call('section.read', question);
      read = { section, isReading: false };
    } catch (error) {
      read = { ...(last ? { section: last } : {}), failure: messageOf(error), isReading: false };
    }
    // A later request has its own answer.
    if (this.reads.get(id) === number) {
      this.set(id, read);
    }
  }

  private set(id: SectionId, state: ReadSection): void {
    this.states.set(id, state);
    for (const listener of this.listeners) {
      listener();
    }
  }
}
