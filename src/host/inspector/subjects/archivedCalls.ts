import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { CallArchive } from '../../../core/inspector/archive/callArchive';

/** Calls that are read before all others: more than a screen shows. */
const newestCount = 200;

export interface ArchivedParts {
  readonly archive: Pick<CallArchive, 'newest' | 'all'>;
  readonly subject: string;
  /** Called when there are more calls than `calls` has returned. */
  onMore(): void;
  /** Receives what went wrong while the rest was read. */
  onError(error: unknown): void;
}

/** Recorded calls of a subject: the newest at once, all of them as soon as they are read. */
export class ArchivedCalls {
  private newest: Promise<readonly InspectedCall[]> | undefined;
  private rest: Promise<void> | undefined;
  private known: readonly InspectedCall[] = [];
  /** Calls that were stored while others were being read. */
  private added: readonly InspectedCall[] = [];
  /** Number of the present reading. */
  private reading = 0;
  /** Keys of calls whose content is gone, whatever was read before. */
  private readonly gone = new Set<string>();

  constructor(private readonly parts: ArchivedParts) {}

  /** Returns what is known by now, the newest calls at least; the same list until that changes. */
  async calls(): Promise<readonly InspectedCall[]> {
    this.newest ??= this.readNewest();
    await this.newest;
    return this.known;
  }

  /** Returns all calls. */
  async all(): Promise<readonly InspectedCall[]> {
    await this.calls();
    await this.rest;
    return this.known;
  }

  add(inspected: InspectedCall): void {
    this.added = [...this.added, inspected];
    this.known = joined(this.known, this.added);
  }

  /** Notes that the content of a call is gone: newer calls have displaced it. */
  lose(key: string): void {
    this.gone.add(key);
    [this.known, this.added] = [this.marked(this.known), this.marked(this.added)];
  }

  /** Reads everything anew when it is asked for. */
  forget(): void {
    this.reading += 1;
    this.newest = undefined;
    this.rest = undefined;
    [this.known, this.added] = [[], []];
  }

  private marked(calls: readonly InspectedCall[]): readonly InspectedCall[] {
    return this.gone.size === 0
      ? calls
      : calls.map(call =>
          call.hasBodies && this.gone.has(call.key) ? { ...call, hasBodies: false } : call,
        );
  }

  private async readNewest(): Promise<readonly InspectedCall[]> {
    const { archive, subject } = this.parts;
    const before = this.reading;
    const newest = await archive.newest(subject, newestCount);
    if (this.reading !== before) {
      // The calls that were read have been cleared meanwhile.
      return this.calls();
    }
    this.known = this.marked(joined(newest, this.added));
    if (newest.length >= newestCount) {
      this.rest = this.readRest(this.newest);
    }
    return newest;
  }

  private async readRest(reading: typeof this.newest): Promise<void> {
    const { archive, subject } = this.parts;
    try {
      const all = await archive.all(subject);
      if (this.newest === reading) {
        this.known = this.marked(joined(all, this.added));
        this.parts.onMore();
      }
    } catch (error) {
      this.parts.onError(error);
    }
  }
}

/** Adds calls that are not in a list yet; returns the same list if there are none. */
function joined(
  calls: readonly InspectedCall[],
  added: readonly InspectedCall[],
): readonly InspectedCall[] {
  const keys = new Set(calls.map(({ key }) => key));
  const others = added.filter(({ key }) => !keys.has(key));
  return others.length === 0 ? calls : [...calls, ...others];
}
