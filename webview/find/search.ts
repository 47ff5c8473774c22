import { messageOf } from '../../src/base/errors';
import type { Conversation } from '../../src/contract/conversation';
import { type FindQuery, type FoundPlace, mostMatches } from '../../src/contract/find';
import type { HostPort } from '../store/hostConnection';
import type { PageState } from '../store/pageState';
import { createStore, type Store } from '../store/store';
import { earliestChange } from './earliestChange';
import {
  atOrAbove,
  isAt,
  kept,
  last,
  type Match,
  matchCount,
  merged,
  neighbor,
  type Origin,
} from './foundList';

export interface SearchState {
  readonly query: FindQuery;
  /** Oldest first. */
  readonly found: readonly FoundPlace[];
  readonly current: Match | undefined;
  /**
   * `asked`: nothing is known about the text yet. `searching`: earlier turns are still to come.
   * `cut`: there are too many matches to look for more.
   */
  readonly phase: 'asked' | 'searching' | 'done' | 'cut';
  readonly error: string | undefined;
}

interface SearchPort {
  /** Returns the place that the user looks at. */
  origin(): Origin;
  /** Shows a match. */
  go(match: Match): void;
}

/** Turns that are to be searched, from the newest backwards. */
interface Walk {
  readonly before?: number;
  /** Turns before this place are as they were. */
  readonly until: number;
}

/** Milliseconds after which a conversation that changes is searched again. */
const refreshInterval = 300;
const wholeWalk: Walk = { until: Number.NEGATIVE_INFINITY };

/** Finds a text in a conversation, with the help of the host, which has all of it. */
export class Search {
  readonly state: Store<SearchState> = createStore<SearchState>({
    query: { text: '', matchesCase: false },
    found: [],
    current: undefined,
    phase: 'asked',
    error: undefined,
  });
  /** Turns in which a new text is still to be searched for, and those that have changed since. */
  private walk: Walk | undefined;
  private fresh: Walk | undefined;
  /** Rest of the walk that ended because there were too many matches. */
  private rest: Walk | undefined;
  /** Earliest turn that has changed since the last search. */
  private changed = Number.POSITIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isRunning = false;
  private isDisposed = false;
  /** True until the first match of a new text is shown. */
  private isNew = false;
  private origin: Origin | undefined;
  private start: Match | undefined;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly host: HostPort,
    private readonly page: Store<PageState>,
    private readonly port: SearchPort,
  ) {
    let { conversation: before } = page.get();
    this.unsubscribe = page.subscribe(() => {
      const { conversation } = page.get();
      this.noteChange(before, conversation);
      before = conversation;
    });
  }

  /** @param start match to begin with, and the only one to show at first */
  find(change: Partial<FindQuery>, start?: Match): void {
    const { query, current } = this.state.get();
    const next = { ...query, ...change };
    const from = start ?? current;
    this.origin = from ? { ...from.place, index: from.index } : this.port.origin();
    this.start = start;
    this.isNew = true;
    this.fresh = undefined;
    this.rest = undefined;
    this.changed = Number.POSITIVE_INFINITY;
    this.walk = next.text === '' ? undefined : wholeWalk;
    this.state.update(state => ({
      ...state,
      query: next,
      error: undefined,
      ...(next.text === '' ? ({ found: [], current: undefined, phase: 'asked' } as const) : {}),
    }));
    void this.run();
  }

  /** Goes to the next match (1) or the previous one (-1). */
  step(by: 1 | -1): void {
    const { found, current } = this.state.get();
    const next = current
      ? neighbor(found, current, by)
      : (atOrAbove(found, this.port.origin()) ?? last(found));
    if (next) {
      this.isNew = false;
      this.show(next);
    }
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.timer);
    this.unsubscribe();
  }

  /** Asks the host for one part after the other: a new text waits for one answer at most. */
  private async run(): Promise<void> {
    if (this.isRunning) {
      return;
    }
    this.isRunning = true;
    for (let walk = this.next(); walk && !this.isDisposed; walk = this.next()) {
      await this.takeStep(walk);
    }
    this.isRunning = false;
  }

  private next(): Walk | undefined {
    // Until a new text has its first answer, what is known is about another one.
    return this.walk === wholeWalk ? this.walk : (this.fresh ?? this.walk);
  }

  private async takeStep(walk: Walk): Promise<void> {
    const { query } = this.state.get();
    const { channelId } = this.page.get();
    if (!channelId) {
      this.end();
      return;
    }
    const { before } = walk;
    const isCurrent = () => !this.isDisposed && this.state.get().query === query;
    try {
      const part = { channelId, ...query, ...(before === undefined ? {} : { before }) };
      const places = await this.host.call('conversation.find', part);
      if (isCurrent()) {
        const found = walk === wholeWalk ? [] : this.state.get().found;
        this.go(walk, places.hasEarlier ? places.first : undefined);
        this.take(merged(found, places, before));
      }
    } catch (error) {
      if (isCurrent()) {
        this.end();
        this.state.update(state => ({ ...state, phase: 'done', error: messageOf(error) }));
      }
    }
  }

  private end(): void {
    this.walk = undefined;
    this.fresh = undefined;
    this.rest = undefined;
  }

  /** Notes where a walk goes on, if it does. */
  private go(walk: Walk, first: number | undefined): void {
    const goesOn = first !== undefined && first > walk.until && first !== walk.before;
    const rest = goesOn ? { before: first, until: walk.until } : undefined;
    if (walk === this.walk) {
      this.walk = rest;
    } else if (walk === this.fresh) {
      this.fresh = rest;
    }
  }

  private take(found: readonly FoundPlace[]): void {
    const isCut = matchCount(found) >= mostMatches;
    const { walk, rest } = this;
    this.walk = isCut ? undefined : (walk ?? rest);
    this.rest = isCut ? (walk ?? rest) : undefined;
    const { current } = this.state.get();
    this.state.update(state => ({
      ...state,
      found,
      current: this.isNew ? undefined : current && kept(found, current),
      phase: this.walk ? 'searching' : isCut ? 'cut' : 'done',
      error: undefined,
    }));
    this.showFirst();
  }

  /** Shows the match that a new text begins with, as soon as it is known. */
  private showFirst(): void {
    const { found, phase } = this.state.get();
    if (!this.isNew) {
      return;
    }
    const isOver = phase !== 'searching';
    const first =
      (this.origin && atOrAbove(found, this.origin)) ?? (isOver ? last(found) : undefined);
    this.isNew = first === undefined && !isOver;
    const { start } = this;
    const isElsewhere = start && first && !isAt(first, start.place);
    if (isElsewhere && phase === 'cut') {
      // There are more matches below the item than a search takes.
      this.port.go(start);
    } else if (first) {
      this.state.update(state => ({ ...state, current: first }));
      if (!isElsewhere) {
        this.port.go(first);
      }
    }
  }

  private show(match: Match): void {
    this.state.update(state => ({ ...state, current: match }));
    this.port.go(match);
  }

  private noteChange(before: Conversation, now: Conversation): void {
    this.changed = Math.min(this.changed, earliestChange(before, now));
    if (this.changed < Number.POSITIVE_INFINITY && this.state.get().query.text !== '') {
      this.timer ??= setTimeout(() => this.refresh(), refreshInterval);
    }
  }

  private refresh(): void {
    this.timer = undefined;
    const until = Math.min(this.changed, this.fresh?.until ?? Number.POSITIVE_INFINITY);
    this.changed = Number.POSITIVE_INFINITY;
    if (this.state.get().query.text !== '') {
      this.fresh = { until };
      void this.run();
    }
  }
}
