import { expect, test } from 'vitest';
import type { SessionHead } from '../../../../src/acp/sessions/sessionHead';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import type { ListedSession } from '../../../../src/cli/sessions/listedSession';
import { FolderGrouping } from '../../../../src/host/sessions/folderGrouping';
import type { GroupBy } from '../../../../src/host/sessions/grouping';
import { SessionList } from '../../../../src/host/sessions/sessionList';
import type { ListNode, NodeChange } from '../../../../src/host/sessions/sessionNodes';
import type { OpenSession } from '../../../../src/host/sessions/sessionRow';
import { FakeClock } from '../../node/fakeClock';
import { foreign, open, sessionId, stored } from './rows';

const minute = 60_000;

/** A session list with sources that the test can change. */
class ListBed {
  readonly clock = new FakeClock();
  readonly storeChanged = new Emitter<void>();
  readonly changes: NodeChange[] = [];
  all: readonly ListedSession[] = [];
  open: readonly OpenSession[] = [];
  groupBy: GroupBy = 'time';
  scope: 'workspace' | 'all' = 'all';
  /** Number of times that rows were created. */
  hidden: string[] = [];
  foreign: SessionHead[] = [];
  made = 0;
  refreshed = 0;
  readonly list: SessionList;

  constructor() {
    const bed = this;
    const never = new Emitter<void>();
    this.clock.advance(Date.UTC(2026, 10, 21, 12));
    this.list = new SessionList(
      {
        store: {
          get all() {
            return bed.all;
          },
          get foreign() {
            return bed.foreign;
          },
          onChanged: this.storeChanged.event,
          refresh: async () => {
            this.refreshed += 1;
          },
        },
        marks: { isPinned: () => false, isUnread: () => false, onChanged: never.event },
        open: () => this.open,
        elsewhere: async () => {
          this.made += 1;
          return new Map();
        },
        onChanged: never.event,
        workspaceFolders: () => ['/nowhere/work'],
        groupBy: () => this.groupBy,
        scope: () => this.scope,
        isShown: agent => !this.hidden.includes(agent ?? 'Claude Code'),
        language: 'en',
      },
      new FolderGrouping('linux'),
      this.clock,
      silentLog,
    );
    this.list.onChanged(change => this.changes.push(change));
  }

  session(name: string, rest: Partial<ListedSession> = {}): ListedSession {
    return stored(name, { at: this.clock.now(), cwd: '/nowhere/work', ...rest });
  }

  /** Shows the list and waits for its rows. */
  async show(): Promise<void> {
    this.list.setVisible(true);
    this.clock.advance(0);
    await this.settled();
    this.changes.length = 0;
  }

  async settled(): Promise<void> {
    await this.list.ready();
    // Waits for follow-up work such as setting the next timer.
    await new Promise(resolve => setImmediate(resolve));
  }
}

const titles = (nodes: readonly ListNode[]) =>
  nodes.map(node => (node.kind === 'group' ? node.key : node.id));

test('a changed row is redrawn alone and keeps its node', async () => {
  const bed = new ListBed();
  bed.all = [bed.session('a'), bed.session('b')];
  await bed.show();
  const node = bed.list.node(sessionId('b'));
  bed.all = [bed.session('a'), bed.session('b', { title: 'Another' })];
  bed.storeChanged.fire();
  bed.clock.advance(1_000);
  await bed.settled();
  expect(bed.changes).toEqual([[node]]);
  expect(node?.row.title).toBe('Another');
});

test("the user's own change is shown at once, and nothing is computed while hidden", async () => {
  const bed = new ListBed();
  bed.all = [bed.session('a')];
  await bed.show();
  bed.all = [bed.session('a', { title: 'Another' })];
  bed.storeChanged.fire();
  await bed.list.showNow();
  expect(bed.list.node(sessionId('a'))?.row.title).toBe('Another');
  const { made } = bed;
  await bed.list.showNow();
  bed.list.setVisible(false);
  bed.storeChanged.fire();
  await bed.list.showNow();
  expect(bed.made).toBe(made);
});

test('a group with changed members is redrawn with them; a new group redraws all', async () => {
  const bed = new ListBed();
  bed.all = [bed.session('a')];
  await bed.show();
  bed.all = [...bed.all, bed.session('b')];
  bed.storeChanged.fire();
  bed.clock.advance(1_000);
  await bed.settled();
  expect(bed.changes.map(change => (change === 'all' ? change : titles(change)))).toEqual([
    ['today'],
  ]);
  bed.open = [open('a', { attention: 'needsInput' })];
  bed.storeChanged.fire();
  bed.clock.advance(1_000);
  await bed.settled();
  expect(bed.changes.at(-1)).toBe('all');
  expect(titles(bed.list.groups)).toEqual(['needsInput', 'today']);
});

