import { messageOf } from '../../src/base/errors';
import type { Section, SectionId } from '../../src/contract/sections';
import type { SectionHost } from '../store/hostConnection';

/** State of a section in the tab. What was read last stays until it is read anew. */
export interface ReadSection {
  readonly section?: Section;
  readonly failure?: string;
  readonly isReading: boolean;
}

/** A call whose answer has not come yet. */
interface Reading {
  /** True if the section has changed since. */
  isAgain: boolean;
  /** True if the answer is not to be shown. */
  isVoid: boolean;
}

const unread: ReadSection = { isReading: false };

/** Reads sections when they are asked for, and again when the host reports a change. */
export class SectionStore {
  private readonly states = new Map<SectionId, ReadSection>();
  private readonly running = new Map<SectionId, Reading>();
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
      const running = this.running.get(id);
      if (running) {
        running.isVoid = true;
      }
      this.states.delete(id);
    }
  }

  /** Files may change many times while a section is read: it is read once more after that. */
  async read(id: SectionId): Promise<void> {
    const running = this.running.get(id);
    this.set(id, { ...this.get(id), isReading: true });
    if (running) {
      running.isAgain = true;
      return;
    }
    for (let isAgain = true; isAgain; ) {
      const reading: Reading = { isAgain: false, isVoid: false };
      this.running.set(id, reading);
      const read = await this.ask(id);
      this.running.delete(id);
      isAgain = reading.isAgain;
      if (!reading.isVoid) {
        this.set(id, { ...read, isReading: isAgain });
      }
    }
  }

  private async ask(id: SectionId): Promise<Omit<ReadSection, 'isReading'>> {
    try {
      return { section: await this.host.call('section.read', { section: id }) };
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
