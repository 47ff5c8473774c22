import { messageOf } from '../../../src/base/errors';
import type {
  CallRow,
  CallView,
  RowChoices,
  RowPage,
  RowSums,
} from '../../../src/contract/inspector/callRows';
import { modelCallKinds } from '../../../src/contract/modelCalls';
import type { InspectorHost } from '../../store/hostConnection';

/** Rows before and behind those in view that are asked for with them. */
const margin = 20;
/** Rows that are asked for at once, at most. */
const mostRows = 200;
/** Rows that are kept: the page goes back to the near ones without asking. */
const mostKept = 1_000;

export interface ShownRows {
  /** False before the first answer to this view. */
  readonly isKnown: boolean;
  readonly total: number;
  readonly all: number;
  readonly sums?: RowSums;
  readonly choices?: RowChoices;
  readonly rows: ReadonlyMap<number, CallRow>;
  /** Places by which the row at the top has moved since the view was set. */
  readonly moved: number;
  readonly failure?: string;
}

const nothing: ShownRows = { isKnown: false, total: 0, all: 0, rows: new Map(), moved: 0 };

/**
 * Rows of a view, as far as they were looked at. Asks the host for those around what is in view, and
 * again when the subject has changed.
 */
export class RowStore {
  private state = nothing;
  private view: CallView;
  private readonly listeners = new Set<() => void>();
  /** First and last row in view. */
  private visible = { from: 0, to: margin };
  private keepsPlace = false;
  /** Answers to questions of an older one are dropped. */
  private version = 0;
  private isRefreshing = false;
  private isStale = false;
  private asked = new Set<number>();
  private readonly models = new Set<string>();

  constructor(
    private readonly host: Pick<InspectorHost, 'call'>,
    private readonly subject: string,
    view: CallView,
  ) {
    this.view = view;
  }

  get shown(): ShownRows {
    return this.state;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Shows another view from its first row; the rows of before stay until it is known. */
  setView(view: CallView): void {
    if (JSON.stringify(view) === JSON.stringify(this.view)) {
      return;
    }
    this.view = view;
    this.keepsPlace = false;
    this.visible = { from: 0, to: margin };
    this.restart();
  }

  /**
   * Says which rows are in view.
   * @param keepsPlace true if rows that come before them must not move them
   */
  look(from: number, to: number, keepsPlace: boolean): void {
    this.visible = { from, to };
    this.keepsPlace = keepsPlace;
    if (!this.isRefreshing) {
      void this.fill();
    }
  }

  /** Reads what is in view anew: the subject has changed. */
  refresh(): void {
    if (this.isRefreshing) {
      this.isStale = true;
    } else {
      void this.read();
    }
  }

  /** Place of a call in the view; undefined if the view leaves it out. */
  async find(key: string): Promise<number | undefined> {
    const { subject, view } = this;
    return (await this.host.call('inspector.find', { subject, view, key })).at;
  }

  private restart(): void {
    this.version += 1;
    this.isRefreshing = false;
    this.isStale = false;
    void this.read();
  }

  /** Reads the rows in view, and forgets all others, which may have moved. */
  private async read(): Promise<void> {
    this.isRefreshing = true;
    this.version += 1;
    this.asked.clear();
    const { version, view, visible } = this;
    try {
      const page = await this.ask(view, Math.max(0, visible.from - margin), visible.to + margin);
      const moved = version === this.version ? await this.movedBy(page, view) : 0;
      if (version !== this.version) {
        return;
      }
      this.take(page, moved);
    } catch (error) {
      if (version !== this.version) {
        return;
      }
      this.set({ ...this.state, isKnown: true, failure: messageOf(error) });
    }
    this.isRefreshing = false;
    if (this.isStale) {
      this.isStale = false;
      await this.read();
    } else {
      await this.fill();
    }
  }

  /** Places by which the row at the top of the view has moved, if it must be kept in place. */
  private async movedBy(page: RowPage, view: CallView): Promise<number> {
    const { from } = this.visible;
    const anchor = this.keepsPlace ? this.state.rows.get(from) : undefined;
    if (!anchor) {
      return 0;
    }
    const near = page.rows.findIndex(({ key }) => key === anchor.key);
    if (near !== -1) {
      return page.from + near - from;
    }
    const { subject } = this;
    const { at } = await this.host.call('inspector.find', { subject, view, key: anchor.key });
    return at === undefined ? 0 : at - from;
  }

  private take(page: RowPage, moved: number): void {
    const { visible } = this;
    this.visible = { from: visible.from + moved, to: visible.to + moved };
    const { total, all, sums } = page;
    const rows = this.placed(page, new Map());
    const choices = page.choices ?? { kinds: modelCallKinds, models: [...this.models] };
    this.set({ isKnown: true, total, all, sums, choices, rows, moved: this.state.moved + moved });
  }

  /** Adds the rows of a page. One that has not changed stays the same object: it is not drawn again. */
  private placed(page: RowPage, into: Map<number, CallRow>): Map<number, CallRow> {
    const known = new Map([...this.state.rows.values()].map(row => [row.key, row]));
    for (const [index, row] of page.rows.entries()) {
      const before = known.get(row.key);
      const isSame = before && JSON.stringify(before) === JSON.stringify(row);
      into.set(page.from + index, isSame ? before : row);
      if (row.model !== undefined) this.models.add(row.model);
    }
    return into;
  }

  /** Asks for rows in view, and near them, that are not there yet. */
  private async fill(): Promise<void> {
    const { version, view, visible, state } = this;
    const last = Math.min(state.total, visible.to + margin);
    const missing: number[] = [];
    for (let index = Math.max(0, visible.from - margin); index < last; index += 1) {
      if (!state.rows.has(index) && !this.asked.has(index)) {
        missing.push(index);
      }
    }
    const [from] = missing;
    const to = missing.at(-1);
    if (from === undefined || to === undefined) {
      return;
    }
    for (const index of missing) {
      this.asked.add(index);
    }
    try {
      const page = await this.ask(view, from, to + 1);
      if (version === this.version) {
        const rows = this.trimmed(this.placed(page, new Map(this.state.rows)));
        const { failure: _, ...known } = this.state;
        this.set({ ...known, rows });
      }
    } catch (error) {
      if (version === this.version) {
        this.set({ ...this.state, failure: messageOf(error) });
      }
    } finally {
      if (version === this.version) {
        for (const index of missing) {
          this.asked.delete(index);
        }
      }
    }
  }

  private trimmed(rows: Map<number, CallRow>): Map<number, CallRow> {
    const middle = (this.visible.from + this.visible.to) / 2;
    const far = [...rows.keys()].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    for (const index of far.slice(mostKept)) {
      rows.delete(index);
    }
    return rows;
  }

  private ask(view: CallView, from: number, to: number): Promise<RowPage> {
    const { subject } = this;
    const count = Math.min(mostRows, to - from);
    return this.host.call('inspector.rows', { subject, view, from, count });
  }

  private set(state: ShownRows): void {
    this.state = state;
    for (const listener of this.listeners) {
      listener();
    }
  }
}