test('many changes update the list once, and unchanged rows are not redrawn', async () => {
  const bed = new ListBed();
  bed.all = [bed.session('a')];
  await bed.show();
  const { made } = bed;
  for (let count = 0; count < 50; count++) {
    bed.storeChanged.fire();
  }
  bed.clock.advance(1_000);
  await bed.settled();
  expect(bed.made - made).toBe(1);
  expect(bed.changes).toEqual([]);
});

test('a hidden list does no work, and catches up when shown', async () => {
  const bed = new ListBed();
  bed.all = [bed.session('a')];
  await bed.show();
  expect(bed.clock.waiting).toHaveLength(1);
  bed.list.setVisible(false);
  expect(bed.clock.waiting).toEqual([]);
  const { made } = bed;
  bed.all = [bed.session('b')];
  bed.storeChanged.fire();
  bed.clock.advance(10 * minute);
  await new Promise(resolve => setImmediate(resolve));
  expect(bed.made).toBe(made);
  expect(bed.clock.waiting).toEqual([]);
  await bed.show();
  expect(bed.list.rows.map(({ id }) => id)).toEqual(['b']);
});

test('ages are updated while the list is visible', async () => {
  const bed = new ListBed();
  bed.all = [bed.session('a')];
  await bed.show();
  const node = bed.list.node(sessionId('a'));
  expect(node?.age).toBe('now');
  bed.clock.advance(minute);
  await bed.settled();
  expect(node?.age).toBe('1m');
  expect(bed.changes).toEqual([[node]]);
});

test('the number of waiting sessions is reported even while the list is hidden', () => {
  const bed = new ListBed();
  let told = 0;
  bed.list.onAttention(() => {
    told += 1;
  });
  bed.open = [open('a', { attention: 'needsInput' }), open('b', { attention: 'running' })];
  bed.storeChanged.fire();
  bed.clock.advance(49);
  bed.storeChanged.fire();
  expect(told).toBe(0);
  bed.clock.advance(1);
  expect(told).toBe(1);
  expect(bed.list.waiting).toBe(1);
});

test('the scope hides sessions of other folders, which search still finds', async () => {
  const bed = new ListBed();
  bed.scope = 'workspace';
  bed.groupBy = 'folder';
  bed.all = [
    bed.session('a'),
    bed.session('inside', { cwd: '/nowhere/work/packages/x' }),
    bed.session('other', { cwd: '/nowhere/worker' }),
    stored('unknown'),
  ];
  await bed.show();
  const [group, ...others] = bed.list.groups;
  expect(others).toEqual([]);
  expect(group?.heading).toEqual({ kind: 'folder', folder: '/nowhere/work', isWorkspace: true });
  expect(group?.children.map(({ id }) => id).sort()).toEqual(['a', 'inside']);
  expect(bed.list.rows).toHaveLength(4);
});

test('the store is read once, and again on refresh', async () => {
  const bed = new ListBed();
  await bed.list.ready();
  await bed.list.ready();
  expect(bed.refreshed).toBe(1);
  bed.all = [bed.session('late')];
  await bed.list.refresh();
  expect(bed.refreshed).toBe(2);
  expect(bed.list.rows.map(({ id }) => id)).toEqual(['late']);
});

test('conversations with hidden agents are not listed, and can still be found', async () => {
  const bed = new ListBed();
  bed.all = [bed.session('a')];
  const updatedAt = bed.clock.now();
  bed.foreign = [
    foreign('b', { cwd: '/nowhere/work', updatedAt }),
    foreign('c', { cwd: '/nowhere/work', updatedAt, agent: 'Other' }),
  ];
  bed.hidden = ['Claude Code', 'Other'];
  await bed.show();
  expect(bed.list.groups.flatMap(({ children }) => titles(children))).toEqual(['b']);
  expect(bed.list.rows.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('names the folder of a row only if that is none of this window', async () => {
  const bed = new ListBed();
  bed.all = [bed.session('a'), bed.session('b', { cwd: '/nowhere/other' })];
  await bed.list.ready();
  const names = bed.list.rows.map(row => [row.id, bed.list.otherFolderOf(row)]);
  expect(Object.fromEntries(names)).toEqual({ a: undefined, b: 'other' });
});
