import type { SessionRow } from './sessionRow';

export type GroupBy = 'time' | 'folder';

export type TimeGroup =
  | 'needsInput'
  | 'running'
  | 'pinned'
  | 'today'
  | 'yesterday'
  | 'week'
  | 'older'
  | 'archived';

/** A heading of the list and what stands under it, in order. */
export interface Group {
  readonly heading:
    | { readonly kind: 'time'; readonly time: TimeGroup }
    | { readonly kind: 'folder'; readonly folder: string; readonly isWorkspace: boolean };
  readonly rows: readonly SessionRow[];
}

/** Where a conversation belongs: a repository with all its worktrees, or a folder by itself. */
export interface Home {
  readonly folder: string;
  /** A folder of this workspace, or a worktree of its repository. */
  readonly isWorkspace: boolean;
}

const order: readonly TimeGroup[] = [
  'needsInput',
  'running',
  'pinned',
  'today',
  'yesterday',
  'week',
  'older',
  'archived',
];

/** @param rows newest first; stays the order within each group */
export function groupByTime(rows: readonly SessionRow[], now: number): Group[] {
  const borders = timeBorders(now);
  const groups = new Map<TimeGroup, SessionRow[]>();
  for (const row of rows) {
    const time = timeGroupOf(row, borders);
    const group = groups.get(time) ?? [];
    groups.set(time, group);
    group.push(row);
  }
  return order.flatMap(time => {
    const found = groups.get(time);
    return found ? [{ heading: { kind: 'time', time } as const, rows: found }] : [];
  });
}

/**
 * Folders of the workspace first, then the others, those with the newest conversations first. What is
 * archived stands together at the end.
 */
export function groupByFolder(
  rows: readonly SessionRow[],
  homeOf: (row: SessionRow) => Home | undefined,
): Group[] {
  const groups = new Map<string, { home: Home; rows: SessionRow[] }>();
  const archived: SessionRow[] = [];
  for (const row of rows) {
    if (isPutAway(row)) {
      archived.push(row);
      continue;
    }
    const home = homeOf(row) ?? { folder: '', isWorkspace: false };
    const group = groups.get(home.folder) ?? { home, rows: [] };
    groups.set(home.folder, group);
    group.rows.push(row);
  }
  const sorted = [...groups.values()].sort(
    (a, b) => Number(b.home.isWorkspace) - Number(a.home.isWorkspace),
  );
  const folders = sorted.map(({ home, rows: own }) => ({
    heading: { kind: 'folder', ...home } as const,
    rows: own.sort((a, b) => rank(a) - rank(b)),
  }));
  return archived.length > 0
    ? [...folders, { heading: { kind: 'time', time: 'archived' }, rows: archived }]
    : folders;
}

interface Borders {
  readonly today: number;
  readonly yesterday: number;
  readonly week: number;
}

/** By the days of the calendar: a clock that is put forward or back makes days of other lengths. */
function timeBorders(now: number): Borders {
  const midnight = (daysAgo: number) => {
    const day = new Date(now);
    day.setHours(0, 0, 0, 0);
    day.setDate(day.getDate() - daysAgo);
    return day.getTime();
  };
  return { today: midnight(0), yesterday: midnight(1), week: midnight(6) };
}

function timeGroupOf(row: SessionRow, borders: Borders): TimeGroup {
  if (row.state === 'needsInput' || row.state === 'running') {
    return row.state;
  }
  if (isPutAway(row)) {
    return 'archived';
  }
  if (row.isPinned) {
    return 'pinned';
  }
  if (row.at >= borders.today) {
    return 'today';
  }
  if (row.at >= borders.yesterday) {
    return 'yesterday';
  }
  return row.at >= borders.week ? 'week' : 'older';
}

function isPutAway(row: SessionRow): boolean {
  return row.isArchived && row.state !== 'needsInput' && row.state !== 'running';
}

function rank(row: SessionRow): number {
  switch (row.state) {
    case 'needsInput':
      return 0;
    case 'running':
      return 1;
    default:
      return row.isPinned ? 2 : 3;
  }
}
