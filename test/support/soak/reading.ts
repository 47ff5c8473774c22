/** State of a window at rest; megabytes after a garbage collection. */
export interface Reading {
  readonly hostHeap: number;
  /**
   * Without V8's young generation. V8 doubles that once enough objects have survived since it last
   * grew: a step of some 50 MB in a long conversation, although the heap is level.
   */
  readonly hostRss: number;
  /** Open files and sockets of the extension host. */
  readonly hostFiles: number;
  /** Timers of the extension host, as far as Node reports them. */
  readonly hostTimers: number;
  /** Listeners of `process` in the extension host. */
  readonly hostListeners: number;
  readonly pageHeap: number;
  /** DOM nodes of the workbench and of all pages in it. */
  readonly nodes: number;
  readonly pageListeners: number;
  readonly serverRss: number;
  readonly serverFiles: number;
  /** All that the editor has started. */
  readonly processes: number;
  readonly agents: number;
}

/** How far a value may rise from the first to the last readings. */
export type Limits = Readonly<Record<keyof Reading, number>>;

/** Within the second half of a conversation that was never reloaded. */
export const limitsOfTurns: Limits = {
  ...{ hostHeap: 3, hostRss: 40, hostFiles: 2, hostTimers: 2, hostListeners: 0 },
  ...{ pageHeap: 4, nodes: 2_000, pageListeners: 200 },
  ...{ serverRss: 20, serverFiles: 4, processes: 0, agents: 0 },
};

/** Between the first and the last reloads. */
export const limitsOfReloads: Limits = {
  ...{ hostHeap: 3, hostRss: 40, hostFiles: 2, hostTimers: 2, hostListeners: 0 },
  ...{ pageHeap: 8, nodes: 2_000, pageListeners: 200 },
  ...{ serverRss: 40, serverFiles: 6, processes: 0, agents: 0 },
};

const units: Readonly<Record<keyof Reading, string>> = {
  ...{ hostHeap: 'MB', hostRss: 'MB', pageHeap: 'MB', serverRss: 'MB' },
  ...{ hostFiles: '', hostTimers: '', hostListeners: '', nodes: '', pageListeners: '' },
  ...{ serverFiles: '', processes: '', agents: '' },
};

export interface Rise {
  readonly name: keyof Reading;
  /** Medians of the first and of the last third of the readings. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/**
 * Compares the first third of the readings with the last one. Medians, because a single reading may
 * fall into work that VS Code does now and then.
 */
export function risesOf(readings: readonly Reading[], limits: Limits): readonly Rise[] {
  if (readings.length < 3) throw new Error(`${readings.length} readings show no trend`);
  const third = Math.floor(readings.length / 3);
  return (Object.keys(limits) as (keyof Reading)[]).map(name => ({
    name,
    from: median(readings.slice(0, third).map(one => one[name])),
    to: median(readings.slice(-third).map(one => one[name])),
    limit: limits[name],
  }));
}

export function isOver({ from, to, limit }: Rise): boolean {
  return to - from > limit;
}

/** Returns a line like those of `npm run bench`. */
export function lineOf(rise: Rise): string {
  const { name, from, to, limit } = rise;
  const unit = units[name] && ` ${units[name]}`;
  const digits = units[name] ? 1 : 0;
  const course = `${from.toFixed(digits)} → ${to.toFixed(digits)}`;
  return `${isOver(rise) ? 'OVER' : 'ok  '} ${name}: rises by ${(to - from).toFixed(digits)}${unit} (limit ${limit})  ${course}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
