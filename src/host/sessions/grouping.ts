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

/** A heading of the list and the rows under it, in order. */
export interface Group {
  readonly heading:
    | { readonly kind: 'time'; readonly time: TimeGroup }
    | { readonly kind: 'folder'; readonly folder: string; readonly isWorkspace: boolean };
  readonly rows: readonly SessionRow[];
}

/** Folder that a conversation belongs to: a repository with all its work trees, or a folder. */
export interface GroupFolder {
  readonly folder: string;
  /** True for a folder of this workspace or a work tree of its repository. */
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

/** @param rows newest first; this order is kept within each group */
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
 * Groups by folder: workspace folders first, then the others, each by newest conversation. Archived
 * conversations form a group at the end.
 */
export function groupByFolder(
  rows: readonly SessionRow[],
  groupFolderOf: (row: SessionRow) => GroupFolder | undefined,
): Group[] {
  const groups = new Map<string, { home: GroupFolder; rows: SessionRow[] }>();
  const archived: SessionRow[] = [];
  for (const row of rows) {
    if (isPutAway(row)) {
      archived.push(row);
      continue;
    }
    const groupFolder = groupFolderOf(row) ?? { folder: '', isWorkspace: false };
    const group = groups.get(groupFolder.folder) ?? { home: groupFolder, rows: [] };
    groups.set(groupFolder.folder, group);
    group.rows.push(row);
  }
  const sorted = [...groups.values()].sort(
    (a, b) => Number(b.home.isWorkspace) - Number(a.home.isWorkspace),
  );
  const folders = sorted.map(({ home: groupFolder, rows: own }) => ({
    heading: { kind: 'folder', ...groupFolder } as const,
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

/** Uses calendar days, because clock changes make days of different lengths. */
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
