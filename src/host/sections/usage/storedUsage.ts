import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import type { UsageHistory, UsageProgress, UsageQuery } from '../../../cli/sessions/usage/messages';
import type { UsageReader } from '../../../cli/sessions/usage/usageReader';
import type { UsageEntry } from '../../../cli/sessions/usage/usageSums';

/** Days that are counted: today and those before it. */
export const periods = ['7', '30', 'all'] as const;
export type Period = (typeof periods)[number];

/** State of stored usage, as the section shows it. */
export interface StoredState {
  readonly period: Period;
  /** Path of the only folder that is counted. */
  readonly project?: string | undefined;
  /** Result of the last count; absent before the first one. */
  readonly history?: UsageHistory | undefined;
  /** Absent unless a count runs. */
  readonly counting?: { readonly progress?: UsageProgress | undefined } | undefined;
  /** Why the last count has no result. */
  readonly failure?: string | undefined;
  readonly isCancelled?: boolean | undefined;
}

/** Counts what is stored, for the period and the project that the user has chosen. */
export class StoredUsage implements Disposable {
  private readonly changed = new Emitter<void>();
  private current: StoredState = { period: '30' };
  private abort: AbortController | undefined;

  /** Fires when the state changes by itself. */
  readonly onChanged = this.changed.event;

  constructor(
    private readonly reader: Pick<UsageReader, 'read'>,
    private readonly clock: Clock,
  ) {}

  get state(): StoredState {
    return this.current;
  }

  choose(choice: Pick<StoredState, 'period' | 'project'>): void {
    this.current = { ...this.current, ...choice };
    void this.count();
  }

  /** Counts anew. A count that runs is given up: what it has read is kept. */
  async count(): Promise<void> {
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    this.current = { ...this.current, counting: {}, failure: undefined, isCancelled: false };
    const isLatest = () => this.abort === abort;
    try {
      const { history } = await this.reader.read({
        query: this.query(),
        signal: abort.signal,
        onProgress: progress => {
          if (isLatest()) {
            this.set({ counting: { progress } });
          }
        },
      });
      if (isLatest()) {
        this.set({ history, counting: undefined });
      }
    } catch (error) {
      if (isLatest()) {
        this.set({ counting: undefined, failure: messageOf(error) });
      }
    } finally {
      if (isLatest()) {
        this.abort = undefined;
      }
    }
  }

  cancel(): void {
    if (this.abort) {
      this.abort.abort();
      this.abort = undefined;
      this.current = { ...this.current, counting: undefined, isCancelled: true };
    }
  }

  /** Returns the smallest sums of the period and the project. */
  async entries(signal: AbortSignal): Promise<readonly UsageEntry[]> {
    const { entries } = await this.reader.read({ query: this.query(), hasEntries: true, signal });
    return entries;
  }

  dispose(): void {
    this.abort?.abort();
    this.changed.dispose();
  }

  private query(): UsageQuery {
    const { period, project } = this.current;
    const since = period === 'all' ? undefined : dayBefore(this.clock.now(), Number(period) - 1);
    return {
      ...(since === undefined ? {} : { since }),
      ...(project === undefined ? {} : { project }),
    };
  }

  private set(change: Partial<StoredState>): void {
    this.current = { ...this.current, ...change };
    this.changed.fire();
  }
}

/** Returns the local midnight at which a day began, counted back from today. */
function dayBefore(now: number, days: number): number {
  const time = new Date(now);
  return new Date(time.getFullYear(), time.getMonth(), time.getDate() - days).getTime();
}
